// Data scopes and API scopes in the granting of roles: which ones the caller may hand out, as trees below their menus, and how roles get
// them.
import { apiCategory, dataCategory, type GrantedIds, type ScopeCategory } from "../../access/grants.ts";
import type { CallerWithRights } from "../../auth/callers.ts";
import type { CommitContext, RequestContext } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { insert } from "../../rows/insert.ts";
import { anyOf, db, read, rows, rowsOfAll, type Sent } from "../../rows/query.ts";
import { bySet, tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import type { RoleFacts } from "./privilege-escalation.ts";

interface OfMenu {
  readonly id: string;
  readonly menuId: string;
}

/** A scope with its menu, for the trees. */
export interface OfferedScope extends OfMenu {
  readonly name: string;
}

/**
 * Whether the caller may hand out a scope. The administrator hands out every one; a tenant's own, whom none limits, those of the menus they
 * hold; anybody else those of their roles.
 */
function mayGrant(
  { caller, entries, dataScopeIds, apiScopeIds }: CallerWithRights,
  category: ScopeCategory,
  { id, menuId }: OfMenu,
): boolean {
  if (caller.isAdministrator) return true;
  return caller.isTenantAdmin ? entries.has(menuId) : (category === dataCategory ? dataScopeIds : apiScopeIds).has(id);
}

/** All scopes that the caller may hand out, by category. */
export async function offeredScopes(
  context: RequestContext,
  caller: CallerWithRights,
): Promise<Readonly<Record<ScopeCategory, readonly OfferedScope[]>>> {
  const { unscoped } = tables(context);
  const [data, apis] = await read(context, [
    db.selectFrom(unscoped("data-scope", "s")).orderBy("s.id").select(["s.id", "s.menuId", "s.scopeName"]),
    db.selectFrom(unscoped("api-scope", "s")).orderBy("s.id").select(["s.id", "s.menuId", "s.scopeName"]),
  ]);
  const offered = (category: ScopeCategory, rows: typeof data) =>
    rows
      .map(({ id, menuId, scopeName }) => ({ id, menuId: menuId ?? "", name: scopeName ?? "" }))
      .filter((one) => mayGrant(caller, category, one));
  return { [dataCategory]: offered(dataCategory, data), [apiCategory]: offered(apiCategory, apis) };
}

const notHeld = () =>
  businessError("morePowerful", ["只能授予自身拥有的数据权限和接口权限", "You can only grant data scopes and API scopes that you hold"]);

/** The scopes of these ids, all of which the caller may hand out. */
export async function grantableScopes(
  context: CommitContext,
  tx: Transaction,
  caller: CallerWithRights,
  ids: { readonly data: readonly string[]; readonly apis: readonly string[] },
): Promise<Pick<GrantedIds, "dataScopes" | "apiScopes">> {
  const { unscoped } = tables(context);
  const [dataScopes, apiScopes] = await rowsOfAll(tx, [
    db.selectFrom(unscoped("data-scope", "s")).where("s.id", "=", anyOf(ids.data)).select(["s.id", "s.menuId", "s.scopeClass"]),
    db.selectFrom(unscoped("api-scope", "s")).where("s.id", "=", anyOf(ids.apis)).select(["s.id", "s.menuId"]),
  ]);
  const isGrantable =
    (category: ScopeCategory) =>
    ({ id, menuId }: { readonly id: string; readonly menuId: string | null }) =>
      mayGrant(caller, category, { id, menuId: menuId ?? "" });
  const isComplete = dataScopes.length === ids.data.length && apiScopes.length === ids.apis.length;
  if (!isComplete || !dataScopes.every(isGrantable(dataCategory)) || !apiScopes.every(isGrantable(apiCategory))) throw notHeld();
  return {
    dataScopes: dataScopes.map((row) => ({
      id: row.id,
      scopeClass: row.scopeClass ?? "",
      scopeColumn: "",
      scopeType: "",
      scopeValue: "",
      scopeField: "",
    })),
    apiScopes: apiScopes.map((row) => ({ id: row.id, scopePath: "" })),
  };
}

/** Rows of what roles held stay, marked as removed, so that the table tells who held what. */
const removal = (context: CommitContext) => update(context, tables(context).unscoped("role-scope", "s"), bySet).set({ isDeleted: 1 });

/** The scopes of roles: s, with the data scope d or the API scope a that it stands for, which may have been removed since. */
export function scopesOfRoles(context: CommitContext, roleIds: readonly string[]) {
  const { unscoped, withRemoved } = tables(context);
  return db
    .selectFrom(unscoped("role-scope", "s"))
    .leftJoin(withRemoved("data-scope", "d"), (join) =>
      join.on("s.scopeCategory", "=", dataCategory).on(({ eb, cast, ref }) => eb(cast<string>("d.id", "text"), "=", ref("s.scopeId"))),
    )
    .leftJoin(withRemoved("api-scope", "a"), (join) =>
      join.on("s.scopeCategory", "=", apiCategory).on(({ eb, cast, ref }) => eb(cast<string>("a.id", "text"), "=", ref("s.scopeId"))),
    )
    .where("s.roleId", "=", anyOf(roleIds));
}

/** Takes all scopes of roles away. */
export function takeScopes(context: CommitContext, roleIds: readonly string[]): Sent {
  return removal(context).where("s.roleId", "=", anyOf(roleIds));
}

/** Takes those scopes of roles away that the caller may hand out; what is beyond stays with them. */
export async function takeGrantable(
  context: CommitContext,
  tx: Transaction,
  caller: CallerWithRights,
  roleIds: readonly string[],
): Promise<Sent> {
  const granted = await rows(
    tx,
    scopesOfRoles(context, roleIds).select(({ fn }) => [
      "s.id",
      "s.scopeCategory",
      "s.scopeId",
      fn.coalesce("d.menuId", "a.menuId").as("menuId"),
    ]),
  );
  const isGrantable = ({ scopeCategory, scopeId, menuId }: (typeof granted)[number]) =>
    mayGrant(caller, Number(scopeCategory) === dataCategory ? dataCategory : apiCategory, { id: scopeId ?? "", menuId: menuId ?? "" });
  return removal(context).where("s.id", "=", anyOf(granted.filter(isGrantable).map(({ id }) => id)));
}

/** Gives roles the scopes of these ids. */
export async function assignScopes(
  context: CommitContext,
  roles: readonly RoleFacts[],
  ids: { readonly data: readonly string[]; readonly apis: readonly string[] },
): Promise<Sent> {
  const scopes = [...ids.data.map((id) => ({ category: dataCategory, id })), ...ids.apis.map((id) => ({ category: apiCategory, id }))];
  const pairs = roles.flatMap((role) => scopes.map((scope) => ({ role, scope })));
  const newIds = await context.identifiers.take(pairs.length);
  return insert(
    context,
    "role-scope",
    pairs.map(({ role, scope }, index) => ({
      id: newIds[index] ?? "",
      tenantId: role.tenantId,
      roleId: role.id,
      scopeCategory: scope.category,
      scopeId: scope.id,
    })),
    bySet,
  );
}
