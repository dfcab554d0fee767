// Tasks of an instance that wait for somebody: those that its process adds, and those that it takes away.
import { randomUUID } from "node:crypto";
import type { CommitContext } from "../../contract.ts";
import { insert, insertDerived, type NewRow } from "../../rows/insert.ts";
import { anyOf, db, rows, runSoon } from "../../rows/query.ts";
import { removeDerived, tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import type { Assignment } from "./assignment.ts";
import type { WaitingTask } from "./engine/instance.ts";
import { markNoticesDone, notifyCandidates, type NoticeKind } from "./notices.ts";
import { taskKind, taskProgress } from "./states.ts";

/** Tasks of an instance that nobody has completed yet. */
export function waitingTasks(context: CommitContext, tx: Transaction, processInstanceId: string) {
  return rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("flow-task", "t"))
      .where("t.processInstanceId", "=", processInstanceId)
      .where("t.progress", "=", taskProgress.waiting)
      .select(["t.taskId", "t.executionId"]),
  );
}

interface AddedTasks {
  readonly tasks: readonly WaitingTask[];
  readonly assignments: readonly Assignment[];
  /** What those whom the tasks ask are told, besides that they are asked. */
  readonly notice?: { readonly kind?: NoticeKind; readonly comment?: string; readonly fromName?: string };
}

export async function addTasks(
  context: CommitContext,
  tx: Transaction,
  { processInstanceId, processDefinitionId }: { readonly processInstanceId: string; readonly processDefinitionId: string },
  { tasks, assignments, notice = {} }: AddedTasks,
): Promise<void> {
  if (tasks.length === 0) return;
  const added: NewRow<"flow-task">[] = [];
  const candidates: NewRow<"flow-candidate">[] = [];
  for (const [index, task] of tasks.entries()) {
    const { assignee = null, candidates: groups = [] } = assignments[index] ?? {};
    const taskId = randomUUID();
    added.push({
      id: await context.identifiers.next(),
      taskId,
      processInstanceId,
      processDefinitionId,
      kind: taskKind.decision,
      executionId: task.executionId,
      taskDefinitionKey: task.elementId,
      taskName: task.name === "" ? task.elementId : task.name,
      formKey: task.formKey === "" ? null : task.formKey,
      assignee,
      progress: taskProgress.waiting,
      dueTime: task.due === "" ? null : task.due,
      createTime: context.now(),
    });
    for (const candidate of groups) candidates.push({ id: await context.identifiers.next(), taskId, candidate });
  }
  runSoon(
    tx,
    insert(context, "flow-task", added),
    ...(candidates.length === 0 ? [] : [insertDerived(context, "flow-candidate", candidates)]),
  );
  const { kind, comment, fromName = "" } = notice;
  const notified = added.map(({ taskId, taskName, assignee = null }, index) => ({
    processInstanceId,
    taskId: taskId ?? null,
    taskName: taskName ?? null,
    comment: comment ?? null,
    assignee,
    candidates: assignments[index]?.candidates ?? [],
  }));
  await notifyCandidates(context, tx, notified, { kind, fromName });
}

/** Tasks that their process has taken away. One that was completed is so already. */
export async function cancelTasks(
  context: CommitContext,
  tx: Transaction,
  tasks: readonly { readonly taskId: string | null }[],
): Promise<void> {
  if (tasks.length === 0) return;
  const { unscoped } = tables(context);
  const ids = tasks.map(({ taskId }) => taskId);
  runSoon(
    tx,
    updateDerived(unscoped("flow-task", "t"))
      .set({ progress: taskProgress.cancelled, endTime: context.now() })
      .where("t.taskId", "=", anyOf(ids))
      .where("t.progress", "=", taskProgress.waiting),
    removeDerived(unscoped("flow-candidate", "c")).where("c.taskId", "=", anyOf(ids)),
  );
  await markNoticesDone(context, tx, ids);
}
