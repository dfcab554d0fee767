// Data scopes and API scopes in the granting of roles: which ones the caller may hand out, as trees below their menus, and how roles get them (contract §7).
import { z } from "zod";
import { apiCategory, dataCategory, type Held, type ScopeCategory } from "../../access/grants.ts";
import type { KnownCaller } from "../../auth/callers.ts";
import type { CommitContext, RequestContext } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import type { Statement, Transaction } from "../../store/database.ts";
import type { RoleFacts } from "./privilege-escalation.ts";

const offeredRows = z.array(z.object({ id: z.string(), menu_id: z.string().nullable(), scope_name: z.string().nullable() }));
const dataRows = z.array(z.object({ id: z.string(), menu_id: z.string().nullable(), scope_class: z.string().nullable() }));
const apiRows = z.array(z.object({ id: z.string(), menu_id: z.string().nullable() }));

interface OfMenu {
  readonly id: string;
  readonly menuId: string;
}

/** A scope with its menu, for the trees. */
export interface OfferedScope extends OfMenu {
  readonly name: string;
}

/**
 * Whether the caller may hand out a scope. The administrator hands out every one; a tenant's own, whom none limits, those of the menus they hold;
 * anybody else those of their roles.
 */
function mayGrant({ caller, entries, dataScopeIds, apiScopeIds }: KnownCaller, category: ScopeCategory, { id, menuId }: OfMenu): boolean {
  if (caller.isAdministrator) return true;
  return caller.isTenantAdmin ? entries.has(menuId) : (category === dataCategory ? dataScopeIds : apiScopeIds).has(id);
}

/** All scopes that the caller may hand out, by category. */
export async function offeredScopes({ database, scope }: RequestContext, known: KnownCaller): Promise<Readonly<Record<ScopeCategory, readonly OfferedScope[]>>> {
  const [data, apis] = await database.read(scope, ["data_scope", "api_scope"].map((table): Statement => ({ sql: `select id, menu_id, scope_name from ${table} where is_deleted = 0 order by id`, parameters: [] })));
  const offered = (category: ScopeCategory, rows: unknown) =>
    offeredRows.parse(rows).map((row) => ({ id: row.id, menuId: row.menu_id ?? "", name: row.scope_name ?? "" })).filter((one) => mayGrant(known, category, one));
  return { [dataCategory]: offered(dataCategory, data?.rows ?? []), [apiCategory]: offered(apiCategory, apis?.rows ?? []) };
}

const notHeld = () => businessError("morePowerful", ["只能授予自身拥有的数据权限和接口权限", "You can only grant data scopes and API scopes that you hold"]);

/** The scopes of these ids, all of which the caller may hand out. */
export async function grantableScopes(tx: Transaction, known: KnownCaller, ids: { readonly data: readonly string[]; readonly apis: readonly string[] }): Promise<Pick<Held, "dataScopes" | "apiScopes">> {
  const [data, apis] = await tx.batch([
    { sql: "select id, menu_id, scope_class from data_scope where id = any($1) and is_deleted = 0", parameters: [ids.data] },
    { sql: "select id, menu_id from api_scope where id = any($1) and is_deleted = 0", parameters: [ids.apis] },
  ]);
  const dataScopes = dataRows.parse(data?.rows ?? []);
  const apiScopes = apiRows.parse(apis?.rows ?? []);
  const isGrantable = (category: ScopeCategory) => (row: { readonly id: string; readonly menu_id: string | null }) => mayGrant(known, category, { id: row.id, menuId: row.menu_id ?? "" });
  const isComplete = dataScopes.length === ids.data.length && apiScopes.length === ids.apis.length;
  if (!isComplete || !dataScopes.every(isGrantable(dataCategory)) || !apiScopes.every(isGrantable(apiCategory))) throw notHeld();
  return {
    dataScopes: dataScopes.map((row) => ({ id: row.id, scopeClass: row.scope_class ?? "", scopeColumn: "", scopeType: "", scopeValue: "", scopeField: "" })),
    apiScopes: apiScopes.map((row) => ({ id: row.id, scopePath: "" })),
  };
}

/** Rows of what roles held stay, marked as removed, so that the table tells who held what. */
function removal({ caller, now }: CommitContext, by: "id" | "role_id", ids: readonly unknown[]): Statement {
  return { sql: `update role_scope set is_deleted = 1, update_user = $2, update_time = $3, version = version + 1 where ${by} = any($1) and is_deleted = 0`, parameters: [ids, caller.userId, now()] };
}

/** Takes all scopes of roles away. */
export function takeScopes(context: CommitContext, roleIds: readonly unknown[]): Statement {
  return removal(context, "role_id", roleIds);
}

const heldRows = z.array(z.object({ id: z.string(), scope_category: z.coerce.number(), scope_id: z.string(), menu_id: z.string().nullable() }));

/** Takes those scopes of roles away that the caller may hand out; what is beyond stays with them. */
export async function takeGrantable(context: CommitContext, tx: Transaction, known: KnownCaller, roleIds: readonly string[]): Promise<Statement> {
  const { rows } = await tx.query({
    sql: `select s.id, s.scope_category, s.scope_id, coalesce(d.menu_id, a.menu_id) as menu_id from role_scope s
      left join data_scope d on s.scope_category = ${dataCategory} and d.id::text = s.scope_id
      left join api_scope a on s.scope_category = ${apiCategory} and a.id::text = s.scope_id
      where s.role_id = any($1) and s.is_deleted = 0`,
    parameters: [roleIds],
  });
  const taken = heldRows.parse(rows).filter((row) => mayGrant(known, row.scope_category === dataCategory ? dataCategory : apiCategory, { id: row.scope_id, menuId: row.menu_id ?? "" }));
  return removal(context, "id", taken.map((row) => row.id));
}

/** Gives roles the scopes of these ids. */
export async function giveScopes(context: CommitContext, roles: readonly RoleFacts[], ids: { readonly data: readonly string[]; readonly apis: readonly string[] }): Promise<Statement> {
  const scopes = [...ids.data.map((id) => ({ category: dataCategory, id })), ...ids.apis.map((id) => ({ category: apiCategory, id }))];
  const rows = roles.flatMap((role) => scopes.map((scope) => ({ role, scope })));
  const newIds = await context.identifiers.take(rows.length);
  return {
    sql: `insert into role_scope (id, tenant_id, role_id, scope_category, scope_id, create_user, create_time, update_user, update_time)
      select id, tenant_id, role_id, category, scope_id, $6, $7, $6, $7 from unnest($1::bigint[], $2::varchar[], $3::bigint[], $4::int[], $5::varchar[]) as granted (id, tenant_id, role_id, category, scope_id)`,
    parameters: [newIds, rows.map(({ role }) => role.tenantId), rows.map(({ role }) => role.id), rows.map(({ scope }) => scope.category), rows.map(({ scope }) => scope.id), context.caller.userId, context.now()],
  };
}
