// The limits on a user's rows: comparisons of columns, joined by "all" and "any", with a placeholder for the user until they are known.
import type { Model, ResourceModel } from "#schema/model";
import type { SqlFragment } from "../store/conditions.ts";
import { filterSql, type Filter } from "../crud/sql/filters.ts";
import type { StoredColumn } from "../store/columns.ts";

/** The placeholders for the user: their id, their departments, those with all descendants, their tenant. */
export const currents = ["user", "depts", "branch", "tenant"] as const;
export type Current = (typeof currents)[number];

/** A comparison; `current` replaces its parameter. */
export interface Comparison {
  readonly filter: Filter;
  readonly current?: Current;
}

export type RowRule = { readonly all: readonly RowRule[] } | { readonly any: readonly RowRule[] } | Comparison;

/** Admits no row. */
export const nothing: RowRule = { any: [] };

/** The user, as rules need them. */
export interface Viewer {
  readonly userId: string;
  readonly tenantId: string;
  readonly deptIds: readonly string[];
  /** Their departments and all below. */
  readonly branchIds: readonly string[];
}

/** A rule for one person, as a piece of a WHERE clause over the rows that a statement calls by this alias. */
export type RowLimit = (alias: string) => SqlFragment;

const resources: Readonly<Partial<Record<Current, string>>> = { user: "user", depts: "dept", branch: "dept" };
const bases: Readonly<Record<string, string>> = { createUser: "user", updateUser: "user", createDept: "dept" };

/** Whether a column contains values of the placeholder's type. */
export function holds(column: StoredColumn, current: Current): boolean {
  if (current === "tenant") return column.base === "tenantId" || column.field?.reference?.resource === "tenant";
  const target = resources[current];
  const reference = column.field?.reference;
  if (reference !== undefined) return reference.resource === target && reference.valueField === "id";
  return column.base !== undefined && bases[column.base] === target;
}

/** A comparison of a column with the user: one value directly, several as members. */
export function comparedWith(column: StoredColumn, current: Current): Comparison {
  const operator = current === "depts" || current === "branch" ? "in" : "equal";
  return { filter: { column, operator, parameter: undefined, ignoresCase: false }, current };
}

function valueOf(current: Current, viewer: Viewer): unknown {
  switch (current) {
    case "user":
      return viewer.userId;
    case "depts":
      return viewer.deptIds;
    case "branch":
      return viewer.branchIds;
    case "tenant":
      return viewer.tenantId;
  }
}

/** A list of one member is compared as that member: then an index that begins with the column also gives the rows in their order. */
function withValue(filter: Filter, value: unknown): Filter {
  const isOne = filter.operator === "in" && !filter.column.isArray && Array.isArray(value) && value.length === 1;
  return isOne ? { ...filter, operator: "equal", parameter: value[0] as unknown } : { ...filter, parameter: value };
}

function filtersOf(rule: RowRule, viewer: Viewer): readonly Filter[] {
  if ("filter" in rule) return [rule.current === undefined ? rule.filter : withValue(rule.filter, valueOf(rule.current, viewer))];
  return ("all" in rule ? rule.all : rule.any).flatMap((part) => filtersOf(part, viewer));
}

/** SQL of a rule; `next` gives the SQL of its comparisons one after the other. */
function sqlOf(rule: RowRule, next: () => string): string {
  if ("filter" in rule) return next();
  const parts = ("all" in rule ? rule.all : rule.any).map((part) => sqlOf(part, next));
  if (parts.length === 0) return "all" in rule ? "true" : "false";
  return `(${parts.join("all" in rule ? " AND " : " OR ")})`;
}

/** The limit that a rule means for a person. */
export function limitOf(rule: RowRule, viewer: Viewer, model: Model): RowLimit {
  const filters = filtersOf(rule, viewer);
  const parameters = filters.flatMap((filter) => (filter.parameter === undefined ? [] : [filter.parameter]));
  const rendered = (alias: string, places: Iterator<string, unknown>, tenant: string | undefined) => {
    const left = filters.values();
    return sqlOf(rule, () => {
      const filter = left.next().value;
      if (filter === undefined) throw new Error("a rule has more comparisons than were counted");
      return filterSql(filter, model, { place: filter.parameter === undefined ? "" : String(places.next().value), alias, tenant });
    });
  };
  const piece = (alias: string): SqlFragment => ({
    shape: `limit ${rendered(alias, parameters.map(() => "?").values(), undefined)}`,
    parameters,
    sql: (places, tenant) => rendered(alias, places.values(), tenant),
  });
  const pieceOfTable = piece("t");
  return (alias) => (alias === "t" ? pieceOfTable : piece(alias));
}

/** The rows of a resource that rules together admit: those that any of them admits. */
export function anyOf(rules: readonly RowRule[]): RowRule {
  const [only, ...others] = rules;
  return only !== undefined && others.length === 0 ? only : { any: rules };
}

/** Whether rows of a resource can be limited: those of a table in which each belongs to a tenant. */
export function isLimitable(resource: ResourceModel): boolean {
  return resource.hasTable && resource.hasBaseColumns && resource.scope === "tenant";
}
