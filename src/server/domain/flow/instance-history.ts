// What a run made of an instance, as rows of its history: nodes that began and ended, and tasks with who did them.
import type { CommitContext } from "../../contract.ts";
import { anyOf, db, first, run, runSoon } from "../../rows/query.ts";
import { append, type NewRow } from "../../rows/insert.ts";
import { amend, tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { attachmentNames } from "./attachment-names.ts";
import type { Step } from "./engine/instance.ts";

/** An instance, as far as its history names it. */
interface HistoryOf {
  readonly processInstanceId: string;
  readonly processDefinitionId: string;
  readonly businessId: string;
}

/** A task that has begun to wait. */
interface StartedTask {
  readonly executionId: string;
  readonly elementId: string;
  readonly name: string;
  readonly assignee: string | null;
  readonly assigneeName: string;
}

interface HappenedSteps {
  readonly steps: readonly Step[];
  readonly started: readonly StartedTask[];
  /** Executions of tasks that are over, by completion or because their process took them away. */
  readonly over: readonly string[];
  /** Executions of services that are still waited for. */
  readonly services: readonly string[];
  /** The instance has ended: nothing of it goes on. */
  readonly isOver: boolean;
  /** Nothing that went on before does. */
  readonly isAnew?: boolean;
  /** Who started it; with a first run. */
  readonly starter?: { readonly id: string; readonly name: string };
}

/** Writes the steps of a run, oldest first. Tasks come from the lists of work, because those show who has them. */
export async function writeSteps(context: CommitContext, tx: Transaction, instance: HistoryOf, happened: HappenedSteps): Promise<void> {
  const { steps, started, over, services, isOver, isAnew = false, starter } = happened;
  const now = context.now();
  const ended = new Set(steps.filter(({ what }) => what === "ended" || what === "discarded").map(({ executionId }) => executionId));
  const rowOf = async (
    step: Pick<Step, "executionId" | "elementId" | "type" | "name">,
    more: Partial<NewRow<"flow-history">>,
  ): Promise<NewRow<"flow-history">> => ({
    id: await context.identifiers.next(),
    processInstanceId: instance.processInstanceId,
    processDefinitionId: instance.processDefinitionId,
    businessId: instance.businessId,
    historyActivityId: step.elementId,
    historyActivityType: step.type,
    historyActivityName: step.name,
    executionId: step.executionId,
    createTime: now,
    endTime: ended.has(step.executionId) || isOver ? now : null,
    ...more,
  });
  const rows: NewRow<"flow-history">[] = [];
  const tasks = new Map(started.map((task) => [task.executionId, task]));
  const writeTask = async (task: StartedTask) => {
    tasks.delete(task.executionId);
    const { assignee, assigneeName } = task;
    rows.push(await rowOf({ ...task, type: "userTask" }, { assignee, assigneeName: assigneeName === "" ? null : assigneeName }));
  };
  for (const step of steps) {
    if (step.what !== "started") continue;
    const task = tasks.get(step.executionId);
    if (task !== undefined) await writeTask(task);
    else if (step.type === "startEvent" && starter !== undefined)
      rows.push(await rowOf(step, { assignee: starter.id === "" ? null : starter.id, assigneeName: starter.name }));
    else if (step.type !== "userTask" && step.type !== "process") rows.push(await rowOf(step, {}));
  }
  for (const task of tasks.values()) await writeTask(task);
  const open = amend(tables(context).unscoped("flow-history", "h"))
    .set({ endTime: now })
    .where("h.processInstanceId", "=", instance.processInstanceId)
    .where("h.endTime", "is", null);
  runSoon(
    tx,
    isOver || isAnew
      ? open
      : open.where(({ or, and, eb, not }) =>
          or([
            eb("h.executionId", "=", anyOf([...ended, ...over])),
            // What an event has taken a service away from announces nothing.
            and([eb("h.historyActivityType", "in", ["serviceTask", "sendTask"]), not(eb("h.executionId", "=", anyOf(services)))]),
          ]),
        ),
    ...(rows.length === 0 ? [] : [append(context, "flow-history", rows)]),
  );
}

/** How an instance has left the way of its model (resources/flow/flow-history.ts). */
export type MoveKind = "sentBack" | "moved";

/** Notes who has made an instance go on elsewhere, where, and why. */
export async function recordMove(
  context: CommitContext,
  tx: Transaction,
  instance: HistoryOf,
  move: { readonly kind: MoveKind; readonly elementId: string; readonly name: string; readonly comment: string },
): Promise<void> {
  const { caller } = context;
  const now = context.now();
  const person = caller.userId === "" ? undefined : await first(tx, personName(context, caller.userId));
  await run(
    tx,
    append(context, "flow-history", [
      {
        id: await context.identifiers.next(),
        processInstanceId: instance.processInstanceId,
        processDefinitionId: instance.processDefinitionId,
        businessId: instance.businessId,
        historyActivityId: move.elementId,
        historyActivityType: move.kind,
        historyActivityName: move.name,
        assignee: caller.userId === "" ? null : caller.userId,
        assigneeName: person?.realName ?? caller.realName,
        comment: move.comment.slice(0, 500),
        createTime: now,
        endTime: now,
      },
    ]),
  );
}

/** Notes who did a task, and what was said, before the run that ends it. */
export async function recordCompletion(
  context: CommitContext,
  tx: Transaction,
  task: {
    readonly processInstanceId: string;
    readonly executionId: string;
    readonly comment: string;
    readonly attachments?: NewRow<"flow-history">["attachments"];
  },
): Promise<void> {
  runSoon(
    tx,
    amend(tables(context).unscoped("flow-history", "h"))
      .set({
        comment: task.comment,
        attachments: task.attachments ?? null,
        attachmentNames: await attachmentNames(context, tx, task.attachments),
        endTime: context.now(),
      })
      .where("h.processInstanceId", "=", task.processInstanceId)
      .where("h.executionId", "=", task.executionId)
      .where("h.endTime", "is", null),
  );
}

/** Notes who has taken a task that several could. */
export async function recordClaim(
  context: CommitContext,
  tx: Transaction,
  task: { readonly processInstanceId: string; readonly executionId: string },
  by: { readonly id: string; readonly name: string },
): Promise<void> {
  runSoon(
    tx,
    amend(tables(context).unscoped("flow-history", "h"))
      .set({ assignee: by.id, assigneeName: by.name })
      .where("h.processInstanceId", "=", task.processInstanceId)
      .where("h.executionId", "=", task.executionId)
      .where("h.endTime", "is", null),
  );
}

/** The name of a person, as history keeps it. */
export function personName(context: CommitContext, id: string) {
  return db.selectFrom(tables(context).withRemoved("user", "u")).where("u.id", "=", id).select("u.realName");
}
