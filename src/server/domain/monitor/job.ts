// What people do to jobs: cancel them, have them run again, and look how far they are.
import { z } from "zod";
import { jobState, jobViewSql } from "../../../fields/job-view.ts";
import { mayRead } from "../../caller/rule.ts";
import type { Domain, Effect, ReadHandler, RequestContext } from "../../contract.ts";
import { readRows } from "../../crud/sql/rows.ts";
import { seenStatement } from "../../crud/sql/row-access.ts";
import { businessError, malformedParameter } from "../../http/errors.ts";
import { announceCancel, wakeWorkers } from "../../jobs/enqueue.ts";
import { millisecondsOf } from "../../store/clock.ts";
import { quoted } from "../../store/names.ts";
import { describeSqlError } from "../../store/sql-errors.ts";

/** The rows of `job` are locked before those of `tm_job`, here and by workers, so that neither waits for the other in a circle. */
const cancel: Effect = {
  commit: async (tx, { now }, { ids }) => {
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
  },
};

const retry: Effect = {
  commit: async (tx, { now }, { ids }) => {
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
  },
};

/** Jobs that are answered at once. */
const mostJobs = 200;

const progressRows = z.array(z.object({ id: z.string(), create_user: z.string().nullable(), resource: z.string().nullable(), subject: z.string().nullable(), view: z.record(z.string(), z.unknown()) }));
type ProgressRow = z.infer<typeof progressRows>[number];

const isId = (text: string): boolean => /^\d{1,18}$/.test(text);

/** Ids of the jobs whose subject the caller may see: rows of resources they read, within their data scopes. */
async function withVisibleSubject(context: RequestContext, rows: readonly ProgressRow[]): Promise<readonly string[]> {
  const named = rows.filter(({ subject }) => isId(subject ?? ""));
  const found = await Promise.all([...new Set(named.map(({ resource }) => resource ?? ""))].map(async (name) => {
    const resource = context.model.resource.get(name);
    if (resource === undefined || !resource.hasTable || !resource.hasBaseColumns || !mayRead(context.caller, resource)) return [];
    const jobs = named.filter((row) => row.resource === name);
    const [answer] = await readRows(context, resource, [seenStatement(context, {
      sql: (within) => `select s.id::text from ${quoted(resource.table)} s where s.id = any($1::bigint[]) and s.is_deleted = 0${within(name, "s")}`,
      parameters: [jobs.map(({ subject }) => subject)],
    })]);
    const visible = new Set((answer?.rows ?? []).map((row) => String(row["id"])));
    return jobs.filter(({ subject }) => visible.has(subject ?? "")).map(({ id }) => id);
  }));
  return found.flat();
}

/** How far jobs are, for those who started them, who may see the row they are about, or who may see jobs. Others get no word of them. */
const progress: ReadHandler = async (context, { ids = "" }) => {
  const { caller, model } = context;
  const asked = [...new Set(ids.split(",").map((id) => id.trim()).filter((id) => id !== ""))];
  if (asked.length > mostJobs || !asked.every(isId)) throw malformedParameter("ids");
  const job = model.resource.get("job");
  if (asked.length === 0 || job === undefined) return [];
  const isReader = mayRead(caller, job);
  const select = "select j.id::text, j.create_user::text, j.subject_resource as resource, j.subject_id as subject";
  const [answer, reader] = await readRows(context, job, [
    { sql: `${select}, ${jobViewSql("j")} as view from job j where j.id = any($1::bigint[]) and j.is_deleted = 0`, parameters: [asked] },
    seenStatement(context, { sql: (within) => `select j.id::text from job j where j.id = any($1::bigint[])${within("job", "j")}`, parameters: [asked] }),
  ]);
  const rows = progressRows.parse(answer?.rows ?? []);
  const visible = new Set([
    ...rows.filter(({ create_user: userId }) => userId !== null && userId === caller.userId).map(({ id }) => id),
    ...(isReader ? (reader?.rows ?? []).map((row) => String(row["id"])) : []),
  ]);
  for (const id of await withVisibleSubject(context, rows.filter((row) => !visible.has(row.id)))) visible.add(id);
  return rows.filter(({ id }) => visible.has(id)).map(({ resource, subject, view }) => ({ ...view, resource: resource ?? "", id: subject ?? "" }));
};

export const jobDomain: Domain = { reads: { "job.progress": progress }, actions: { "job.cancel": cancel, "job.retry": retry }, hooks: {} };
