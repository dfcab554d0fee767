// Changes of a report that is being designed, as pure functions: fields are put on shelves, moved and taken off.
import type { OfferedField, ReportDefinition, ReportFilter, ReportGroup, ReportTotal } from "../../schema/report.ts";

export const shelves = ["rows", "across", "columns", "totals", "filters"] as const;
export type Shelf = (typeof shelves)[number];

/** What lies on a shelf. */
type Item = ReportGroup & ReportTotal & ReportFilter;

export const emptyDefinition = (resource: string): ReportDefinition => ({ resource, totals: [{ of: "count" }] });

/** Nothing is grouped, listed or added up yet. */
export const isBare = ({ rows = [], across = [], columns = [], totals }: ReportDefinition): boolean =>
  rows.length + across.length + columns.length === 0 && totals.every(({ of }) => of === "count");

type Entry = string | ReportGroup | ReportTotal | ReportFilter;

export const itemsOn = (definition: ReportDefinition, shelf: Shelf): readonly Entry[] => definition[shelf] ?? [];

function withItems(definition: ReportDefinition, shelf: Shelf, items: readonly Entry[]): ReportDefinition {
  const changed: ReportDefinition = { ...definition, [shelf]: items };
  if (shelf !== "totals") return changed;
  // Totals that are sorted by or drawn are named by their place.
  const { sort: _sort, chart, ...rest } = changed;
  return chart === undefined ? rest : { ...rest, chart: { type: chart.type, total: 0 } };
}

/** What a field becomes on a shelf. */
function entryFor(shelf: Shelf, { path, type, aggregates }: OfferedField): Entry {
  switch (shelf) {
    case "rows":
    case "across":
      return type === "time" ? { field: path, part: "month" } : { field: path };
    case "columns":
      return path;
    case "totals":
      return { of: type === "number" && aggregates.includes("sum") ? "sum" : type === "text" ? "distinct" : "max", field: path };
    case "filters":
      return type === "time" ? { field: path, operator: "during", value: "last30Days" } : { field: path, operator: "equal", value: "" };
  }
}

export function put(definition: ReportDefinition, shelf: Shelf, field: OfferedField): ReportDefinition {
  const next = withItems(definition, shelf, [...itemsOn(definition, shelf), entryFor(shelf, field)]);
  // Single rows and groups across exclude each other.
  if (shelf === "columns") return withItems(next, "across", []);
  return shelf === "across" ? withItems(next, "columns", []) : next;
}

export function take(definition: ReportDefinition, shelf: Shelf, index: number): ReportDefinition {
  return withItems(definition, shelf, itemsOn(definition, shelf).filter((_one, at) => at !== index)); // prettier-ignore
}

export function move(definition: ReportDefinition, shelf: Shelf, index: number, by: -1 | 1): ReportDefinition {
  const items = [...itemsOn(definition, shelf)];
  const [one, other] = [items[index], items[index + by]];
  if (one === undefined || other === undefined) return definition;
  items[index] = other;
  items[index + by] = one;
  return withItems(definition, shelf, items);
}

export function change(definition: ReportDefinition, shelf: Shelf, index: number, patch: Partial<Item>): ReportDefinition {
  const items = itemsOn(definition, shelf).map((entry, at) => (at === index && typeof entry === "object" ? { ...entry, ...patch } : entry));
  return { ...definition, [shelf]: items };
}

/** What can be worked out: filters without a value wait for one. */
export function runnable(definition: ReportDefinition): ReportDefinition {
  const filters = (definition.filters ?? []).filter(
    ({ operator, value = "" }) => value !== "" || operator === "null" || operator === "notnull",
  );
  const { filters: _waiting, ...rest } = definition;
  return filters.length === 0 ? rest : { ...rest, filters };
}
