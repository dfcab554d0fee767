// The query of a list in the URL: page, size, order, filters. Whatever an address contains, the parsed query is valid.
import { conditionsParameter } from "../../../schema/list-conditions.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import type { FilterValue, FilterValues } from "./search-fields.ts";
import { filledFilters } from "./search-fields.ts";

/** Sizes of a page (docs/specification.md §9). */
export const pageSizes = [10, 30, 50, 100, 200] as const;

const defaultSize = 10;

export interface ListSort {
  readonly field: string;
  readonly descending: boolean;
}

export interface ListQuery {
  readonly current: number;
  readonly size: number;
  /** In turn; empty: in the usual order. */
  readonly sorts: readonly ListSort[];
  readonly filters: FilterValues;
}

export const firstPage: ListQuery = { current: 1, size: defaultSize, sorts: [], filters: {} };

/** Filters are in the address under their field's name with this prefix, so that no field collides with `size` or `sort`. */
const filterPrefix = "f.";

/** Separates from and to, or several values. Texts that people type are never taken apart. */
const separator = ",";

function positive(text: string | null): number {
  const number = Number(text ?? "");
  return Number.isSafeInteger(number) && number > 0 ? number : 1;
}

function sizeIn(text: string | null): number {
  return pageSizes.find((size) => String(size) === text) ?? defaultSize;
}

/** An order in Refine's terms. */
export const sortersOf = (sorts: readonly ListSort[]): { field: string; order: "asc" | "desc" }[] =>
  sorts.map(({ field, descending }) => ({ field, order: descending ? "desc" : "asc" }));

/** As many as the server takes (docs/wire.md §5). */
const maxSorts = 5;

/** Each field once. */
function sortsIn(text: string | null, fields: readonly ScreenField[]): readonly ListSort[] {
  const sorts = (text ?? "").split(separator).flatMap((one): readonly ListSort[] => {
    const [, sign, name] = /^(-?)(.+)$/.exec(one) ?? [];
    const field = fields.find((candidate) => candidate.name === name && candidate.sortable === true);
    return field === undefined ? [] : [{ field: field.name, descending: sign === "-" }];
  });
  return sorts.filter(({ field }, index) => sorts.findIndex((one) => one.field === field) === index).slice(0, maxSorts);
}

/** The order of a list that nobody has sorted, where a column shows it. */
export function defaultSortOf({ order, fields }: Pick<ListViewModel, "order" | "fields">): ListSort | undefined {
  const [first] = order;
  return first !== undefined && fields.some(({ name, sortable }) => name === first.field && sortable === true) ? first : undefined;
}

/** The order that the headings show: the chosen one, else the usual one where a column shows it. */
export const shownSorts = (sorts: readonly ListSort[], defaultSort: ListSort | undefined): readonly ListSort[] =>
  sorts.length > 0 || defaultSort === undefined ? sorts : [defaultSort];

/** The order after another click on a heading: rising, falling, and back to the usual one; each click changes something. */
export function toggledSort(sorts: readonly ListSort[], field: string, defaultSort: ListSort | undefined): readonly ListSort[] {
  const [now, ...others] = shownSorts(sorts, defaultSort);
  // Of several, the one that is clicked remains.
  const next =
    now?.field !== field || others.length > 0
      ? { field, descending: false }
      : defaultSort?.field === field || !now.descending
        ? { field, descending: !now.descending }
        : undefined;
  return next === undefined || (next.field === defaultSort?.field && next.descending === defaultSort.descending) ? [] : [next];
}

/** The order after a heading was clicked to be one of several: behind the others at first, then falling, then none of them. */
export function addedSort(sorts: readonly ListSort[], field: string, defaultSort: ListSort | undefined): readonly ListSort[] {
  const now = shownSorts(sorts, defaultSort);
  const present = now.find((one) => one.field === field);
  if (present === undefined) return [...now, { field, descending: false }].slice(0, maxSorts);
  if (!present.descending) return now.map((one) => (one === present ? { field, descending: true } : one));
  return now.filter((one) => one !== present);
}

function filterIn(text: string, field: ScreenField): FilterValue {
  switch (field.search) {
    case "range": {
      const [from = "", to = ""] = text.split(separator);
      return [from, to];
    }
    case "in":
      return text.split(separator);
    default:
      return text;
  }
}

/** Ends of comparisons that no input of the panel makes: a report leads to its rows by them, and they are sent as they are. */
const comparison = /_(?:equal|notequal|like|in|ge|gt|le|lt|datege|datelt|null|notnull)$/;

/** The query in the parameters of an address; `searched` are the fields of the search panel. */
export function parseListQuery(parameters: URLSearchParams, fields: readonly ScreenField[], searched: readonly ScreenField[]): ListQuery {
  const filters: Record<string, FilterValue> = {};
  for (const field of searched) {
    const text = parameters.get(filterPrefix + field.name);
    if (text !== null) filters[field.name] = filterIn(text, field);
  }
  for (const [parameter, text] of parameters) {
    const name = parameter.slice(filterPrefix.length);
    if (parameter.startsWith(filterPrefix) && (name === conditionsParameter || comparison.test(name))) filters[name] ??= text;
  }
  return {
    current: positive(parameters.get("current")),
    size: sizeIn(parameters.get("size")),
    sorts: sortsIn(parameters.get("sort"), fields),
    filters: filledFilters(filters),
  };
}

/** Filters beside those of the panel, as the list takes them. */
export function comparisonsIn(filters: FilterValues, searched: readonly ScreenField[]): Record<string, string> {
  const names = new Set(searched.map(({ name }) => name));
  return Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (names.has(name) ? [] : [[name, String(value)]])));
}

/** What the rows are shown as, where it is not as the person or the view has it, and which part of it: the month of a calendar. */
export const shapeParameters = ["shape", "at"] as const;

/** The saved view that the list shows, by its id; `noView` where the person has left the one that the list opens with. */
export const viewParameter = "view";
export const noView = "none";

/** The view whose own query an address without a query of its own stands for. */
export function viewToOpen(parameters: URLSearchParams): string | undefined {
  const view = parameters.get(viewParameter);
  return view === null || view === noView || parameters.has("size") ? undefined : view;
}

/** The parameters with this query in them; defaults are omitted, and other parameters stay. With a view the size says that this is the query. */
export function writeListQuery(parameters: URLSearchParams, query: ListQuery): URLSearchParams {
  const next = new URLSearchParams(parameters);
  const set = (name: string, value: string | undefined) => (value === undefined ? next.delete(name) : next.set(name, value));
  set("current", query.current === 1 ? undefined : String(query.current));
  set("size", query.size === defaultSize && !next.has(viewParameter) ? undefined : String(query.size));
  const sorts = query.sorts.map(({ field, descending }) => `${descending ? "-" : ""}${field}`);
  set("sort", sorts.length === 0 ? undefined : sorts.join(separator));
  for (const name of [...next.keys()]) if (name.startsWith(filterPrefix)) next.delete(name);
  for (const [name, value] of Object.entries(query.filters))
    next.set(filterPrefix + name, typeof value === "string" ? value : value.join(separator));
  return next;
}
