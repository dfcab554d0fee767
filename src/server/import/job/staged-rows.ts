// The rows of a file as a job reads them: one a line, so that it can resume after any of them, however the file itself is made.
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createInterface } from "node:readline";
import { z } from "zod";
import type { FileCell, FileRow, FileTable } from "../read/table.ts";
import type { streamTable } from "../read/read-file.ts";
import { oneLine } from "./one-line.ts";

/** What is known of a table besides its rows. */
interface TableHead {
  readonly sheets: string[];
  readonly sheet: string;
  readonly header: string[];
  /** How many there are. */
  readonly rows: number;
}

const storedCell = z.union([z.string(), z.number(), z.boolean(), z.null(), z.object({ time: z.number().nullable() })]);
const storedRow = z.tuple([z.int(), z.array(storedCell)]);

const stored = (cell: FileCell): z.infer<typeof storedCell> => (cell instanceof Date ? { time: cell.getTime() } : cell);
const restored = (cell: z.infer<typeof storedCell>): FileCell =>
  typeof cell === "object" && cell !== null ? new Date(cell.time ?? Number.NaN) : cell;

/** Characters that are gathered before they are written. */
const gathered = 256 * 1024;

/** Writes the rows of a table; answers what else is known of it. */
export async function stageRows(
  table: Awaited<ReturnType<typeof streamTable>>,
  file: string,
  { signal, onRows }: { readonly signal: AbortSignal; readonly onRows: (rows: number) => void },
): Promise<TableHead> {
  const handle = await open(file, "w", 0o600);
  let rows = 0;
  let text = "";
  try {
    for await (const { number, cells } of table.rows) {
      text += `${oneLine([number, cells.slice(0, table.header.length).map(stored)])}\n`;
      rows += 1;
      if (text.length < gathered) continue;
      signal.throwIfAborted();
      await handle.write(text);
      text = "";
      onRows(rows);
    }
    await handle.write(text);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  return { sheets: [...table.sheets], sheet: table.sheet, header: [...table.header], rows };
}

/** Some rows, and where the next ones begin. */
export interface RowBatch {
  readonly rows: FileTable["rows"];
  readonly next: number;
}

/** Characters of one batch, which a step works on in memory. */
const maxCharacters = 4_000_000;

/** The rows behind a place of the file, so many at a time, or fewer where they are long. */
export async function* stagedRows(file: string, from: number, size: number): AsyncGenerator<RowBatch> {
  const stream = createReadStream(file, { start: from, encoding: "utf8" });
  const lines = createInterface({ input: stream, crlfDelay: Infinity });
  let next = from;
  let rows: FileRow[] = [];
  let characters = 0;
  try {
    for await (const line of lines) {
      const [number, cells] = storedRow.parse(JSON.parse(line));
      rows.push({ number, cells: cells.map(restored) });
      next += Buffer.byteLength(line) + 1;
      characters += line.length;
      if (rows.length < size && characters < maxCharacters) continue;
      yield { rows, next };
      rows = [];
      characters = 0;
    }
    if (rows.length > 0) yield { rows, next };
  } finally {
    lines.close();
    stream.destroy();
  }
}
