// The charts above a list: all rows that its filters find for the caller, in groups worked out by the database.
import { maxMeasures, chartedListOf, chartsOf, decimalsOf, type ChartGroup, type ChartsAnswer } from "#schema/list-charts";
import { choicesOf } from "#schema/kinds";
import type { FieldModel, ResourceModel } from "#schema/model";
import type { ListChartData } from "#schema/resource-data";
import { inLanguage, type Language } from "#schema/text";
import type { ChartRows, RequestContext } from "../../contract.ts";
import { ApiError, notImplemented } from "../../http/errors.ts";
import { columnOf } from "../../store/columns.ts";
import { mayBeLate, type Row, type Statement } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import { describeSqlError } from "../../store/sql-errors.ts";
import { withinBudget } from "../../store/time-budget.ts";
import { requireNeededFilter } from "../guards/needed-filters.ts";
import { labelOfValue } from "../sql/labels.ts";
import { isMasked, readableFieldsOf, isReadable } from "../sql/readable-fields.ts";
import { readRows, scopedWhere } from "../sql/rows.ts";
import { fragmentsFor } from "./conditions.ts";
import { acceptedParameters } from "./accepted-parameters.ts";
import type { ListCall } from "./read-call.ts";
import { filtersFor } from "./read-parameters.ts";

/** Of all charts of a list together, so that whoever waits is answered (src/admin/screens/list/list-charts.tsx). */
const maxMilliseconds = 20_000;
/** Groups of a ranking, and of others that are no days: more are neither told apart nor read. */
const maxRanked = 10;
const maxGroups = 40;
/** Days that have room beside each other; more are months. */
const maxDays = 93;
const provinceDigits = 2;

/** A call as it was received. */
interface ChartsCall extends ListCall {
  readonly query: Readonly<Record<string, string>>;
}

interface Chart extends ListChartData {
  readonly name: string;
  readonly field: FieldModel;
  readonly sums: readonly FieldModel[];
}

const tooLarge = () =>
  new ApiError(400, "chartsTooLarge", ["数据过多，无法统计。请缩小查询范围", "There are too many rows for charts. Search for less"]);

/** The charts of which the caller sees everything that they are made of: what is hidden or masked shows in no group either. */
function chartsFor(resource: ResourceModel, { isReadable }: ChartRows): readonly Chart[] {
  return Object.entries(chartsOf(resource)).flatMap(([name, chart]): readonly Chart[] => {
    const { by, sum = [] } = chart;
    const [field, ...sums] = [by, ...sum].flatMap((one) => resource.field.get(one) ?? []);
    if (field === undefined || sums.length < sum.length) return [];
    return [field, ...sums].every(isReadable) ? [{ ...chart, name, field, sums }] : [];
  });
}

const isByTime = ({ field }: Chart): boolean => field.traits.temporal !== undefined;

function groupSql(resource: ResourceModel, { field, as }: Chart): string {
  const column = `t.${quoted(columnOf(resource, field.name).column)}`;
  if (field.traits.temporal !== undefined) return `${column}::date`;
  return as === "map" ? `left(${column}, ${provinceDigits})` : column;
}

/** The groups in words, for the groups that are answered alone. */
function labelSql(context: RequestContext, resource: ResourceModel, { field }: Chart, place: (value: unknown) => string): string {
  return labelOfValue(context, { owner: resource, field, value: () => "g.key" }, place) ?? "NULL::text";
}

function statementOf({ context, resource, services }: ListCall, source: ChartRows, chart: Chart): Statement {
  const { sums } = chart;
  const parameters = [...source.parameters];
  const label = labelSql(context, resource, chart, (value) => `$${parameters.push(value)}`);
  const columns = sums.map((sum, index) => `t.${quoted(columnOf(resource, sum.name).column)} AS v${index}`);
  // No more rows are looked at than there may be, and one more, which says that there are too many.
  const rows = `SELECT ${[`${groupSql(resource, chart)} AS key`, ...columns].join(", ")} FROM ${source.sql} LIMIT ${services.largeLists.exactTotals + 1}`;
  const values =
    sums.length === 0
      ? ["count(*)::text AS m0"]
      : sums.map((sum, index) => `round(coalesce(sum(x.v${index}), 0)::numeric, ${decimalsOf(sum)})::text AS m${index}`);
  const groups = `SELECT x.key, ${values.join(", ")}, sum(count(*)) OVER () AS matched FROM (${rows}) x GROUP BY x.key`;
  const order = isByTime(chart) ? "g.key" : "g.m0::numeric DESC, g.key";
  const room = isByTime(chart) ? "" : ` LIMIT ${chart.as === "ranking" ? maxRanked : maxGroups}`;
  const answered = [...values.map((_value, index) => `g.m${index}`), "g.matched"].join(", ");
  return {
    sql: `SELECT g.key::text AS key, ${label} AS name, ${answered} FROM (${groups}) g WHERE nullif(g.key::text, '') IS NOT NULL ORDER BY ${order}${room}`,
    parameters,
  };
}

const groupText = (row: Row, name: string): string => {
  const value = row[name];
  return typeof value === "string" ? value : "";
};

/** The sum of two numbers as text, exact. */
function added(left: string, right: string): string {
  const digits = (text: string) => text.split(".")[1]?.length ?? 0;
  const scale = Math.max(digits(left), digits(right));
  const whole = (text: string) => BigInt(text.replace(".", "") + "0".repeat(scale - digits(text)));
  const sum = whole(left) + whole(right);
  if (scale === 0) return sum.toString();
  const text = (sum < 0n ? -sum : sum).toString().padStart(scale + 1, "0");
  return `${sum < 0n ? "-" : ""}${text.slice(0, -scale)}.${text.slice(-scale)}`;
}

/** Many days are shown by their months. */
function byMonth(days: readonly ChartGroup[]): readonly ChartGroup[] {
  const span = (Date.parse(days.at(-1)?.key ?? "") - Date.parse(days[0]?.key ?? "")) / (24 * 3600 * 1000);
  if (!(span >= maxDays)) return days;
  const months = new Map<string, ChartGroup>();
  for (const { key, values } of days) {
    const month = key.slice(0, 7);
    const before = months.get(month)?.values;
    months.set(month, { key: month, name: month, values: values.map((value, index) => added(before?.[index] ?? "0", value)) });
  }
  return [...months.values()];
}

function groupsOf(chart: Chart, rows: readonly Row[], language: Language): readonly ChartGroup[] {
  const choices = new Map(choicesOf(chart.field)?.map(([value, zh, en]) => [String(value), inLanguage([zh, en], language)]));
  const groups = rows.map((row): ChartGroup => {
    const key = groupText(row, "key");
    const label = groupText(row, "name");
    const values = Array.from({ length: maxMeasures }, (_one, index) => groupText(row, `m${index}`)).filter((value) => value !== "");
    return { key, name: choices.get(key) ?? (label === "" ? key : label), values };
  });
  return isByTime(chart) ? byMonth(groups) : groups;
}

function storedRows(call: ListCall): ChartRows {
  const { services, context, resource, query, read } = call;
  const filters = filtersFor({ services, context, resource, query, read });
  if (read === undefined) requireNeededFilter(resource, filters);
  const where = scopedWhere(resource, fragmentsFor(call, filters));
  const readable = readableFieldsOf(context, resource);
  return {
    sql: where.rows(),
    parameters: where.parameters,
    isReadable: (field) => isReadable(readable, field.name) && !isMasked(readable, field),
  };
}

async function rowsFor(call: ChartsCall): Promise<ChartRows> {
  const { services, context, resource, query, read } = call;
  const name = `${resource.name}.${chartedListOf(resource)?.name ?? ""}`;
  const source = services.domain.charts?.[name];
  if (source !== undefined && read !== undefined) return source(context, acceptedParameters({ read, query, resource }));
  if (!resource.hasTable) throw notImplemented(name);
  return storedRows(call);
}

/** The groups of all charts of a list, in one round trip. */
export async function listCharts(call: ChartsCall): Promise<ChartsAnswer> {
  const { services, context, resource } = call;
  const source = await rowsFor(call);
  const charts = chartsFor(resource, source);
  if (charts.length === 0) return {};
  const limit = services.largeLists.exactTotals;
  const statements = charts.map((chart) => statementOf(call, source, chart));
  try {
    const how = source.mayBeLate === true ? mayBeLate : undefined;
    const answers = await readRows(context, resource, withinBudget(statements, maxMilliseconds), how);
    const rows = answers.filter((_answer, index) => index % 2 === 1).map((answer) => answer.rows);
    if (rows.some(([first]) => Number(first?.["matched"] ?? 0) > limit)) throw tooLarge();
    return Object.fromEntries(charts.map((chart, index) => [chart.name, groupsOf(chart, rows[index] ?? [], context.language)]));
  } catch (error) {
    if (describeSqlError(error)?.kind === "timeout") throw tooLarge();
    throw error;
  }
}
