// Tables as CSV: UTF-8 with a mark for Excel, RFC 4180, and no cell that a spreadsheet would run as a formula.
import type { ExportCell, ExportColumn, ExportRows } from "./sheet.ts";

/** Tells Excel that the file is UTF-8. */
const byteOrderMark = "\uFEFF";
const lineEnd = "\r\n";

/** What a spreadsheet takes for the beginning of a formula. */
const formulaStarts = "=+-@\t\r";
const plainNumber = /^-?\d+(?:\.\d+)?$/;

/** A text that no spreadsheet takes for a formula: with an apostrophe before what would be one. */
export function withoutFormula(text: string): string {
  return text !== "" && formulaStarts.includes(text.charAt(0)) && !plainNumber.test(text) ? `'${text}` : text;
}

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function cell(value: ExportCell, { type }: ExportColumn): string {
  if (value === null || value === "") return "";
  return field(type === "text" ? withoutFormula(value) : value);
}

/** The beginning of a file: the mark and the labels of its columns. */
function csvHeader(columns: readonly ExportColumn[]): string {
  return byteOrderMark + columns.map(({ label }) => field(withoutFormula(label))).join(",") + lineEnd;
}

/** A file of rows of any source. */
export async function* csvOf(columns: readonly ExportColumn[], rows: ExportRows): AsyncGenerator<string> {
  yield csvHeader(columns);
  for await (const batch of rows) {
    let text = "";
    for (const row of batch) text += columns.map((column, index) => cell(row[index] ?? null, column)).join(",") + lineEnd;
    if (text !== "") yield text;
  }
}

const [quote, comma, newline, carriageReturn, minus, apostrophe] = [0x22, 0x2c, 0x0a, 0x0d, 0x2d, 0x27];
const formulaBytes: ReadonlySet<number> = new Set(Buffer.from(formulaStarts));

/**
 * What `COPY … TO STDOUT (FORMAT csv)` writes, made safe on its way: PostgreSQL has done the quoting, so that the bytes pass once and no row
 * becomes an object. Lines end as RFC 4180 has it.
 */
export class CopiedCsv {
  /** Rows that have passed. */
  rows = 0;
  readonly #isText: readonly boolean[];
  #column = 0;
  #isQuoted = false;
  /** The next byte is the first of a field. */
  #begins = true;
  /** The next byte is the first inside quotes. */
  #opens = false;
  /** The beginning of a field whose end decides about its first byte. */
  #held: Buffer | undefined;

  constructor(columns: readonly ExportColumn[]) {
    this.#isText = columns.map(({ type }) => type === "text");
  }

  /** The next chunk as it goes into the file. */
  push(chunk: Buffer): Buffer {
    const source = this.#held === undefined ? chunk : Buffer.concat([this.#held, chunk]);
    this.#held = undefined;
    // Each byte becomes two at most: an end of a line, or the first of a field.
    const written = Buffer.allocUnsafe(source.length * 2);
    let length = 0;
    for (let index = 0; index < source.length; index += 1) {
      const byte = source[index] ?? 0;
      if (this.#isQuoted) {
        if (this.#opens) {
          this.#opens = false;
          // What had to be quoted is no number.
          if (formulaBytes.has(byte)) written[length++] = apostrophe;
        }
        if (byte === quote) this.#isQuoted = false;
        written[length++] = byte;
        continue;
      }
      const begins = this.#begins;
      this.#begins = false;
      if (byte === comma) {
        this.#column += 1;
        this.#begins = true;
      } else if (byte === newline) {
        this.rows += 1;
        this.#column = 0;
        this.#begins = true;
        written[length++] = carriageReturn;
      } else if (byte === quote) {
        // The second of two quotes opens the field again, and is no beginning.
        this.#isQuoted = true;
        this.#opens = begins && this.#isText[this.#column] === true;
      } else if (begins && this.#isText[this.#column] === true && formulaBytes.has(byte)) {
        const isNumber = byte === minus ? isNumberAt(source, index) : false;
        if (isNumber === undefined) {
          this.#begins = true;
          this.#held = Buffer.from(source.subarray(index));
          break;
        }
        if (!isNumber) written[length++] = apostrophe;
      }
      written[length++] = byte;
    }
    return written.subarray(0, length);
  }
}

/** Whether the field that begins here is a number; undefined where its end has not come yet. */
function isNumberAt(source: Buffer, start: number): boolean | undefined {
  for (let index = start; index < source.length; index += 1) {
    const byte = source[index];
    if (byte === comma || byte === newline) return plainNumber.test(source.toString("latin1", start, index));
  }
  return undefined;
}

/** A file of what `COPY … TO STDOUT (FORMAT csv)` writes; tells how many rows have passed. */
export async function* csvOfCopy(
  columns: readonly ExportColumn[],
  chunks: AsyncIterable<Buffer>,
  onRows: (rows: number) => void = () => undefined,
): AsyncGenerator<Buffer> {
  yield Buffer.from(csvHeader(columns));
  const copied = new CopiedCsv(columns);
  for await (const chunk of chunks) {
    const written = copied.push(chunk);
    onRows(copied.rows);
    if (written.length > 0) yield written;
  }
}
