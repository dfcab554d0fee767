// Roles: their trees and selects, the grant of menus, and the two aliases that rules ask for (contract §§7, 8).
import { z } from "zod";
import { platformTenant } from "../../access/caller.ts";
import { administratorAlias, tenantAdminAlias } from "../../access/permissions.ts";
import type { ActionHandler, Domain, ReadHandler, RequestContext, ResourceHooks } from "../../contract.ts";
import { seenStatement } from "../../crud/limits.ts";
import { businessError, missingParameter } from "../../http/errors.ts";
import type { Statement, Transaction } from "../../store/database.ts";
import { TENANT_SETTING } from "../../store/pool-session.ts";
import { giveScopes, grantableScopes, takeScopes } from "./granted-scopes.ts";
import { idsInBody, idsOf } from "./ids.ts";
import { reachesFurther, requirePower, rolesById } from "./power.ts";
import { selectedOf } from "./selected.ts";
import type { AuthorityServices } from "./services.ts";

const roleRows = z.array(z.object({ id: z.string(), parent_id: z.string().nullable(), role_name: z.string().nullable(), role_alias: z.string().nullable() }));

interface RoleNode {
  readonly id: string;
  readonly parentId: string;
  readonly key: string;
  readonly value: string;
  readonly title: string;
  readonly children?: readonly RoleNode[];
}

/** Roles as tree nodes; those whose parent is not among them are roots (contract §6). */
function treeOf(rows: z.infer<typeof roleRows>): readonly RoleNode[] {
  const ids = new Set(rows.map((row) => row.id));
  const level = (parent: string | undefined): readonly RoleNode[] =>
    rows
      .filter((row) => (row.parent_id !== null && ids.has(row.parent_id) ? row.parent_id : undefined) === parent)
      .map((row) => {
        const children = level(row.id);
        const node = { id: row.id, parentId: parent ?? "0", key: row.id, value: row.id, title: row.role_name ?? "" };
        return children.length === 0 ? node : { ...node, children };
      });
  return level(undefined);
}

async function rolesIn(context: RequestContext, tenantId: string, roleType: string): Promise<z.infer<typeof roleRows>> {
  const [answer] = await context.database.read({ tenantId }, [
    seenStatement(context, {
      sql: (seen) => `select r.id, r.parent_id, r.role_name, r.role_alias from role r
        where r.tenant_id = $1 and r.is_deleted = 0 and ($2 = '' or r.role_type = $2) and ($3 or r.role_alias is distinct from $4)${seen("role", "r")} order by r.sort, r.id`,
      parameters: [tenantId, roleType, context.caller.isAdministrator, administratorAlias],
    }),
  ]);
  return roleRows.parse(answer?.rows ?? []);
}

const readTree: ReadHandler = async (context, parameters) => treeOf(await rolesIn(context, context.scope.tenantId, parameters["roleType"] ?? ""));

/** The parents a role may get: the tree of its tenant without itself and what is below. */
const readTreeById: ReadHandler = async (context, parameters) => {
  const [roleId] = idsOf(parameters["roleId"], "roleId");
  if (roleId === undefined) throw missingParameter("roleId");
  const { caller, database, scope } = context;
  const find: Statement = { sql: "select tenant_id from role where id = $1 and is_deleted = 0", parameters: [roleId] };
  // As the owner for the platform's administrator, who sees the roles of all tenants.
  const [found] = caller.isAdministrator ? await database.owner.read([find]) : await database.read(scope, [find]);
  const tenantId = found?.rows[0]?.["tenant_id"];
  if (typeof tenantId !== "string") return [];
  const rows = await rolesIn(context, tenantId, "");
  const isBelow = (id: string | null, depth = 0): boolean => id === roleId || (id !== null && depth < rows.length && isBelow(rows.find((row) => row.id === id)?.parent_id ?? null, depth + 1));
  return treeOf(rows.filter((row) => !isBelow(row.id)));
};

const readSelect: ReadHandler = async (context, parameters) => {
  const rows = await selectedOf(context, parameters["userId"], {
    ids: "role_id",
    sql: "select id, role_name, role_alias from role where id = any($1) and is_deleted = 0 order by sort, id",
  });
  return rows.map((row) => ({ id: String(row["id"]), roleName: String(row["role_name"] ?? ""), roleAlias: String(row["role_alias"] ?? "") }));
};

function refuseReserved({ caller, scope }: RequestContext, alias: unknown): void {
  if (alias === administratorAlias && (!caller.isAdministrator || scope.tenantId !== platformTenant)) {
    throw businessError("reservedRole", ["无权限创建超管角色！", "Only the platform's administrator has the role administrator"]);
  }
}

async function refuseSecondAdmin(tx: Transaction, tenantId: string, alias: unknown, ownId: unknown): Promise<void> {
  if (alias !== tenantAdminAlias && alias !== administratorAlias) return;
  const other = await tx.first({
    sql: "select id from role where role_alias = $1 and is_deleted = 0 and tenant_id = $2 and id is distinct from $3::bigint",
    parameters: [alias, tenantId, ownId ?? null],
  });
  if (other !== undefined) throw businessError("reservedRole", [`角色别名 ${String(alias)} 已被占用`, `There is already a role with the alias ${String(alias)}`]);
}

const reserved = (alias: unknown) => alias === administratorAlias || alias === tenantAdminAlias;

const hooks: ResourceHooks = {
  beforeSubmit: async (context, tx, { values, current }) => {
    const alias = values["roleAlias"];
    if (current !== undefined && reserved(current["roleAlias"]) && alias !== undefined && alias !== current["roleAlias"]) {
      throw businessError("reservedRole", ["内置角色的别名不可修改", "The alias of a built-in role cannot be changed"]);
    }
    if (alias === undefined || alias === current?.["roleAlias"]) return;
    refuseReserved(context, alias);
    await refuseSecondAdmin(tx, context.scope.tenantId, alias, current?.["id"]);
  },
  beforeRemove: async (context, tx, rows) => {
    if (rows.some((row) => reserved(row["roleAlias"]))) throw businessError("reservedRole", ["内置角色不可删除", "A built-in role cannot be removed"]);
    // Its grants go with it; users and roles below it hold it back.
    const ids = rows.map((row) => row["id"]);
    await tx.batch([{ sql: "delete from role_menu where role_id = any($1)", parameters: [ids] }, takeScopes(context, ids)]);
  },
};

const isAdministering = ({ caller }: RequestContext): boolean => caller.isAdministrator || caller.isTenantAdmin;

/** The platform's administrator grants to roles of any one tenant: the transaction goes on under that tenant's row-level security. */
async function actForTenantOf({ database, scope }: RequestContext, tx: Transaction, roleIds: readonly string[]): Promise<void> {
  // As the owner: which tenant the roles belong to is what is asked.
  const [answer] = await database.owner.read([{ sql: "select distinct tenant_id from role where id = any($1) and is_deleted = 0", parameters: [roleIds] }]);
  const tenants = (answer?.rows ?? []).map((row) => String(row["tenant_id"]));
  if (tenants.length > 1) throw businessError("severalTenants", ["一次只能为同一租户的角色授权", "Grant to roles of one tenant at a time"]);
  const [tenantId] = tenants;
  if (tenantId !== undefined && tenantId !== scope.tenantId) await tx.query({ sql: "select set_config($1, $2, true)", parameters: [TENANT_SETTING, tenantId] });
}

/** Replaces what roles hold. All four lists must be sent, empty where nothing is granted (contract §7). */
function grant({ callers, identifiers }: AuthorityServices): ActionHandler {
  return async (context, tx, { body }) => {
    const roleIds = idsInBody(body, "roleIds");
    const menuIds = idsInBody(body, "menuIds");
    const sent = { data: idsInBody(body, "dataScopeIds"), apis: idsInBody(body, "apiScopeIds") };
    if (roleIds.length === 0) throw missingParameter("roleIds");
    const known = await callers.known(context.caller);
    if (menuIds.some((id) => !known.entries.has(id))) throw businessError("morePowerful", ["只能授予自身拥有的菜单", "You can only grant menus that you hold"]);
    // Scopes hang below their menus, which a screen may send along.
    const isScope = (id: string) => !known.forest.byId.has(id);
    const ids = { data: sent.data.filter(isScope), apis: sent.apis.filter(isScope) };
    const scopes = await grantableScopes(tx, known, ids);
    if (!isAdministering(context) && reachesFurther(known, context.model, { menus: menuIds, ...scopes })) {
      throw businessError("morePowerful", ["不能授予超出自身数据权限的范围", "You cannot open rows to others that your own data scopes keep from you"]);
    }
    if (context.caller.isAdministrator) await actForTenantOf(context, tx, roleIds);
    const roles = await rolesById(tx, roleIds);
    await requirePower(callers, context, tx, roles);
    const grantIds = await identifiers.take(roles.length * menuIds.length);
    const pairs = roles.flatMap((role) => menuIds.map((menuId) => ({ role, menuId })));
    await tx.batch([
      { sql: "delete from role_menu where role_id = any($1)", parameters: [roleIds] },
      takeScopes(context, roleIds),
      await giveScopes(context, roles, ids),
      {
        sql: `insert into role_menu (id, tenant_id, role_id, menu_id, create_user, create_time, update_user, update_time)
          select id, tenant_id, role_id, menu_id, $5, $6, $5, $6 from unnest($1::bigint[], $2::varchar[], $3::bigint[], $4::bigint[]) as granted (id, tenant_id, role_id, menu_id)`,
        parameters: [grantIds, pairs.map(({ role }) => role.tenantId), pairs.map(({ role }) => role.id), pairs.map(({ menuId }) => menuId), context.caller.userId, context.now()],
      },
    ]);
    return {};
  };
}

export function roleDomain(services: AuthorityServices): Domain {
  return {
    reads: { "role.tree": readTree, "role.tree-by-id": readTreeById, "role.select": readSelect },
    actions: { "role.grant": grant(services) },
    hooks: { role: hooks },
  };
}
