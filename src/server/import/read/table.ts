// A file of rows as it was read: what its kinds have in common.

/** A cell as its file has it; of a workbook a number, a day or a yes may be one. */
export type FileCell = string | number | boolean | Date | null;

/** A row under its number in the file, as a spreadsheet shows it. */
export interface FileRow {
  readonly number: number;
  readonly cells: readonly FileCell[];
}

/** A sheet of a workbook, or a file of text. */
export interface FileTable {
  /** Names of all sheets; none of a file of text. */
  readonly sheets: readonly string[];
  /** The one that was read; "" of a file of text. */
  readonly sheet: string;
  readonly header: readonly string[];
  /** Without empty rows. */
  readonly rows: readonly FileRow[];
}

const isEmpty = (cell: FileCell): boolean => cell === null || (typeof cell === "string" && cell.trim() === "");

const two = (part: number): string => String(part).padStart(2, "0");

/** Digits of a number that a spreadsheet keeps; what stands behind them has come from binary fractions. */
export const maxDigits = 15;

/** A number without exponent, as a person would type it. */
function writtenNumber(number: number): string {
  const rounded = Number(number.toPrecision(maxDigits));
  return Number.isInteger(rounded) && Math.abs(rounded) < 1e21 ? BigInt(rounded).toString() : String(rounded);
}

/** Days before this one are times of day: spreadsheets count from it. */
const firstDay = Date.UTC(1900, 0, 1);

/** A day or moment of a workbook, which has no zone; of what is only a time of day its time. */
function writtenTime(time: Date): string {
  const clock = `${two(time.getUTCHours())}:${two(time.getUTCMinutes())}:${two(time.getUTCSeconds())}`;
  if (time.getTime() < firstDay) return clock;
  const day = `${time.getUTCFullYear()}-${two(time.getUTCMonth() + 1)}-${two(time.getUTCDate())}`;
  return clock === "00:00:00" ? day : `${day} ${clock}`;
}

/** A cell as a text; "" where it is empty. */
export function textOfCell(cell: FileCell): string {
  if (cell === null) return "";
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? "" : writtenTime(cell);
  if (typeof cell === "number") return writtenNumber(cell);
  return typeof cell === "boolean" ? String(cell) : cell.trim();
}

export const isFilledRow = (cells: readonly FileCell[]): boolean => !cells.every(isEmpty);

/** The names of the columns. */
export function namesIn(cells: readonly FileCell[]): readonly string[] {
  const names = cells.map(textOfCell);
  return names.slice(0, names.findLastIndex((name) => name !== "") + 1);
}

/** A table whose first row that is not empty names the columns; undefined where there is none. */
export function tableOf(rows: readonly (readonly FileCell[])[]): Pick<FileTable, "header" | "rows"> | undefined {
  const [header, ...others] = rows.map((cells, index) => ({ number: index + 1, cells })).filter(({ cells }) => isFilledRow(cells));
  return header === undefined ? undefined : { header: namesIn(header.cells), rows: others };
}
