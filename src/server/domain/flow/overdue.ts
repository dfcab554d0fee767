// Tells those who have tasks that are overdue, once for each task and due time, also of what was due while no server ran.
import type { Domain } from "../../contract.ts";
import type { JobHandler } from "../../jobs/job-handler.ts";
import { anyOf, rows, run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import { notifyCandidates, waitingTasks } from "./notices.ts";

const queue = "flow.overdue";
/** Tasks of one transaction. */
const batch = 100;

const report: JobHandler = {
  isOnePerTenant: true,
  async run(job) {
    const { context } = job;
    for (let done = 0, isDone = false; !isDone;) {
      const count = await job.step(
        async (tx) => {
          // Locked as whoever hands a task on has it: either comes first, and whoever has it then is told.
          const late = await rows(
            tx,
            waitingTasks(context)
              .where("t.dueTime", "<", context.now())
              .where(({ eb, or, ref }) => or([eb("t.reportedDue", "is", null), eb("t.reportedDue", "<>", ref("t.dueTime"))]))
              .orderBy("t.dueTime")
              .orderBy("t.id")
              .limit(batch)
              .forNoKeyUpdate("t"),
          );
          await notifyCandidates(
            context,
            tx,
            late.map(({ id: _id, ...task }) => task),
            { kind: "overdue" },
          );
          await run(
            tx,
            updateDerived(tables(context).unscoped("flow-task", "t"))
              .set(({ ref }) => ({ reportedDue: ref("t.dueTime") }))
              .where("t.id", "=", anyOf(late.map(({ id }) => id))),
          );
          return late.length;
        },
        (reported) => ({ progress: { done: done + reported } }),
      );
      done += count;
      isDone = count < batch;
    }
  },
};

export const overdueDomain: Domain = {
  reads: {},
  actions: {},
  hooks: {},
  jobs: { [queue]: report },
  schedules: { [queue]: { times: { everyMinutes: 10 }, tenants: "each", job: { queue, payload: null } } },
};
