// Enqueues jobs in the transaction of the work they follow from: both are committed, or neither.
import { millisecondsOf } from "../store/clock.ts";
import type { Statement, Transaction } from "../store/database.ts";
import { jobNumbers } from "../store/job-tables.ts";
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

/** Wakes workers when the transaction is committed. */
export const wakeWorkers: Statement = { sql: "select pg_notify($1, '')", parameters: [jobChannel], name: "job_notify" };

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

const insertJobs = `
  with sent as materialized (
    select ${nextId} as id, j.*
    from jsonb_to_recordset($1::jsonb) as j
      (queue text, payload jsonb, key text, resource text, subject text, title text, run_at bigint, run_time timestamp, max_attempts integer)
  ), queued as (
    insert into tm_job (id, tenant_id, queue, key, payload, run_at, max_attempts)
    select id, $2, queue, key, coalesce(payload, 'null'), run_at, max_attempts from sent
    on conflict (tenant_id, queue, key) where is_unfinished do nothing
    returning id
  )
  insert into job (id, tenant_id, create_user, create_by, create_time, update_user, update_time, status, queue,
    subject_resource, subject_id, subject_title, attempts, max_attempts, run_time)
  select id, $2, $3::bigint, $5, $4::timestamp, $3::bigint, $4::timestamp, ${jobState.waiting}, queue, resource, subject, title, 0, max_attempts, run_time
  from sent join queued using (id)`;

/**
 * Enqueues jobs; they run soon after the transaction is committed, and never if it is not. Jobs whose key equals that of an unfinished job
 * of their queue are left out. The transaction is one of the tenant, or of the owner.
 */
export async function enqueueJobs(tx: Transaction, { tenantId, userId, account, now }: JobOrigin, jobs: readonly NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const rows = jobs.map(({ queue, payload, key, subject, runAt = now, maxAttempts = defaultAttempts }) => ({
    queue,
    payload,
    key,
    resource: subject?.resource,
    subject: subject?.id,
    title: subject?.title,
    run_at: millisecondsOf(runAt),
    run_time: runAt,
    max_attempts: maxAttempts,
  }));
  await tx.batch([
    {
      sql: insertJobs,
      parameters: [JSON.stringify(rows), tenantId, userId === "" ? null : userId, now, account ?? null],
      name: "job_enqueue",
    },
    wakeWorkers,
  ]);
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

/** Marks queued jobs as cancelled, for the workers that run them. */
export function cancelQueued(ids: readonly string[]): Statement {
  return { sql: "update tm_job set is_cancelled = true where id = any($1::bigint[]) and is_unfinished", parameters: [ids] };
}

/** Removes jobs from the queue whose row is marked as cancelled, and answers them (`cancelledJobs`). */
export function endCancelled(ids: readonly string[]): Statement {
  return {
    sql: `update tm_job q set is_unfinished = false from job j
      where q.id = any($1::bigint[]) and q.is_unfinished and j.id = q.id and j.tenant_id = q.tenant_id and j.status = ${jobState.cancelled}
      returning q.id, q.tenant_id, q.queue, q.payload, coalesce(j.create_user::text, '') as user_id, coalesce(j.create_by, '') as account`,
    parameters: [ids],
  };
}

/** Returns ended jobs to the queue, to run from now on. */
export function requeueJobs(ids: readonly string[], runAt: number): Statement {
  return {
    sql: `update tm_job set is_unfinished = true, is_cancelled = false, attempts = 0, run_at = $2, worker = null, lease_until = null
      where id = any($1::bigint[])`,
    parameters: [ids, runAt],
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
      sql: `with taken as (delete from tm_job where (tenant_id, id) in (select $1, w.id from (${waiting}) w) returning id)
        delete from job where tenant_id = $1 and id in (select id from taken)`,
      parameters,
      name: "job_take_back",
    },
  ]);
}
