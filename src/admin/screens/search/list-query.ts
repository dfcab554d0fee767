// The query of a list in the URL: page, size, order, filters. Whatever an address contains, the parsed query is valid.
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
  readonly sort: ListSort | undefined;
  readonly filters: FilterValues;
}

export const firstPage: ListQuery = { current: 1, size: defaultSize, sort: undefined, filters: {} };

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

function sortIn(text: string | null, fields: readonly ScreenField[]): ListSort | undefined {
  const [, sign, name] = /^(-?)(.+)$/.exec(text ?? "") ?? [];
  const field = fields.find((one) => one.name === name && one.sortable === true);
  return field === undefined ? undefined : { field: field.name, descending: sign === "-" };
}

/** The order of a list that nobody has sorted, where a column shows it. */
export function defaultSortOf({ order, fields }: Pick<ListViewModel, "order" | "fields">): ListSort | undefined {
  const [first] = order;
  return first !== undefined && fields.some(({ name, sortable }) => name === first.field && sortable === true) ? first : undefined;
}

/** The order after another click on a heading: rising, falling, and back to the usual one; each click changes something. */
export function toggledSort(sort: ListSort | undefined, field: string, defaultSort: ListSort | undefined): ListSort | undefined {
  const now = sort ?? defaultSort;
  const next =
    now?.field !== field
      ? { field, descending: false }
      : defaultSort?.field === field || !now.descending
        ? { field, descending: !now.descending }
        : undefined;
  return next?.field === defaultSort?.field && next?.descending === defaultSort?.descending ? undefined : next;
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
    if (parameter.startsWith(filterPrefix) && comparison.test(name)) filters[name] ??= text;
  }
  return {
    current: positive(parameters.get("current")),
    size: sizeIn(parameters.get("size")),
    sort: sortIn(parameters.get("sort"), fields),
    filters: filledFilters(filters),
  };
}

/** Filters beside those of the panel, as the list takes them. */
export function comparisonsIn(filters: FilterValues, searched: readonly ScreenField[]): Record<string, string> {
  const names = new Set(searched.map(({ name }) => name));
  return Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (names.has(name) ? [] : [[name, String(value)]])));
}

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
  set("sort", query.sort === undefined ? undefined : `${query.sort.descending ? "-" : ""}${query.sort.field}`);
  for (const name of [...next.keys()]) if (name.startsWith(filterPrefix)) next.delete(name);
  for (const [name, value] of Object.entries(query.filters))
    next.set(filterPrefix + name, typeof value === "string" ? value : value.join(separator));
  return next;
}
