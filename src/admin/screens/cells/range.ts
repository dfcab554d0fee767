// Ranges of cells and their texts, as spreadsheets write and read them.

/** A cell by its row and column among those that are shown. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** A rectangle of cells, its last row and column included. */
export interface Range {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
}

export function rangeOf(one: Place, other: Place): Range {
  return {
    top: Math.min(one.row, other.row),
    left: Math.min(one.column, other.column),
    bottom: Math.max(one.row, other.row),
    right: Math.max(one.column, other.column),
  };
}

export const isWithin = ({ top, left, bottom, right }: Range, row: number, column: number): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;

const between = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_one, index) => first + index);

/** The cells of a range, row by row. */
export const placesIn = ({ top, left, bottom, right }: Range): readonly Place[] =>
  between(top, bottom).flatMap((row) => between(left, right).map((column) => ({ row, column })));

/** A text that begins with one of these would be carried out as a formula by a spreadsheet. */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/u.test(text) && !/^[+-]?\d[\d.,]*%?$/u.test(text);

function quoted(text: string): string {
  const shown = isFormula(text) ? `'${text}` : text;
  return /[\t\r\n"]/u.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

/** A table as spreadsheets take it from the clipboard. */
export const writtenTable = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map(quoted).join("\t")).join("\r\n");

/** The text of a cell as it was before it was written for a spreadsheet. */
export const readText = (text: string): string => (text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text);

interface PastePlan {
  readonly cells: readonly (Place & { readonly text: string })[];
  /** Rows and columns of the table for which the list has none. */
  readonly rowsBeyond: number;
  readonly columnsBeyond: number;
}

/**
 * Where the cells of a pasted table go: from the first cell of a range on, and as often as the table fits into the range. Rows and columns that
 * are not there are left out.
 */
export function pastePlan(table: readonly (readonly string[])[], range: Range, size: GridSize): PastePlan {
  const height = table.length;
  const width = Math.max(0, ...table.map((cells) => cells.length));
  const selected = { rows: range.bottom - range.top + 1, columns: range.right - range.left + 1 };
  const isRepeated = height > 0 && width > 0 && selected.rows % height === 0 && selected.columns % width === 0;
  const wanted = isRepeated ? selected : { rows: height, columns: width };
  const rows = Math.min(wanted.rows, size.rows - range.top);
  const columns = Math.min(wanted.columns, size.columns - range.left);
  const cells = between(0, rows - 1).flatMap((row) =>
    between(0, columns - 1).flatMap((column) => {
      const text = table[row % height]?.[column % width];
      return text === undefined ? [] : [{ row: range.top + row, column: range.left + column, text: readText(text) }];
    }),
  );
  return { cells, rowsBeyond: wanted.rows - Math.max(rows, 0), columnsBeyond: wanted.columns - Math.max(columns, 0) };
}

/** The row that a range is filled from, and the rows that are filled; undefined where there is none above. */
export function fillPlan({ top, bottom }: Range): { readonly from: number; readonly rows: readonly number[] } | undefined {
  if (bottom > top) return { from: top, rows: between(top + 1, bottom) };
  return top === 0 ? undefined : { from: top - 1, rows: [top] };
}
