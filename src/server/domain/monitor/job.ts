// What people do to jobs: cancel them, and have them run again.
import type { Domain, Effect } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { announceCancel, cancelQueued, endCancelled, queueAgain, wakeWorkers } from "../../jobs/enqueue.ts";
import { jobState } from "../../jobs/job-state.ts";
import { anyOf, run } from "../../rows/query.ts";
import { tables, update, updateDerived } from "../../rows/tables.ts";
import { millisecondsOf } from "../../store/clock.ts";
import { describeSqlError } from "../../store/sql-errors.ts";

/** The rows of `job` are locked before those of the queue, here and by workers, so that neither waits for the other in a circle. */
const cancel: Effect = {
  commit: (tx, context, { ids }) => {
    const jobs = tables(context).acrossTenants("job", "j");
    return run(
      tx,
      cancelQueued(ids),
      update(context, jobs).set({ status: jobState.cancelled, finishTime: context.now() }).where("j.id", "=", anyOf(ids)).where("j.status", "=", jobState.waiting),
      // One that waits has no worker that could notice it.
      endCancelled(ids),
      announceCancel,
    );
  },
};

const retry: Effect = {
  commit: async (tx, context, { ids }) => {
    const jobs = tables(context).acrossTenants("job", "j");
    try {
      await run(
        tx,
        updateDerived(jobs).set({ error: null, errorCode: null, attempts: 0, runTime: context.now(), finishTime: null }).where("j.id", "=", anyOf(ids)),
        queueAgain(ids, millisecondsOf(context.now())),
        wakeWorkers,
      );
    } catch (error) {
      if (describeSqlError(error)?.kind !== "unique") throw error;
      throw businessError("jobIsEnqueued", ["相同的任务已在队列中", "The same job is in the queue already"]);
    }
  },
};

export const jobDomain: Domain = { reads: {}, actions: { "job.cancel": cancel, "job.retry": retry }, hooks: {} };
