// Fills a column of a grid from one of its cells, and many cells from a pasted table.
import type { ScreenField } from "../../schema/screen.ts";
import { isEdited } from "../edited-cell.ts";
import { newCells, type Line, type Lines } from "./widget-lines.ts";
import { pastedCell, type LookUps, type PastedCell } from "../pasted-cell.ts";

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/**
 * Fills a column below the row that had the focus last; undefined: none had, and the first row with a value is taken. Gives that row's index
 * and how many cells were filled; undefined where there is nothing to fill from.
 */
export function fillDown(
  lines: Lines,
  name: string,
  lastRow: number | undefined,
): { readonly from: number; readonly count: number } | undefined {
  const list = lines.store.get();
  const isFilledIn = (line: Line | undefined) => !isEmpty(line?.scope.values.get()[name]);
  const last = Math.max(list.length - 2, 0);
  const chosen = lastRow === undefined ? undefined : Math.min(lastRow, last);
  const above = list.slice(0, last + 1);
  const isChosenFilled = chosen !== undefined && isFilledIn(list[chosen]);
  // Nobody empties a column by filling it: an empty cell is filled itself, from the nearest value above it, and takes no other value away.
  const nearest = chosen === undefined || isChosenFilled ? -1 : above.slice(0, chosen).findLastIndex(isFilledIn);
  const from = isChosenFilled ? chosen : nearest >= 0 ? nearest : above.findIndex(isFilledIn);
  if (from < 0) return undefined;
  const value = list[from]?.scope.values.get()[name];
  const below = list.slice(from + 1).filter((line) => chosen === undefined || isChosenFilled || !isFilledIn(line));
  for (const line of below) lines.setCell(line, name, value);
  return { from, count: below.length };
}

/** A cell into which its text could not be pasted. */
interface PasteFailure {
  readonly row: number;
  readonly field: ScreenField;
  readonly text: string;
  readonly failure: NonNullable<PastedCell["failure"]>;
}

interface PasteTarget {
  readonly lines: Lines;
  /** All fields of a row, for the rows that are added. */
  readonly fields: readonly ScreenField[];
  /** The columns from the first that is pasted into. */
  readonly under: readonly ScreenField[];
  readonly row: number;
  readonly max: number;
  readonly lookUps: LookUps;
}

async function pasteRow(
  { lines, under, lookUps }: PasteTarget,
  line: Line,
  row: number,
  cells: readonly string[],
): Promise<readonly PasteFailure[]> {
  const failures: PasteFailure[] = [];
  for (const [at, text] of cells.entries()) {
    const field = under[at];
    if (field === undefined || !isEdited(field)) continue;
    // One after the other: a workshop is found within the factory of the same row.
    const { value, failure } = await pastedCell({ field, text, cells: line.scope.values.get(), lookUps });
    if (failure === undefined) lines.setCell(line, field.name, value);
    else failures.push({ row, field, text, failure });
  }
  return failures;
}

/** Pastes a table from a row on, adding rows where they are missing and there is room for them. */
export async function pasteTable(target: PasteTarget, table: readonly (readonly string[])[]): Promise<readonly PasteFailure[]> {
  const { lines, fields, row, max } = target;
  const count = lines.store.get().length;
  const missing = Math.min(row + table.length, max) - count;
  if (missing > 0)
    lines.insert(
      count - 1,
      Array.from({ length: missing }, () => newCells(fields)),
    );
  const failures: PasteFailure[] = [];
  for (const [offset, cells] of table.slice(0, max - row).entries()) {
    const line = lines.store.get()[row + offset];
    if (line !== undefined) failures.push(...(await pasteRow(target, line, row + offset, cells)));
  }
  return failures;
}
