// The jobs that an effect enqueues, written in its transaction.
import type { CommitContext } from "../../contract.ts";
import { enqueueJobs } from "../../jobs/enqueue.ts";
import type { NewJob } from "../../jobs/new-job.ts";
import type { Transaction } from "../../store/database.ts";

/** Writes the jobs of an effect, on behalf of the caller and for the tenant of the written rows. */
export async function writeJobs(tx: Transaction, { caller, scope, now }: CommitContext, jobs: readonly NewJob[] = []): Promise<void> {
  if (jobs.length > 0)
    await enqueueJobs(tx, { tenantId: scope.tenantId, userId: caller.userId, account: caller.account, now: now() }, jobs);
}
