// Ranges of rows that must not overlap, as SQL: for the constraint, and for the look-up that names the other row.
import type { ResourceModel } from "#schema/model";
import type { NoOverlapData } from "#schema/resource-data";
import { fieldsIn } from "#schema/text";
import { columnOf, isTenantTable, type StoredColumn } from "./columns.ts";
import { constraintSql, isConstantCondition } from "./conditions.ts";
import { nameFor, quoted } from "./names.ts";

/** An exclusion constraint; it needs the extension btree_gist. */
export interface WantedExclusion {
  readonly name: string;
  /** Name of the rule in the definition. */
  readonly rule: string;
  /** Everything behind the constraint's name. */
  readonly definition: string;
  /** The columns that it looks at; the first two are the ends of the range. */
  readonly columns: readonly string[];
  /** Counts the rows that begin within one before them, with one of them, as SQL. */
  readonly overlapping: string;
}

interface Range {
  readonly type: string;
  /** Whether the ends belong to the range. */
  readonly bounds: "[]" | "[)";
  readonly begin: StoredColumn;
  readonly end: StoredColumn;
}

/** Days and numbers with their end, moments without: what ends at noon and what begins then do not meet. */
function rangeOf(resource: ResourceModel, { from, to }: NoOverlapData): Range {
  const [begin, end] = [columnOf(resource, from), columnOf(resource, to)];
  if (begin.columnType === "date") return { type: "daterange", bounds: "[]", begin, end };
  if (begin.columnType === "datetime") return { type: "tsrange", bounds: "[)", begin, end };
  return { type: begin.columnType === "integer" ? "int8range" : "numrange", bounds: "[]", begin, end };
}

/** The range of a row. Rows whose end is before their begin, and those without both, have none. */
export function rangeSql(resource: ResourceModel, data: NoOverlapData, alias: string): string {
  const { type, bounds, begin, end } = rangeOf(resource, data);
  const [left, right] = [begin, end].map(({ column }) => `${alias}.${quoted(column)}`);
  return `CASE WHEN ${right} < ${left} OR (${left} IS NULL AND ${right} IS NULL) THEN NULL ELSE ${type}(${left}, ${right}, '${bounds}') END`;
}

/** The range of values that are given as parameters. */
export function givenRangeSql(resource: ResourceModel, data: NoOverlapData, [left, right]: readonly [string, string]): string {
  const { type, bounds, begin, end } = rangeOf(resource, data);
  return `${type}(${left}::${begin.type}, ${right}::${end.type}, '${bounds}')`;
}

/** Rows that take a place. */
function placedSql(resource: ResourceModel, { where }: NoOverlapData, alias: string): string {
  const living = `${alias}."is_deleted" = 0`;
  return where === undefined ? living : `${living} AND (${constraintSql(resource, where, alias)})`;
}

const equalColumns = (resource: ResourceModel, { per }: NoOverlapData): readonly string[] => [
  ...(isTenantTable(resource) ? ["tenant_id"] : []),
  ...per.map((name) => columnOf(resource, name).column),
];

/** In the order of their begins, a row overlaps one before it where that has not ended yet: one pass, however many rows there are. */
function overlappingSql(resource: ResourceModel, data: NoOverlapData): string {
  const same = equalColumns(resource, data).map(quoted);
  const ranges = `SELECT ${["id", ...same].map((column) => `t.${column}`).join(", ")}, ${rangeSql(resource, data, "t")} AS range FROM ${quoted(resource.table)} t WHERE ${placedSql(resource, data, "t")}`;
  const taken = ["NOT isempty(range)", ...same.map((column) => `${column} IS NOT NULL`)].join(" AND ");
  const within = `(${same.length === 0 ? "" : `PARTITION BY ${same.join(", ")} `}ORDER BY lower(range) NULLS FIRST, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;
  const before = `SELECT id, range, count(*) OVER earlier AS earlier, bool_or(upper_inf(range)) OVER earlier AS endless, max(upper(range)) OVER earlier AS latest FROM (${ranges}) AS rows WHERE ${taken} WINDOW earlier AS ${within}`;
  // Whole numbers, days and moments are kept without their end, whatever they were made with.
  const reaches = rangeOf(resource, data).type === "numrange" ? "<=" : "<";
  return `SELECT count(*)::integer AS rows, min(id)::text AS example FROM (${before}) AS placed WHERE endless OR lower(range) ${reaches} latest OR (lower_inf(range) AND earlier > 0)`;
}

/** A range that depends on the present is looked up only. */
export function exclusions(resource: ResourceModel): readonly WantedExclusion[] {
  return Object.entries(resource.data.noOverlap ?? {})
    .filter(([, { where }]) => where === undefined || isConstantCondition(where))
    .map(([rule, data]) => {
      const table = quoted(resource.table);
      const parts = [
        ...equalColumns(resource, data).map((column) => `${quoted(column)} WITH =`),
        `(${rangeSql(resource, data, table)}) WITH &&`,
      ];
      const definition = `EXCLUDE USING gist (${parts.join(", ")}) WHERE (${placedSql(resource, data, table)})`;
      return {
        name: nameFor("ex", [resource.table, rule.toLowerCase()], definition),
        rule,
        definition,
        columns: [data.from, data.to, ...data.per, ...fieldsIn(data.where)].map((name) => columnOf(resource, name).column),
        overlapping: overlappingSql(resource, data),
      };
    });
}
