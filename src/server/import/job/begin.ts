// Begins the job of an import: of what was sent with the call, of a file that came in parts, or of the file of an earlier job.
import { isRecord, type Json } from "#schema/json";
import { maxRowsTogether } from "#schema/import-modes";
import { isImportedByJob } from "#schema/imports";
import { inLanguage, type Text } from "#schema/text";
import type { RequestContext } from "../../contract.ts";
import type { ImportCall } from "../../crud/imports.ts";
import { businessError, malformedParameter } from "../../http/errors.ts";
import { JobAnswer } from "../../http/job-answer.ts";
import { enqueueJobs, queuedJob } from "../../jobs/enqueue.ts";
import { planOf, resolvedIn } from "../import-plan.ts";
import type { ImportSettings } from "../parameters.ts";
import type { SentTable } from "../read/read-file.ts";
import { tooManyRows } from "../read/refusals.ts";
import type { WrittenImport } from "../undo-changes.ts";
import { requireOwnJob, type OwnJob } from "./answer-of-job.ts";
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

/** Whether a job was a trial of the same rows, read and found alike, that refused none: then they need not be tried once more. */
function hasChecked(call: ImportCall, { given, result }: OwnJob, settings: ImportSettings): boolean {
  const trial = importPosition.safeParse(result);
  if (!given.settings.isDryRun || !trial.success || trial.data.counts.refuse > 0) return false;
  const { table, columns, key } = trial.data;
  // What a call leaves out is resolved as the trial resolved it only where that had left it out as well.
  const isSameSheet = settings.sheet === undefined ? given.settings.sheet === undefined : settings.sheet === table.sheet;
  if (!isSameSheet || settings.mode !== given.settings.mode || settings.empty !== given.settings.empty) return false;
  const resolved = resolvedIn(planOf(call, settings, table.header), table.header);
  return resolved.columns === columns && resolved.key === key;
}

/** Each attempt resumes after the last batch, so that one which is interrupted is not in vain. */
const maxAttempts = 30;

interface StartedJob {
  readonly queue: string;
  /** Of jobs with the same key one is unfinished at a time. */
  readonly key: string;
  readonly payload: Json;
  /** What it is about, for people. */
  readonly title: string;
  readonly text: Text;
}

/** Enqueues a job in the tenant of its rows, with which its steps are committed. */
async function enqueued(
  { caller, scope, database, now }: RequestContext,
  { queue, key, payload, title, text }: StartedJob,
): Promise<JobAnswer> {
  const { tenantId } = scope;
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
  const text: Text = ["数据较多，已转为后台任务", "The file has many rows: a background job imports it"];
  return enqueued(context, { queue: importQueue, key: payload.entry, payload, title: name, text });
}

/** Has a job take an import back. */
export async function beginUndo({ context, resource }: ImportCall, written: WrittenImport): Promise<JobAnswer> {
  const payload: UndoPayload = { ...(await payloadOfCall(context, resource)), written };
  const text: Text = ["数据较多，由后台任务撤销", "The import has many rows: a background job undoes it"];
  return enqueued(context, { queue: undoQueue, key: written.entry, payload, title: inLanguage(resource.label, context.language), text });
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

/** Whether the caller has sent a file, for rows of this resource; others learn not even that it is there. */
const isOwn = ({ about }: StoredFile, { context: { caller, scope }, resource }: ImportCall): boolean =>
  about.userId === caller.userId && about.tenantId === scope.tenantId && about.resource === resource.name;

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
  if (stored === undefined || !isOwn(stored, call)) throw fileIsGone();
  const isChecked = earlier !== undefined && hasChecked(call, earlier, settings);
  return beginImport(call, { settings, stored, isChecked });
}
