// Deleting a deployment: nothing starts from its definitions any more, what runs of them is ended in bounded steps, and then they are gone.
import { sql } from "kysely";
import { z } from "zod";
import type { AnyDomain, CommitContext, Effect } from "../../contract.ts";
import { writeJobs } from "../../crud/write/jobs.ts";
import { needsConfirmation } from "../../http/errors.ts";
import type { JobHandler } from "../../jobs/job-handler.ts";
import { anyOf, db, first, rows, run } from "../../rows/query.ts";
import { remove, tables, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { platformTenant } from "../../caller/caller.ts";
import { withdrawInstance } from "./instances.ts";
import { processState } from "./states.ts";

export const deletionQueue = "flow.deletion";

/** One transaction ends so many instances; a job does the rest. */
const maxAtOnce = 50;

const deleteReason = "流程部署已删除";

const inTenant = (context: CommitContext, tenantId: string): CommitContext => ({ ...context, scope: { ...context.scope, tenantId } });

/**
 * What runs of these definitions, of every tenant: a general definition is everybody's. Only the platform's administrator, and the job that
 * they start, get here.
 */
const running = (context: CommitContext, ids: readonly string[]) =>
  db
    .selectFrom(tables(context).acrossTenants("flow-instance", "i"))
    .where(({ eb, or, ref }) =>
      or([
        eb("i.processDefinitionId", "=", anyOf(ids)),
        // Or one of them is called within it.
        sql<boolean>`jsonb_path_exists(${ref("i.state")}, '$.called.**.definitionId ? (@ == $ids[*])', jsonb_build_object('ids', to_jsonb(${ids}::text[])))`,
      ]),
    )
    .where("i.endTime", "is", null);

/** Ends the next instances, by id; answers the last of them, or undefined where there are no more. */
async function endSome(context: CommitContext, tx: Transaction, ids: readonly string[], after: string) {
  const found = await rows(
    tx,
    running(context, ids).where("i.id", ">", after).orderBy("i.id").limit(maxAtOnce).select(["i.id", "i.processInstanceId", "i.tenantId"]),
  );
  for (const { processInstanceId, tenantId } of found)
    await withdrawInstance(inTenant(context, tenantId), tx, processInstanceId ?? "", deleteReason);
  return { count: found.length, last: found.length < maxAtOnce ? undefined : found.at(-1)?.id };
}

const removeDefinitions = (context: CommitContext, tx: Transaction, ids: readonly string[]) =>
  run(tx, remove(tables(context).acrossTenants("flow-manager", "d")).where("d.id", "=", anyOf(ids)));

export const deleteDeployment: Effect<"flow-manager.deleteDeployment"> = {
  commit: async (tx, context, { rows: definitions, isConfirmed }) => {
    const ids = definitions.map(({ id }) => id);
    // Whoever starts one of them has it shared: from here on there is none that is not counted.
    await run(
      tx,
      updateWithoutVersion(tables(context).acrossTenants("flow-manager", "d"))
        .set({ suspensionState: processState.deleting })
        .where("d.id", "=", anyOf(ids)),
    );
    const counted = await first(
      tx,
      running(context, ids).select(({ fn }) => fn.countAll<string>().as("count")),
    );
    const count = Number(counted?.count ?? 0);
    if (count > 0 && !isConfirmed)
      throw needsConfirmation(
        [
          `有 ${count} 个流程实例仍在运行，删除部署将结束这些实例并撤销其业务数据，确定删除?`,
          `${count === 1 ? "One instance is" : `${count} instances are`} still running. Deleting the deployment ends ${count === 1 ? "it" : "them"} and withdraws what ${count === 1 ? "it is" : "they are"} about. Delete?`,
        ],
        [],
      );
    const { count: ended, last } = await endSome(context, tx, ids, "0");
    if (last === undefined) {
      await removeDefinitions(context, tx, ids);
      return { ended, remaining: 0 };
    }
    const [one] = definitions;
    const subject = { resource: "flow-manager", id: one?.id ?? "", title: one?.name ?? "" };
    await writeJobs(tx, inTenant(context, platformTenant), [
      { queue: deletionQueue, key: ids.toSorted().join(","), payload: { ids, after: last, total: count, done: ended }, subject },
    ]);
    return { ended, remaining: count - ended };
  },
};

const payload = z.object({ ids: z.array(z.string()), after: z.string(), total: z.int(), done: z.int() });
const position = z.object({ after: z.string(), done: z.int() });

/** The rest of what runs of deleted definitions, and then the definitions. */
export const deletionJob = (whole: () => AnyDomain): JobHandler => ({
  // What runs of a general definition belongs to many tenants.
  acrossTenants: true,
  async run(job) {
    const { ids, total, ...progress } = payload.parse(job.payload);
    const context = { ...job.context, domain: whole() };
    let { after, done } = position.parse(job.checkpoint ?? progress);
    for (let isOver = false; !isOver;) {
      const { count, last } = await job.step(
        async (tx) => {
          const some = await endSome(context, tx, ids, after);
          if (some.last === undefined) await removeDefinitions(context, tx, ids);
          return some;
        },
        (some) => ({
          checkpoint: { after: some.last ?? after, done: done + some.count },
          progress: { done: done + some.count, total, note: ["结束流程实例", "Ending instances"] },
        }),
      );
      done += count;
      isOver = last === undefined;
      after = last ?? after;
    }
  },
});
