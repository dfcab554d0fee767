// Fills a column of a grid from one of its cells, and many cells from a pasted table.
import { textOf } from "../../admin/api/index.ts";
import type { UnmatchedText } from "../../admin/inputs/values/unmatched.ts";
import type { ScreenField } from "../../schema/screen.ts";
import { isEdited } from "../edited-cell.ts";
import { newCells, type Line, type Lines } from "./widget-lines.ts";
import { isLookedUp, onlyChoices, pastedCells, type LookedUpCell, type LookUps } from "../pasted-cell.ts";

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/**
 * Fills a column below the row that had the focus last; undefined: none had, and the first row with a value is taken. Gives that row's index
 * and the rows whose cells were filled; undefined where there is nothing to fill from.
 */
export function fillDown(
  lines: Lines,
  name: string,
  lastRow: number | undefined,
): { readonly from: number; readonly rows: readonly Line[] } | undefined {
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
  return { from, rows: below };
}

/** A cell into which its text could not be pasted. */
interface PasteFailure {
  readonly line: Line;
  readonly field: ScreenField;
  readonly text: string;
  readonly failure: NonNullable<LookedUpCell["failure"]>;
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
  /** Is told how many texts are being looked up. */
  readonly onLookUp: (count: number) => void;
}

/** How many references a field is within: those are looked up before it. */
function depthOf(fields: readonly ScreenField[], { reference }: ScreenField): number {
  const parent = fields.find(({ name }) => name === reference?.within);
  return parent === undefined || parent.reference === undefined ? 0 : 1 + depthOf(fields, parent);
}

/**
 * Takes the only choice of required references within another one, where rows have none: such as the only spec of a product. Rows that are
 * not drawn have no input that would.
 */
export async function takeOnlyChoices(
  { lines, fields, lookUps }: Pick<PasteTarget, "lines" | "fields" | "lookUps">,
  rows: readonly Line[],
) {
  const within = fields.filter(
    (field) => field.required !== undefined && field.reference?.within !== undefined && field.reference.several !== true && isEdited(field),
  );
  for (const field of within.sort((left, right) => depthOf(fields, left) - depthOf(fields, right))) {
    const { reference } = field;
    if (reference?.within === undefined) continue;
    const parent = reference.within;
    const isOpen = ({ scope }: Line) => isEmpty(scope.values.get()[field.name]) && textOf(scope.values.get()[parent]) !== "";
    const open = rows.filter(isOpen);
    if (open.length === 0) continue;
    // One after the other: a line of production is one of a workshop that was taken just now.
    const values = await onlyChoices(
      reference,
      open.map(({ scope }) => scope.values.get()),
      lookUps,
    );
    for (const [at, line] of open.entries()) if (values[at] !== undefined && isOpen(line)) lines.setCell(line, field.name, values[at]);
  }
}

interface Pasted {
  readonly rows: readonly Line[];
  readonly failures: readonly PasteFailure[];
}

/**
 * Pastes a table from a row on, adding rows where they are missing and there is room for them. What stands in the texts alone is there at
 * once, then what is looked up, column by column; rows are those that they were when it began, wherever they are by then. An empty cell
 * leaves what is there.
 */
export async function pasteTable(target: PasteTarget, table: readonly (readonly string[])[]): Promise<Pasted> {
  const { lines, fields, under, row, max, lookUps, onLookUp } = target;
  const count = lines.store.get().length;
  const missing = Math.min(row + table.length, max) - count;
  if (missing > 0)
    lines.insert(
      count - 1,
      Array.from({ length: missing }, () => newCells(fields)),
    );
  const rows = lines.store.get().slice(row, row + table.length);
  const failures: PasteFailure[] = [];
  const order = (field: ScreenField) => (isLookedUp(field) ? 1 + depthOf(fields, field) : 0);
  const isAsIt = (line: Line, { name }: ScreenField, was: unknown) => JSON.stringify(line.scope.values.get()[name]) === JSON.stringify(was);
  const columns = under
    .map((field, at) => ({ field, texts: rows.flatMap((line, index) => (table[index]?.[at] ? [{ line, text: table[index][at] }] : [])) }))
    .filter(({ field, texts }) => isEdited(field) && texts.length > 0)
    .sort((left, right) => order(left.field) - order(right.field));
  for (const { field, texts } of columns) {
    if (isLookedUp(field)) onLookUp(texts.length);
    const were = texts.map(({ line }) => line.scope.values.get()[field.name]);
    const cells = await pastedCells(
      field,
      texts.map(({ line, text }) => ({ text, cells: line.scope.values.get() })),
      lookUps,
    );
    for (const [at, { line, text }] of texts.entries()) {
      // What somebody enters while it is looked up stays.
      if (!isAsIt(line, field, were[at])) continue;
      const { value, failure } = cells[at] ?? { value: undefined, failure: "notFound" };
      if (failure !== undefined) failures.push({ line, field, text, failure });
      if (failure === undefined) lines.setCell(line, field.name, value);
      else if (field.reference !== undefined)
        lines.setCell(line, field.name, { unmatched: text, ...(failure === "unread" ? { isUnread: true } : {}) } satisfies UnmatchedText);
    }
  }
  await takeOnlyChoices(target, rows);
  return { rows, failures };
}
