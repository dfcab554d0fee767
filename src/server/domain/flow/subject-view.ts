// The record that a process is about, with how the decision stands: for whoever takes part in it, and for whoever may see the record anyway.
import { instanceField } from "#schema/approval";
import type { ReadHandler } from "../../contract.ts";
import { db, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { editableIn } from "./approvals.ts";
import { historyOf, readableSteps } from "./process-history.ts";
import { isResubmission } from "./resubmission.ts";
import { instanceAccess } from "./instance-access.ts";
import { taskProgress } from "./states.ts";
import { claimable, sent, waiting } from "./work-lists.ts";

/** GET subject: {} for unknown instances, and for those of others (docs/wire.md §10.13). */
export const subject: ReadHandler = async (context, { processInstanceId = "" }) => {
  const { caller } = context;
  const { instance, record = null } = (await instanceAccess(context, processInstanceId)) ?? {};
  const resource = context.model.resource.get(instance?.businessResource ?? "");
  if (instance === undefined || record === null || resource === undefined) return {};
  const { unscoped } = tables(context);
  const [mine, todo, toClaim, requests] = await read(context, [
    db
      .selectFrom(unscoped("flow-task", "t"))
      .where("t.processInstanceId", "=", processInstanceId)
      .where("t.assignee", "=", caller.userId)
      .select(["t.taskId", "t.taskDefinitionKey", "t.executionId", "t.progress", "t.kind", "t.owner"]),
    // What the lists of work have of it, so that their buttons are on its pages as well.
    waiting(context, {}).where("t.processInstanceId", "=", processInstanceId),
    claimable(context, {}).where("t.processInstanceId", "=", processInstanceId),
    sent(context, {}).where("i.processInstanceId", "=", processInstanceId),
  ]);
  const steps = await historyOf(context, processInstanceId);
  const open = steps.filter((step) => step["historyActivityType"] === "userTask" && step["endTime"] === "");
  const own = mine.filter(({ progress }) => progress === taskProgress.waiting);
  return {
    resource: resource.name,
    record,
    // A later request may be about the same row.
    isLatest: (record[instanceField] ?? processInstanceId) === processInstanceId,
    waiting: readableSteps(context, open),
    editable: [...new Set(own.flatMap((task) => editableIn(resource, task)))],
    // What is asked of the caller, who decides, gives an opinion, or works for somebody else.
    own: todo.map(({ taskId, taskName, taskKind, isClaimed }) => ({ taskId, taskName, taskKind, isClaimed, processInstanceId })),
    // Lines of the record are changed as before it was asked for.
    isBack: own.some(isResubmission),
    claimable: toClaim.map(({ taskId, taskName }) => ({ taskId, taskName, processInstanceId })),
    asked: requests.map(({ processIsFinished, canWithdraw, processDefinitionName }) => ({
      processInstanceId,
      processIsFinished,
      canWithdraw,
      processDefinitionName,
    })),
    isStarter: instance.starter === caller.userId,
    starterName: instance.starterName ?? "",
    startTime: instance.startTime ?? "",
    endTime: instance.endTime ?? "",
    outcome: instance.outcome ?? "",
    outcomeReason: instance.outcomeReason ?? "",
    processDefinitionName: instance.processDefinitionName ?? "",
  };
};
