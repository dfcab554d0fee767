// What people do to jobs: cancel them, and have them run again.
import type { ActionHandler, Domain } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { announceCancel, wakeWorkers } from "../../jobs/enqueue.ts";
import { jobState } from "../../jobs/job-state.ts";
import { millisecondsOf } from "../../store/clock.ts";
import { describeSqlError } from "../../store/sql-errors.ts";

/** The rows of `job` are locked before those of `tm_job`, here and by workers, so that neither waits for the other in a circle. */
const cancel: ActionHandler = async ({ now }, tx, { ids }) => {
  await tx.batch([
    { sql: "update tm_job set is_cancelled = true where id = any($1::bigint[]) and is_unfinished", parameters: [ids] },
    {
      sql: `update job set status = ${jobState.cancelled}, finish_time = $2::timestamp, version = version + 1
        where id = any($1::bigint[]) and status = ${jobState.waiting}`,
      parameters: [ids, now()],
    },
    // One that waits has no worker that could notice it.
    {
      sql: `update tm_job q set is_unfinished = false from job j
        where q.id = any($1::bigint[]) and j.id = q.id and j.tenant_id = q.tenant_id and j.status = ${jobState.cancelled}`,
      parameters: [ids],
    },
    announceCancel,
  ]);
};

const retry: ActionHandler = async ({ now }, tx, { ids }) => {
  try {
    await tx.batch([
      { sql: "update job set error = null, error_code = null, attempts = 0, run_time = $2::timestamp, finish_time = null where id = any($1::bigint[])", parameters: [ids, now()] },
      {
        sql: `update tm_job set is_unfinished = true, is_cancelled = false, attempts = 0, run_at = $2, worker = null, lease_until = null
          where id = any($1::bigint[])`,
        parameters: [ids, millisecondsOf(now())],
      },
      wakeWorkers,
    ]);
  } catch (error) {
    if (describeSqlError(error)?.kind !== "unique") throw error;
    throw businessError("jobIsEnqueued", ["相同的任务已在队列中", "The same job is in the queue already"]);
  }
};

export const jobDomain: Domain = { reads: {}, actions: { "job.cancel": cancel, "job.retry": retry }, hooks: {} };
