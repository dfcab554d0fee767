// Files of text, and what is pasted: decoded, and split by the sign that separates their columns.
import { parse } from "csv-parse/sync";
import { maxImportedRows } from "#schema/import-modes";
import type { FileCell } from "./table.ts";
import { tooManyColumns, unreadable, tooManyRows } from "./refusals.ts";

/** Two bytes at its beginning tell that a character has two; Excel of Chinese Windows writes CSV in GBK. */
export function decodedText(content: Uint8Array): string {
  const [first, second] = content;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  if (isLittle || isBig) return new TextDecoder(isLittle ? "utf-16le" : "utf-16be").decode(content);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch {
    return new TextDecoder("gb18030").decode(content);
  }
}

const separators = [",", "\t", ";", "|"] as const;

/** The first line without what stands between quotes. */
const firstLine = (text: string): string => /^(?:"(?:[^"]|"")*"|[^"\r\n])*/u.exec(text)?.[0].replace(/"(?:[^"]|"")*"/gu, "") ?? "";

function separatorOf(text: string): string {
  const line = firstLine(text);
  const counts = separators.map((sign) => ({ sign, count: line.split(sign).length }));
  return counts.toSorted((one, other) => other.count - one.count)[0]?.sign ?? ",";
}

/** What an export puts before a text that a spreadsheet would run as a formula. */
const guarded = /^'(?=[=+\-@\t\r])/u;

/** What old programs put behind the last line. */
const endOfFile = "\u001a";
/** Longest row of a file, in characters. */
const maxRowLength = 1_000_000;
const maxColumnsRead = 1_000;
/** Empty ones included. */
const maxReadRows = maxImportedRows * 2;

/** The rows of a text; some more than may be imported, so that it is seen where there are too many. */
export function rowsOfText(whole: string): readonly (readonly FileCell[])[] {
  // Old programs end a file with a sign of their own, and Excel names the separator in a line before the first.
  const text = whole.slice(whole.startsWith("\ufeff") ? 1 : 0, whole.endsWith(endOfFile) ? -1 : undefined);
  const named = /^sep=(.)\r?\n/u.exec(text);
  const body = named === null ? text : text.slice(named[0].length);
  try {
    const rows: readonly (readonly string[])[] = parse(body, {
      delimiter: named?.[1] ?? separatorOf(body.trimStart()),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      max_record_size: maxRowLength,
      to: maxReadRows,
    });
    // What stands behind them is not read: nothing is left out in silence.
    if (rows.length >= maxReadRows) throw tooManyRows();
    if (rows.some(({ length }) => length > maxColumnsRead)) throw tooManyColumns();
    return rows.map((row) => row.map((cell) => cell.replace(guarded, "")));
  } catch (error) {
    if (error instanceof Error && "status" in error) throw error;
    throw unreadable();
  }
}
