// The one statement that works out a report: rows as the list of their reader shows them, grouped on all levels at once by the database, with
// the labels of the groups that are answered.
import { tenantShape } from "../sql/where.ts";
import { isTenantTable, columnOf, type StoredColumn } from "../../store/columns.ts";
import type { SqlFragment } from "../../store/conditions.ts";
import type { Statement } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import type { RequestContext } from "../../contract.ts";
import { reportLimits } from "#schema/report";
import { filterSql } from "../sql/filters.ts";
import { labelOfValue } from "../sql/labels.ts";
import { limitFragments } from "../sql/row-access.ts";
import { fragmentsOf, ofOneTenant } from "../sql/rows.ts";
import { allOf, livingFirst, ofTenant, tableOf } from "../sql/scoped.ts";
import { isNumber, isTemporal, type ReportStep } from "./fields.ts";
import type { PlannedAxis, PlannedTotal, ReportPlan } from "./plan.ts";

/** The parameters of a statement, in the order in which they are named. */
class Parameters {
  readonly values: unknown[] = [];
  readonly place = (value: unknown): string => `$${this.values.push(value)}`;
  /** The place of the tenant, once a piece has named it. */
  tenant: string | undefined;
  readonly sql = (fragment: SqlFragment): string => {
    const places = fragment.parameters.map(this.place);
    if (fragment.shape === tenantShape) this.tenant = `${places[0]}::text`;
    return fragment.sql(places, this.tenant);
  };
}

const column = (alias: string, { column: name }: StoredColumn): string => `${alias}.${quoted(name)}`;
const aliasOf = (plan: ReportPlan, step: ReportStep | undefined): string =>
  step === undefined ? "t" : `s${plan.steps.findIndex(({ name }) => name === step.name)}`;

/** The other row, as far as the reader sees it; a removed one still tells what it was. */
function joinSql(plan: ReportPlan, step: ReportStep, context: RequestContext, parameters: Parameters): string {
  const { target, by, key } = step;
  const alias = aliasOf(plan, step);
  const own = column("t", by);
  // Lines of several kinds of document hold its id as a text.
  const named =
    by.columnType === key.columnType || key.columnType !== "id" ? own : `CASE WHEN ${own} ~ '^[0-9]{1,18}$' THEN ${own}::bigint END`;
  const conditions = (name: string) => [
    `${column(name, key)} = ${named}`,
    ofTenant(target, name, isTenantTable(target) ? `${parameters.place(context.scope.tenantId)}::text` : ""),
    ...limitFragments(context.caller, context.model, target, name).map(parameters.sql),
  ];
  if (key.name === target.key) return `LEFT JOIN ${tableOf(target, alias)} ON ${allOf(...conditions(alias))}`;
  // Other keys may be those of removed rows as well: one of them is enough.
  return `LEFT JOIN LATERAL (SELECT r.* FROM ${tableOf(target, "r")} WHERE ${allOf(...conditions("r"))}${livingFirst(target, "r")} LIMIT 1) ${alias} ON true`;
}

function groupSql(plan: ReportPlan, { column: own, part, step }: PlannedAxis): string {
  const value = column(aliasOf(plan, step), own);
  return part === undefined ? value : `date_trunc('${part}', ${value})::date`;
}

/** Digits behind the point of a total. */
export function scaleOf({ of, field, since }: PlannedTotal): number {
  if (since !== undefined) return 1;
  if (field === undefined || of === "distinct" || !isNumber(field.field, field.column)) return 0;
  const { data, traits } = field.field;
  const own = traits.number === "decimal" ? ("scale" in data && typeof data.scale === "number" ? data.scale : (traits.scale ?? 0)) : 0;
  return of === "avg" ? Math.max(2, own) : own;
}

function totalSql(total: PlannedTotal, index: number): string {
  const { of, field, since } = total;
  const value = since === undefined ? `x.v${index}` : `extract(epoch FROM x.v${index}::timestamp - x.u${index}::timestamp) / 3600`;
  if (of === "count") return "count(*)";
  if (of === "distinct") return `count(DISTINCT ${value})`;
  const sum = `${of}(${value})`;
  return field !== undefined && since === undefined && isTemporal(field.column) ? sum : `round(${sum}::numeric, ${scaleOf(total)})`;
}

/** The levels at which there are totals: the groups from the outside inwards, with and without those across, and single rows. */
function levelsOf({ axes }: ReportPlan): readonly (readonly number[])[] {
  const places = (on: PlannedAxis["on"]) => axes.flatMap((axis, index) => (axis.on === on ? [index] : []));
  const [rows, columns, across] = [places("rows"), places("columns"), places("across")];
  const inwards = (list: readonly number[]) => [...list, -1].map((_one, length) => list.slice(0, length));
  const outer = inwards(rows).flatMap((left) => inwards(across).map((right) => [...left, ...right]));
  return columns.length === 0 ? outer : [...outer, [...rows, ...columns]];
}

/** Alias of the row's own key where single rows are shown. */
const rowKey = "k";

/** The label of a group, of a reference or an entry of a dictionary: as rows of lists have it. */
function labelSql(axis: PlannedAxis, index: number, context: RequestContext, parameters: Parameters): string | undefined {
  return labelOfValue(context, { owner: axis.owner, field: axis.field, value: () => `c.g${index}` }, parameters.place);
}

/** The statement of a plan. Names in it are those of definitions; everything else is a parameter. */
export function reportStatement(plan: ReportPlan, context: RequestContext): Statement {
  const { resource, axes, totals, steps, definition } = plan;
  const parameters = new Parameters();
  const hasRows = axes.some(({ on }) => on === "columns");
  const inner = [
    ...axes.map((axis, index) => `${groupSql(plan, axis)} AS g${index}`),
    ...totals.flatMap(({ field }, index) =>
      field === undefined ? [] : [`${column(aliasOf(plan, field.step), field.column)} AS v${index}`],
    ),
    ...totals.flatMap(({ since }, index) =>
      since === undefined ? [] : [`${column(aliasOf(plan, since.step), since.column)} AS u${index}`],
    ),
    ...steps.map(({ by }, index) => `${column("t", by)} AS b${index}`),
    ...(hasRows ? [`${column("t", columnOf(resource, resource.key))} AS ${rowKey}`] : []),
    "1 AS one",
  ];
  const joins = steps.map((step) => joinSql(plan, step, context, parameters));
  const own = plan.filters.filter(({ step }) => step === undefined).flatMap(({ filters }) => filters);
  const conditions = [
    ...fragmentsOf(context, resource, undefined, own).map(parameters.sql),
    // A report is of one tenant, whoever reads it.
    ...ofOneTenant(context, resource).map(parameters.sql),
    ...plan.filters.flatMap(({ step, filters }) =>
      step === undefined
        ? []
        : filters.map((filter) =>
            filterSql(filter, context.model, {
              place: filter.parameter === undefined ? "" : parameters.place(filter.parameter),
              alias: aliasOf(plan, step),
              tenant: parameters.tenant,
            }),
          ),
    ),
  ];
  const levels = levelsOf(plan).map((level) => {
    const isSingle = level.some((index) => axes[index]?.on === "columns");
    return `(${[...level.map((index) => `x.g${index}`), ...(isSingle ? [`x.${rowKey}`] : [])].join(", ")})`;
  });
  const grouped = [
    axes.length === 0 ? "0 AS level" : `GROUPING(${axes.map((_axis, index) => `x.g${index}`).join(", ")}) AS level`,
    ...axes.map((_axis, index) => `x.g${index}`),
    ...totals.map((total, index) => `${totalSql(total, index)} AS m${index}`),
    ...steps.map((_step, index) => `(array_agg(DISTINCT x.b${index}))[1:${reportLimits.keys + 1}] AS b${index}`),
    ...(hasRows ? [`x.${rowKey}`] : []),
  ];
  const { sort } = definition;
  const order = [
    "a.level DESC",
    ...(sort?.total === undefined ? [] : [`a.m${sort.total} ${sort.descending === true ? "DESC" : "ASC"} NULLS LAST`]),
    ...axes.map((_axis, index) => `a.g${index}${sort?.total === undefined && sort?.descending === true ? " DESC" : ""}`),
    ...(hasRows ? [`a.${rowKey}`] : []),
  ];
  const answered = [
    "c.level",
    "c.groups",
    ...axes.map((_axis, index) => `c.g${index}::text AS g${index}`),
    ...axes.flatMap((axis, index) => {
      const label = labelSql(axis, index, context, parameters);
      return label === undefined ? [] : [`${label} AS l${index}`];
    }),
    ...totals.map((_total, index) => `c.m${index}::text AS m${index}`),
    ...steps.map((_step, index) => `c.b${index}::text[] AS b${index}`),
    ...(hasRows ? [`c.${rowKey}::text AS ${rowKey}`] : []),
  ];
  return {
    sql: `SELECT ${answered.join(", ")} FROM (SELECT a.*, count(*) OVER () AS groups FROM (SELECT ${grouped.join(", ")} FROM (SELECT ${inner.join(", ")} FROM ${tableOf(resource, "t")} ${joins.join(" ")} WHERE ${conditions.length === 0 ? "true" : conditions.join(" AND ")}) x GROUP BY GROUPING SETS (${levels.join(", ")})) a ORDER BY ${order.join(", ")} LIMIT ${reportLimits.groups}) c`,
    parameters: parameters.values,
  };
}
