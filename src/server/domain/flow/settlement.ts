// What a run has made of an instance is stored: state, tasks, history, what runs, timers, and the row that the process is about.
import type { CommitContext } from "../../contract.ts";
import { writeJobs } from "../../crud/write/jobs.ts";
import { runSoon } from "../../rows/query.ts";
import { removeDerived, tables, updateDerived, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { assignmentsOf } from "./assignment.ts";
import { withdrawJobs } from "../../jobs/enqueue.ts";
import type { InstanceState, RunResult } from "./engine/instance.ts";
import { followTasks } from "./follow.ts";
import { writeSteps } from "./instance-history.ts";
import { addTasks, cancelTasks, waitingTasks } from "./instance-tasks.ts";
import { notifyOutcome } from "./outcome-notice.ts";
import { callerName } from "./task-notes.ts";
import { startedServices, followFailures, serviceJob } from "./service-jobs.ts";
import { moveSubject, type BusinessOutcome } from "./subjects.ts";

type InstanceOutcome = "approved" | "rejected" | "withdrawn" | "failed";

const moves: Readonly<Record<InstanceOutcome, BusinessOutcome>> = {
  approved: "approve",
  rejected: "reject",
  withdrawn: "withdraw",
  // Nobody has decided anything.
  failed: "withdraw",
};

export interface StoredInstance {
  readonly id: string;
  readonly processInstanceId: string;
  readonly processDefinitionId: string;
  readonly businessResource: string;
  readonly businessId: string;
  /** The message that has started it; "" where somebody asked for it. */
  readonly startMessage: string;
}

interface Settled {
  readonly result: RunResult;
  /** How it ended; undefined while it runs, and where it failed. */
  readonly outcome: InstanceOutcome | undefined;
  /** Nothing that waited before goes on: it was left for another step. */
  readonly isAnew?: boolean;
  /** It was sent back, with these words: whoever is asked now is told so. */
  readonly sentBack?: string;
  /** When its timers were due before the run, by their execution. */
  readonly timersBefore?: InstanceState["due"];
  readonly starter?: { readonly id: string; readonly name: string };
}

/** Stores what a run has made of an instance. */
export async function settle(context: CommitContext, tx: Transaction, instance: StoredInstance, settled: Settled): Promise<void> {
  const { result, starter, isAnew = false } = settled;
  const { unscoped } = tables(context);
  const outcome = result.outcome === "failed" ? "failed" : settled.outcome;
  const waiting = await waitingTasks(context, tx, instance.processInstanceId);
  const waitingBefore = new Set(waiting.map(({ executionId }) => executionId ?? ""));
  const now = new Set(result.tasks.map(({ executionId }) => executionId));
  const started = result.tasks.filter(({ executionId }) => !waitingBefore.has(executionId));
  const gone = waiting.filter(({ executionId }) => !now.has(executionId ?? ""));
  const assignments = await assignmentsOf(context, tx, started);
  await cancelTasks(context, tx, gone);
  const { sentBack } = settled;
  const notice = sentBack === undefined ? {} : { kind: "sentBack" as const, comment: sentBack, fromName: await callerName(context, tx) };
  await addTasks(context, tx, instance, { tasks: started, assignments, notice });
  await writeSteps(context, tx, instance, {
    steps: result.steps,
    started: started.map((task, index) => ({
      ...task,
      assignee: assignments[index]?.assignee ?? null,
      assigneeName: assignments[index]?.assigneeName ?? "",
    })),
    over: gone.map(({ executionId }) => executionId ?? ""),
    services: result.services.map(({ executionId }) => executionId),
    isOver: outcome !== undefined,
    isAnew,
    ...(starter === undefined ? {} : { starter }),
  });
  await writeJobs(
    tx,
    context,
    result.sent.map((name) => ({
      queue: "flow.message",
      payload: {
        name,
        businessId: instance.businessId,
        resource: instance.businessResource,
        processInstanceId: instance.processInstanceId,
      },
    })),
  );
  await writeJobs(
    tx,
    context,
    startedServices(result).map((service) => serviceJob(instance.processInstanceId, service)),
  );
  if (outcome !== undefined) {
    await dropTimers(context, tx, instance, { before: settled.timersBefore, now: [] });
    return close(context, tx, instance, { outcome, reason: result.error?.sentence ?? "", state: result.state });
  }
  const steps = [...result.tasks, ...result.services, ...result.timers, ...result.messages];
  runSoon(
    tx,
    updateDerived(unscoped("flow-instance", "i"))
      .set({ state: JSON.stringify(result.state) })
      .where("i.id", "=", instance.id),
    updateDerived(unscoped("flow-follow", "f"))
      .set({ activityId: steps[0]?.elementId ?? "", name: [...new Set(steps.map(({ name }) => name))].join("、").slice(0, 255) })
      .$if(started.length > 0, (update) => update.set({ since: context.now() }))
      .where("f.processInstanceId", "=", instance.processInstanceId),
  );
  await followTasks(context, tx, [instance.processInstanceId]);
  const hadServices =
    isAnew || result.services.length > 0 || result.steps.some(({ type }) => type === "serviceTask" || type === "sendTask");
  if (hadServices) await followFailures(context, tx, instance.processInstanceId);
  await dropTimers(context, tx, instance, { before: settled.timersBefore, now: result.timers });
  await writeJobs(
    tx,
    context,
    result.timers.map(({ executionId, due }) => ({
      queue: "flow.timer",
      // A timer that repeats has the same execution and another time; the job of the time before is still unfinished then.
      key: timerKey(instance, executionId, due),
      payload: { processInstanceId: instance.processInstanceId, executionId, due },
      runAt: due,
    })),
  );
}

const timerKey = ({ processInstanceId }: StoredInstance, executionId: string, due: string): string =>
  `${processInstanceId}:${executionId}:${due}`;

interface Timers {
  readonly before: InstanceState["due"] | undefined;
  readonly now: readonly { readonly executionId: string; readonly due: string }[];
}

/** Takes the jobs of timers out of the queue that are not awaited any more. */
export async function dropTimers(context: CommitContext, tx: Transaction, instance: StoredInstance, { before = {}, now }: Timers) {
  const awaited = new Set(now.map(({ executionId, due }) => timerKey(instance, executionId, due)));
  const gone = Object.entries(before)
    .map(([executionId, due]) => timerKey(instance, executionId, due))
    .filter((key) => !awaited.has(key));
  if (gone.length > 0) await withdrawJobs(tx, { tenantId: context.scope.tenantId, queue: "flow.timer", keys: gone });
}

/** An instance that is over: it runs no more, and its row moves as the outcome says. */
export async function close(
  context: CommitContext,
  tx: Transaction,
  instance: StoredInstance,
  { outcome, reason, state }: { readonly outcome: InstanceOutcome; readonly reason: string; readonly state?: InstanceState },
): Promise<void> {
  const { unscoped } = tables(context);
  runSoon(
    tx,
    updateWithoutVersion(unscoped("flow-instance", "i"), { by: "locked", row: { ...instance } })
      .set({ endTime: context.now(), outcome, outcomeReason: reason === "" ? null : reason.slice(0, 500) })
      .where("i.id", "=", instance.id),
    ...(state === undefined
      ? []
      : [
          updateDerived(unscoped("flow-instance", "i"))
            .set({ state: JSON.stringify(state) })
            .where("i.id", "=", instance.id),
        ]),
    removeDerived(unscoped("flow-follow", "f")).where("f.processInstanceId", "=", instance.processInstanceId),
  );
  await notifyOutcome(context, tx, instance.processInstanceId, { outcome, reason });
  const subject = { resource: instance.businessResource, id: instance.businessId };
  // What a message has started only has to do with the row: nobody asked it to decide.
  if (subject.resource !== "" && instance.startMessage === "") await moveSubject(context, tx, subject, moves[outcome]);
}
