// Nobody hands out, or acts on people who hold, more than they hold themselves.
import type { Model, ResourceModel } from "#schema/model";
import { grantsOfEach, type GrantedIds } from "../../access/grants.ts";
import { menuCategory, withAncestors } from "../../access/menu-forest.ts";
import { administratorAlias, tenantAdminAlias } from "../../access/permissions.ts";
import { permissionKeys } from "../../caller/rule.ts";
import type { Callers, CallerWithRights } from "../../auth/callers.ts";
import type { CommitContext, PrepareContext } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { anyOf, db, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

export interface RoleFacts {
  readonly id: string;
  readonly tenantId: string;
  readonly alias: string;
}

const foreignRole = () => businessError("foreignRole", ["无权操作非本租户的角色", "This role is not one of your tenant"]);
const morePowerful = () => businessError("morePowerful", ["无权授予或操作高于自身权限的角色", "This role may do more than you may"]);

/** The roles of these ids, all of them; ids of other tenants are refused. */
export async function rolesById(context: CommitContext, tx: Transaction, roleIds: readonly string[]): Promise<readonly RoleFacts[]> {
  const roles = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("role", "r"))
      .where("r.id", "=", anyOf(roleIds))
      .orderBy("r.id")
      .select(["r.id", "r.tenantId", "r.roleAlias"]),
  );
  if (roles.length < new Set(roleIds).size) throw foreignRole();
  return roles.map(({ id, tenantId, roleAlias }) => ({ id, tenantId, alias: roleAlias ?? "" }));
}

/** Resources in which rows of this one are read: its own, and its lines'. */
function readings(model: Model, resource: ResourceModel): readonly ResourceModel[] {
  const lines = resource.details === undefined ? undefined : model.resource.get(resource.details.resource);
  return lines === undefined ? [resource] : [resource, lines];
}

/** Whether rows of the resource are open to the holder of these codes. */
function opens(model: Model, name: string, codes: ReadonlySet<string>): boolean {
  const resource = model.resource.get(name);
  return (
    resource !== undefined &&
    readings(model, resource).some((one) => codes.has(one.name) || permissionKeys(one).some((key) => codes.has(key)))
  );
}

/**
 * Menus and buttons that somebody may hand out: their own, and what only holds menus of theirs, which gives nothing by itself
 * (permissions.ts, codesOf). The areas of a tenant's menu are such; without them its administrator could not take one away that is left
 * with nothing below it.
 */
export function grantableMenus({ entries, forest }: Pick<CallerWithRights, "entries" | "forest">): ReadonlySet<string> {
  const found = new Set(entries);
  for (const id of entries) {
    for (const above of withAncestors(forest, id))
      if (forest.children.get(above.id)?.some((child) => child.category === menuCategory) === true) found.add(above.id);
  }
  return found;
}

/**
 * Whether what a role holds, or is to hold, reaches further than what the caller holds: other menus, other API scopes, or rows and fields
 * that the data scopes of the caller keep from them.
 */
export function exceedsOwnRights(own: CallerWithRights, model: Model, granted: GrantedIds): boolean {
  const { caller, forest, dataScopeIds, apiScopeIds } = own;
  const menus = granted.menus.filter((id) => forest.byId.has(id));
  const grantable = grantableMenus(own);
  if (menus.some((id) => !grantable.has(id)) || granted.apiScopes.some(({ id }) => !apiScopeIds.has(id))) return true;
  const codes = new Set(menus.map((id) => forest.byId.get(id)?.code ?? ""));
  return [...caller.rowLimits.keys(), ...caller.fieldLimits.keys()].some((name) => {
    const scopes = granted.dataScopes.filter(({ scopeClass }) => scopeClass === name);
    return opens(model, name, codes) && (scopes.length === 0 || scopes.some(({ id }) => !dataScopeIds.has(id)));
  });
}

/**
 * What `requireOwnRights` needs to know of the caller, read before the transaction; undefined for administrators, of whom nothing is asked.
 */
export async function callerRights(callers: Callers, { caller }: PrepareContext): Promise<CallerWithRights | undefined> {
  return caller.isAdministrator || caller.isTenantAdmin ? undefined : callers.withRights(caller);
}

/** Refuses roles that may do what the caller may not. */
export async function requireOwnRights(
  own: CallerWithRights | undefined,
  { caller, model, scope }: CommitContext,
  tx: Transaction,
  roles: readonly RoleFacts[],
): Promise<void> {
  if (caller.isAdministrator || roles.length === 0) return;
  if (roles.some((role) => role.alias === administratorAlias)) throw morePowerful();
  if (caller.isTenantAdmin) return;
  if (own === undefined || roles.some((role) => role.alias === tenantAdminAlias)) throw morePowerful();
  const granted = await grantsOfEach(
    tx,
    scope,
    roles.map((role) => role.id),
  );
  if (granted.some((one) => exceedsOwnRights(own, model, one))) throw morePowerful();
}

/** Refuses what lets its writer act as anybody of the tenant, unless they administer it. */
export function requireTenantAdministrator({ caller }: Pick<CommitContext, "caller">): void {
  if (!caller.isAdministrator && !caller.isTenantAdmin)
    throw businessError("administratorsOnly", ["仅租户管理员可以执行此操作", "Only an administrator of the tenant may do this"]);
}
