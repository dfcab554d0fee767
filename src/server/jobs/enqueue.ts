// Enqueues jobs in the transaction of the work they follow from: both are committed, or neither.
import { millisecondsOf } from "../store/clock.ts";
import type { Statement, Transaction } from "../store/database.ts";
import { jobNumbers } from "../store/job-tables.ts";
import { traceparentOfWork } from "../trace-context.ts";
import { jobState } from "../../fields/job-view.ts";
import { defaultAttempts, type NewJob } from "./new-job.ts";

/** The owner of enqueued jobs. */
interface JobOrigin {
  readonly tenantId: string;
  /** "" where the server itself does it. */
  readonly userId: string;
  /** The user's account; "" for the server itself. */
  readonly account?: string;
  /** Local time "yyyy-MM-dd HH:mm:ss". */
  readonly now: string;
}

/** Workers of all processes listen on this channel. */
export const jobChannel = "tracemark_jobs";

/** What a notification of a tenant with a due job begins with. */
const dueNotice = "due ";

/** Wakes workers when the transaction is committed: they look for jobs of this tenant first. */
export const wakeWorkers = (tenantId: string): Statement => ({
  sql: "select pg_notify($1, $2)",
  parameters: [jobChannel, `${dueNotice}${tenantId}`],
  name: "job_notify",
});

/** The tenant of a notification; undefined for others. */
export const noticedTenant = (notice: string | undefined): string | undefined =>
  notice?.startsWith(dueNotice) === true ? notice.slice(dueNotice.length) : undefined;

/** Text of the notification that a job which runs was cancelled. */
export const cancelNotice = "cancel";

/** Has workers look for cancelled jobs among theirs when the transaction is committed. */
export const announceCancel: Statement = {
  sql: "select pg_notify($1, $2)",
  parameters: [jobChannel, cancelNotice],
  name: "job_notify_cancel",
};

/** Ids like those of other rows, ordered by time: milliseconds since 2024 and a number of the database. */
const nextId = `((extract(epoch from clock_timestamp()) * 1000)::bigint - 1704067200000) * 4194304 + nextval('${jobNumbers}') % 4194304`;

const insertQueued = `
  insert into tm_job (tenant_id, id, queue, key, payload, run_at, max_attempts, traceparent) values ($1, ${nextId}, $2, $3, $4::jsonb, $5, $6, $7)
  on conflict (tenant_id, queue, key) where is_unfinished do nothing returning id::text as id`;

const insertJob = `
  insert into job (tenant_id, id, create_user, create_by, create_time, update_user, update_time, status, queue,
    subject_resource, subject_id, subject_title, attempts, max_attempts, run_time)
  values ($1, $2, $3::bigint, $4, $5::timestamp, $3::bigint, $5::timestamp, ${jobState.waiting}, $6, $7, $8, $9, 0, $10, $11::timestamp)`;

/**
 * Enqueues jobs; they run soon after the transaction is committed, and never if it is not. Jobs whose key equals that of an unfinished job
 * of their queue are left out. The transaction is one of the tenant, or of the owner.
 */
export async function enqueueJobs(tx: Transaction, { tenantId, userId, account, now }: JobOrigin, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const traceparent = traceparentOfWork() ?? null;
  const queued = await tx.batch(
    jobs.map(({ queue, payload, key, runAt = now, maxAttempts = defaultAttempts }) => ({
      sql: insertQueued,
      parameters: [tenantId, queue, key ?? null, JSON.stringify(payload ?? null), millisecondsOf(runAt), maxAttempts, traceparent],
      name: "job_queue",
    })),
  );
  for (const [index, { queue, subject, runAt = now, maxAttempts = defaultAttempts }] of jobs.entries()) {
    const id = queued[index]?.rows[0]?.["id"];
    if (id === undefined) continue;
    const writer = userId === "" ? null : userId;
    const subjectOf = [subject?.resource ?? null, subject?.id ?? null, subject?.title ?? null];
    tx.soon({
      sql: insertJob,
      parameters: [tenantId, id, writer, account ?? null, now, queue, ...subjectOf, maxAttempts, runAt],
      name: "job_enqueue",
    });
  }
  tx.soon(wakeWorkers(tenantId));
}

/** Looks up the id of an unfinished job by its key. */
export function queuedJob({
  tenantId,
  queue,
  key,
}: {
  readonly tenantId: string;
  readonly queue: string;
  readonly key: string;
}): Statement {
  return {
    sql: "select id::text as id from tm_job where tenant_id = $1 and queue = $2 and key = $3 and is_unfinished",
    parameters: [tenantId, queue, key],
    name: "job_by_key",
  };
}

/** Marks queued jobs of a tenant as cancelled, for the workers that run them. */
export function cancelQueued(tenantId: string, ids: readonly string[]): Statement {
  return {
    sql: "update tm_job set is_cancelled = true where tenant_id = $1 and id = any($2::bigint[]) and is_unfinished",
    parameters: [tenantId, ids],
  };
}

/** Removes jobs of a tenant from the queue whose row is marked as cancelled, and answers them (`cancelledJobs`). */
export function endCancelled(tenantId: string, ids: readonly string[]): Statement {
  return {
    sql: `update tm_job q set is_unfinished = false from job j
      where q.tenant_id = $1 and q.id = any($2::bigint[]) and q.is_unfinished
        and j.tenant_id = $1 and j.id = q.id and j.status = ${jobState.cancelled}
      returning q.id, q.tenant_id, q.queue, q.payload, q.checkpoint, coalesce(j.create_user::text, '') as user_id, coalesce(j.create_by, '') as account`,
    parameters: [tenantId, ids],
  };
}

/** Returns ended jobs of a tenant to the queue, to run from now on. */
export function requeueJobs(tenantId: string, ids: readonly string[], runAt: number): Statement {
  return {
    sql: `update tm_job set is_unfinished = true, is_cancelled = false, attempts = 0, run_at = $3, worker = null, lease_until = null
      where tenant_id = $1 and id = any($2::bigint[])`,
    parameters: [tenantId, ids, runAt],
  };
}

/**
 * Takes jobs out of the queue as if they had never been enqueued, where no worker has them yet: what they were for is over. The rows of `job`
 * are locked before those of the queue.
 */
export async function withdrawJobs(
  tx: Transaction,
  { tenantId, queue, keys }: { readonly tenantId: string; readonly queue: string; readonly keys: readonly string[] },
): Promise<void> {
  const waiting = `select id from tm_job where tenant_id = $1 and queue = $2 and key = any($3::text[]) and is_unfinished and worker is null`;
  const parameters = [tenantId, queue, keys];
  await tx.batch([
    {
      sql: `select id from job where tenant_id = $1 and id in (${waiting}) order by id for update`,
      parameters,
      name: "job_take_back_lock",
    },
    {
      sql: `with taken as (delete from tm_job where tenant_id = $1 and id in (${waiting}) returning id)
        delete from job where tenant_id = $1 and id in (select id from taken)`,
      parameters,
      name: "job_take_back",
    },
  ]);
}
