// What people do to jobs: cancel them, have them run again, and look how far they are.
import { sql } from "kysely";
import { jobState, jobViewIn } from "../../../fields/job-view.ts";
import { callerWithoutRights } from "../../caller/caller.ts";
import type { RowAccess } from "../../caller/row-access.ts";
import { mayRead } from "../../caller/rule.ts";
import type { Domain, Effect, ReadHandler, RequestContext } from "../../contract.ts";
import { readsAcrossTenants } from "../../crud/sql/rows.ts";
import { businessError, malformedParameter, rowNotFound } from "../../http/errors.ts";
import { announceCancel, cancelQueued, endCancelled, requeueJobs, wakeWorkers } from "../../jobs/enqueue.ts";
import type { JobHandler } from "../../jobs/job-handler.ts";
import { cancelledJobs, laterCheckpoint } from "../../jobs/job-store.ts";
import { cancelledReason } from "../../jobs/retries.ts";
import { prepared, type Given } from "../../rows/prepared.ts";
import { anyOf, db, read, readAsOwner, rowsOfAll, run } from "../../rows/query.ts";
import { rowCondition } from "../../rows/row-conditions.ts";
import { accessibleIds, tables, update, updateWithoutVersion, type TableRows } from "../../rows/tables.ts";
import { millisecondsOf } from "../../store/clock.ts";
import { describeSqlError } from "../../store/sql-errors.ts";
import { durationBetween } from "../duration.ts";

/** The handlers of jobs by their queues, once all areas are together. */
type Handlers = () => Readonly<Record<string, JobHandler>>;

/** The rows of `job` are locked before those of the queue, here and by workers, so that neither waits for the other in a circle. */
const cancelOf = (handlers: Handlers): Effect<"job.cancel"> => ({
  commit: async (tx, context, { ids }) => {
    const { tenantId: ofJobs } = context.scope;
    await run(
      tx,
      cancelQueued(ofJobs, ids),
      update(context, tables(context).unscoped("job", "j"))
        .set({ status: jobState.cancelled, finishTime: context.now() })
        .where("j.id", "=", anyOf(ids))
        .where("j.status", "=", jobState.waiting),
    );
    // One that waits has no worker that could notice it.
    const [ended] = await tx.batch([endCancelled(ofJobs, ids), announceCancel]);
    for (const { id, queue, payload, checkpoint, userId, tenantId, account } of cancelledJobs(ended?.rows ?? [])) {
      await handlers()[queue]?.ended?.(tx, {
        context: { ...context, scope: { tenantId, userId }, caller: callerWithoutRights({ userId, tenantId, account }) },
        payload,
        checkpoint,
        to: "cancelled",
        reason: cancelledReason,
        resumeAt: (later) => tx.withCommit(laterCheckpoint({ tenantId, id }, later)),
      });
    }
  },
});

/** People who may not cancel jobs still take back what they began themselves. */
const giveUpOf = (handlers: Handlers): Effect<"job.giveUp"> => ({
  commit: async (tx, context, { ids, ...input }) => {
    const [own] = await rowsOfAll(tx, [
      db
        .selectFrom(tables(context).unscoped("job", "j"))
        .where("j.id", "=", anyOf(ids))
        .where("j.createUser", "=", context.caller.userId)
        .select("j.id"),
    ]);
    if (own.length !== ids.length) throw rowNotFound();
    return cancelOf(handlers).commit(tx, context, { ids, ...input });
  },
});

const retry: Effect<"job.retry"> = {
  commit: async (tx, context, { ids }) => {
    const { tenantId } = context.scope;
    try {
      await run(
        tx,
        updateWithoutVersion(tables(context).unscoped("job", "j"))
          .set({ error: null, errorCode: null, attempts: 0, runTime: context.now(), finishTime: null })
          .where("j.id", "=", anyOf(ids)),
        wakeWorkers(tenantId),
      );
      const { rowCount } = await tx.query(requeueJobs(tenantId, ids, millisecondsOf(context.now())));
      if (rowCount < ids.length) throw businessError("jobIsGone", ["该任务已不能重新执行", "This job cannot run again"]);
    } catch (error) {
      if (describeSqlError(error)?.kind !== "unique") throw error;
      throw businessError("jobIsEnqueued", ["相同的任务已在队列中", "The same job is in the queue already"]);
    }
  },
};

/** Jobs that are answered at once. */
const maxJobs = 200;

interface JobWithSubject {
  readonly id: string;
  readonly subjectResource: string | null;
  readonly subjectId: string | null;
}

const isId = (text: string): boolean => /^\d{1,18}$/.test(text);

/** Ids of the jobs whose subject the caller may see: rows of resources they read, within their data scopes. */
async function withVisibleSubject(context: RequestContext, requestedJobs: readonly JobWithSubject[]): Promise<readonly string[]> {
  const named = requestedJobs.filter(({ subjectId }) => isId(subjectId ?? ""));
  const found = await Promise.all(
    [...new Set(named.map(({ subjectResource }) => subjectResource ?? ""))].map(async (name) => {
      const resource = context.model.resource.get(name);
      if (resource === undefined || !resource.hasTable || !resource.hasBaseColumns || !mayRead(context.caller, resource)) return [];
      const jobs = named.filter((row) => row.subjectResource === name);
      const ids = jobs.flatMap(({ subjectId }) => subjectId ?? []);
      // As the owner where the platform's administrator sees the rows of all tenants.
      const isAcross = readsAcrossTenants(context, resource);
      const query = accessibleIds(context, resource, ids, { isAcrossTenants: isAcross });
      const [rows] = isAcross ? await readAsOwner(context, [query]) : await read(context, [query]);
      const visible = new Set(rows.map(({ id }) => id));
      return jobs.filter(({ subjectId }) => visible.has(subjectId ?? "")).map(({ id }) => id);
    }),
  );
  return found.flat();
}

const requestedOf = (jobs: TableRows<"job", "j">, given: Given<{ readonly ids: readonly string[] }>) =>
  db
    .selectFrom(jobs)
    .where("j.id", "=", anyOf(given("ids")))
    .select([
      "j.id",
      "j.createUser",
      "j.subjectResource",
      "j.subjectId",
      "j.status",
      "j.progressDone",
      "j.progressTotal",
      "j.progressNote",
      "j.error",
    ]);

/** Asked every few seconds by whoever waits for one. */
const requestedIds = prepared("jobs_asked", (given: Given<{ readonly ids: readonly string[] }>, { unscoped }) =>
  requestedOf(unscoped("job", "j"), given),
);
const requestedOfAll = prepared("jobs_asked_of_all", (given: Given<{ readonly ids: readonly string[] }>, { acrossTenants }) =>
  requestedOf(acrossTenants("job", "j"), given),
);

const numberOf = (value: string | null): number | null => (value === null ? null : Number(value));

/** How far jobs are, for those who started them, who may see the row they are about, or who may see jobs. Others get no word of them. */
const progress: ReadHandler = async (context, { ids = "" }) => {
  const { caller, model } = context;
  const requestedJobs = [
    ...new Set(
      ids
        .split(",")
        .map((id) => id.trim())
        .filter((id) => id !== ""),
    ),
  ];
  if (requestedJobs.length > maxJobs || !requestedJobs.every(isId)) throw malformedParameter("ids");
  const job = model.resource.get("job");
  if (requestedJobs.length === 0 || job === undefined) return [];
  const isReader = mayRead(caller, job);
  // As the owner where the platform's administrator sees the jobs of all tenants.
  const isAcross = readsAcrossTenants(context, job);
  const queries = [
    (isAcross ? requestedOfAll : requestedIds)(context, { ids: requestedJobs }),
    accessibleIds(context, job, requestedJobs, { isAcrossTenants: isAcross }),
  ] as const;
  const [rows, reader] = isAcross ? await readAsOwner(context, queries) : await read(context, queries);
  const visible = new Set([
    ...rows.filter(({ createUser }) => createUser !== null && createUser === caller.userId).map(({ id }) => id),
    ...(isReader ? reader.map(({ id }) => id) : []),
  ]);
  for (const id of await withVisibleSubject(
    context,
    rows.filter((row) => !visible.has(row.id)),
  ))
    visible.add(id);
  return rows
    .filter(({ id }) => visible.has(id))
    .map(({ id, status, progressDone, progressTotal, progressNote, error, subjectResource, subjectId }) =>
      jobViewIn(
        {
          job: id,
          state: status,
          done: numberOf(progressDone),
          total: numberOf(progressTotal),
          note: progressNote,
          error,
          resource: subjectResource ?? "",
          id: subjectId ?? "",
        },
        context.language,
      ),
    );
};

/** Most jobs are about what belongs to no channel; users of a channel still see those that they started. */
const access: RowAccess = {
  channelUserFilter: ({ userId }, rows) => rowCondition("job", rows, (ref) => sql<boolean>`${ref("createUser")} = ${userId}::bigint`),
};

export const jobDomain = (handlers: Handlers): Domain => ({
  reads: { "job.progress": progress },
  actions: { "job.cancel": cancelOf(handlers), "job.giveUp": giveUpOf(handlers), "job.retry": retry },
  hooks: {
    job: {
      access,
      afterRead: (row, _now, language) => ({ ...row, duration: durationBetween(row.startTime, row.finishTime, language) }),
    },
  },
});
