// What roles were granted: the menus and buttons behind the permission screens, data scopes and API scopes (docs/wire.md §7, role/grant).
import { z } from "zod";
import type { Database, Scope, Statement, Transaction } from "../store/database.ts";
import type { ApiScope } from "./api-scopes.ts";
import type { DataScope } from "./data-scopes.ts";

/** Categories of role_scope. */
export const dataCategory = 1;
export const apiCategory = 2;
export type ScopeCategory = typeof dataCategory | typeof apiCategory;

const menuRows = z.array(z.object({ menu_id: z.string() }));
const deptRows = z.array(z.object({ id: z.string() }));
const dataRows = z.array(
  z.object({
    role_id: z.string(),
    id: z.string(),
    scope_class: z.string().nullable(),
    scope_column: z.string().nullable(),
    scope_type: z.coerce.string().nullable(),
    scope_value: z.string().nullable(),
    scope_field: z.string().nullable(),
  }),
);
const apiRows = z.array(z.object({ id: z.string(), scope_path: z.string().nullable() }));

/** Rows of a tenant; those of all tenants, which only the owner sees, where none is named. */
const ofTenant = (alias: string, tenantId: string | undefined): { readonly sql: string; readonly parameters: readonly string[] } =>
  tenantId === undefined ? { sql: "", parameters: [] } : { sql: ` and ${alias}.tenant_id = $2`, parameters: [tenantId] };

/** The grants of roles of a tenant, or of any. */
export function selectGrants(roleIds: readonly string[], tenantId?: string): Statement {
  const { sql, parameters } = ofTenant("g", tenantId);
  return {
    sql: `select g.role_id, g.menu_id from role_menu g where g.role_id = any($1) and g.is_deleted = 0${sql}`,
    parameters: [roleIds, ...parameters],
  };
}

/** The data scopes that roles hold; one for each role that holds it. */
function selectDataScopes(roleIds: readonly string[], tenantId: string): Statement {
  const { sql, parameters } = ofTenant("s", tenantId);
  return {
    sql: `select s.role_id, d.id, d.scope_class, d.scope_column, d.scope_type, d.scope_value, d.scope_field from role_scope s join data_scope d on d.id::text = s.scope_id and d.is_deleted = 0
      where s.role_id = any($1) and s.scope_category = ${dataCategory} and s.is_deleted = 0${sql}`,
    parameters: [roleIds, ...parameters],
  };
}

/** The API scopes that roles hold. */
function selectApiScopes(roleIds: readonly string[], tenantId: string): Statement {
  const { sql, parameters } = ofTenant("s", tenantId);
  return {
    sql: `select s.role_id, a.id, a.scope_path from role_scope s join api_scope a on a.id::text = s.scope_id and a.is_deleted = 0
      where s.role_id = any($1) and s.scope_category = ${apiCategory} and s.is_deleted = 0${sql}`,
    parameters: [roleIds, ...parameters],
  };
}

/** Departments with all that is below them. */
function selectBranch(tenantId: string, deptIds: readonly string[]): Statement {
  return {
    sql: `with recursive branch as (
        select d.id from dept d where d.tenant_id = $1 and d.id = any($2) and d.is_deleted = 0
        union select d.id from dept d join branch b on d.parent_id = b.id where d.tenant_id = $1 and d.is_deleted = 0
      ) select id from branch`,
    parameters: [tenantId, deptIds],
  };
}

/** A data scope that a role holds. */
interface GrantedDataScope extends DataScope {
  readonly roleId: string;
}

function dataScopesIn(rows: unknown): readonly GrantedDataScope[] {
  return dataRows.parse(rows).map((row) => ({
    roleId: row.role_id,
    id: row.id,
    scopeClass: row.scope_class ?? "",
    scopeColumn: row.scope_column ?? "",
    scopeType: row.scope_type ?? "",
    scopeValue: row.scope_value ?? "",
    scopeField: row.scope_field ?? "",
  }));
}

function apiScopesIn(rows: unknown): readonly ApiScope[] {
  return apiRows.parse(rows).map((row) => ({ id: row.id, scopePath: row.scope_path ?? "" }));
}

/** Everything that roles hold together. */
export interface GrantedIds {
  /** Ids of menus and buttons. */
  readonly menus: readonly string[];
  readonly dataScopes: readonly DataScope[];
  readonly apiScopes: readonly ApiScope[];
}

const noGrants: GrantedIds = { menus: [], dataScopes: [], apiScopes: [] };

/** Of a person: the roles that a session was narrowed to, all that they have, and the departments. */
interface Holder {
  readonly roleIds: readonly string[];
  readonly allRoleIds: readonly string[];
  readonly deptIds: readonly string[];
}

/**
 * The data scopes that count for chosen roles. Where these leave a resource unlimited and others of the same person do not, the others'
 * count: choosing a role never opens rows.
 */
function countingScopes(scopes: readonly GrantedDataScope[], roleIds: readonly string[]): readonly DataScope[] {
  const own = scopes.filter(({ roleId }) => roleIds.includes(roleId));
  const limited = new Set(own.map(({ scopeClass }) => scopeClass));
  return [...own, ...scopes.filter(({ roleId, scopeClass }) => !roleIds.includes(roleId) && !limited.has(scopeClass))];
}

/** The grants of a user's roles, and their departments with all descendants. */
export async function grantsOf(
  database: Database,
  scope: Scope,
  { roleIds, allRoleIds, deptIds }: Holder,
): Promise<GrantedIds & { readonly branchIds: readonly string[] }> {
  if (roleIds.length === 0) return { ...noGrants, branchIds: [] };
  const [menus, data, apis, branch] = await database.authentication.read(scope, [
    selectGrants(roleIds, scope.tenantId),
    selectDataScopes(allRoleIds, scope.tenantId),
    selectApiScopes(roleIds, scope.tenantId),
    selectBranch(scope.tenantId, deptIds),
  ]);
  return {
    menus: [...new Set(menuRows.parse(menus?.rows ?? []).map((row) => row.menu_id))],
    dataScopes: countingScopes(dataScopesIn(data?.rows ?? []), roleIds),
    apiScopes: apiScopesIn(apis?.rows ?? []),
    branchIds: deptRows.parse(branch?.rows ?? []).map((row) => row.id),
  };
}

/** The grants of a tenant's roles that are about to be assigned, each separately. */
export async function grantsOfEach(tx: Transaction, { tenantId }: Scope, roleIds: readonly string[]): Promise<readonly GrantedIds[]> {
  const [menus, data, apis] = await tx.batch([selectGrants, selectDataScopes, selectApiScopes].map((select) => select(roleIds, tenantId)));
  return roleIds.map((roleId) => {
    const own = (answer: typeof menus) => (answer?.rows ?? []).filter((row) => String(row["role_id"]) === roleId);
    return {
      menus: menuRows.parse(own(menus)).map((row) => row.menu_id),
      dataScopes: dataScopesIn(own(data)),
      apiScopes: apiScopesIn(own(apis)),
    };
  });
}

/** Ids of the scopes that roles hold, by category. */
export function selectScopeKeys(roleIds: readonly string[], tenantId?: string): Statement {
  const { sql, parameters } = ofTenant("s", tenantId);
  return {
    sql: `select distinct s.scope_category::int as category, s.scope_id from role_scope s where s.role_id = any($1) and s.is_deleted = 0${sql}`,
    parameters: [roleIds, ...parameters],
  };
}

/** Every API scope of the platform. */
export async function loadApiScopes(database: Database): Promise<readonly ApiScope[]> {
  // As the owner: they belong to the platform.
  const [answer] = await database.authentication.read("all tenants", [
    { sql: "select id, scope_path from api_scope where is_deleted = 0", parameters: [] },
  ]);
  return apiScopesIn(answer?.rows ?? []);
}
