// Old rows of logs and finished jobs go at night, and in no other way; so do answers that are stored under idempotency keys, and what sessions
// knew of identity providers.
import { z } from "zod";
import { everyTenant, retainedRows, readRetention, removeOldRows, retentionBatch } from "../../audit/retention.ts";
import { removeExpiredIdentities } from "../../auth/identity/session-identities.ts";
import type { Domain } from "../../contract.ts";
import type { JobHandler, JobRun } from "../../jobs/job-handler.ts";
import { removeOldKeys } from "../../store/idempotency-table.ts";

/** Full batches of one table in one run; what is left goes with the next. */
const maxBatches = 200;

const checkpointSchema = z.object({ table: z.int(), batches: z.int(), removed: z.int() });

/** Tenants whose rows are removed in one transaction. */
const tenantsPerStep = 100;

async function groupsOfTenants({ database }: JobRun): Promise<readonly (readonly string[])[]> {
  // As the owner: those of all tenants go.
  const [tenants] = await database.owner.read([everyTenant]);
  const ids = (tenants?.rows ?? []).map((row) => String(row["tenant_id"]));
  return Array.from({ length: Math.ceil(ids.length / tenantsPerStep) }, (_, index) =>
    ids.slice(index * tenantsPerStep, (index + 1) * tenantsPerStep),
  );
}

/** Removes what nobody asks for any more. Running it again removes nothing else, so it has no checkpoint. */
async function removeOwnRows(job: JobRun, groups: readonly (readonly string[])[]): Promise<void> {
  for (const group of groups) {
    const now = job.milliseconds();
    const statements = group.flatMap((tenantId) => [removeOldKeys(tenantId, now), removeExpiredIdentities(tenantId, now)]);
    await job.step((tx) => tx.batch(statements), {});
  }
}

const removal: JobHandler = {
  concurrency: 1,
  // Only the owner may remove rows of logs; those of all tenants go.
  acrossTenants: true,
  async run(job) {
    const before = await readRetention(job.database, job.milliseconds());
    const groups = await groupsOfTenants(job);
    let { table, batches, removed } =
      job.checkpoint === undefined ? { table: 0, batches: 0, removed: 0 } : checkpointSchema.parse(job.checkpoint);
    for (const retained of retainedRows.slice(table)) {
      const resource = job.context.model.resource.get(retained.resource);
      const limit = before.get(retained.resource);
      const [zh, en] = resource?.label ?? ["", ""];
      // A run that continues another begins with the first tenants again: it finds nothing of theirs.
      for (const tenantIds of resource === undefined || limit === undefined ? [] : groups) {
        for (let isDone = batches >= maxBatches; !isDone;) {
          const batchesWith = (found: number) => batches + (found < retentionBatch ? 0 : 1);
          const batch = await job.step(
            (tx) => removeOldRows(tx, retained, { before: limit ?? "", tenantIds }),
            (rows) => ({
              checkpoint: { table, batches: batchesWith(rows.found), removed: removed + rows.removed },
              progress: { done: removed + rows.removed, note: [`清理${zh}`, `Removing from ${en}`] },
            }),
          );
          removed += batch.removed;
          batches = batchesWith(batch.found);
          isDone = batch.found < retentionBatch || batches >= maxBatches;
        }
      }
      table += 1;
      batches = 0;
    }
    await removeOwnRows(job, groups);
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
