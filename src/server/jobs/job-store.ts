// The statements of workers. Every write names its claim, so that a worker whose job another has taken changes nothing.
import type { Json } from "#schema/json";
import { jobMessage, liveChannel } from "../store/live-messages.ts";
import type { Database, Row, Scope, Statement, Transaction } from "../store/database.ts";
import { readOfAllTenants } from "../store/distributed-tenants.ts";
import type { JobProgress, JobSaved } from "./job-handler.ts";
import { JobInterruption } from "./interruption.ts";
import { jobState } from "../../fields/job-view.ts";
import { wakeWorkers } from "./enqueue.ts";
import type { JobError } from "./retries.ts";
import { z } from "zod";

/** A job that a worker has claimed. */
export interface ClaimedJob {
  readonly id: string;
  readonly tenantId: string;
  readonly userId: string;
  /** The account of the person who started it; "" where the server did. */
  readonly account: string;
  readonly queue: string;
  readonly payload: Json;
  readonly checkpoint: Json | undefined;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly isCancelled: boolean;
  readonly progress: JobProgress | undefined;
  /** The traced work that it follows from, as the header traceparent has it. */
  readonly enqueuedIn: string | undefined;
  /** Names the worker and this claim of it. */
  readonly claim: string;
}

interface DueRequest {
  readonly now: number;
  /** Queues that this process can do more of. */
  readonly queues: readonly string[];
  /** Tenants that have reached their limit in this process. */
  readonly busyTenants: readonly string[];
}

interface ClaimRequest extends Omit<DueRequest, "busyTenants"> {
  readonly tenantId: string;
  readonly claim: string;
  /** The same time as local time. */
  readonly localNow: string;
  readonly leaseUntil: number;
  /** Queues of which each tenant has one job running at a time. */
  readonly singleQueues: readonly string[];
}

const jsonValue: z.ZodType<Json> = z.json();
const claimedRow = z.object({
  id: z.string(),
  tenant_id: z.string(),
  create_user: z.string().nullable(),
  create_by: z.string().nullable(),
  queue: z.string(),
  payload: jsonValue,
  checkpoint: jsonValue.nullable(),
  attempts: z.int(),
  max_attempts: z.int(),
  is_cancelled: z.boolean(),
  traceparent: z.string().nullable(),
  progress_done: z.string().nullable(),
  progress_total: z.string().nullable(),
});

/** Tenants that a worker looks at before it asks again which there are. */
export const tenantsAtOnce = 20;

const selectDue = (ofTenants: string): string => `
  select tenant_id from tm_job where is_unfinished and run_at <= $1 and (worker is null or lease_until < $1) and queue = any($2) and tenant_id <> all($3)${ofTenants}
  group by tenant_id order by min(run_at), tenant_id limit ${tenantsAtOnce}`;

/** Tenants with a due job, the one that has waited the longest first; while a node of a cluster is down, those of the other nodes. */
export async function dueTenants(database: Database, { now, queues, busyTenants }: DueRequest): Promise<readonly string[]> {
  const parameters = [now, queues, busyTenants];
  const found = await readOfAllTenants(database, async (tenantIds) => {
    const statement =
      tenantIds === undefined
        ? { sql: selectDue(""), parameters, name: "job_due" }
        : // Without a name: which nodes are asked follows from the tenants.
          { sql: selectDue(" and tenant_id = any($4)"), parameters: [...parameters, tenantIds] };
    // As the owner: a worker looks for the jobs of all tenants.
    return database.owner.read([statement]);
  });
  return (found[0]?.rows ?? []).map((row) => String(row["tenant_id"]));
}

// The row of `tm_job` is locked first here and last everywhere else, but this skips locked rows: no deadlock is possible. Of one tenant, whose
// rows are on one node of a distributed database.
const claimJob = `
  with due as (
    select q.id
    from tm_job q join job j on j.tenant_id = q.tenant_id and j.id = q.id
    where q.tenant_id = $5 and j.tenant_id = $5 and q.is_unfinished and q.run_at <= $1 and (q.worker is null or q.lease_until < $1) and q.queue = any($4)
      and (q.queue <> all($7) or not exists (select 1 from tm_job r where r.tenant_id = $5 and r.queue = q.queue and r.id <> q.id
        and r.is_unfinished and r.worker is not null and r.lease_until >= $1))
    order by q.run_at, q.id limit 1
    for no key update skip locked
  ), taken as (
    update tm_job q set worker = $2, lease_until = $3, attempts = q.attempts + 1 from due where q.tenant_id = $5 and q.id = due.id returning q.*
  )
  update job j set status = ${jobState.running}, attempts = taken.attempts, start_time = coalesce(j.start_time, $6::timestamp), finish_time = null
  from taken where j.tenant_id = $5 and j.id = taken.id
  returning taken.id, taken.tenant_id, taken.queue, taken.payload, taken.checkpoint, taken.attempts, taken.max_attempts, taken.is_cancelled, taken.traceparent,
    j.create_user, j.create_by, j.progress_done::text, j.progress_total::text`;

/** Claims the job of a tenant that is due the longest; undefined where there is none. */
export async function claimNext(
  database: Database,
  { tenantId, claim, now, localNow, leaseUntil, queues, singleQueues }: ClaimRequest,
): Promise<ClaimedJob | undefined> {
  // As the owner: no person asks for it.
  const claimed = await database.owner.transaction((tx) =>
    tx.first({ sql: claimJob, parameters: [now, claim, leaseUntil, queues, tenantId, localNow, singleQueues], name: "job_claim" }),
  );
  if (claimed === undefined) return undefined;
  const row = claimedRow.parse(claimed);
  const { progress_done: done, progress_total: total } = row;
  return {
    id: row.id,
    tenantId: row.tenant_id,
    userId: row.create_user ?? "",
    account: row.create_by ?? "",
    queue: row.queue,
    payload: row.payload,
    checkpoint: row.checkpoint ?? undefined,
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    isCancelled: row.is_cancelled,
    claim,
    enqueuedIn: row.traceparent ?? undefined,
    progress: done === null ? undefined : { done: Number(done), ...(total === null ? {} : { total: Number(total) }) },
  };
}

/** That the claim holds; the job is the first parameter, the claim the second. */
const owned = (tenant: string): string => `exists (select 1 from tm_job q where q.tenant_id = ${tenant} and q.id = $1 and q.worker = $2)`;

/** The scope in which a job's own rows are written. */
export const scopeOf = ({ tenantId, userId }: Pick<ClaimedJob, "tenantId" | "userId">): Scope => ({ tenantId, userId });

const progressValues = (progress: JobProgress | undefined): readonly unknown[] =>
  progress === undefined
    ? [null, null, null]
    : [progress.done, progress.total ?? null, progress.note === undefined ? null : JSON.stringify(progress.note)];

/**
 * Saves the result of a step, in its transaction. Throws where the claim is lost, which rolls the step back. Returns whether the job was
 * cancelled in between.
 */
export async function saveStep(
  tx: Transaction,
  job: ClaimedJob,
  saved: JobSaved,
  leaseUntil: number,
): Promise<{ readonly isCancelled: boolean }> {
  const [, updated] = await tx.batch([
    {
      sql: `update job set progress_done = coalesce($3, progress_done), progress_total = case when $3::bigint is null then progress_total else $4 end,
          progress_note = case when $3::bigint is null then progress_note else $5::jsonb end
        where tenant_id = $6 and id = $1 and ${owned("$6")}`,
      parameters: [job.id, job.claim, ...progressValues(saved.progress), job.tenantId],
      name: "job_progress",
    },
    {
      sql: `update tm_job set checkpoint = case when $4 then $5::jsonb else checkpoint end, lease_until = $3
        where tenant_id = $6 and id = $1 and worker = $2 returning is_cancelled`,
      parameters: [job.id, job.claim, leaseUntil, saved.checkpoint !== undefined, JSON.stringify(saved.checkpoint ?? null), job.tenantId],
      name: "job_checkpoint",
    },
  ]);
  const row = updated?.rows[0];
  if (row === undefined) throw new JobInterruption("lost");
  if (saved.progress !== undefined) tx.tell(liveChannel, jobMessage(job));
  return { isCancelled: row["is_cancelled"] === true };
}

/** How a claim ends. */
export type Settlement =
  | { readonly to: "succeeded" }
  | { readonly to: "failed"; readonly error: JobError }
  | { readonly to: "cancelled" }
  /** Another attempt: after a failure, or elsewhere because this server stops, which does not count as an attempt. */
  | { readonly to: "waiting"; readonly runAt: number; readonly runTime: string; readonly error?: JobError };

/** How and when a claim ends. */
interface Settling {
  readonly settlement: Settlement;
  readonly now: string;
  /** More work of the same transaction, before the job itself is written. */
  readonly also?: ((tx: Transaction) => Promise<void>) | undefined;
}

/** Ends a claim. Throws where it is lost. */
export async function settle(database: Database, job: ClaimedJob, { settlement, now, also }: Settling): Promise<void> {
  const { id, claim, tenantId } = job;
  const error = "error" in settlement && settlement.error !== undefined ? settlement.error : undefined;
  const isRetry = settlement.to === "waiting";
  const isHandedOver = isRetry && error === undefined;
  const jobUpdate = {
    sql: `update job set status = $3, finish_time = $4::timestamp, error = $5::jsonb, error_code = $6, run_time = coalesce($7::timestamp, run_time),
        attempts = attempts - $8${settlement.to === "succeeded" ? ", progress_done = coalesce(progress_total, progress_done)" : ""}
        where tenant_id = $9 and id = $1 and ${owned("$9")}`,
    parameters: [
      id,
      claim,
      jobState[settlement.to],
      isRetry ? null : now,
      error === undefined ? null : JSON.stringify(error.text),
      error?.code ?? null,
      isRetry && !isHandedOver ? settlement.runTime : null,
      isHandedOver ? 1 : 0,
      tenantId,
    ],
    name: settlement.to === "succeeded" ? "job_succeed" : "job_settle",
  };
  const mine = "tenant_id = $3 and id = $1 and worker = $2";
  const queued =
    settlement.to === "succeeded"
      ? { sql: `delete from tm_job where ${mine}`, parameters: [id, claim, tenantId], name: "job_done" }
      : isRetry
        ? {
            sql: `update tm_job set worker = null, lease_until = null, run_at = $4, attempts = attempts - $5 where ${mine}`,
            parameters: [id, claim, tenantId, settlement.runAt, isHandedOver ? 1 : 0],
            name: "job_again",
          }
        : {
            sql: `update tm_job set worker = null, lease_until = null, is_unfinished = false where ${mine}`,
            parameters: [id, claim, tenantId],
            name: "job_parked",
          };
  await database.transaction(scopeOf(job), async (tx) => {
    await also?.(tx);
    const [, updated] = await tx.batch([jobUpdate, queued, ...(isHandedOver ? [wakeWorkers(tenantId)] : [])]);
    if (updated?.rowCount !== 1) throw new JobInterruption("lost");
    tx.tell(liveChannel, jobMessage(job));
  });
}

/** Where the steps of a job have come to; undefined where none has said, and of a job that has succeeded. */
export async function lastCheckpoint(tx: Transaction, { tenantId, id }: Pick<ClaimedJob, "tenantId" | "id">): Promise<Json | undefined> {
  const row = await tx.first({
    sql: "select checkpoint from tm_job where tenant_id = $1 and id = $2",
    parameters: [tenantId, id],
    name: "job_last_checkpoint",
  });
  return row === undefined ? undefined : (jsonValue.nullable().parse(row["checkpoint"]) ?? undefined);
}

/** Where a retry of an ended job goes on; for the end of the transaction, in which the rows of `job` are locked first. */
export const laterCheckpoint = ({ tenantId, id }: Pick<ClaimedJob, "tenantId" | "id">, checkpoint: Json): Statement => ({
  sql: "update tm_job set checkpoint = $3::jsonb where tenant_id = $1 and id = $2",
  parameters: [tenantId, id, JSON.stringify(checkpoint)],
  name: "job_later_checkpoint",
});

const endedRow = z.object({
  id: z.string(),
  tenant_id: z.string(),
  queue: z.string(),
  payload: jsonValue,
  checkpoint: jsonValue.nullable(),
  user_id: z.string(),
  account: z.string(),
});

/** A job that was cancelled before a worker had it. */
interface CancelledJob extends Pick<ClaimedJob, "id" | "tenantId" | "userId" | "account" | "queue" | "payload" | "checkpoint"> {}

/** Jobs of the answer to `endCancelled`. */
export function cancelledJobs(rows: readonly Row[]): readonly CancelledJob[] {
  return rows.map((row) => {
    const { id, tenant_id: tenantId, user_id: userId, account, queue, payload, checkpoint } = endedRow.parse(row);
    return { id, tenantId, userId, account, queue, payload, checkpoint: checkpoint ?? undefined };
  });
}

/** A job's sign of life. */
interface Heartbeat {
  readonly job: ClaimedJob;
  /** Where it changed since the last one. */
  readonly progress: JobProgress | undefined;
}

const heartbeatRow = z.object({ worker: z.string(), is_cancelled: z.boolean() });

/** Renews the leases of jobs and shows their progress; answers the claims that still hold, and whether their jobs are cancelled. */
export async function renewLeases(
  database: Database,
  beats: readonly Heartbeat[],
  leaseUntil: number,
): Promise<ReadonlyMap<string, { readonly isCancelled: boolean }>> {
  const renewals = beats.flatMap(({ job: { id, tenantId, claim }, progress }) => [
    ...(progress === undefined
      ? []
      : [
          {
            sql: `update job set progress_done = $4, progress_total = $5, progress_note = $6::jsonb where tenant_id = $3 and id = $1 and ${owned("$3")}`,
            parameters: [id, claim, tenantId, ...progressValues(progress)],
            name: "job_report",
          },
        ]),
    {
      sql: "update tm_job set lease_until = $4 where tenant_id = $3 and id = $1 and worker = $2 returning worker, is_cancelled",
      parameters: [id, claim, tenantId, leaseUntil],
      name: "job_heartbeat",
    },
  ]);
  // As the owner: a process runs jobs of several tenants.
  const renewed = await database.owner.transaction((tx) => tx.batch(renewals));
  return new Map(
    renewed
      .flatMap(({ rows }) => rows)
      .map((row) => {
        const { worker, is_cancelled: isCancelled } = heartbeatRow.parse(row);
        return [worker, { isCancelled }];
      }),
  );
}
