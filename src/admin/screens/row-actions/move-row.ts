// Puts a row before or behind others, in a tree also below another: writes the numbers that must change, by the ordinary call that an edit
// uses.
import { textOf, type Row } from "../../api/wire-data.ts";
import { rowToWire } from "../../api/row-conversion.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import { loadScreen } from "../../data/screen-models/load.ts";
import { settings } from "../../browser/settings.ts";
import { newNumbers, type Bounds, type Numbered } from "./sort-numbers.ts";
import { isEditable } from "./row-actions.ts";

// Both work on places of rows, and are first needed here.
export { dropOf, rowsAfter } from "./row-drop.ts";

/** How rows are written. */
export interface MoveWrites {
  /** One row, as an edit does. */
  readonly one: (id: string, values: Row) => Promise<unknown>;
  /** Rows as they go over the wire, in one call. */
  readonly together: (rows: readonly Row[]) => Promise<unknown>;
  /** Is called once after writes of single rows. */
  readonly done: () => void;
}

export interface MoveInput {
  readonly screen: ListViewModel;
  /** The field that holds the order. */
  readonly field: string;
  /** The row and its siblings, in their order. */
  readonly siblings: readonly Row[];
  readonly writes: MoveWrites;
  /** Places among them. */
  readonly from: number;
  readonly to: number;
  /** The key of the row that it goes below, or the value that stands for the top: `siblings` are the rows there, and this one. */
  readonly parent?: string | undefined;
  /** Whether other pages hold rows before and behind these: a row must not get a number that belongs to another page. */
  readonly goesOn: { readonly before: boolean; readonly behind: boolean };
}

function numberOf(row: Row | undefined, field: string): number | undefined {
  const value = row?.[field];
  return typeof value === "number" ? value : undefined;
}

/** The bounds of the numbers: those of the definition, and on one page of many those of the page. */
async function boundsOf({ screen, field, siblings, goesOn }: MoveInput): Promise<Bounds> {
  const limits = (await loadScreen(screen.name))?.fields.find((one) => one.name === field);
  const lowest = goesOn.before ? numberOf(siblings[0], field) : undefined;
  const highest = goesOn.behind ? numberOf(siblings.at(-1), field) : undefined;
  return { lowest: lowest ?? limits?.min ?? 0, highest: highest ?? limits?.max ?? Number.MAX_SAFE_INTEGER };
}

/** Who the row is, and its place in a tree: some back-ends take a row that names no parent for one at the top. */
function identityOf(screen: ListViewModel, row: Row): Row {
  const names = ["id", "version", screen.key, ...(screen.tree === undefined ? [] : [screen.tree.parent])];
  return Object.fromEntries(names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]])));
}

/** Writes rows one after the other, each by an edit call; a refusal stops it, and earlier writes stay. */
async function writeEach(screen: ListViewModel, rows: readonly Row[], { one, done }: MoveWrites): Promise<void> {
  let isWritten = false;
  try {
    for (const row of rows) {
      await one(textOf(row[screen.key]), row);
      isWritten = true;
    }
  } finally {
    if (isWritten) done();
  }
}

/** Writes rows in one call: all of them or none. */
async function writeTogether(screen: ListViewModel, rows: readonly Row[], { together }: MoveWrites): Promise<void> {
  await together(await Promise.all(rows.map((row) => rowToWire(screen.fields, row))));
}

/**
 * Moves a row. False: the numbers leave no room for it, and nothing was written. Throws ApiFailure when a write was refused, such as for a
 * row that another user has changed in the meantime. Back-ends without a batch call get one call per row.
 */
export async function moveRow(input: MoveInput): Promise<boolean> {
  const { screen, field, siblings, from, to, parent } = input;
  const isMoved = (place: number) => parent !== undefined && place === from;
  const rows = siblings.map((row, place): Numbered => ({
    number: isMoved(place) ? undefined : numberOf(row, field),
    isFixed: !isEditable(screen, row),
  }));
  const numbers = newNumbers(rows, from, to, await boundsOf(input));
  if (numbers === undefined) return false;
  const changes = numbers.flatMap(({ row: place, number }) => {
    const row = siblings[place];
    if (row === undefined || (numberOf(row, field) === number && !isMoved(place))) return [];
    return [{ ...identityOf(screen, row), ...(isMoved(place) ? belowOf(screen, parent) : {}), [field]: number }];
  });
  await (settings.reorders && changes.length > 1 ? writeTogether(screen, changes, input.writes) : writeEach(screen, changes, input.writes));
  return true;
}

function belowOf({ tree }: ListViewModel, parent: string | undefined): Row {
  return tree === undefined || parent === undefined ? {} : { [tree.parent]: parent };
}

/** Moves a row below another whose rows are not loaded: behind them, where the back-end can find that place. */
export async function moveBelow(screen: ListViewModel, row: Row, parent: string, writes: MoveWrites): Promise<void> {
  const changes = [{ ...identityOf(screen, row), ...belowOf(screen, parent) }];
  await (settings.reorders ? writeTogether(screen, changes, writes) : writeEach(screen, changes, writes));
}
