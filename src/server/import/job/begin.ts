// Begins the job of an import: of what was sent with the call, of a file that came in parts, or of the file of an earlier job.
import { randomUUID } from "node:crypto";
import { isRecord, type Json } from "#schema/json";
import { maxRowsTogether } from "#schema/import-modes";
import { isImportedByJob } from "#schema/imports";
import { inLanguage, type Text } from "#schema/text";
import type { RequestContext } from "../../contract.ts";
import type { ImportCall } from "../../crud/imports.ts";
import { businessError, malformedParameter } from "../../http/errors.ts";
import { JobAnswer } from "../../http/job-answer.ts";
import { enqueueJobs, queuedJob } from "../../jobs/enqueue.ts";
import type { ImportSettings } from "../parameters.ts";
import type { SentTable } from "../read/read-file.ts";
import { tooManyRows } from "../read/refusals.ts";
import type { WrittenImport } from "../undo-changes.ts";
import { requireOwnJob } from "./answer-of-job.ts";
import { retentionHours, type StoredFile } from "./import-files.ts";
import type { Imports } from "./imports-of.ts";
import { importPosition, importQueue, undoQueue, type ImportPayload, type UndoPayload } from "./payload.ts";
import { payloadOfCall } from "./person.ts";

export const fileIsGone = () =>
  businessError("importIsGone", [
    `文件已过期（保留 ${retentionHours} 小时），请重新选择文件`,
    `The file is no longer there (it is kept for ${retentionHours} hours); choose it again`,
  ]);

/** Whose file it is. */
export const aboutOf = ({ caller, scope }: RequestContext, resource: string, name: string) => ({
  name,
  resource,
  tenantId: scope.tenantId,
  userId: caller.userId,
});

/** The parts of settings that decide what becomes of a row. */
const comparedSettings = ({ mode, key, columns, sheet, empty }: ImportSettings): string =>
  JSON.stringify([mode, key ?? null, columns ?? null, sheet ?? null, empty]);

/** Whether a job was a trial with the same settings that refused nothing, so that rows need not be tried once more. */
function hasChecked(given: ImportPayload, result: Json | undefined, settings: ImportSettings): boolean {
  const position = importPosition.safeParse(result);
  return (
    given.settings.isDryRun &&
    position.success &&
    position.data.counts.refuse === 0 &&
    comparedSettings({ ...settings, ...given.settings }) === comparedSettings(settings)
  );
}

/** Each attempt goes on behind the last batch, so that one which is interrupted is not in vain. */
const maxAttempts = 30;

interface StartedJob {
  readonly queue: string;
  readonly payload: Json;
  /** What it is about, for people. */
  readonly title: string;
  readonly text: Text;
}

/** Enqueues a job in the tenant of its rows, with which its steps are committed. */
async function enqueued({ caller, scope, database, now }: RequestContext, { queue, payload, title, text }: StartedJob): Promise<JobAnswer> {
  const { tenantId } = scope;
  const key = randomUUID();
  const job = await database.transaction({ tenantId, userId: caller.userId }, async (tx) => {
    const origin = { tenantId, userId: caller.userId, account: caller.account, now: now() };
    await enqueueJobs(tx, origin, [{ queue, key, payload, maxAttempts, subject: { resource: "", id: "", title } }]);
    return tx.first(queuedJob({ tenantId, queue, key }));
  });
  return new JobAnswer(String(job?.["id"] ?? ""), text);
}

async function beginImport(
  { context, resource }: ImportCall,
  { settings, stored, isChecked }: { readonly settings: ImportSettings; readonly stored: StoredFile; readonly isChecked: boolean },
): Promise<JobAnswer> {
  const { name } = stored.about;
  const payload: ImportPayload = { ...(await payloadOfCall(context, resource)), settings, upload: stored.upload, name, isChecked };
  const text: Text = ["数据较多，已转为后台任务", "The file has many rows: a background job goes on with it"];
  return enqueued(context, { queue: importQueue, payload, title: name, text });
}

/** Has a job take an import back. */
export async function beginUndo({ context, resource }: ImportCall, written: WrittenImport): Promise<JobAnswer> {
  const payload: UndoPayload = { ...(await payloadOfCall(context, resource)), written };
  const text: Text = ["数据较多，由后台任务撤销", "The import has many rows: a background job takes them back"];
  return enqueued(context, { queue: undoQueue, payload, title: inLanguage(resource.label, context.language), text });
}

const contentOf = (sent: SentTable): Uint8Array => ("file" in sent ? sent.file : Buffer.from(sent.text, "utf8"));

/** Has a job import what was sent with a call. */
export async function becomeJob(imports: Imports, call: ImportCall, settings: ImportSettings, sent: SentTable): Promise<JobAnswer> {
  const { context, resource } = call;
  const about = aboutOf(context, resource.name, context.language === "zh" ? "粘贴或上传的数据" : "Rows of a call");
  const stored = await imports.files.receive(
    (async function* () {
      yield contentOf(sent);
    })(),
    about,
  );
  return beginImport(call, { settings, stored, isChecked: false });
}

/** Has a job import the file that came in parts, or that of an earlier job of the same person. */
export async function jobOfUpload(
  imports: Imports,
  call: ImportCall,
  settings: ImportSettings,
  again: string | undefined,
): Promise<JobAnswer> {
  const { resource, body } = call;
  if (!isImportedByJob(resource)) throw tooManyRows(maxRowsTogether);
  const earlier = again === undefined ? undefined : await requireOwnJob(imports, call, again);
  const upload = earlier?.given.upload ?? (isRecord(body) ? body["upload"] : undefined);
  if (typeof upload !== "string") throw malformedParameter("file");
  const stored = await imports.files.find(upload);
  if (stored === undefined) throw fileIsGone();
  const isChecked = earlier !== undefined && hasChecked(earlier.given, earlier.result, settings);
  return beginImport(call, { settings, stored, isChecked });
}
