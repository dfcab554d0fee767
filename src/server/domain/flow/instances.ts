// Instances of processes in the database: each call loads one under a lock, has the engine go on, and stores what came of it — state, tasks,
// history, what runs, timers, and the row that the process is about — in the caller's transaction.
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { CommitContext } from "../../contract.ts";
import { writeJobs } from "../../crud/write/jobs.ts";
import { businessError, rowNotFound } from "../../http/errors.ts";
import { insert, type NewRow } from "../../rows/insert.ts";
import { anyOf, db, first, rows, run } from "../../rows/query.ts";
import { deleteFrom, tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { assignmentsOf, type Assignment } from "./assignment.ts";
import type { Variables } from "#process/expressions";
import type { Command, InstanceState, RunResult, WaitingTask } from "./engine/instance.ts";
import { personName, writeSteps } from "./instance-history.ts";
import { runOf, taskOver } from "./sources.ts";
import { moveSubject, type BusinessOutcome } from "./subjects.ts";

/** Of a task (resources/flow/flow-task.ts). */
export const taskProgress = { waiting: 1, completed: 2, cancelled: 3 } as const;

/** Of a definition that may be started. */
const active = 1;

export type InstanceOutcome = "approved" | "rejected" | "withdrawn" | "failed";

const moves: Readonly<Record<InstanceOutcome, BusinessOutcome>> = {
  approved: "approve",
  rejected: "reject",
  withdrawn: "withdraw",
  // Nobody has decided anything.
  failed: "withdraw",
};

/** What was stored by this file. */
const storedState = z.custom<InstanceState>((value) => typeof value === "object" && value !== null && "engine" in value);

export interface StartedProcess {
  readonly definitionId: string;
  /** The resource of the row that the process is about, its id, and the name of its table for callers. */
  readonly resource: string;
  readonly businessId: string;
  readonly businessTable: string;
  readonly title: string;
  readonly variables: Variables;
}

/** A definition that the tenant may start, kept from being suspended or deleted meanwhile. */
async function startableDefinition(context: CommitContext, tx: Transaction, id: string) {
  const definition = await first(
    tx,
    db
      .selectFrom(tables(context).acrossTenants("flow-manager", "d"))
      .where("d.id", "=", id)
      .where(({ eb, or }) => or([eb("d.tenantId", "is", null), eb("d.tenantId", "in", ["", context.scope.tenantId])]))
      .forShare()
      .select(["d.id", "d.key", "d.name", "d.version", "d.category", "d.suspensionState", "d.xml"]),
  );
  if (definition === undefined) throw rowNotFound();
  const name = definition.name ?? definition.key ?? "";
  if (definition.suspensionState !== active)
    throw businessError("processSuspended", [`流程“${name}”已挂起，不能发起`, `The process “${name}” is suspended and cannot be started`], {
      data: { id },
    });
  return definition;
}

/** Starts an instance; answers its id. */
export async function startInstance(context: CommitContext, tx: Transaction, started: StartedProcess): Promise<string> {
  const definition = await startableDefinition(context, tx, started.definitionId);
  const { caller } = context;
  const now = context.now();
  const variables = { ...started.variables, initiator: caller.userId, deptId: caller.deptIds[0] ?? "", pass: false, comment: "" };
  const command: Command = { type: "start", variables };
  const result = await runOf({ xml: definition.xml ?? "", command, now });
  const processInstanceId = randomUUID();
  const person = caller.userId === "" ? undefined : await first(tx, personName(context, caller.userId));
  const starterName = person?.realName ?? caller.realName;
  const instance: StoredInstance = {
    id: await context.identifiers.next(),
    processInstanceId,
    processDefinitionId: definition.id,
    businessResource: started.resource,
    businessId: started.businessId,
  };
  const row: NewRow<"flow-instance"> = {
    ...instance,
    processDefinitionKey: definition.key,
    processDefinitionName: definition.name,
    processDefinitionVersion: definition.version,
    category: definition.category,
    businessTable: started.businessTable,
    title: started.title.slice(0, 255),
    starter: caller.userId === "" ? null : caller.userId,
    starterName,
    startTime: now,
  };
  await run(
    tx,
    insert(context, "flow-instance", [row]),
    insert(context, "flow-follow", [
      {
        id: await context.identifiers.next(),
        executionId: processInstanceId,
        processInstanceId,
        processDefinitionKey: definition.key,
        processDefinitionId: definition.id,
        startUser: starterName,
        startUserId: row.starter ?? null,
        businessId: started.businessId,
        startTime: now,
        suspensionState: active,
      },
    ]),
  );
  // Nobody was asked: nobody refused.
  const outcome = result.outcome === "ended" ? "approved" : undefined;
  await settle(context, tx, instance, { result, outcome, starter: { id: caller.userId, name: starterName } });
  return processInstanceId;
}

interface StoredInstance {
  readonly id: string;
  readonly processInstanceId: string;
  readonly processDefinitionId: string;
  readonly businessResource: string;
  readonly businessId: string;
}

/**
 * A running instance, locked until the transaction ends, first among all that belongs to it. Undefined where it is over or none of the
 * tenant.
 */
async function lockInstance(context: CommitContext, tx: Transaction, processInstanceId: string) {
  const { unscoped } = tables(context);
  // What runs is locked first, as it is by whoever deletes an instance from the list of what runs.
  await rows(
    tx,
    db.selectFrom(unscoped("flow-follow", "f")).where("f.processInstanceId", "=", processInstanceId).forNoKeyUpdate().select("f.id"),
  );
  const row = await first(
    tx,
    db
      .selectFrom(unscoped("flow-instance", "i"))
      .where("i.processInstanceId", "=", processInstanceId)
      .where("i.endTime", "is", null)
      .forNoKeyUpdate()
      .select(["i.id", "i.processDefinitionId", "i.businessResource", "i.businessId", "i.state"]),
  );
  if (row === undefined) return undefined;
  const instance: StoredInstance = {
    id: row.id,
    processInstanceId,
    processDefinitionId: row.processDefinitionId ?? "",
    businessResource: row.businessResource ?? "",
    businessId: row.businessId ?? "",
  };
  return { instance, state: row.state };
}

/** Makes the command with the instance locked; none where there is nothing to do any more. */
type BeforeRun = (state: InstanceState) => Promise<Command | undefined>;

/** Has a running instance go on with a command, which is made with the instance locked. Refused where it is over. */
export async function advance(context: CommitContext, tx: Transaction, processInstanceId: string, before: BeforeRun): Promise<void> {
  const locked = await lockInstance(context, tx, processInstanceId);
  if (locked === undefined) throw taskOver();
  const { instance } = locked;
  const state = storedState.parse(locked.state);
  const command = await before(state);
  if (command === undefined) return;
  const definition = await first(
    tx,
    db.selectFrom(tables(context).acrossTenants("flow-manager", "d")).where("d.id", "=", instance.processDefinitionId).select("d.xml"),
  );
  const result = await runOf({ xml: definition?.xml ?? "", state, command, now: context.now() });
  const outcome = result.outcome !== "ended" ? undefined : result.state.variables["pass"] === true ? "approved" : "rejected";
  await settle(context, tx, instance, { result, outcome });
}

/** Ends a running instance from outside; what it was about is withdrawn. False where it is over already. */
export async function withdrawInstance(
  context: CommitContext,
  tx: Transaction,
  processInstanceId: string,
  reason: string,
): Promise<boolean> {
  const locked = await lockInstance(context, tx, processInstanceId);
  if (locked === undefined) return false;
  const { unscoped } = tables(context);
  const waiting = await rows(
    tx,
    db
      .selectFrom(unscoped("flow-task", "t"))
      .where("t.processInstanceId", "=", processInstanceId)
      .where("t.progress", "=", taskProgress.waiting)
      .select(["t.taskId", "t.executionId"]),
  );
  await cancelTasks(context, tx, waiting);
  await writeSteps(context, tx, locked.instance, { steps: [], begun: [], over: [], isOver: true });
  await close(context, tx, locked.instance, { outcome: "withdrawn", reason });
  return true;
}

interface Settled {
  readonly result: RunResult;
  /** How it ended; undefined while it runs, and where it failed. */
  readonly outcome: InstanceOutcome | undefined;
  readonly starter?: { readonly id: string; readonly name: string };
}

/** Stores what a run has made of an instance. */
async function settle(context: CommitContext, tx: Transaction, instance: StoredInstance, settled: Settled): Promise<void> {
  const { result, starter } = settled;
  const { unscoped } = tables(context);
  const outcome = result.outcome === "failed" ? "failed" : settled.outcome;
  const waiting = await rows(
    tx,
    db
      .selectFrom(unscoped("flow-task", "t"))
      .where("t.processInstanceId", "=", instance.processInstanceId)
      .where("t.progress", "=", taskProgress.waiting)
      .select(["t.taskId", "t.executionId"]),
  );
  const known = new Set(waiting.map(({ executionId }) => executionId ?? ""));
  const now = new Set(result.tasks.map(({ executionId }) => executionId));
  const begun = result.tasks.filter(({ executionId }) => !known.has(executionId));
  const gone = waiting.filter(({ executionId }) => !now.has(executionId ?? ""));
  const assignments = await assignmentsOf(context, tx, begun);
  await cancelTasks(context, tx, gone);
  await addTasks(context, tx, instance.processInstanceId, { tasks: begun, assignments });
  await writeSteps(context, tx, instance, {
    steps: result.steps,
    begun: begun.map((task, index) => ({
      ...task,
      assignee: assignments[index]?.assignee ?? null,
      assigneeName: assignments[index]?.assigneeName ?? "",
    })),
    over: gone.map(({ executionId }) => executionId ?? ""),
    isOver: outcome !== undefined,
    ...(starter === undefined ? {} : { starter }),
  });
  await run(
    tx,
    updateDerived(unscoped("flow-instance", "i"))
      .set({ state: JSON.stringify(result.state) })
      .where("i.id", "=", instance.id),
  );
  if (outcome !== undefined) return close(context, tx, instance, { outcome, reason: result.error?.sentence ?? "" });
  const steps = [...result.tasks, ...result.timers];
  await run(
    tx,
    updateDerived(unscoped("flow-follow", "f"))
      .set({ activityId: steps[0]?.elementId ?? "", name: [...new Set(steps.map(({ name }) => name))].join("、").slice(0, 255) })
      .where("f.processInstanceId", "=", instance.processInstanceId),
  );
  await writeJobs(
    tx,
    context,
    result.timers.map(({ executionId, due }) => ({
      queue: "flow.timer",
      // A timer that repeats has the same execution and another time; the job of the time before is still unfinished then.
      key: `${instance.processInstanceId}:${executionId}:${due}`,
      payload: { processInstanceId: instance.processInstanceId, executionId, due },
      runAt: due,
    })),
  );
}

/** An instance that is over: it runs no more, and its row moves as the outcome says. */
async function close(
  context: CommitContext,
  tx: Transaction,
  instance: StoredInstance,
  { outcome, reason }: { readonly outcome: InstanceOutcome; readonly reason: string },
): Promise<void> {
  const { unscoped } = tables(context);
  await run(
    tx,
    updateDerived(unscoped("flow-instance", "i"))
      .set({ endTime: context.now(), outcome, outcomeReason: reason === "" ? null : reason.slice(0, 500) })
      .where("i.id", "=", instance.id),
    deleteFrom(unscoped("flow-follow", "f")).where("f.processInstanceId", "=", instance.processInstanceId),
  );
  const subject = { resource: instance.businessResource, id: instance.businessId };
  if (subject.resource !== "") await moveSubject(context, tx, subject, moves[outcome]);
}

async function addTasks(
  context: CommitContext,
  tx: Transaction,
  processInstanceId: string,
  { tasks, assignments }: { readonly tasks: readonly WaitingTask[]; readonly assignments: readonly Assignment[] },
): Promise<void> {
  if (tasks.length === 0) return;
  const added: NewRow<"flow-task">[] = [];
  const candidates: NewRow<"flow-candidate">[] = [];
  for (const [index, task] of tasks.entries()) {
    const { assignee = null, candidates: asked = [] } = assignments[index] ?? {};
    const taskId = randomUUID();
    added.push({
      id: await context.identifiers.next(),
      taskId,
      processInstanceId,
      executionId: task.executionId,
      taskDefinitionKey: task.elementId,
      taskName: task.name === "" ? task.elementId : task.name,
      formKey: task.formKey === "" ? null : task.formKey,
      assignee,
      progress: taskProgress.waiting,
      dueTime: task.due === "" ? null : task.due,
      createTime: context.now(),
    });
    for (const candidate of asked) candidates.push({ id: await context.identifiers.next(), taskId, candidate });
  }
  await run(tx, insert(context, "flow-task", added), ...(candidates.length === 0 ? [] : [insert(context, "flow-candidate", candidates)]));
}

/** Tasks that their process has taken away. One that was completed is so already. */
async function cancelTasks(context: CommitContext, tx: Transaction, tasks: readonly { readonly taskId: string | null }[]): Promise<void> {
  if (tasks.length === 0) return;
  const { unscoped } = tables(context);
  const ids = tasks.map(({ taskId }) => taskId);
  await run(
    tx,
    updateDerived(unscoped("flow-task", "t"))
      .set({ progress: taskProgress.cancelled, endTime: context.now() })
      .where("t.taskId", "=", anyOf(ids))
      .where("t.progress", "=", taskProgress.waiting),
    deleteFrom(unscoped("flow-candidate", "c")).where("c.taskId", "=", anyOf(ids)),
  );
}
