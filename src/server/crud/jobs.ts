// The jobs that an effect asks for, written in its transaction.
import type { CommitContext } from "../contract.ts";
import type { NewJob } from "../jobs/new-job.ts";
import type { Transaction } from "../store/database.ts";

/** Writes the jobs of an effect; they run once the transaction is committed. */
export async function writeJobs(_tx: Transaction, _context: CommitContext, jobs: readonly NewJob[] | undefined): Promise<void> {
  if (jobs !== undefined && jobs.length > 0) throw new Error("this server has no queue for jobs yet");
}
