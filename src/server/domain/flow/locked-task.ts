// A task of the tenant, locked; and whose it is.
import type { CommitContext } from "../../contract.ts";
import { businessError, rowNotFound } from "../../http/errors.ts";
import { db, first } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { taskOver } from "./sources.ts";
import { taskKind, taskProgress } from "./states.ts";

export type LockedTask = Awaited<ReturnType<typeof lockTask>>;

/** A task of the tenant, locked. The instance is locked before, by whoever needs both. */
export async function lockTask(context: CommitContext, tx: Transaction, taskId: string) {
  const task = await first(
    tx,
    db
      .selectFrom(tables(context).unscoped("flow-task", "t"))
      .where("t.taskId", "=", taskId)
      .forNoKeyUpdate()
      .select(["t.id", "t.taskId", "t.processInstanceId", "t.processDefinitionId", "t.executionId", "t.assignee", "t.owner", "t.kind"])
      .select(["t.progress", "t.taskName", "t.taskDefinitionKey", "t.formKey", "t.dueTime", "t.claimTime", "t.createTime"]),
  );
  if (task === undefined) throw rowNotFound();
  return task;
}

/** Refuses a task that is over, and one that is somebody else's. */
export function requireOwn(context: CommitContext, task: LockedTask): LockedTask {
  if (task.progress !== taskProgress.waiting) throw taskOver();
  if (task.assignee !== context.caller.userId)
    throw businessError("notAssignee", ["只有任务的执行人才能办理", "Only the person who has the task can complete it"], {
      data: { taskId: task.taskId },
    });
  return task;
}

/** A task that the caller decides; not one that only asks for an opinion, nor one that was handed over for a while. */
export async function requireDecision(context: CommitContext, tx: Transaction, taskId: string): Promise<LockedTask> {
  const task = requireOwn(context, await lockTask(context, tx, taskId));
  if (task.kind === taskKind.opinion || task.owner !== null)
    throw businessError("notDecider", [
      "征询意见与受托的任务只能办理，不能再转交",
      "A task that asks for an opinion, or was delegated to you, can only be answered",
    ]);
  return task;
}
