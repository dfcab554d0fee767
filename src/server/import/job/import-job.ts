// The job of an import: its file is read once, its rows are tried, and then written batch by batch. A batch and the place behind it are committed
// together, so that no row is written twice, wherever the process is killed.
import { randomUUID } from "node:crypto";
import { rowChanges } from "#schema/history";
import type { ResourceModel } from "#schema/model";
import { callOfImport, type CallOrigin } from "../../audit/origin.ts";
import { logged } from "../../audit/usual-log.ts";
import type { CommitContext } from "../../contract.ts";
import { translated } from "../../crud/guards/duplicates.ts";
import { plainRefusal, RowRefusal } from "../../crud/guards/row-set.ts";
import { problemsOf } from "../../crud/write/row-problems.ts";
import { refusalsOf, type Refusals } from "../../crud/write/trial.ts";
import { areTogether, writeSubmitted } from "../../crud/write/write-submitted.ts";
import { businessError } from "../../http/errors.ts";
import type { EndedJob, JobHandler, JobRun, JobSaved } from "../../jobs/job-handler.ts";
import type { Transaction } from "../../store/database.ts";
import { countsOf, listedRow, maxListed, sentenceOfRow, type Counts } from "../answer.ts";
import { areOpen } from "../columns.ts";
import { FileMemory } from "../file-memory.ts";
import { isMapped, nothingMapped, planOf, requireRights, resolvedIn, type ImportingCall } from "../import-plan.ts";
import { isWriting, withRefusals } from "../judged-rows.ts";
import type { ImportSettings } from "../parameters.ts";
import { planRows, type ImportPlan } from "../plan.ts";
import { readRows } from "../read-rows.ts";
import { streamTable } from "../read/read-file.ts";
import { textOfCell } from "../read/table.ts";
import type { PlannedRow, WritingRow } from "../rows.ts";
import { fileIsGone } from "./begin.ts";
import type { Imports } from "./imports-of.ts";
import { recordCounts } from "./log-entry.ts";
import { continueOutcomes, readOutcomes, writeOutcomes, type RowOutcome } from "./outcomes.ts";
import { importPayload, importPosition, readStored, type ImportPayload, type ImportPosition } from "./payload.ts";
import { callOfJob, originOfPart } from "./person.ts";
import { stagedRows, stageRows, type RowBatch } from "./staged-rows.ts";

/** Rows of one step, which is to last less than a second; fewer where they are written one by one. */
const batchSize = { together: 500, oneByOne: 100 } as const;

/** Batches after which the planner is told of rows that have come. */
const statisticsEvery = 20;

/** Times that a batch is judged anew after its write was refused. */
const maxRounds = 3;

const none: Counts = { add: 0, change: 0, leave: 0, refuse: 0 };

const notes = {
  read: ["正在读取文件", "Reading the file"],
  check: ["正在检查", "Checking the rows"],
  write: ["正在导入", "Importing the rows"],
} as const;

const refusedMeanwhile = (row: number, written: number) =>
  businessError("refusedMeanwhile", [
    `检查之后数据有变更，第 ${row} 行不能导入，已停止；此前已导入 ${written} 行，可整体撤销`,
    `Row ${row} is refused because of a change since the check, so the import stopped; ${written} rows were imported before it and can be undone as a whole`,
  ]);

/** A job with what it was given. */
interface Run {
  readonly imports: Imports;
  readonly job: JobRun;
  readonly payload: ImportPayload;
  readonly settings: ImportSettings;
  readonly memory: FileMemory;
}

const originOf = (resource: ResourceModel, { entry }: ImportPayload, isLast: boolean): CallOrigin =>
  originOfPart(callOfImport(resource), `${resource.path}/import`, { id: entry, isLast });

/** The import as its person may do it now. */
async function callOf({ imports, job, payload, settings }: Run): Promise<ImportingCall> {
  const call = await callOfJob(imports, job, payload, (resource) => originOf(resource, payload, false));
  requireRights(call, settings);
  return call;
}

const planFor = (call: ImportingCall, { settings }: Run, { table }: Pick<ImportPosition, "table">): ImportPlan => ({
  ...planOf(call, settings, table.header),
  isInBatches: true,
});

/** Reads the file into rows, behind any of which the job can resume. */
async function staged({ imports, job, payload, settings }: Run, rowsFile: string): Promise<ImportPosition["table"]> {
  const stored = await imports.files.find(payload.upload);
  if (stored === undefined) throw fileIsGone();
  job.report({ done: 0, note: notes.read });
  const table = await streamTable(stored.path, settings.sheet);
  return stageRows(table, imports.files.pathOf(job.id, rowsFile), {
    signal: job.signal,
    onRows: (rows) => {
      imports.files.requireSpace();
      job.report({ done: rows, note: notes.read });
    },
  });
}

const atBeginning = (
  phase: ImportPosition["phase"],
  { table, columns, key, open, files }: Pick<ImportPosition, "table" | "columns" | "key" | "open" | "files">,
): ImportPosition => ({
  phase,
  table,
  columns,
  key,
  open,
  files,
  rowsEnd: 0,
  outcomesEnd: 0,
  done: 0,
  counts: { ...none },
  written: "",
  logged: { add: 0, change: 0 },
  isDone: false,
});

/** What the job saves with a step that comes to a place; it shows how far both phases are together. */
function savedAt({ settings, payload }: Run, position: ImportPosition): JobSaved {
  const { phase, done, table } = position;
  const hasBoth = !settings.isDryRun && !settings.takesGoodRows && !payload.isChecked;
  const behind = hasBoth && phase === "write" ? table.rows : 0;
  const total = table.rows * (hasBoth ? 2 : 1);
  return { checkpoint: { ...position }, progress: { done: behind + done, total, note: notes[phase] } };
}

const added = (one: Counts, other: Counts): ImportPosition["counts"] => ({
  add: one.add + other.add,
  change: one.change + other.change,
  leave: one.leave + other.leave,
  refuse: one.refuse + other.refuse,
});

/** The outcomes of a batch that are kept: those that answers list, and all refusals with their cells. */
function outcomesOf(
  plan: ImportPlan,
  { rows: cells }: RowBatch,
  { counts }: ImportPosition,
  rows: readonly PlannedRow[],
): readonly RowOutcome[] {
  const before: Record<PlannedRow["does"], number> = { ...counts };
  const byNumber = new Map(cells.map((row) => [row.number, row.cells]));
  return rows
    .toSorted((one, other) => one.number - other.number)
    .flatMap((row): readonly RowOutcome[] => {
      before[row.does] += 1;
      if (row.does === "leave") return [];
      const listed = before[row.does] <= maxListed ? { listed: listedRow(plan, row) } : {};
      if (row.does !== "refuse") return "listed" in listed ? [{ does: row.does, ...listed }] : [];
      const texts = (byNumber.get(row.number) ?? []).map(textOfCell);
      return [{ does: "refuse", ...listed, cells: texts, reason: sentenceOfRow(row, plan.context.language) }];
    });
}

interface Batch {
  readonly plan: ImportPlan;
  readonly batch: RowBatch;
  readonly at: ImportPosition;
}

/** Commits a batch with the place behind it. */
async function commit(
  run: Run,
  { plan, batch, at }: Batch,
  rows: readonly PlannedRow[],
  write: (tx: Transaction) => Promise<readonly string[]>,
): Promise<ImportPosition> {
  const { imports, job } = run;
  imports.files.requireSpace();
  const file = imports.files.pathOf(job.id, at.files.outcomes);
  // As often as the batch is judged anew, in the same place.
  const outcomesEnd = await writeOutcomes(file, at.outcomesEnd, outcomesOf(plan, batch, at, rows), run.memory.latest());
  const next = (written: readonly string[]): ImportPosition => ({
    ...at,
    rowsEnd: batch.next,
    outcomesEnd,
    done: at.done + batch.rows.length,
    counts: added(at.counts, countsOf(rows)),
    written: at.written === "" ? (written[0] ?? "") : at.written,
  });
  const written = await job.step(write, (ids) => savedAt(run, next(ids)), plan.context);
  run.memory.settle();
  return next(written);
}

/** Tries a batch: nothing of it is written. */
async function checkBatch(run: Run, batch: Batch, planned: readonly PlannedRow[]): Promise<ImportPosition> {
  const rows = withRefusals(planned, await refusalsOf(batch.plan, planned.filter(isWriting)));
  return commit(run, batch, rows, () => Promise.resolve([]));
}

/** Which rows a refused write is about: all that a trial refuses, else those that the refusal names. */
async function refusedBy(plan: ImportPlan, rows: readonly WritingRow[], error: unknown): Promise<Refusals<WritingRow>> {
  const { resource, services } = plan;
  const problems = (one: unknown) => problemsOf(translated(resource, services.model, plainRefusal(one)));
  if (problems(error) === undefined) throw error;
  const found = await refusalsOf(plan, rows);
  if (found.size > 0 || !(error instanceof RowRefusal)) return found;
  return new Map(
    [error, ...error.others].flatMap(({ place, refusal }) => {
      const [row, own] = [rows[place], problems(refusal)];
      return row === undefined || own === undefined ? [] : [[row, own] as const];
    }),
  );
}

/** Writes a batch without the rows that are refused; where all are to be written, the first refused one ends the job. */
async function writeBatch(run: Run, batch: Batch, planned: readonly PlannedRow[]): Promise<ImportPosition> {
  const { plan, at } = batch;
  const { services, resource, context } = plan;
  let rows = planned;
  for (let round = 0; ; round += 1) {
    const refused = rows.find(({ does }) => does === "refuse");
    if (refused !== undefined && !run.settings.takesGoodRows) throw refusedMeanwhile(refused.number, at.counts.add + at.counts.change);
    const writing = rows.filter(isWriting);
    const prepared = writing.map((row) => row.prepared);
    try {
      return await commit(run, batch, rows, (tx) =>
        prepared.length === 0 ? Promise.resolve([]) : writeSubmitted({ services, resource }, tx, context, prepared),
      );
    } catch (error) {
      if (round >= maxRounds) throw error;
      rows = withRefusals(rows, await refusedBy(plan, writing, error));
    }
  }
}

/** Takes over what an attempt before this one has left of the file's rows. */
async function remember({ imports, job, memory }: Run, { files, outcomesEnd }: ImportPosition): Promise<void> {
  for await (const outcome of readOutcomes(imports.files.pathOf(job.id, files.outcomes), outcomesEnd))
    if ("memory" in outcome) memory.restore(outcome.memory);
}

/** Goes through the rows that are left of a phase. */
async function throughRows(run: Run, from: ImportPosition): Promise<ImportPosition> {
  const { imports, job, payload } = run;
  let at = from;
  let batches = 0;
  await remember(run, at);
  const { resource, services } = await callOf(run);
  const size = areTogether(resource, services.domain.hooks[resource.name]?.submit) ? batchSize.together : batchSize.oneByOne;
  for await (const batch of stagedRows(imports.files.pathOf(job.id, at.files.rows), at.rowsEnd, size)) {
    // With the rights that the person has now, who may have lost them meanwhile.
    const plan = planFor(await callOf(run), run, at);
    const planned = await planRows(plan, await readRows(plan.context, plan.resource, plan.columns, batch.rows), run.memory);
    if (batches % statisticsEvery === 0) {
      await job.refreshStatistics({ grown: [resource.name, rowChanges] });
      await imports.files.prolong(job.id, payload.upload);
    }
    batches += 1;
    at = await (at.phase === "check" ? checkBatch : writeBatch)(run, { plan, batch, at }, planned);
  }
  return at;
}

/** Has the log count the rows that were written and that it has not counted yet: the first time under the entry that the histories name. */
function countedBy(resource: ResourceModel, payload: ImportPayload, { counts, logged: before }: ImportPosition) {
  const isFirst = before.add + before.change === 0;
  const { entry, ...origin } = originOf(resource, payload, true);
  return {
    origin: isFirst && entry !== undefined ? { ...origin, entry } : origin,
    record: (tx: Transaction) => recordCounts(tx, resource, { add: counts.add - before.add, edit: counts.change - before.change }),
  };
}

/** Ends the job: its entry is written into the log. */
async function finish(run: Run, at: ImportPosition): Promise<void> {
  const { imports, job, payload } = run;
  const isDone = at.phase === "write";
  const { add, change } = at.counts;
  const end: ImportPosition = { ...at, isDone, logged: isDone ? { add, change } : at.logged };
  const plan = planFor(await callOf(run), run, at);
  await imports.files.end(job.id, { ...end });
  const { origin, record: recordWritten } = countedBy(plan.resource, payload, at);
  const context: CommitContext = { ...plan.context, origin };
  const record = async (tx: Transaction): Promise<void> => {
    if (isDone) recordWritten(tx);
  };
  await job.step(record, { checkpoint: { ...end } }, context);
}

/** Where an attempt resumes, with outcomes in a file of its own. */
async function resumed({ imports: { files }, job }: Run): Promise<ImportPosition> {
  const at = readStored(importPosition, job.checkpoint);
  const isThere = (await files.has(job.id, at.files.rows)) && (at.outcomesEnd === 0 || (await files.has(job.id, at.files.outcomes)));
  if (!isThere) throw fileIsGone();
  const own = fileOfAttempt("outcomes");
  await continueOutcomes(files.pathOf(job.id, at.files.outcomes), files.pathOf(job.id, own), at.outcomesEnd);
  await files.removeOthers(job.id, [at.files.rows, at.files.outcomes, own]);
  return { ...at, files: { ...at.files, outcomes: own } };
}

const fileOfAttempt = (name: keyof ImportPosition["files"]): string => `${name}-${randomUUID()}`;

async function importInBackground(run: Run): Promise<void> {
  const { imports, job, payload, settings } = run;
  await imports.files.begin(job.id, payload.upload, job.payload);
  let at: ImportPosition;
  if (job.checkpoint === undefined) {
    // Whoever may not import any more does not have the server read a long file.
    const call = await callOf(run);
    await imports.files.removeOthers(job.id, []);
    const files = { rows: fileOfAttempt("rows"), outcomes: fileOfAttempt("outcomes") };
    const table = await staged(run, files.rows);
    const plan = planFor(call, run, { table });
    if (!isMapped(plan) && !settings.isDryRun) throw nothingMapped();
    const open = plan.columns.flatMap(({ name }) => (areOpen(plan.context, plan.resource, [name]) ? [name] : []));
    const isWrittenAtOnce = !settings.isDryRun && (settings.takesGoodRows || payload.isChecked);
    at = atBeginning(isWrittenAtOnce ? "write" : "check", { files, table, open, ...resolvedIn(plan, table.header) });
    await job.step(() => Promise.resolve(), savedAt(run, at));
    if (!isMapped(plan)) return finish(run, at);
  } else at = await resumed(run);
  // Killed between its last step and its end.
  if (at.isDone) return;
  at = await throughRows(run, at);
  if (at.phase === "check" && !settings.isDryRun && at.counts.refuse === 0) {
    at = atBeginning("write", at);
    await job.step(() => Promise.resolve(), savedAt(run, at));
    at = await throughRows({ ...run, memory: new FileMemory() }, at);
  }
  await finish(run, at);
}

/** What was written of an import that ended early is in the log as well. */
async function ended(imports: Imports, tx: Transaction, { context, payload: given, checkpoint, resumeAt }: EndedJob): Promise<void> {
  const payload = importPayload.safeParse(given);
  const position = importPosition.safeParse(checkpoint);
  const resource = payload.success ? imports.services().model.resource.get(payload.data.resource) : undefined;
  // A job of another version ends as well.
  if (!payload.success || !position.success || resource === undefined || position.data.phase !== "write") return;
  const { counts } = position.data;
  const { origin, record } = countedBy(resource, payload.data, position.data);
  await logged({ ...context, origin }, tx, async () => record(tx));
  resumeAt({ ...position.data, logged: { add: counts.add, change: counts.change } });
}

/** Imports files of many rows. */
export const importing = (imports: Imports): JobHandler => ({
  concurrency: 1,
  isOnePerTenant: true,
  run: async (job) => {
    const payload = readStored(importPayload, job.payload);
    const settings: ImportSettings = { key: undefined, columns: undefined, sheet: undefined, ...payload.settings };
    return importInBackground({ imports, job, payload, settings, memory: new FileMemory() });
  },
  ended: (tx, job) => ended(imports, tx, job),
});
