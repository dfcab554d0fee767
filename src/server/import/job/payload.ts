// What the jobs of imports are given: the call as it was, its file, and who made it.
import { z } from "zod";
import { importModes } from "#schema/import-modes";
import { businessError } from "../../http/errors.ts";
import { callPayload } from "./person.ts";

const isOutdated = () =>
  businessError("jobIsOutdated", [
    "任务由其他版本的程序发起，不能继续执行，请重新发起",
    "The job was begun by another version of the program and cannot go on; begin it again",
  ]);

/** What was stored with a job; a refusal for good where it has another form. */
export function readStored<T>(schema: z.ZodType<T>, stored: unknown): T {
  const read = schema.safeParse(stored);
  if (!read.success) throw isOutdated();
  return read.data;
}

/** The queue of imports with many rows. */
export const importQueue = "list-import";
/** The queue of undoing them. */
export const undoQueue = "list-import-undo";
/** The queue that removes their files. */
export const clearImportsQueue = "import-files";

export const importPayload = callPayload.extend({
  settings: z.object({
    mode: z.enum(importModes),
    key: z.string().optional(),
    columns: z.string().optional(),
    sheet: z.string().optional(),
    empty: z.enum(["leave", "clear"]),
    isDryRun: z.boolean(),
    takesGoodRows: z.boolean(),
  }),
  /** The stored file, and what the person calls it. */
  upload: z.string(),
  name: z.string(),
  /** A trial of the same file with the same settings has refused no row. */
  isChecked: z.boolean(),
});
export type ImportPayload = z.infer<typeof importPayload>;

export const undoPayload = callPayload.extend({ written: z.object({ entry: z.string(), time: z.string() }) });
export type UndoPayload = z.infer<typeof undoPayload>;

const counts = z.object({ add: z.int(), change: z.int(), leave: z.int(), refuse: z.int() });

/** Where a job has come to. */
export const importPosition = z.object({
  phase: z.enum(["check", "write"]),
  table: z.object({ sheets: z.array(z.string()), sheet: z.string(), header: z.array(z.string()), rows: z.int() }),
  /** The field of each column and those by which rows are found, comma-joined, as the job has resolved them. */
  columns: z.string(),
  key: z.string(),
  /** The fields of columns whose values the person saw when it began. */
  open: z.array(z.string()),
  /** The files of the rows and of their outcomes, by their names in the folder of the job. */
  files: z.object({ rows: z.string(), outcomes: z.string() }),
  /** Bytes of the rows that are behind it, and of their outcomes. */
  rowsEnd: z.int(),
  outcomesEnd: z.int(),
  /** Rows that are behind it, by what became of them. */
  done: z.int(),
  counts,
  /** The key of the first row that was written; "" before. */
  written: z.string(),
  /** Rows that the log has counted, where the job had ended before and was retried. */
  logged: z.object({ add: z.int(), change: z.int() }),
  isDone: z.boolean(),
});
export type ImportPosition = z.infer<typeof importPosition>;
