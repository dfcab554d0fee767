// Work by the clock on many rows: in batches, of which a row that is refused holds up no other.
import type { Text } from "#schema/text";
import { z } from "zod";
import { ApiError, businessError } from "../http/errors.ts";
import type { Transaction } from "../store/database.ts";
import { JobInterruption } from "./interruption.ts";
import type { JobRun } from "./job-handler.ts";

/** Rows of one step, which is to last less than a second. */
const defaultBatch = 50;

/** A row of a job: its id, and the name that people know it by. */
export interface DueRow {
  readonly id: string;
  readonly name: string | null;
}

interface RowWork<Row extends DueRow> {
  /** What is done, as people read it: 积分到期, Expiring points. */
  readonly note: Text;
  /** The next rows that are due, behind an id and in the order of their ids; "0" at the beginning. */
  due(after: string, limit: number): Promise<readonly Row[]>;
  /**
   * Locks all that the rows of a batch need, kind by kind in the order in which calls lock them, and each kind by its ids: before the first
   * row takes a number, for which others wait.
   */
  lock?(tx: Transaction, rows: readonly Row[]): Promise<unknown>;
  /**
   * Does one row, in the transaction of its batch, and answers whether it was still to be done. The row is locked and judged again here:
   * somebody else may have done it meanwhile.
   */
  work(tx: Transaction, row: Row): Promise<boolean>;
  readonly batch?: number;
}

const checkpointSchema = z.object({ last: z.string(), done: z.int(), refused: z.int(), first: z.string().optional() });
type Checkpoint = z.infer<typeof checkpointSchema>;

/** What the batch came to. */
interface Outcome {
  readonly done: number;
  readonly refused: number;
  readonly first?: string;
}

/**
 * Goes through all rows that are due: each batch is a step, and a batch that fails is done again row by row. A job of which rows failed ends
 * with a message that names the first of them, after all others are done; they are due again the next time.
 */
export async function rowByRow<Row extends DueRow>(
  job: JobRun,
  { note, due, lock, work, batch = defaultBatch }: RowWork<Row>,
): Promise<void> {
  let state: Checkpoint = checkpointSchema.parse(job.checkpoint ?? { last: "0", done: 0, refused: 0 });
  const after = (last: string, { done, refused, first }: Outcome): Checkpoint => {
    const named = state.first ?? first;
    return { last, done: state.done + done, refused: state.refused + refused, ...(named === undefined ? {} : { first: named }) };
  };
  const saved = (next: Checkpoint) => ({ checkpoint: { ...next }, progress: { done: next.done, note } });
  const together = async (rows: readonly Row[]): Promise<void> => {
    const last = rows.at(-1)?.id ?? state.last;
    const count = async (tx: Transaction): Promise<Outcome> => {
      let done = 0;
      await lock?.(tx, rows);
      for (const row of rows) if (await work(tx, row)) done += 1;
      return { done, refused: 0 };
    };
    const outcome = await job.step(count, (result) => saved(after(last, result)));
    state = after(last, outcome);
  };
  // A fault of the program, for the log; told once everything else is done.
  let fault: unknown;
  const alone = async (row: Row): Promise<void> => {
    try {
      await together([row]);
    } catch (error) {
      if (error instanceof JobInterruption) throw error;
      if (!isRefusal(error)) fault ??= error;
      const next = after(row.id, { done: 0, refused: 1, first: `${row.name ?? row.id}: ${reasonOf(error).join(" / ")}` });
      // Where the database is away, this fails as well, and the attempt with it.
      await job.step(() => Promise.resolve(), saved(next));
      state = next;
    }
  };
  for (let rows = await due(state.last, batch); rows.length > 0; rows = await due(state.last, batch)) {
    try {
      await together(rows);
    } catch (error) {
      if (error instanceof JobInterruption) throw error;
      for (const row of rows) await alone(row);
    }
  }
  if (fault !== undefined) throw fault;
  if (state.refused > 0) throw someRefused(state);
}

/** What a rule of the business forbids, other than a fault. */
const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status < 500;

const reasonOf = (error: unknown): Text => (isRefusal(error) ? error.text : ["程序出错，详见日志", "a fault of the program, see the log"]);

const someRefused = ({ done, refused, first = "" }: Checkpoint) =>
  businessError("someRefused", [
    `已处理 ${done} 条，另有 ${refused} 条未能处理，例如 ${first}`,
    `${done} done; ${refused} could not be, such as ${first}`,
  ]);
