// Taking a request back: the same rule wherever it is asked for, in the list of what one has started and at the record itself.
import type { CommitContext } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { db, first } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { withdrawInstance } from "./instances.ts";
import { requireInstance } from "./locking.ts";
import { taskOver } from "./sources.ts";
import { taskKind, taskProgress } from "./states.ts";
import { addNote, callerName } from "./task-notes.ts";

/**
 * Ends a running instance for whoever started it, as long as nobody has decided, or when it is back with them; for administrators at any time.
 * The history tells it. Callers have seen to who else may ask.
 */
export async function withdrawProcess(context: CommitContext, tx: Transaction, processInstanceId: string, reason: string): Promise<void> {
  const { caller } = context;
  const { state, instance, starter } = await requireInstance(context, tx, processInstanceId);
  const isAdministrator = caller.isTenantAdmin || caller.isAdministrator;
  const tasks = db
    .selectFrom(tables(context).unscoped("flow-task", "t"))
    .where("t.processInstanceId", "=", processInstanceId)
    .orderBy("t.id")
    .limit(1);
  if (starter !== caller.userId && !isAdministrator)
    throw businessError("notStarter", ["只有发起人可以撤回该审批", "Only the person who asked for this approval can withdraw it"]);
  // What is back with who started it is theirs again, whoever decided before.
  if (state.engine !== null && !isAdministrator) {
    const decided = await first(
      tx,
      tasks.where("t.progress", "=", taskProgress.completed).where("t.kind", "=", taskKind.decision).select("t.id"),
    );
    if (decided !== undefined)
      throw businessError("alreadyDecided", ["已有人批复，不能撤销", "Somebody has decided already, so it cannot be withdrawn"], {
        data: { processInstanceId },
      });
  }
  const waiting = await first(tx, tasks.where("t.progress", "=", taskProgress.waiting).select(["t.taskDefinitionKey", "t.taskName"]));
  await addNote(
    context,
    tx,
    {
      processInstanceId,
      processDefinitionId: instance.processDefinitionId,
      executionId: null,
      taskDefinitionKey: waiting?.taskDefinitionKey ?? null,
      taskName: waiting?.taskName ?? null,
    },
    { kind: "withdrawn", by: caller.userId, byName: await callerName(context, tx), comment: reason },
  );
  if (!(await withdrawInstance(context, tx, processInstanceId, reason))) throw taskOver();
}
