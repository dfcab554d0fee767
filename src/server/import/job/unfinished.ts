// Whether the job of an import is still to write rows.
import type { RequestContext } from "../../contract.ts";
import { queuedJob } from "../../jobs/enqueue.ts";
import { importQueue } from "./payload.ts";

/** Whether a job that waits or runs imports under an entry of the log, which is its key. */
export async function isUnfinishedImport({ database, scope }: RequestContext, entry: string): Promise<boolean> {
  const { tenantId } = scope;
  const [found] = await database.read(scope, [queuedJob({ tenantId, queue: importQueue, key: entry })]);
  return (found?.rows.length ?? 0) > 0;
}
