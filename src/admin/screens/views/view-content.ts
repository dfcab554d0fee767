// What a saved view of a list holds, and how it is compared with what the list shows.
import { joinedConditions, splitConditions } from "../../../schema/list-conditions.ts";
import { conditionsAddress, fieldsOfQuery } from "../../../schema/list-view.ts";
import { isRecord } from "../../api/wire-data.ts";
import type { ScreenField } from "../../../schema/screen.ts";
import { parseListQuery, writeListQuery } from "../search/list-query.ts";
import { readPreferences, type ColumnPreferences } from "../table/column-preferences.ts";
import type { Density } from "../table/density.ts";
import { shapeIn, type ListShape } from "../table/list-layout.ts";

/** How a list looks besides its rows. */
export interface ListLook {
  readonly columns: ColumnPreferences;
  readonly density: Density;
  /** What its rows are shown as; undefined: what the list begins with. */
  readonly shape: ListShape | undefined;
}

export interface ViewContent extends ListLook {
  /** Filters, order and size of a page, as the address of the list has them. */
  readonly query: string;
}

/** The content of a view; malformed or outdated parts are skipped. */
export function readContent(content: unknown): ViewContent {
  const { query, columns, density, shape, isTable } = isRecord(content) ? content : {};
  return {
    query: typeof query === "string" ? query : "",
    columns: readPreferences(columns),
    density: density === "small" ? "small" : "middle",
    // Views that were saved when a table was the only other shape say so.
    shape: shapeIn(shape) ?? (isTable === true ? "table" : undefined),
  };
}

interface Fields {
  readonly fields: readonly ScreenField[];
  readonly searched: readonly ScreenField[];
}

/** The query in the one spelling that equal queries share, without its page. */
export function canonicalQuery(query: string, { fields, searched }: Fields): string {
  const parsed = parseListQuery(new URLSearchParams(query), fields, searched);
  const written = writeListQuery(new URLSearchParams(), { ...parsed, current: 1 });
  written.sort();
  return written.toString();
}

/** A query in two parts: what the person can use, and what is left out with the fields that they do not see. */
export function splitQuery(query: string, hidden: ReadonlySet<string>): { readonly used: string; readonly leftOut: string } {
  const used = new URLSearchParams();
  const leftOut = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(query)) {
    if (name === conditionsAddress) {
      const parts = splitConditions(value, (path) => hidden.has(path));
      if (parts.used !== "") used.append(name, parts.used);
      if (parts.leftOut !== "") leftOut.append(name, parts.leftOut);
      continue;
    }
    const isHidden = fieldsOfQuery(new URLSearchParams({ [name]: value }).toString()).some((field) => hidden.has(field));
    (isHidden ? leftOut : used).append(name, value);
  }
  return { used: used.toString(), leftOut: leftOut.toString() };
}

/** Both parts of a query as one again. */
export function joinedQuery(used: string, leftOut: string): string {
  const joined = new URLSearchParams(used);
  for (const [name, value] of new URLSearchParams(leftOut)) {
    const present = joined.get(name);
    if (name === conditionsAddress && present !== null) joined.set(name, joinedConditions(present, value));
    else joined.append(name, value);
  }
  return joined.toString();
}

const hasSameMembers = (one: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => one[name] === other[name]);

const isSamePreferences = (one: ColumnPreferences, other: ColumnPreferences): boolean =>
  one.order.join() === other.order.join() &&
  one.pinned.join() === other.pinned.join() &&
  hasSameMembers(one.shown, other.shown) &&
  hasSameMembers(one.widths, other.widths);

/** Whether two looks show the same. */
export const isSameLook = (one: ListLook, other: ListLook): boolean =>
  one.density === other.density && one.shape === other.shape && isSamePreferences(one.columns, other.columns);
