// Files of text, and what is pasted: decoded, and split by the sign that separates their columns; as a whole, or as they are read.
import { createReadStream } from "node:fs";
import { parse as parseStream, type Options } from "csv-parse";
import { parse } from "csv-parse/sync";
import type { FileCell } from "./table.ts";
import { tooManyColumns, unreadable } from "./refusals.ts";

/** Two bytes at its beginning tell that a character has two. */
function wideEncoding([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** Excel of Chinese Windows writes CSV in GBK. */
export function decodedText(content: Uint8Array): string {
  const wide = wideEncoding(content);
  if (wide !== undefined) return new TextDecoder(wide).decode(content);
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

/** Excel names the separator in a line before the first. */
function beginningOf(text: string): { readonly separator: string; readonly skipped: number } {
  const named = /^sep=(.)\r?\n/u.exec(text);
  return { separator: named?.[1] ?? separatorOf(text.trimStart()), skipped: named?.[0].length ?? 0 };
}

const options = (separator: string): Options => ({
  delimiter: separator,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: false,
  max_record_size: maxRowLength,
});

const withoutGuards = (row: readonly string[]): readonly FileCell[] => row.map((cell) => cell.replace(guarded, ""));

/** The rows of a text; as many as may be read, empty ones included, so that it is seen where there are too many. */
export function rowsOfText(whole: string, maxRead: number): readonly (readonly FileCell[])[] {
  // Old programs end a file with a sign of their own.
  const text = whole.slice(whole.startsWith("\ufeff") ? 1 : 0, whole.endsWith(endOfFile) ? -1 : undefined);
  const { separator, skipped } = beginningOf(text);
  let rows: readonly (readonly string[])[];
  try {
    rows = parse(text.slice(skipped), { ...options(separator), to: maxRead, columns: false });
  } catch {
    throw unreadable();
  }
  if (rows.some(({ length }) => length > maxColumnsRead)) throw tooManyColumns();
  return rows.map(withoutGuards);
}

/** The encoding of a file: the first in which all of it can be read. */
async function encodingOf(file: string): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isFirst = true;
  for await (const chunk of createReadStream(file)) {
    const bytes = chunk as Buffer; // without an encoding a stream reads bytes
    const wide = isFirst ? wideEncoding(bytes) : undefined;
    if (wide !== undefined) return wide;
    isFirst = false;
    try {
      decoder.decode(bytes, { stream: true });
    } catch {
      return "gb18030";
    }
  }
  try {
    decoder.decode();
    return "utf-8";
  } catch {
    return "gb18030";
  }
}

/** The text of a file, piece by piece; the first has the line that tells the separator. */
async function* textOfFile(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(await encodingOf(file));
  let begun = false;
  let waiting = "";
  for await (const chunk of createReadStream(file)) {
    waiting += decoder.decode(chunk as Buffer, { stream: true }); // without an encoding a stream reads bytes
    if (!begun && waiting.length < maxRowLength && !/[^\r\n][\r\n]/u.test(waiting)) continue;
    begun = true;
    // The last sign waits for the end, where old programs have one of their own.
    yield waiting.slice(0, -1);
    waiting = waiting.slice(-1);
  }
  waiting += decoder.decode();
  yield waiting.endsWith(endOfFile) ? waiting.slice(0, -1) : waiting;
}

/** The rows of a file of text as they are read, empty ones included. */
export async function* streamedRows(file: string): AsyncGenerator<readonly FileCell[]> {
  const pieces = textOfFile(file);
  const first = await pieces.next();
  const text = first.done === true ? "" : first.value;
  const { separator, skipped } = beginningOf(text);
  const parser = parseStream({ ...options(separator), columns: false });
  const feed = async (): Promise<void> => {
    parser.write(text.slice(skipped));
    for await (const piece of pieces) if (!parser.write(piece)) await new Promise<void>((resolve) => void parser.once("drain", resolve));
    parser.end();
  };
  const fed = feed().catch((error: unknown) => void parser.destroy(error instanceof Error ? error : unreadable()));
  try {
    for await (const row of parser) {
      const cells = row as readonly string[]; // without names of columns a row is its cells
      if (cells.length > maxColumnsRead) throw tooManyColumns();
      yield withoutGuards(cells);
    }
  } catch (error) {
    if (error instanceof Error && "status" in error) throw error;
    throw unreadable();
  } finally {
    parser.destroy();
    await pieces.return(undefined);
  }
  await fed;
}
