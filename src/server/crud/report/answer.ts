// What the database answered, as a report: the members of each axis once, and the cells in the order in which they are shown.
import { choicesOf } from "#schema/kinds";
import { hasScreen, routeOf } from "#schema/menu";
import {
  reportLimits,
  type ListFilter, type ReportAnswer, type ReportAxis, type ReportCell, type ReportFormat, type ReportMember,
} from "#schema/report"; // prettier-ignore
import { inLanguage, type Language, type Text } from "#schema/text";
import type { RequestContext } from "../../contract.ts";
import type { Row } from "../../store/database.ts";
import { conditionsOf } from "./conditions.ts";
import { isNumber, isTemporal } from "./fields.ts";
import type { PlannedAxis, PlannedTotal, ReportPlan } from "./plan.ts";
import { scaleOf } from "./statement.ts";
import { labelOfDays, rangeOf } from "./times.ts";

const words: Readonly<Record<PlannedTotal["of"], Text>> = {
  count: ["数量", "Count"],
  distinct: ["去重数", "distinct"],
  sum: ["合计", "total"],
  avg: ["平均", "average"],
  min: ["最小", "least"],
  max: ["最大", "greatest"],
};

/** The heading of a total. */
function totalLabel({ of, field, since }: PlannedTotal, language: Language): string {
  const word = inLanguage(words[of], language);
  if (field === undefined) return word;
  if (since !== undefined) {
    const [from, to] = [since, field].map(({ label }) => inLanguage(label, language));
    return language === "zh" ? `${from}至${to}用时（${word}）` : `${from} to ${to} (${word})`;
  }
  const name = inLanguage(field.label, language);
  return language === "zh" ? `${name}${of === "sum" ? "" : `（${word}）`}` : of === "sum" ? name : `${name} (${word})`;
}

function formatOf(total: PlannedTotal, language: Language): ReportFormat {
  const { of, field, since } = total;
  if (since !== undefined) return { kind: "number", scale: 1, unit: inLanguage(["小时", "h"], language) };
  if (field !== undefined && isTemporal(field.column) && of !== "distinct") return { kind: "time" };
  const data = field?.field.data;
  const unit = data !== undefined && "unit" in data && Array.isArray(data.unit) && of !== "distinct" ? data.unit : undefined;
  const text: unknown = unit?.[language === "zh" ? 0 : 1];
  // How many different amounts there are is no amount.
  const prefix = of === "distinct" ? undefined : field?.field.traits.input.prefix;
  return {
    kind: "number",
    scale: scaleOf(total),
    ...(prefix === undefined ? {} : { prefix }),
    ...(typeof text === "string" ? { unit: text } : {}),
  };
}

const maxLength = 500;

/** The filter of the list for a group; undefined where the list has none. */
function filterOf({ column, part, step, on }: PlannedAxis, value: string | null): ListFilter | undefined {
  // Found by the keys of the cell.
  if (step !== undefined || on === "columns") return {};
  const { name } = column;
  if (value === null) return { [`${name}_null`]: "1" };
  if (part !== undefined) {
    const { from, to } = rangeOf(value, part);
    return { [`${name}_datege`]: from, [`${name}_datelt`]: to };
  }
  return value === "" || value.length > maxLength ? undefined : { [`${name}_equal`]: value };
}

/** The members of an axis as they are met, and put in order. */
class Members {
  readonly all: { readonly value: string | null; readonly member: ReportMember }[] = [];
  private readonly places = new Map<string | null, number>();
  private readonly options: ReadonlyMap<string, { readonly label: string; readonly place: number }>;
  constructor(
    private readonly axis: PlannedAxis,
    private readonly language: Language,
  ) {
    this.options = new Map(
      (choicesOf(axis.field) ?? []).map(([value, zh, en], place) => [String(value), { label: inLanguage([zh, en], language), place }]),
    );
  }

  placeOf(value: string | null, label: string | null | undefined): number {
    let place = this.places.get(value);
    if (place === undefined) {
      const filter = filterOf(this.axis, value);
      place = this.all.push({ value, member: { label: this.labelOf(value, label), ...(filter === undefined ? {} : { filter }) } }) - 1;
      this.places.set(value, place);
    }
    return place;
  }

  private labelOf(value: string | null, label: string | null | undefined): string {
    if (value === null) return "";
    if (this.axis.part !== undefined) return labelOfDays(value, this.axis.part);
    return this.options.get(value)?.label ?? (label === undefined || label === null || label === "" ? value : label);
  }

  /** Values that have an order of their own come in it, all others by their labels; what has no value comes last. */
  compare(one: number, other: number): number {
    const [left, right] = [this.all[one], this.all[other]];
    if (left === undefined || right === undefined || one === other) return 0;
    if (left.value === null || right.value === null) return left.value === null ? 1 : -1;
    const { column, field } = this.axis;
    if (this.options.size > 0) return (this.options.get(left.value)?.place ?? 0) - (this.options.get(right.value)?.place ?? 0);
    if (isTemporal(column)) return left.value < right.value ? -1 : 1;
    if (isNumber(field, column)) return Number(left.value) - Number(right.value);
    return left.member.label.localeCompare(right.member.label, this.language);
  }
}

interface FilledCell {
  readonly at: readonly (number | null)[];
  readonly values: readonly (string | null)[];
  readonly keys: ListFilter | null | undefined;
}

const cellText = (row: Row, name: string): string | null => {
  const value = row[name];
  return value === null || value === undefined ? null : String(value);
};

/** The rows that a cell is of, by what they refer to; null where these are too many, some refer to nothing, or there are none. */
function keysOf({ steps, resource }: ReportPlan, row: Row): ListFilter | null | undefined {
  const single = cellText(row, "k");
  if (single !== null) return { [`${resource.key}_equal`]: single };
  if (steps.length === 0) return undefined;
  const keys: Record<string, string> = {};
  for (const [index, { by }] of steps.entries()) {
    const named: readonly unknown[] = Array.isArray(row[`b${index}`]) ? (row[`b${index}`] as unknown[]) : [];
    const present = named.filter((key) => key !== null).map(String);
    if (
      named.length === 0 ||
      named.length > reportLimits.keys ||
      (present.length > 0 && present.length < named.length) ||
      present.includes("")
    )
      return null;
    if (present.length === 0) keys[`${by.name}_null`] = "1";
    else keys[`${by.name}_in`] = present.join(",");
  }
  return keys;
}

/** The cells in the order of their groups, each outer group with its own inner ones, and sorted by a total where the report says so. */
function sorted(cells: readonly FilledCell[], members: readonly Members[], { definition, axes }: ReportPlan): readonly FilledCell[] {
  const { sort } = definition;
  const pivoted = sort?.descending === true ? -1 : 1;
  const outer = axes.flatMap(({ on }, index) => (on === "rows" ? [index] : []));
  const inner = axes.flatMap(({ on }, index) => (on === "across" ? [index] : []));
  const groupName = (at: FilledCell["at"], depth: number) =>
    outer
      .slice(0, depth + 1)
      .map((axis) => at[axis])
      .join();
  const wanted = sort?.total;
  const totals = new Map<string, number>();
  if (wanted !== undefined)
    for (const { at, values } of cells) {
      const depth = outer.findLastIndex((axis) => at[axis] !== null);
      if (depth >= 0 && inner.every((axis) => at[axis] === null)) totals.set(groupName(at, depth), sortable(values[wanted]));
    }
  const compare = (one: FilledCell, other: FilledCell): number => {
    for (const [depth, axis] of outer.entries()) {
      const [left, right] = [one.at[axis] ?? null, other.at[axis] ?? null];
      if (left === right) {
        if (left === null) break;
        continue;
      }
      // The total of a group comes before what it is made of.
      if (left === null || right === null) return left === null ? -1 : 1;
      const byTotal =
        wanted === undefined
          ? 0
          : ((totals.get(groupName(one.at, depth)) ?? -Infinity) - (totals.get(groupName(other.at, depth)) ?? -Infinity)) * pivoted;
      const byMember = (members[axis]?.compare(left, right) ?? 0) * (wanted === undefined ? pivoted : 1);
      return Number.isNaN(byTotal) || byTotal === 0 ? byMember : byTotal;
    }
    for (const axis of inner) {
      const [left, right] = [one.at[axis] ?? null, other.at[axis] ?? null];
      if (left === null || right === null) {
        if (left !== right) return left === null ? -1 : 1;
      } else if (left !== right) return members[axis]?.compare(left, right) ?? 0;
    }
    return 0;
  };
  // Single rows stay as the database ordered them.
  return [...cells].sort(compare);
}

/** Text of a total as a number to order by: moments by their time. */
function sortable(value: string | null | undefined): number {
  if (value === null || value === undefined) return -Infinity;
  const number = Number(value);
  return Number.isNaN(number) ? Date.parse(`${value.replace(" ", "T")}${value.length > 10 ? "Z" : ""}`) : number;
}

/** Only the first of the outermost groups, with everything below them; totals above them are of all. */
function firstOnly(
  cells: readonly FilledCell[],
  plan: ReportPlan,
): { readonly cells: readonly FilledCell[]; readonly first?: ReportAnswer["first"] } {
  const { limit } = plan.definition;
  const axis = plan.axes.findIndex(({ on }) => on === "rows");
  if (limit === undefined) return { cells };
  if (axis < 0) {
    const isSingle = ({ at }: FilledCell) => at.some((place) => place !== null);
    const singles = cells.filter(isSingle);
    return {
      cells: [...cells.filter((cell) => !isSingle(cell)), ...singles.slice(0, limit)],
      first: { shown: Math.min(limit, singles.length), all: singles.length },
    };
  }
  const order = [...new Set(cells.flatMap(({ at }) => at[axis] ?? []))];
  const shown = new Set(order.slice(0, limit));
  const isShown = (place: number | null | undefined) => place === null || place === undefined || shown.has(place);
  return { cells: cells.filter(({ at }) => isShown(at[axis])), first: { shown: shown.size, all: order.length } };
}

/** What the database answered. */
interface ReportRows {
  readonly rows: readonly Row[];
  /** What names the values of filters. */
  readonly names: Row | undefined;
  /** Where a replica has answered: the time up to which everything is in it. */
  readonly replicaTime: string | undefined;
}

/** The report as it is answered. */
export function reportAnswer(
  plan: ReportPlan,
  { rows, names, replicaTime }: ReportRows,
  context: Pick<RequestContext, "language" | "now">,
): ReportAnswer {
  const { axes, totals, resource, definition } = plan;
  const { language } = context;
  const members = axes.map((axis) => new Members(axis, language));
  const filled = rows.map((row): FilledCell => {
    const level = Number(row["level"]);
    const at = axes.map((_axis, index) => {
      const isTotal = (level & (1 << (axes.length - 1 - index))) !== 0;
      return isTotal ? null : (members[index]?.placeOf(cellText(row, `g${index}`), cellText(row, `l${index}`)) ?? null);
    });
    return { at, values: totals.map((_total, index) => cellText(row, `m${index}`)), keys: keysOf(plan, row) };
  });
  const groups = rows.length === 0 ? 0 : Number(rows[0]?.["groups"]);
  const { cells, first } = firstOnly(sorted(filled, members, plan), plan);
  const { listNeeds } = resource.data;
  return {
    definition,
    resource: {
      name: resource.name,
      label: inLanguage(resource.listLabel, language),
      list: `${resource.path}/${resource.calls.has("list") ? "list" : "page"}`,
      ...(hasScreen(resource) && resource.page === undefined ? { screen: routeOf(resource) } : {}),
    },
    conditions: conditionsOf(plan, names, context),
    asOf: replicaTime ?? context.now(),
    ...(replicaTime === undefined ? {} : { isFromReplica: true }),
    axes: axes.map(({ label, on }, index): ReportAxis => ({
      label: inLanguage(label, language),
      on,
      members: members[index]?.all.map(({ member }) => member) ?? [],
    })),
    totals: totals.map((total) => ({ label: totalLabel(total, language), of: total.of, format: formatOf(total, language) })),
    cells: cells.map(({ at, values, keys }): ReportCell => ({ at, values, ...(keys === undefined ? {} : { keys }) })),
    groups,
    isCut: groups > reportLimits.groups,
    ...(first === undefined ? {} : { first }),
    filter: plan.listFilter,
    ...(listNeeds === undefined ? {} : { needs: listNeeds }),
  };
}
