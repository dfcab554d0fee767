// Which rows a caller reads: the tenant's, those that are not removed, those that the data scopes of their roles, filters and conditions
// leave.
import { expiriesOf } from "#schema/expiry";
import type { Model, ResourceModel } from "#schema/model";
import type { RequestContext } from "../../contract.ts";
import type { MayBeLate, Plans, Rows, Statement } from "../../store/database.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { conditionFragments, type SqlFragment } from "../../store/conditions.ts";
import { filterSql, type Filter } from "./filters.ts";
import { limitFragments } from "./row-access.ts";
import { isGone, isLiving, tableOf } from "./scoped.ts";
import { expressionsOf } from "./labels.ts";
import { callTenantShape, tenantShape, whereOf, type Where } from "./where.ts";
import type { Condition } from "#schema/text";

/**
 * Whether a read covers all tenants: for the platform's administrator, on resources whose rows name their tenant, unless a tenant was named
 * (docs/wire.md §8: all tenants).
 */
export function readsAcrossTenants(context: RequestContext, resource: ResourceModel): boolean {
  const tenant = resource.field.get("tenantId");
  return (
    context.caller.isAdministrator &&
    isTenantTable(resource) &&
    tenant?.data.administratorOnly === true &&
    context.scope.tenantId === context.caller.tenantId
  );
}

/** Reads rows within the caller's scope, or of all tenants where that is the caller's right. */
export function readRows(
  context: RequestContext,
  resource: ResourceModel,
  statements: readonly Statement[],
  how?: Plans | MayBeLate,
): Promise<readonly Rows[]> {
  // As the owner: the platform's administrator lists users, roles, departments and posts of all tenants (docs/wire.md §8).
  if (readsAcrossTenants(context, resource)) return context.database.owner.read(statements);
  return context.database.read(context.scope, statements, how);
}

declare const scope: unique symbol;

/** Pieces of a condition that have the caller's scope among them: made in this file only, so that no read of rows goes without. */
type ScopedFragments = readonly SqlFragment[] & { readonly [scope]: true };

// The mark is for the type checker alone.
const marked = (fragments: readonly SqlFragment[]): ScopedFragments => fragments as ScopedFragments;

/** The same rows, and of them only those that further pieces leave. */
export const narrowed = (fragments: ScopedFragments, ...more: readonly SqlFragment[]): ScopedFragments => marked([...fragments, ...more]);

/** The condition of a read, with the table that it reads. */
export interface ScopedWhere extends Where {
  /** What follows FROM: the table under the alias `t`, with its conditions. */
  readonly rows: () => string;
}

/** Rows within a scope; placeholders count from `first`. */
export function scopedWhere(resource: ResourceModel, fragments: ScopedFragments, first = 1): ScopedWhere {
  const where = whereOf(fragments, first);
  return { ...where, rows: () => `${tableOf(resource, "t")} WHERE ${where.sql()}` };
}

/** The rows of a tenant, past the caller's data scopes: for what the server itself has to say of them. */
export function tenantFragments(context: RequestContext, resource: ResourceModel): ScopedFragments {
  return marked([
    ...(isTenantTable(resource) ? [ofTenantOf(context)] : []),
    ...(resource.hasBaseColumns ? [fixed("living", isLiving(resource, "t") ?? "true")] : []),
  ]);
}

/** The tenant of the call, for reads that cover all tenants otherwise; none for tables without one. */
export const ofOneTenant = (context: RequestContext, resource: ResourceModel): readonly SqlFragment[] =>
  readsAcrossTenants(context, resource) ? [ofTenantOf(context)] : [];

function fixed(shape: string, sql: string): SqlFragment {
  return { shape, parameters: [], sql: () => sql };
}

/** A piece for one value of a column. */
export function equals(column: string, type: string, value: unknown): SqlFragment {
  return { shape: `${column}=`, parameters: [value], sql: ([place]) => `t.${quoted(column)} = ${place}::${type}` };
}

/** The rows of the tenant of a call. */
const ofTenantOf = ({ scope }: Pick<RequestContext, "scope">): SqlFragment => ({
  ...equals("tenant_id", "text", scope.tenantId),
  shape: tenantShape,
});

/** Whether a piece is the tenant's condition. */
export function isTenantFragment(fragment: SqlFragment): boolean {
  return fragment.shape === tenantShape;
}

/** The row-independent limits of a caller's reads of a resource: of the rows that are there, or of those that were removed. */
export function scopeFragments(context: RequestContext, resource: ResourceModel, which: "living" | "gone" = "living"): ScopedFragments {
  const fragments: SqlFragment[] = [];
  if (isTenantTable(resource) && !readsAcrossTenants(context, resource)) fragments.push(ofTenantOf(context));
  // What is computed of the platform's rows, such as the progress of a job, may lie in tables of tenants.
  if (!isTenantTable(resource) && expressionsOf({ resource, tenant: undefined }).length > 0)
    fragments.push({ shape: callTenantShape, parameters: [context.scope.tenantId], sql: ([place]) => `${place}::text IS NOT NULL` });
  if (resource.hasBaseColumns) fragments.push(fixed(which, which === "gone" ? isGone("t") : (isLiving(resource, "t") ?? "true")));
  const { ownRows } = resource.data;
  // Its own shape: it is no condition on the tenant of a tenant's rows.
  if (ownRows !== undefined && !context.caller.isAdministrator)
    fragments.push({ ...equals(columnOf(resource, ownRows).column, "text", context.caller.tenantId), shape: "own rows" });
  return marked([...fragments, ...limitFragments(context.caller, context.model, resource)]);
}

/** How many texts a code may begin with; each is a piece of the statement. */
const alternativesOf = ({ operator, parameter }: Filter): string =>
  operator === "beginning" && Array.isArray(parameter) ? String(parameter.length) : "";

/** The pieces of filters. */
export function filterFragments(filters: readonly Filter[], model: Model): readonly SqlFragment[] {
  return filters.map((filter) => ({
    shape: `${filter.label?.field.name ?? filter.column.column}:${filter.operator}${alternativesOf(filter)}${filter.ignoresCase ? "~" : ""}${filter.includeNull === true ? "?" : ""}`,
    parameters: filter.parameter === undefined ? [] : [filter.parameter],
    sql: ([place = ""], tenant) => filterSql(filter, model, { place, tenant }),
  }));
}

/** Everything that narrows a read: scope, a condition of the definition, filters. */
export function fragmentsOf(
  context: RequestContext,
  resource: ResourceModel,
  condition: Condition | undefined,
  filters: readonly Filter[],
): ScopedFragments {
  return narrowed(
    scopeFragments(context, resource),
    ...(condition === undefined ? [] : conditionFragments(resource, condition, { now: context.now() })),
    ...filters.flatMap((filter) => filterFragmentsFor(filter, resource, context)),
  );
}

/** The pieces of a filter of a resource's own rows. */
export const filterFragmentsFor = (filter: Filter, resource: ResourceModel, context: RequestContext): readonly SqlFragment[] => {
  const expired = expiredFragment(filter, resource, context);
  return expired === undefined ? filterFragments([filter], context.model) : [expired];
};

/** A filter by a state that ends by the clock: rows are found as they are read. Undefined for other filters. */
function expiredFragment(filter: Filter, resource: ResourceModel, { model, now }: RequestContext): SqlFragment | undefined {
  const expiries = expiriesOf(resource).filter(({ field }) => field === filter.column.name);
  if (expiries.length === 0) return undefined;
  const [fragment] = filterFragments([filter], model);
  if (fragment === undefined) return undefined;
  const column = `t.${quoted(filter.column.column)}`;
  const time = now();
  return {
    shape: `${fragment.shape} lapsing`,
    parameters: [...fragment.parameters, time],
    sql: (places, tenant) => {
      const cases = expiries.map(
        ({ from, to, at }) =>
          `WHEN ${column} = ${from} AND t.${quoted(columnOf(resource, at).column)} <= ${places[fragment.parameters.length] ?? ""}::timestamp THEN ${to}`,
      );
      return filterSql({ ...filter, expression: `(CASE ${cases.join(" ")} ELSE ${column} END)` }, model, {
        place: places[0] ?? "",
        tenant,
      });
    },
  };
}
