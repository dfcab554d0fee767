// What people do with their tasks: claim one that several may take, and complete one's own.
import { isRecord } from "#schema/json";
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { businessError, invalidFields, rowNotFound } from "../../http/errors.ts";
import { anyOf, db, first, run } from "../../rows/query.ts";
import { deleteFrom, tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { preparedDecision } from "./approvals.ts";
import { candidatesOf } from "./candidates.ts";
import { noteClaim, noteCompletion, personName } from "./instance-history.ts";
import { advance } from "./instances.ts";
import { taskOver } from "./sources.ts";
import { taskProgress } from "./states.ts";
import { knownNames } from "./subjects.ts";

/** A task of the tenant, locked. The instance is locked before, by whoever needs both. */
async function lockTask(context: CommitContext, tx: Transaction, taskId: string) {
  const task = await first(
    tx,
    db
      .selectFrom(tables(context).unscoped("flow-task", "t"))
      .where("t.taskId", "=", taskId)
      .forNoKeyUpdate()
      .select(["t.id", "t.taskId", "t.processInstanceId", "t.executionId", "t.assignee", "t.progress", "t.taskName"]),
  );
  if (task === undefined) throw rowNotFound();
  return task;
}

/** The task moves to the caller's own list; of several who claim it at once exactly one has it. */
const claim: Effect<"work-claim.claim"> = {
  commit: async (tx, context, { ids: [taskId = ""] }) => {
    const { caller } = context;
    const { unscoped } = tables(context);
    const task = await lockTask(context, tx, taskId);
    if (task.progress !== taskProgress.waiting) throw taskOver();
    if (task.assignee !== null)
      throw businessError(
        "taskClaimed",
        [`任务“${task.taskName ?? ""}”已被签收`, `The task “${task.taskName ?? ""}” has already been claimed`],
        {
          data: { taskId },
        },
      );
    const mine = await first(
      tx,
      db
        .selectFrom(unscoped("flow-candidate", "c"))
        .where("c.taskId", "=", taskId)
        .where("c.candidate", "=", anyOf(candidatesOf(context)))
        .select("c.id"),
    );
    // Whoever is no candidate does not learn that there is such a task.
    if (mine === undefined) throw rowNotFound();
    const person = await first(tx, personName(context, caller.userId));
    await run(
      tx,
      updateDerived(unscoped("flow-task", "t")).set({ assignee: caller.userId, claimTime: context.now() }).where("t.id", "=", task.id),
      deleteFrom(unscoped("flow-candidate", "c")).where("c.taskId", "=", taskId),
    );
    await noteClaim(
      context,
      tx,
      { processInstanceId: task.processInstanceId ?? "", executionId: task.executionId ?? "" },
      { id: caller.userId, name: person?.realName ?? caller.realName },
    );
    return { taskId };
  },
};

/** The decision of the person who has the task; its process goes on with it. */
const complete: Effect<"work-todo.complete", unknown> = {
  prepare: (context, { values }) => preparedDecision(context, values.processInstanceId),
  commit: async (tx, context, { values, prepared }) => {
    const { taskId, processInstanceId, flag, variables } = values;
    const comment = (values.comment ?? "").trim();
    if (comment === "")
      throw invalidFields([
        {
          code: "required",
          path: ["comment"],
          parameters: {},
          label: ["批复意见", "Comment"],
          message: ["请先填写批复意见", "Please enter a comment first"],
        },
      ]);
    const pass = flag === "ok";
    await advance({ ...context, preparedDecision: prepared }, tx, processInstanceId, async () => {
      const task = await lockTask(context, tx, taskId);
      if (task.processInstanceId !== processInstanceId) throw rowNotFound();
      if (task.progress !== taskProgress.waiting) throw taskOver();
      if (task.assignee !== context.caller.userId)
        throw businessError("notAssignee", ["只有任务的执行人才能办理", "Only the person who has the task can complete it"], {
          data: { taskId },
        });
      const executionId = task.executionId ?? "";
      await run(
        tx,
        updateDerived(tables(context).unscoped("flow-task", "t"))
          .set({ progress: taskProgress.completed, endTime: context.now(), decision: pass ? "ok" : "no", comment })
          .where("t.id", "=", task.id),
      );
      await noteCompletion(context, tx, { processInstanceId, executionId, comment });
      // What is known of the request and its people is not the answer's to change.
      const known = knownNames(context.model);
      const given = isRecord(variables) ? Object.entries(variables).filter(([name]) => !known.has(name)) : [];
      return { type: "complete", executionId, variables: { ...Object.fromEntries(given), pass, comment } };
    });
    return { taskId };
  },
};

export const tasksDomain: Domain = { reads: {}, actions: { "work-claim.claim": claim, "work-todo.complete": complete }, hooks: {} };
