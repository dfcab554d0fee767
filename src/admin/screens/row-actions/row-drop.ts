// Where a dragged row goes: before, behind or below another one, or nowhere, and why.
import { textOf, type Row } from "../../api/wire-data.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { childrenOf } from "../data/list-data.ts";

/** The part of a row that the pointer is over. */
export type DropZone = "before" | "inside" | "behind";

/** A new place of a row. */
export interface RowDrop {
  /** The key of the row above; undefined at the top. */
  readonly parent: string | undefined;
  /** The parent is another one than before. */
  readonly isElsewhere: boolean;
  /** The rows there without this one; undefined where they are not loaded, and the row goes behind them. */
  readonly siblings: readonly Row[] | undefined;
  /** Its place among them. */
  readonly at: number;
  /** How many rows are above it, from 0. */
  readonly depth: number;
}

/** Why a row cannot go there. `branch`: it would be below itself; `level`: too deep; `parent`: its parent cannot be changed. */
type DropRefusal = "branch" | "level" | "parent";

interface Place {
  readonly row: Row;
  readonly parents: readonly Row[];
  readonly siblings: readonly Row[];
  readonly at: number;
}

function placeOf(rows: readonly Row[], keyField: string, key: string, parents: readonly Row[] = []): Place | undefined {
  const at = rows.findIndex((row) => textOf(row[keyField]) === key);
  const row = rows[at];
  if (row !== undefined) return { row, parents, siblings: rows, at };
  for (const one of rows) {
    const place = placeOf(childrenOf(one), keyField, key, [...parents, one]);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** The levels that a row takes with what is below it; of rows that are not loaded one is counted. */
function heightOf(row: Row): number {
  const below = childrenOf(row);
  if (below.length === 0) return row["hasChildren"] === true ? 2 : 1;
  return 1 + Math.max(...below.map(heightOf));
}

const isUnloaded = (row: Row): boolean => childrenOf(row).length === 0 && row["hasChildren"] === true;

export interface DropInput {
  readonly screen: Pick<ListViewModel, "key" | "tree">;
  readonly rows: readonly Row[];
  /** Whether a row may get another parent at all. */
  readonly mayChangeParent: boolean;
  /** Whether the rows below a row are shown. */
  readonly isOpen: (key: string) => boolean;
}

/** The place that a row gets where it is dropped on a part of another; undefined where it stays where it is. */
export function dropOf(
  { screen, rows, mayChangeParent, isOpen }: DropInput,
  key: string,
  target: string,
  zone: DropZone,
): RowDrop | { readonly refused: DropRefusal } | undefined {
  const [moved, other] = [placeOf(rows, screen.key, key), placeOf(rows, screen.key, target)];
  if (moved === undefined || other === undefined || key === target) return undefined;
  const keyIn = (row: Row | undefined) => (row === undefined ? undefined : textOf(row[screen.key]));
  if (other.parents.some((row) => keyIn(row) === key)) return { refused: "branch" };
  // What is behind an open row is the first of those below it.
  const isFirstBelow = zone === "behind" && isOpen(target) && childrenOf(other.row).length > 0;
  const isBelow = zone === "inside" || isFirstBelow;
  const parents = isBelow ? [...other.parents, other.row] : other.parents;
  const parent = keyIn(parents.at(-1));
  const isElsewhere = parent !== keyIn(moved.parents.at(-1));
  if (isElsewhere && !mayChangeParent) return { refused: "parent" };
  const limit = screen.tree?.addChildLevel;
  if (isElsewhere && parent !== undefined && limit !== undefined && parents.length + heightOf(moved.row) > limit)
    return { refused: "level" };
  const among = (isBelow ? childrenOf(other.row) : other.siblings).filter((row) => keyIn(row) !== key);
  const siblings = isBelow && isUnloaded(other.row) ? undefined : among;
  const beside = among.findIndex((row) => keyIn(row) === target) + (zone === "behind" ? 1 : 0);
  const at = isFirstBelow ? 0 : isBelow ? among.length : beside;
  return !isElsewhere && at === moved.at ? undefined : { parent, isElsewhere, siblings, at, depth: parents.length };
}

/** Rows as they are with one of them at its new place: what is shown until the server has answered. */
export function rowsAfter(rows: readonly Row[], keyField: string, key: string, drop: RowDrop): readonly Row[] {
  const row = placeOf(rows, keyField, key)?.row;
  if (row === undefined) return rows;
  const inserted = (some: readonly Row[]): readonly Row[] => [...some.slice(0, drop.at), row, ...some.slice(drop.at)];
  const arranged = (some: readonly Row[], parent: string | undefined): readonly Row[] => {
    const left = some.flatMap((one): readonly Row[] => {
      const own = textOf(one[keyField]);
      if (own === key) return [];
      const before = childrenOf(one);
      const isTarget = own === drop.parent;
      if (before.length === 0 && !(isTarget && drop.siblings !== undefined)) return [one];
      const after = arranged(before, own);
      if (after === before) return [one];
      const { children: _children, ...rest } = one;
      return [after.length === 0 ? { ...rest, hasChildren: false } : { ...rest, children: after }];
    });
    if (parent === drop.parent && drop.siblings !== undefined) return inserted(left);
    return left.length === some.length && left.every((one, index) => one === some[index]) ? some : left;
  };
  return arranged(rows, undefined);
}
