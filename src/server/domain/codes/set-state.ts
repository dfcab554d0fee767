// The state of a code set that a job works on: its job alone moves it on, and nobody else's work is taken for it.
import { z } from "zod";
import type { CommitContext } from "../../contract.ts";
import { changeRow, lockRows, resourceNamed } from "../../crud/write/server-rows.ts";
import { stateSentence } from "../../crud/guards/state-sentence.ts";
import { businessError } from "../../http/errors.ts";
import type { RowValues, StoredRow } from "../../rows/stored.ts";
import type { EndedJob } from "../../jobs/job-handler.ts";
import type { NewJob } from "../../jobs/new-job.ts";
import type { Transaction } from "../../store/database.ts";

export const resource = "code-set";

export const setState = { draft: 0, formatting: 1, formatted: 2, importing: 3, inUse: 4, sealed: 5, disabled: 6, failed: 9 } as const;
/** sourceType of codes of an external file. */
export const externalFile = 2;

/** The set of a job, and its version when the job was enqueued: whatever was done since makes the job obsolete. */
export const setPayload = z.object({ codeSetId: z.string(), version: z.int() });
type SetPayload = z.infer<typeof setPayload>;

/** The set, locked, if it still waits for the job with this payload. */
async function waitingSet(
  context: CommitContext,
  tx: Transaction,
  { codeSetId, version }: SetPayload,
  state: number,
): Promise<StoredRow<"code-set"> | undefined> {
  const [set] = await lockRows(context, tx, resource, [codeSetId]);
  return set?.status === state && set.version === version ? set : undefined;
}

/** The same; the job is refused where the set waits for it no more, as when somebody retries a job that has ended. */
export async function requireWaiting(
  context: CommitContext,
  tx: Transaction,
  payload: SetPayload,
  state: number,
): Promise<StoredRow<"code-set">> {
  const set = await waitingSet(context, tx, payload, state);
  if (set !== undefined) return set;
  const [row] = await lockRows(context, tx, resource, [payload.codeSetId]);
  if (row === undefined) throw businessError("setIsGone", ["码包已被删除", "The code set was removed"]);
  const [zh, en] = stateSentence(resourceNamed(context, resource), row);
  throw businessError("jobIsObsolete", [
    `码包“${row.name ?? ""}”${zh}，请在码包列表重新发起`,
    `The job cannot go on with code set “${row.name ?? ""}”${en}; start it anew from the list of code sets`,
  ]);
}

/** Writes what the job has come to; undefined where the set no longer waits for it. */
export async function endWaiting(
  tx: Transaction,
  { context, payload, reason }: EndedJob,
  state: number,
): Promise<StoredRow<"code-set"> | undefined> {
  const set = await waitingSet(context, tx, setPayload.parse(payload), state);
  if (set === undefined) return undefined;
  const values: RowValues<"code-set"> = { status: setState.failed, failReason: reason };
  await changeRow(context, tx, resource, { id: set.id, values });
  return set;
}

/** A share as a whole number of percent; 100 only when all is done. */
export const percentOf = (done: number, total: number): number =>
  total <= 0 ? 0 : Math.min(done >= total ? 100 : 99, Math.floor((100 * done) / total));

export const releaseQueue = "code-set-release";

/** Gives the codes of a set back, which is failed or removed. */
export const releaseJob = (codeSetId: string): NewJob => ({ queue: releaseQueue, key: codeSetId, payload: { codeSetId } });
