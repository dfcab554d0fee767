// POST <path>/import: rows of a file are planned, tried, and written, all of them or the good ones; a job does it where they are many
// (docs/wire.md §4.7).
import { isRecord } from "#schema/json";
import { maxDirectRows, maxRowsTogether } from "#schema/import-modes";
import { isImportedByJob } from "#schema/imports";
import type { Values } from "../contract.ts";
import type { ImportCall } from "../crud/imports.ts";
import { refusalsOf, writeTried } from "../crud/write/trial.ts";
import type { FileAnswer } from "../http/file-answer.ts";
import { malformedParameter, missingParameter } from "../http/errors.ts";
import type { JobAnswer } from "../http/job-answer.ts";
import { answerOf, outcomeOf } from "./answer.ts";
import { isMapped, nothingMapped, planOf, requireRights } from "./import-plan.ts";
import { answerOfJob } from "./job/answer-of-job.ts";
import { becomeJob, jobOfUpload } from "./job/begin.ts";
import type { Imports } from "./job/imports-of.ts";
import { isWriting, withRefusals } from "./judged-rows.ts";
import { formatOf, given, settingsOf } from "./parameters.ts";
import { planRows } from "./plan.ts";
import { readRows } from "./read-rows.ts";
import { readTable, type SentTable } from "./read/read-file.ts";
import { isTooManyRows } from "./read/refusals.ts";
import type { FileTable } from "./read/table.ts";
import { refusedFile, refusedRows } from "./refused-file.ts";

/** What was sent: a file in base64, or a text. */
function sentTable(body: unknown): SentTable {
  const { file, text } = isRecord(body) ? body : {};
  if (typeof text === "string" && text !== "") return { text };
  if (file === undefined || file === "") throw missingParameter("file");
  if (typeof file !== "string" || !/^[A-Za-z0-9+/]+={0,2}$/u.test(file)) throw malformedParameter("file");
  return { file: Buffer.from(file, "base64") };
}

/** The table that was sent; undefined where its rows are for a job. */
async function directTable(call: ImportCall, sent: SentTable, sheet: string | undefined): Promise<FileTable | undefined> {
  if (!isImportedByJob(call.resource)) return readTable(sent, { sheet, maxRows: maxRowsTogether });
  try {
    return await readTable(sent, { sheet, maxRows: maxDirectRows });
  } catch (error) {
    if (isTooManyRows(error)) return undefined;
    throw error;
  }
}

/** Imports a file, says what it would do, or what a job has made of one. */
export async function importRows(imports: Imports, call: ImportCall): Promise<Values | FileAnswer | JobAnswer> {
  const { context, resource, parameters, body } = call;
  const format = formatOf(parameters);
  const job = given(parameters, "job");
  if (job !== undefined) return answerOfJob(imports, call, job, format);
  const asked = settingsOf(resource, parameters);
  // Whoever asks for the refused rows writes nothing, whether the call answers them or a job does.
  const settings = format === undefined ? asked : { ...asked, isDryRun: true };
  requireRights(call, settings);
  const again = given(parameters, "again");
  if (again !== undefined || (isRecord(body) && "upload" in body)) return jobOfUpload(imports, call, settings, again);
  const { isDryRun, takesGoodRows } = settings;
  const sent = sentTable(body);
  const table = await directTable(call, sent, settings.sheet);
  if (table === undefined) return becomeJob(imports, call, settings, sent);
  const plan = planOf(call, settings, table.header);
  // A trial without columns answers what there is to assign.
  if (!isMapped(plan) && (!isDryRun || format !== undefined)) throw nothingMapped();
  const planned = isMapped(plan) ? await planRows(plan, await readRows(context, resource, plan.columns, table.rows)) : [];
  let rows = withRefusals(planned, await refusalsOf(plan, planned.filter(isWriting)));
  if (format !== undefined) {
    const read = () => refusedRows(context, table, rows);
    return refusedFile({ context, resource, header: table.header, read, format });
  }
  const answer = (isDone: boolean, [written]: readonly string[]) =>
    answerOf({ plan, table, rows: table.rows.length, ...outcomeOf(plan, rows), isDone, written });
  if (isDryRun) return answer(false, []);
  for (;;) {
    const writing = rows.filter(isWriting);
    if (rows.some(({ does }) => does === "refuse") && !takesGoodRows) return answer(false, []);
    if (writing.length === 0) return answer(true, []);
    const result = await writeTried(plan, writing, (ids) => answer(true, ids));
    if ("ids" in result) return answer(true, result.ids);
    rows = withRefusals(rows, result.refusals);
  }
}
