// Roles: their trees and selects, the grant of menus, and the two aliases that rules ask for.
import { platformTenant } from "../../caller/caller.ts";
import { grantsOfEach, type GrantedIds } from "../../access/grants.ts";
import { administratorAlias, tenantAdminAlias } from "../../access/permissions.ts";
import type { CallerWithRights } from "../../auth/callers.ts";
import { recordLists } from "../../audit/list-changes.ts";
import type { CommitContext, Domain, Effect, ReadHandler, RequestContext, ResourceHooks } from "../../contract.ts";
import { businessError, missingParameter } from "../../http/errors.ts";
import { insert } from "../../rows/insert.ts";
import { anyOf, db, first, read, readAsOwner, run } from "../../rows/query.ts";
import { bySet, remove, tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { assignScopes, grantableScopes, takeGrantable, takeScopes } from "./granted-scopes.ts";
import { grantedLists } from "./granted-lists.ts";
import { idsOf } from "./ids.ts";
import { grantableMenus, exceedsOwnRights, requireOwnRights, rolesById } from "./privilege-escalation.ts";
import { assignedIds } from "./selected.ts";
import type { AuthorityServices } from "./services.ts";

interface RoleRow {
  readonly id: string;
  readonly parentId: string | null;
  readonly roleName: string | null;
}

interface RoleNode {
  readonly id: string;
  readonly parentId: string;
  readonly key: string;
  readonly value: string;
  readonly title: string;
  readonly children?: readonly RoleNode[];
}

/** Roles as tree nodes; those whose parent is not among them are roots. */
function treeOf(rows: readonly RoleRow[]): readonly RoleNode[] {
  const ids = new Set(rows.map((row) => row.id));
  const level = (parent: string | undefined): readonly RoleNode[] =>
    rows
      .filter((row) => (row.parentId !== null && ids.has(row.parentId) ? row.parentId : undefined) === parent)
      .map((row) => {
        const children = level(row.id);
        const node = { id: row.id, parentId: parent ?? "0", key: row.id, value: row.id, title: row.roleName ?? "" };
        return children.length === 0 ? node : { ...node, children };
      });
  return level(undefined);
}

async function rolesIn(context: RequestContext, tenantId: string, roleType: string): Promise<readonly RoleRow[]> {
  const within = { ...context, scope: { tenantId } };
  const all = db
    .selectFrom(tables(within).accessible("role", "r"))
    .orderBy("r.sort")
    .orderBy("r.id")
    .select(["r.id", "r.parentId", "r.roleName"]);
  const ofType = roleType === "" ? all : all.where("r.roleType", "=", roleType);
  const [matches] = await read(within, [
    context.caller.isAdministrator ? ofType : ofType.where("r.roleAlias", "is distinct from", administratorAlias),
  ]);
  return matches;
}

const readTree: ReadHandler = async (context, parameters) =>
  treeOf(await rolesIn(context, context.scope.tenantId, parameters["roleType"] ?? ""));

/** The parents a role may get: the tree of its tenant without itself and what is below. */
const readTreeById: ReadHandler = async (context, parameters) => {
  const [roleId] = idsOf(parameters["roleId"], "roleId");
  if (roleId === undefined) throw missingParameter("roleId");
  const { acrossTenants, unscoped } = tables(context);
  // As the owner for the platform's administrator, who sees the roles of all tenants.
  const source = context.caller.isAdministrator ? acrossTenants("role", "r") : unscoped("role", "r");
  const find = db.selectFrom(source).where("r.id", "=", roleId).select("r.tenantId");
  const [[matches]] = context.caller.isAdministrator ? await readAsOwner(context, [find]) : await read(context, [find]);
  if (matches === undefined) return [];
  const rows = await rolesIn(context, matches.tenantId, "");
  const isBelow = (id: string | null, depth = 0): boolean =>
    id === roleId || (id !== null && depth < rows.length && isBelow(rows.find((row) => row.id === id)?.parentId ?? null, depth + 1));
  return treeOf(rows.filter((row) => !isBelow(row.id)));
};

const readSelect: ReadHandler = async (context, parameters) => {
  const assigned = await assignedIds(context, parameters["userId"], "roleId");
  if (assigned === undefined) return [];
  const { within, ids } = assigned;
  const [matches] = await read(within, [
    db
      .selectFrom(tables(within).unscoped("role", "r"))
      .where("r.id", "=", anyOf(ids))
      .orderBy("r.sort")
      .orderBy("r.id")
      .select(["r.id", "r.roleName", "r.roleAlias"]),
  ]);
  return matches.map(({ id, roleName, roleAlias }) => ({ id, roleName: roleName ?? "", roleAlias: roleAlias ?? "" }));
};

function refuseReserved({ caller, scope }: CommitContext, alias: unknown): void {
  if (alias === administratorAlias && (!caller.isAdministrator || scope.tenantId !== platformTenant)) {
    throw businessError("reservedRole", ["无权限创建超管角色！", "Only the platform's administrator has the role administrator"]);
  }
}

async function refuseSecondAdmin(context: CommitContext, tx: Transaction, alias: unknown, ownId: string | undefined): Promise<void> {
  if (alias !== tenantAdminAlias && alias !== administratorAlias) return;
  const other = await first(
    tx,
    db
      .selectFrom(tables(context).unscoped("role", "r"))
      .where("r.roleAlias", "=", alias)
      .where("r.id", "<>", ownId ?? "0")
      .select("r.id"),
  );
  if (other !== undefined)
    throw businessError("reservedRole", [`角色别名 ${alias} 已被占用`, `There is already a role with the alias ${alias}`]);
}

const reserved = (alias: unknown) => alias === administratorAlias || alias === tenantAdminAlias;

const hooks: ResourceHooks<"role"> = {
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      const alias = values.roleAlias;
      if (current !== undefined && reserved(current.roleAlias) && alias !== undefined && alias !== current.roleAlias) {
        throw businessError("reservedRole", ["内置角色的别名不可修改", "The alias of a built-in role cannot be changed"]);
      }
      if (alias === undefined || alias === current?.roleAlias) return;
      refuseReserved(context, alias);
      await refuseSecondAdmin(context, tx, alias, current?.id);
    },
  },
  remove: {
    beforeRemove: async (tx, context, { rows }) => {
      if (rows.some((row) => reserved(row.roleAlias)))
        throw businessError("reservedRole", ["内置角色不可删除", "A built-in role cannot be removed"]);
      // Its grants go with it; users and roles below it hold it back.
      const ids = rows.map((row) => row.id);
      await run(tx, remove(tables(context).unscoped("role-menu", "g"), bySet).where("g.roleId", "=", anyOf(ids)), takeScopes(context, ids));
    },
  },
};

const isAdministering = ({ caller }: CommitContext): boolean => caller.isAdministrator || caller.isTenantAdmin;

interface Granting {
  readonly roleIds: readonly string[];
  readonly given: GrantedIds;
}

/**
 * Whether roles would open rows to others that the caller's own data scopes keep from them. What a role keeps, because the caller may not
 * take it away, counts with what it gets: the widest of several scopes wins.
 */
async function opensTooMuch(
  { model, scope }: CommitContext,
  tx: Transaction,
  caller: CallerWithRights,
  { roleIds, given }: Granting,
): Promise<boolean> {
  const remaining = (await grantsOfEach(tx, scope, roleIds)).map((assigned) =>
    assigned.dataScopes.filter(({ id }) => !caller.dataScopeIds.has(id)),
  );
  return [[], ...remaining].some((scopes) => exceedsOwnRights(caller, model, { ...given, dataScopes: [...given.dataScopes, ...scopes] }));
}

/**
 * Replaces what roles hold of what the caller may grant; what is beyond that stays with them, for nobody can choose it. The frame has read
 * all four lists, and found and locked the roles, of one tenant.
 */
function grant({ callers, identifiers }: AuthorityServices): Effect<"role.grant", CallerWithRights> {
  return {
    prepare: ({ caller }) => callers.withRights(caller),
    commit: async (tx, context, { ids: roleIds, values, prepared: caller }) => {
      const { menuIds } = values;
      const grantable = grantableMenus(caller);
      if (menuIds.some((id) => !grantable.has(id)))
        throw businessError("morePowerful", ["只能授予自身拥有的菜单", "You can only grant menus that you hold"]);
      // Scopes hang below their menus, which a screen may send along.
      const isScope = (id: string) => !caller.forest.byId.has(id);
      const ids = { data: values.dataScopeIds.filter(isScope), apis: values.apiScopeIds.filter(isScope) };
      const scopes = await grantableScopes(context, tx, caller, ids);
      const roles = await rolesById(context, tx, roleIds);
      await requireOwnRights(caller, context, tx, roles);
      if (!isAdministering(context) && (await opensTooMuch(context, tx, caller, { roleIds, given: { menus: menuIds, ...scopes } }))) {
        throw businessError("morePowerful", [
          "不能授予超出自身数据权限的范围",
          "You cannot give others access to rows that your own data scopes hide from you",
        ]);
      }
      const before = await grantedLists(context, tx, caller.forest, roleIds);
      const grantIds = await identifiers.take(roles.length * menuIds.length);
      const pairs = roles.flatMap((role) => menuIds.map((menuId) => ({ role, menuId })));
      const grants = remove(tables(context).unscoped("role-menu", "g"), bySet).where("g.roleId", "=", anyOf(roleIds));
      await run(
        tx,
        context.caller.isAdministrator ? grants : grants.where("g.menuId", "=", anyOf([...grantable])),
        await takeGrantable(context, tx, caller, roleIds),
        await assignScopes(context, roles, ids),
        insert(
          context,
          "role-menu",
          pairs.map(({ role, menuId }, index) => ({ id: grantIds[index] ?? "", tenantId: role.tenantId, roleId: role.id, menuId })),
          bySet,
        ),
      );
      const after = await grantedLists(context, tx, caller.forest, roleIds);
      for (const id of roleIds)
        recordLists(tx, context.model.resource.get("role"), id, { before: before.get(id) ?? {}, after: after.get(id) ?? {} });
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
