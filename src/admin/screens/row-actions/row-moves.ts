// Which rows of a list can be reordered by hand: those of a list with a user-defined order, among their siblings.
import { isVisibleIn } from "../../../schema/field.ts";
import { traitsOf } from "../../../fields/screen-traits.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import type { Rights } from "../../access/use-rights.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { childrenOf, rowOfKey, type ListData } from "../data/list-data.ts";
import type { ListQuery } from "../search/list-query.ts";
import { isEditable } from "./row-actions.ts";

/** Names of the two buttons; also what Alt and an arrow key ask for. */
export type Move = "up" | "down";

/** Into the row before, or out of the parent: what Alt, Shift and an arrow key ask for in a tree. */
export type Shift = "in" | "out";

export function isShift(act: string): act is Shift {
  return act === "in" || act === "out";
}

/** The keys that do the same to the row which has the focus. */
export const moveKeys: Readonly<Record<Move, string>> = { up: "Alt+↑", down: "Alt+↓" };

export function isMove(act: string): act is Move {
  return act === "up" || act === "down";
}

/** The field with the sort numbers of the list, where the user may change it. */
export function orderField(screen: Pick<ListViewModel, "order" | "fields">, rights: Pick<Rights, "edit">): string | undefined {
  const [first] = screen.order;
  const field = screen.fields.find((one) => one.name === first?.field);
  return rights.edit && field !== undefined && traitsOf(field).number === "whole" && isVisibleIn(field, "edit") ? field.name : undefined;
}

/** Whether rows are shown in that order now, with all siblings: not in another sort order, nor for search results in place of a tree. */
export function isShownInOrder(screen: Pick<ListViewModel, "tree">, query: Pick<ListQuery, "sorts" | "filters">, field: string): boolean {
  const { sorts, filters } = query;
  const [sort] = sorts;
  if (sort !== undefined && (sort.field !== field || sort.descending)) return false;
  return screen.tree === undefined || Object.keys(filters).length === 0;
}

/** The siblings of a row including itself, in the rendered order. */
export function siblingsOf(rows: readonly Row[], keyField: string, key: string): readonly Row[] {
  if (rows.some((row) => textOf(row[keyField]) === key)) return rows;
  for (const row of rows) {
    const siblings = siblingsOf(childrenOf(row), keyField, key);
    if (siblings.length > 0) return siblings;
  }
  return [];
}

/** The place among its siblings that a move leads a row to; undefined where there is none. */
export function placeAfter(
  screen: Pick<ListViewModel, "key" | "editableWhen">,
  siblings: readonly Row[],
  key: string,
  move: Move,
): number | undefined {
  const at = siblings.findIndex((row) => textOf(row[screen.key]) === key);
  const row = siblings[at];
  const to = move === "up" ? at - 1 : at + 1;
  return row === undefined || siblings[to] === undefined || !isEditable(screen, row) ? undefined : to;
}

/**
 * The number that puts a new row behind all its siblings; undefined where not all of them are loaded: they are on other pages, or below a
 * collapsed row.
 */
export function numberBehind(siblings: readonly Row[] | undefined, field: string): number | undefined {
  return siblings === undefined ? undefined : Math.max(0, ...siblings.map((row) => Number(row[field] ?? 0))) + 1;
}

/** The siblings of a new row: below a parent, or at the top. Undefined where not all of them are loaded. */
export function futureSiblings(
  data: Pick<ListData, "rows" | "isPaged" | "total">,
  keyField: string,
  parent: string | undefined,
): readonly Row[] | undefined {
  const { rows, isPaged, total } = data;
  if (parent === undefined) return isPaged && rows.length < total ? undefined : rows;
  const row = rowOfKey(rows, keyField, parent);
  if (row === undefined) return undefined;
  const below = childrenOf(row);
  return below.length === 0 && row["hasChildren"] === true ? undefined : below;
}
