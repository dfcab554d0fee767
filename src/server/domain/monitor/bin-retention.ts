// Removed rows that have been in the recycle bins of their tenants for long enough are deleted at night, but for those that others are bound to;
// and what tenants have said about records of the platform that are deleted for good.
import { z } from "zod";
import { isRestorable } from "#schema/recycle-bin";
import type { ResourceModel } from "#schema/model";
import { readAllTenants, readBinRetention } from "../../audit/bin-retention.ts";
import { platformTenant } from "../../caller/caller.ts";
import type { Domain } from "../../contract.ts";
import { mastersOf } from "../../crud/sql/masters.ts";
import { commentedOfPlatform, deleteOrphaned, commentedByTenants } from "../../crud/bin/orphaned-comments.ts";
import { purgeExpired, tenantsWithExpired } from "../../crud/bin/purge.ts";
import type { JobHandler, JobRun } from "../../jobs/job-handler.ts";

/** Rows that are deleted in one transaction. */
export const purgeBatch = 200;
/** Batches of one table in one run; what is left goes with the next. */
const maxBatches = 500;
/** Tenants that are looked through in one statement. */
const tenantsAtOnce = 100;

const checkpointSchema = z.object({ resource: z.int(), deleted: z.int() });

/** Tenants that have rows of a resource to delete; those of the platform count as its own. */
async function tenantsOf(job: JobRun, resource: ResourceModel, before: ReadonlyMap<string, string>): Promise<readonly string[]> {
  if (resource.scope === "platform") return before.has(platformTenant) ? [platformTenant] : [];
  const all = [...before.keys()];
  const found: string[] = [];
  for (let index = 0; index < all.length; index += tenantsAtOnce)
    found.push(...(await tenantsWithExpired(job.database, resource, all.slice(index, index + tenantsAtOnce), before)));
  return found;
}

/** What tenants have about records of the platform that were deleted for good. */
async function cleanUpComments(job: JobRun): Promise<void> {
  const { model } = job.context;
  const resources = commentedOfPlatform(model);
  const all = [...new Set([platformTenant, ...(await readAllTenants(job.database))])];
  for (let index = 0; index < all.length; index += tenantsAtOnce) {
    const some = all.slice(index, index + tenantsAtOnce);
    for (const { tenantId, resource } of await commentedByTenants(job.database, model, resources, some)) {
      let after = "";
      for (let [batches, isDone] = [0, false]; !isDone && batches < maxBatches; batches += 1) {
        const from = after;
        const { found, last } = await job.step(
          (tx) => deleteOrphaned(tx, { model, resource, tenantId, after: from, limit: purgeBatch }),
          {},
        );
        after = last;
        isDone = found < purgeBatch;
      }
    }
  }
}

const purge: JobHandler = {
  concurrency: 1,
  // Those of all tenants go, each tenant's by a statement of its own.
  acrossTenants: true,
  async run(job) {
    const { model } = job.context;
    const before = await readBinRetention(job.database, job.milliseconds());
    let { resource: place, deleted } = job.checkpoint === undefined ? { resource: 0, deleted: 0 } : checkpointSchema.parse(job.checkpoint);
    // Lines stay as long as what they belong to, which could not be restored as it was without them.
    const resources = model.resources.filter((resource) => isRestorable(resource) && mastersOf(resource, model).length === 0);
    for (const resource of resources.slice(place)) {
      let batches = 0;
      for (const tenantId of await tenantsOf(job, resource, before)) {
        let after = "";
        for (let isDone = false; !isDone && batches < maxBatches; batches += 1) {
          const from = after;
          const batch = await job.step(
            (tx) => purgeExpired(tx, { model, resource, tenantId, before: before.get(tenantId) ?? "", after: from, limit: purgeBatch }),
            (rows) => ({
              checkpoint: { resource: place, deleted: deleted + rows.deleted },
              progress: {
                done: deleted + rows.deleted,
                note: [`清理回收站：${resource.label[0]}`, `Recycle bin: ${resource.label[1].toLowerCase()}`],
              },
            }),
          );
          deleted += batch.deleted;
          after = batch.last;
          isDone = batch.found < purgeBatch;
        }
      }
      place += 1;
    }
    await cleanUpComments(job);
  },
};

export const binRetentionDomain: Domain = {
  reads: {},
  actions: {},
  hooks: {},
  jobs: { "bin-retention": purge },
  // At night by the server's clock, when few work.
  schedules: { "bin-retention": { times: { cron: "45 3 * * *" }, job: { queue: "bin-retention", payload: null } } },
};
