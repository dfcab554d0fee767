// Tenants: the site's own for the sign-in page, the package of one, and what a new one starts with.
import { randomInt } from "node:crypto";
import { platformTenant } from "../../caller/caller.ts";
import { tenantAdminAlias } from "../../access/permissions.ts";
import { tenantOfSite } from "../../auth/social/sites.ts";
import type { CommitContext, Domain, Effect, ReadHandler, RemoveEffect, SubmitEffect } from "../../contract.ts";
import { addRow, addRows } from "../../crud/write/server-rows.ts";
import { businessError, forbidden } from "../../http/errors.ts";
import { db, first, readAsOwner } from "../../rows/query.ts";
import type { RowValues } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { ownSource } from "../codes/sources.ts";
import type { AuthorityServices } from "./services.ts";
import { initialHash } from "./user.ts";

/** What new tenants need: how their first account's password travels. */
type TenantServices = Pick<AuthorityServices, "passwordTransform">;

/** Open to anybody: the sign-in page asks before there is a token. It tells nothing but what the page shows. */
const info: ReadHandler = async ({ database }, parameters) => (await tenantOfSite(database, parameters["domain"] ?? "")) ?? {};

const packageDetail: ReadHandler = async (context, parameters) => {
  const { caller } = context;
  const tenantId = parameters["tenantId"] ?? "";
  if (!caller.isAdministrator && tenantId !== caller.tenantId) throw forbidden();
  const { acrossTenants } = tables(context);
  // As the owner: packages belong to the platform.
  const [[matches]] = await readAsOwner(context, [
    db
      .selectFrom(acrossTenants("tenant", "t"))
      .innerJoin(acrossTenants("tenant-package", "p"), "p.id", "t.packageId")
      .where("t.tenantId", "=", tenantId)
      .select(["p.id", "p.packageName", "p.menuId", "p.remark"]),
  ]);
  if (matches === undefined) return {};
  return { id: matches.id, packageName: matches.packageName ?? "", menuId: (matches.menuId ?? []).join(","), remark: matches.remark ?? "" };
};

const triesForNumber = 50;

/** A free number of six digits. */
async function freeTenantId(context: CommitContext, tx: Transaction): Promise<string> {
  for (let tried = 0; tried < triesForNumber; tried += 1) {
    const tenantId = String(randomInt(100_000, 1_000_000));
    // A removed tenant keeps its number.
    const taken = await first(
      tx,
      db.selectFrom(tables(context).withRemoved("tenant", "t")).where("t.tenantId", "=", tenantId).select("t.id"),
    );
    if (taken === undefined) return tenantId;
  }
  throw businessError("noTenantNumber", ["没有可用的租户编号", "There is no free tenant number"]);
}

/** The pack layers that most tenants need; each may change its own. */
const defaultPackLayers: readonly RowValues<"pack-layer">[] = [
  { layer: 1, name: "瓶", code: "BTL", unit: "瓶", sort: 1 },
  { layer: 2, name: "盒", code: "CTN", unit: "盒", sort: 2 },
  { layer: 3, name: "箱", code: "CSE", unit: "箱", sort: 3 },
  { layer: 4, name: "托", code: "PLT", unit: "托", isTray: 1, sort: 4 },
];

/** The role, department, post, account, pack layers and source of codes that every tenant has from the start. */
async function provisionTenant(context: CommitContext, tx: Transaction, tenant: RowValues<"tenant">, password: string): Promise<void> {
  const [tenantId, name] = [tenant.tenantId ?? "", (tenant.tenantName ?? "").slice(0, 45)];
  // In the new tenant, and of none of its departments: the maker's is another tenant's.
  const within: CommitContext = { ...context, scope: { ...context.scope, tenantId }, caller: { ...context.caller, deptIds: [] } };
  const role = await addRow(within, tx, "role", { roleName: "管理员", roleAlias: tenantAdminAlias, sort: 1 });
  const dept = await addRow(within, tx, "dept", { deptName: name, fullName: name, deptCategory: "1", ancestors: "0", sort: 1 });
  const post = await addRow(within, tx, "post", { category: "1", postCode: "ceo", postName: "首席执行官", sort: 1 });
  await addRow(within, tx, "user", {
    account: "admin",
    password,
    name: "管理员",
    realName: "管理员",
    roleId: [role.id],
    deptId: [dept.id],
    postId: [post.id],
    mustChangePassword: 1,
  });
  await addRows(within, tx, "pack-layer", defaultPackLayers);
  await addRow(within, tx, "digit-source", ownSource);
}

/** `prepare` makes the hashed initial password of a new tenant's first account. */
function submitEffect(services: TenantServices): SubmitEffect<"tenant", string | undefined> {
  return {
    beforeValidate: async (context, { isInsert }) => (isInsert ? initialHash(services, context) : undefined),
    beforeChange: async (tx, context, { values, current }) => {
      if (current === undefined) values.tenantId = await freeTenantId(context, tx);
    },
    afterChange: async (tx, context, { values, prepared }) => {
      if (prepared !== undefined) await provisionTenant(context, tx, values, prepared);
    },
  };
}

const removeEffect: RemoveEffect<"tenant"> = {
  beforeRemove: async (_tx, _context, { rows }) => {
    if (rows.some((row) => row.tenantId === platformTenant))
      throw businessError("platformTenant", ["管理组租户不可删除", "The platform's own tenant cannot be removed"]);
  },
};

/** Everything is written by what the definition says. The platform's own tenant never runs out: nobody could sign in to mend it. */
const setting: Effect<"tenant.setting"> = {
  commit: async (_tx, _context, { rows, values }) => {
    if (values.expireTime === undefined || values.expireTime === null) return {};
    if (rows.some((row) => row.tenantId === platformTenant))
      throw businessError("platformTenant", ["管理组租户不可设置过期时间", "The platform's own tenant does not expire"]);
    return {};
  },
};

export function tenantDomain(services: TenantServices): Domain {
  return {
    reads: { "tenant.info": info, "tenant.package-detail": packageDetail },
    actions: { "tenant.setting": setting },
    // Its data has stayed.
    hooks: { tenant: { submit: submitEffect(services), remove: removeEffect, restore: {} } },
  };
}
