// Roles: their trees and selects, the grant of menus, and the two aliases that rules ask for (contract §§7, 8).
import { z } from "zod";
import { platformTenant } from "../../caller/caller.ts";
import { heldByEach, type Held } from "../../access/grants.ts";
import { administratorAlias, tenantAdminAlias } from "../../access/permissions.ts";
import type { KnownCaller } from "../../auth/callers.ts";
import { noteLists } from "../../audit/list-changes.ts";
import type { CommitContext, Domain, Effect, ReadHandler, RequestContext, ResourceHooks } from "../../contract.ts";
import { seenStatement } from "../../crud/sql/row-access.ts";
import { businessError, missingParameter } from "../../http/errors.ts";
import type { Statement, Transaction } from "../../store/database.ts";
import { giveScopes, grantableScopes, takeGrantable, takeScopes } from "./granted-scopes.ts";
import { grantedLists } from "./granted-lists.ts";
import { idsOf } from "./ids.ts";
import { grantableMenus, exceedsOwnRights, requireOwnRights, rolesById } from "./privilege-escalation.ts";
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

function refuseReserved({ caller, scope }: CommitContext, alias: unknown): void {
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
  submit: {
    beforeWrite: async (tx, context, { values, current }) => {
      const alias = values["roleAlias"];
      if (current !== undefined && reserved(current["roleAlias"]) && alias !== undefined && alias !== current["roleAlias"]) {
        throw businessError("reservedRole", ["内置角色的别名不可修改", "The alias of a built-in role cannot be changed"]);
      }
      if (alias === undefined || alias === current?.["roleAlias"]) return;
      refuseReserved(context, alias);
      await refuseSecondAdmin(tx, context.scope.tenantId, alias, current?.["id"]);
    },
  },
  remove: {
    beforeWrite: async (tx, context, { rows }) => {
      if (rows.some((row) => reserved(row["roleAlias"]))) throw businessError("reservedRole", ["内置角色不可删除", "A built-in role cannot be removed"]);
      // Its grants go with it; users and roles below it hold it back.
      const ids = rows.map((row) => row["id"]);
      await tx.batch([{ sql: "delete from role_menu where role_id = any($1)", parameters: [ids] }, takeScopes(context, ids)]);
    },
  },
};

const isAdministering = ({ caller }: CommitContext): boolean => caller.isAdministrator || caller.isTenantAdmin;

const idsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

interface Granting {
  readonly roleIds: readonly string[];
  readonly given: Held;
}

/**
 * Whether roles would open rows to others that the caller's own data scopes keep from them. What a role keeps, because the caller may not take it away,
 * counts with what it gets: the widest of several scopes wins.
 */
async function opensTooMuch({ model }: CommitContext, tx: Transaction, known: KnownCaller, { roleIds, given }: Granting): Promise<boolean> {
  const kept = (await heldByEach(tx, roleIds)).map((held) => held.dataScopes.filter(({ id }) => !known.dataScopeIds.has(id)));
  return [[], ...kept].some((scopes) => exceedsOwnRights(known, model, { ...given, dataScopes: [...given.dataScopes, ...scopes] }));
}

/**
 * Replaces what roles hold of what the caller may grant; what is beyond that stays with them, for nobody can choose it. The frame has read all four
 * lists, and found and locked the roles, of one tenant.
 */
function grant({ callers, identifiers }: AuthorityServices): Effect<KnownCaller> {
  return {
    prepare: ({ caller }) => callers.known(caller),
    commit: async (tx, context, { ids: roleIds, values, prepared: known }) => {
      const menuIds = idsIn(values["menuIds"]);
      const grantable = grantableMenus(known);
      if (menuIds.some((id) => !grantable.has(id))) throw businessError("morePowerful", ["只能授予自身拥有的菜单", "You can only grant menus that you hold"]);
      // Scopes hang below their menus, which a screen may send along.
      const isScope = (id: string) => !known.forest.byId.has(id);
      const ids = { data: idsIn(values["dataScopeIds"]).filter(isScope), apis: idsIn(values["apiScopeIds"]).filter(isScope) };
      const scopes = await grantableScopes(tx, known, ids);
      const roles = await rolesById(tx, roleIds);
      await requireOwnRights(known, context, tx, roles);
      if (!isAdministering(context) && (await opensTooMuch(context, tx, known, { roleIds, given: { menus: menuIds, ...scopes } }))) {
        throw businessError("morePowerful", ["不能授予超出自身数据权限的范围", "You cannot open rows to others that your own data scopes keep from you"]);
      }
      const before = await grantedLists(tx, known.forest, roleIds);
      const grantIds = await identifiers.take(roles.length * menuIds.length);
      const pairs = roles.flatMap((role) => menuIds.map((menuId) => ({ role, menuId })));
      await tx.batch([
        { sql: "delete from role_menu where role_id = any($1) and ($2 or menu_id = any($3::bigint[]))", parameters: [roleIds, context.caller.isAdministrator, [...grantable]] },
        await takeGrantable(context, tx, known, roleIds),
        await giveScopes(context, roles, ids),
        {
          sql: `insert into role_menu (id, tenant_id, role_id, menu_id, create_user, create_time, update_user, update_time)
            select id, tenant_id, role_id, menu_id, $5, $6, $5, $6 from unnest($1::bigint[], $2::varchar[], $3::bigint[], $4::bigint[]) as granted (id, tenant_id, role_id, menu_id)`,
          parameters: [grantIds, pairs.map(({ role }) => role.tenantId), pairs.map(({ role }) => role.id), pairs.map(({ menuId }) => menuId), context.caller.userId, context.now()],
        },
      ]);
      const after = await grantedLists(tx, known.forest, roleIds);
      for (const id of roleIds) noteLists(tx, context.model.resource.get("role"), id, before.get(id) ?? {}, after.get(id) ?? {});
      return {};
    },
  };
}

export function roleDomain(services: AuthorityServices): Domain {
  return {
    reads: { "role.tree": readTree, "role.tree-by-id": readTreeById, "role.select": readSelect },
    actions: { "role.grant": grant(services) },
    hooks: { role: hooks },
  };
}
