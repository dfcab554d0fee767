// Old rows of logs and finished jobs go at night, and in no other way; so do answers that are stored under idempotency keys, and what sessions
// knew of identity providers.
import { z } from "zod";
import { retainedRows, readRetention, removeOldRows, retentionBatch } from "../../audit/retention.ts";
import { removeExpiredIdentities } from "../../auth/identity/session-identities.ts";
import type { Domain } from "../../contract.ts";
import type { JobHandler, JobRun } from "../../jobs/job-handler.ts";
import { removeOldKeys, tenantsOfKeys } from "../../store/idempotency-table.ts";

/** Of one table in one run; what is left goes with the next. */
const maxBatches = 200;

const checkpointSchema = z.object({ table: z.int(), batches: z.int(), removed: z.int() });

/** Tenants whose rows of the server's own are removed in one transaction. */
const tenantsPerStep = 100;

/** Removes what nobody asks for any more. Running it again removes nothing else, so it has no checkpoint. */
async function removeOwnRows(job: JobRun): Promise<void> {
  // As the owner: those of all tenants go.
  const [tenants] = await job.database.owner.read([tenantsOfKeys]);
  const ids = (tenants?.rows ?? []).map((row) => String(row["tenant_id"]));
  for (let from = 0; from < ids.length; from += tenantsPerStep) {
    const now = job.milliseconds();
    const statements = ids
      .slice(from, from + tenantsPerStep)
      .flatMap((tenantId) => [removeOldKeys(tenantId, now), removeExpiredIdentities(tenantId, now)]);
    await job.step((tx) => tx.batch(statements), {});
  }
}

const removal: JobHandler = {
  concurrency: 1,
  // Only the owner may remove rows of logs; those of all tenants go.
  acrossTenants: true,
  async run(job) {
    const before = await readRetention(job.database, job.milliseconds());
    let { table, batches, removed } =
      job.checkpoint === undefined ? { table: 0, batches: 0, removed: 0 } : checkpointSchema.parse(job.checkpoint);
    for (const retained of retainedRows.slice(table)) {
      const [zh, en] = job.context.model.resource.get(retained.resource)?.label ?? [retained.resource, retained.resource];
      const limit = before.get(retained.resource);
      for (let isDone = limit === undefined || !job.context.model.resource.has(retained.resource); !isDone;) {
        const count = await job.step(
          (tx) => removeOldRows(tx, retained, limit ?? ""),
          (rows) => ({
            checkpoint: { table, batches: batches + 1, removed: removed + rows },
            progress: { done: removed + rows, note: [`清理${zh}`, `Removing from ${en}`] },
          }),
        );
        removed += count;
        batches += 1;
        isDone = count < retentionBatch || batches >= maxBatches;
      }
      table += 1;
      batches = 0;
    }
    await removeOwnRows(job);
  },
};

export const logRetentionDomain: Domain = {
  reads: {},
  actions: {},
  hooks: {},
  jobs: { "log-retention": removal },
  // At night by the server's clock, when few work.
  schedules: { "log-retention": { times: { cron: "30 3 * * *" }, job: { queue: "log-retention", payload: null } } },
};
