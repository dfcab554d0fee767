// People, roles, posts and departments that a model names, and the tenants that do not have them: told before it is deployed there.
import type { Text } from "#schema/text";
import type { CommitContext } from "../../contract.ts";
import { anyOf, db, rowsOfAll } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { memberText } from "#process/members";
import { scopesOf, type ParsedModel } from "#process/model";
import { isId, listed } from "#process/people";
import { serviceOf } from "#process/services";
import { active, groupOf, type Group } from "./assignment.ts";
import { isHead } from "./department-heads.ts";

/** As many sentences as a person reads at once. */
const maxListed = 8;

/** An account, or a group. */
interface Named {
  readonly kind: Group["kind"] | "user";
  readonly name: string;
}

const isExpression = (text: string): boolean => /[$#]\{/u.test(text);

/** The parts of a list that are written out, and are no ids. An expression may hold commas itself. */
const namesIn = (text: string): readonly string[] =>
  listed(text.replaceAll(/[$#]\{[^{}]*\}/gu, "${}")).filter((part) => !isId(part) && !isExpression(part));

/** Whom tasks, and notices, name by other than their ids. */
function namedIn(model: ParsedModel): readonly Named[] {
  const named = scopesOf(model)
    .flatMap(({ nodes }) => nodes)
    .flatMap((node): readonly Named[] => {
      const service = serviceOf(node);
      // Of whom a notice is for, ids alone are users.
      const receivers = service?.kind === "notice" ? namesIn(service.fields.get("to") ?? "") : [];
      const users = [...namesIn(memberText(node, "assignee")), ...namesIn(memberText(node, "candidateUsers"))];
      return [
        ...users.map((name) => ({ kind: "user" as const, name })),
        ...[...namesIn(memberText(node, "candidateGroups")), ...receivers].map(groupOf).filter(({ name }) => !isId(name)),
      ];
    })
    .filter(({ kind, name }) => !(kind === "user" && isHead(name)));
  return [...new Map(named.map((one) => [`${one.kind}:${one.name}`, one])).values()];
}

const kinds: Readonly<Record<Named["kind"], Text>> = {
  user: ["账号", "account"],
  role: ["角色", "role"],
  dept: ["部门", "department"],
  post: ["岗位", "post"],
};

interface Lacking extends Named {
  readonly tenantName: string;
}

/** For each tenant whom of these it lacks. `null` among the owners stands for all tenants. */
async function lacking(
  context: CommitContext,
  tx: Transaction,
  all: readonly Named[],
  owners: readonly (string | null)[],
): Promise<readonly Lacking[]> {
  const { acrossTenants } = tables(context);
  const names = (kind: Named["kind"]) => anyOf(all.filter((one) => one.kind === kind).map(({ name }) => name));
  const only = owners.filter((owner) => owner !== null);
  let tenants = db.selectFrom(acrossTenants("tenant", "t")).orderBy("t.tenantId").select(["t.tenantId", "t.tenantName"]);
  if (only.length === owners.length) tenants = tenants.where("t.tenantId", "in", only);
  const [found, users, roles, posts, depts] = await rowsOfAll(tx, [
    tenants,
    db
      .selectFrom(acrossTenants("user", "u"))
      .where("u.account", "=", names("user"))
      .where("u.status", "=", active)
      .select(["u.tenantId", "u.account"]),
    db.selectFrom(acrossTenants("role", "r")).where("r.roleAlias", "=", names("role")).select(["r.tenantId", "r.roleAlias"]),
    db
      .selectFrom(acrossTenants("post", "p"))
      .where(({ or, eb }) => or([eb("p.postCode", "=", names("post")), eb("p.postName", "=", names("post"))]))
      .select(["p.tenantId", "p.postCode", "p.postName"]),
    db
      .selectFrom(acrossTenants("dept", "d"))
      .where(({ or, eb }) => or([eb("d.deptName", "=", names("dept")), eb("d.fullName", "=", names("dept"))]))
      .select(["d.tenantId", "d.deptName", "d.fullName"]),
  ]);
  const key = (tenantId: string | null, kind: Named["kind"], name: string | null): string => `${tenantId ?? ""} ${kind} ${name ?? ""}`;
  const existing = new Set([
    ...users.map(({ tenantId, account }) => key(tenantId, "user", account)),
    ...roles.map(({ tenantId, roleAlias }) => key(tenantId, "role", roleAlias)),
    ...posts.flatMap(({ tenantId, postCode, postName }) => [key(tenantId, "post", postCode), key(tenantId, "post", postName)]),
    ...depts.flatMap(({ tenantId, deptName, fullName }) => [key(tenantId, "dept", deptName), key(tenantId, "dept", fullName)]),
  ]);
  return found.flatMap(({ tenantId, tenantName }) =>
    all.filter(({ kind, name }) => !existing.has(key(tenantId, kind, name))).map((one) => ({ ...one, tenantName: tenantName ?? "" })),
  );
}

/** The warning where a tenant lacks people whom a deployed model names: their tasks would go to administrators. Undefined where none are. */
export async function missingPeople(
  context: CommitContext,
  tx: Transaction,
  models: readonly ParsedModel[],
  owners: readonly (string | null)[],
): Promise<Text | undefined> {
  const named = models.flatMap(namedIn);
  if (named.length === 0) return undefined;
  const missing = await lacking(context, tx, named, owners);
  if (missing.length === 0) return undefined;
  const listed = missing.slice(0, maxListed);
  const more: Text = missing.length > maxListed ? ["……", " …"] : ["", ""];
  return [
    `以下租户没有模型指定的账号或候选组，相应任务将由租户管理员签收：${listed.map(({ tenantName, kind, name }) => `${tenantName}没有${kinds[kind][0]}“${name}”`).join("；")}${more[0]}`,
    `Tenants lack accounts or groups that the model names; there the tasks are the administrators': ${listed.map(({ tenantName, kind, name }) => `${tenantName} has no ${kinds[kind][1]} “${name}”`).join("; ")}${more[1]}`,
  ];
}
