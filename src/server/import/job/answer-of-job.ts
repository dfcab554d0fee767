// What the job of an import has come to, for the person who began it: its answer as of an import, and its refused rows as a file.
import type { Json } from "#schema/json";
import type { Values } from "../../contract.ts";
import type { ImportCall } from "../../crud/imports.ts";
import type { ExportFormat, ExportRows } from "../../export/sheet.ts";
import { businessError, rowNotFound } from "../../http/errors.ts";
import type { FileAnswer } from "../../http/file-answer.ts";
import { lastCheckpoint } from "../../jobs/job-store.ts";
import { answerOf } from "../answer.ts";
import { areOpen } from "../columns.ts";
import { planOf, requireRights } from "../import-plan.ts";
import { refusedFile } from "../refused-file.ts";
import type { Imports } from "./imports-of.ts";
import { readOutcomes } from "./outcomes.ts";
import { importPayload, importPosition, readStored, type ImportPayload, type ImportPosition } from "./payload.ts";
import { isUnfinishedImport } from "./unfinished.ts";

/** A job of the caller: what it was given, and what it came to if it has ended. */
export interface OwnJob {
  readonly given: ImportPayload;
  readonly result: Json | undefined;
}

/** A job that the caller began, on rows of the resource. */
export async function requireOwnJob({ files }: Imports, { context, resource }: ImportCall, job: string): Promise<OwnJob> {
  const found = await files.jobOf(job);
  if (found === undefined) throw rowNotFound();
  const given = readStored(importPayload, found.given);
  const { caller, scope } = context;
  const isOwn = given.person.userId === caller.userId && given.person.tenantId === caller.tenantId;
  // Whoever else may see the job learns nothing of its file.
  if (!isOwn || given.scopeTenant !== scope.tenantId || given.resource !== resource.name) throw rowNotFound();
  return { given, result: found.result };
}

const notYet = () => businessError("importIsUnfinished", ["任务还没有结果，请稍后再试", "The job has no result yet; try again later"]);

const hidden = () =>
  businessError("importIsHidden", [
    "权限已变更，不能再查看这次导入的结果",
    "The outcome of this import is not shown any more, because your rights have changed",
  ]);

/** Where a job ended, or where it is. */
async function positionOf({ context }: ImportCall, { given, result }: OwnJob, job: string): Promise<ImportPosition> {
  const scope = { ...context.scope, tenantId: given.scopeTenant };
  const checkpoint =
    result ?? (await context.database.transaction(scope, (tx) => lastCheckpoint(tx, { tenantId: given.scopeTenant, id: job })));
  if (checkpoint === undefined) throw notYet();
  return readStored(importPosition, checkpoint);
}

/** The answer of a job, or the rows that it has refused. */
export async function answerOfJob(
  imports: Imports,
  call: ImportCall,
  job: string,
  format: ExportFormat | undefined,
): Promise<Values | FileAnswer> {
  const own = await requireOwnJob(imports, call, job);
  // With the rights of now, as the import itself would be.
  requireRights(call, own.given.settings);
  const position = await positionOf(call, own, job);
  if (!areOpen(call.context, call.resource, position.open)) throw hidden();
  const file = imports.files.pathOf(job, position.files.outcomes);
  const { table, counts, written, isDone } = position;
  const { context, resource } = call;
  if (format !== undefined) {
    const read = async function* (): ExportRows {
      for await (const outcome of readOutcomes(file, position.outcomesEnd))
        if ("does" in outcome && outcome.does === "refuse") yield [[...(outcome.cells ?? []), outcome.reason ?? ""]];
    };
    return refusedFile({ context, resource, header: table.header, read, format });
  }
  const listed: Record<"add" | "change" | "refuse", Values[]> = { add: [], change: [], refuse: [] };
  for await (const outcome of readOutcomes(file, position.outcomesEnd))
    if ("does" in outcome && outcome.listed !== undefined) listed[outcome.does].push(outcome.listed);
  const plan = planOf(call, { ...unset, ...own.given.settings }, table.header);
  const answer = answerOf({ plan, table, rows: table.rows, counts, listed, isDone, written: written === "" ? undefined : written });
  // Rows that it writes from now on would stay.
  return (await isUnfinishedImport(context, own.given.entry)) ? { ...answer, undo: "" } : answer;
}

const unset = { key: undefined, columns: undefined, sheet: undefined };
