// What became of the rows of a file that a job imports, line by line behind one another: what counts ends where the job's checkpoint says, and
// lines behind that are of a step that was not committed.
import { createReadStream, createWriteStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { oneLine } from "./one-line.ts";

const listedRow = z.record(z.string(), z.unknown());

/** A row that is listed, or was refused: then with its cells, and with what is wrong in one sentence. */
const rowOutcome = z.object({
  does: z.enum(["add", "change", "refuse"]),
  listed: listedRow.optional(),
  cells: z.array(z.string()).optional(),
  reason: z.string().optional(),
});
export type RowOutcome = z.infer<typeof rowOutcome>;

/** What later rows of the file are compared with: digests of unique values by the row that has them, and rows of the table that are taken. */
const batchMemory = z.object({ digests: z.array(z.tuple([z.number(), z.int()])), taken: z.array(z.string()) });
type BatchMemory = z.infer<typeof batchMemory>;

const line = z.union([z.object({ memory: batchMemory }), rowOutcome]);

/** Writes the outcomes of a batch behind a place of the file, whatever stood there; answers where the next ones begin. */
export async function writeOutcomes(file: string, at: number, rows: readonly RowOutcome[], memory: BatchMemory): Promise<number> {
  const text = [{ memory }, ...rows].map((one) => `${oneLine(one)}\n`).join("");
  const handle = await open(file, at === 0 ? "w" : "r+", 0o600);
  try {
    await handle.truncate(at);
    await handle.write(text, at);
    // Before the step that counts on it is committed.
    await handle.datasync();
  } finally {
    await handle.close();
  }
  return at + Buffer.byteLength(text);
}

/** Begins the file of a further attempt with the outcomes in front of a place: a worker that has lost the job still writes into its own. */
export async function continueOutcomes(from: string, to: string, end: number): Promise<void> {
  if (end === 0) return;
  await pipeline(createReadStream(from, { end: end - 1 }), createWriteStream(to, { flags: "wx", mode: 0o600 }));
  const { size } = await stat(to);
  if (size !== end) throw new Error(`${from} ends before its ${end} bytes`);
}

/** The outcomes in front of a place of the file. */
export async function* readOutcomes(file: string, end: number): AsyncGenerator<z.infer<typeof line>> {
  if (end === 0) return;
  const stream = createReadStream(file, { end: end - 1, encoding: "utf8" });
  const lines = createInterface({ input: stream, crlfDelay: Infinity });
  try {
    for await (const text of lines) yield line.parse(JSON.parse(text));
  } finally {
    lines.close();
    stream.destroy();
  }
}
