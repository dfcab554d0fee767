// What people do with their tasks: claim one that several may take, and complete one's own.
import { isRecord } from "#schema/json";
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { businessError, invalidFields, rowNotFound } from "../../http/errors.ts";
import { anyOf, db, first, run, runSoon } from "../../rows/query.ts";
import { removeDerived, tables, updateWithoutVersion } from "../../rows/tables.ts";
import type { NewRow } from "../../rows/insert.ts";
import type { Transaction } from "../../store/database.ts";
import { preparedDecision } from "./approvals.ts";
import { candidatesOf } from "./candidates.ts";
import { followTasks } from "./follow.ts";
import { lockTask, requireOwn, type LockedTask } from "./locked-task.ts";
import { markNoticesDone, sendNotices } from "./notices.ts";
import { reassignOrphans } from "./orphans.ts";
import { recordClaim, recordCompletion, personName } from "./instance-history.ts";
import { advance } from "./instances.ts";
import { taskOver } from "./sources.ts";
import { taskKind, taskProgress } from "./states.ts";
import { variableNames } from "./subjects.ts";
import { addNote, callerName, changeAssignee } from "./task-notes.ts";

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
    // Its candidates stay, for whom it is put back to.
    await run(
      tx,
      updateWithoutVersion(unscoped("flow-task", "t"))
        .set({ assignee: caller.userId, claimTime: context.now() })
        .where("t.id", "=", task.id),
    );
    await recordClaim(
      context,
      tx,
      { processInstanceId: task.processInstanceId ?? "", executionId: task.executionId ?? "" },
      { id: caller.userId, name: person?.realName ?? caller.realName },
    );
    await markNoticesDone(context, tx, [taskId]);
    await followTasks(context, tx, [task.processInstanceId ?? ""]);
    return { taskId };
  },
};

interface Answer {
  readonly comment: string;
  readonly attachments: NewRow<"flow-history">["attachments"];
}

/** Somebody was asked for an opinion, and has given it: the process waits on. */
async function answerOpinion(
  context: CommitContext,
  tx: Transaction,
  task: LockedTask,
  { comment, attachments }: Answer,
): Promise<undefined> {
  await run(
    tx,
    updateWithoutVersion(tables(context).unscoped("flow-task", "t"))
      .set({ progress: taskProgress.completed, endTime: context.now(), comment })
      .where("t.id", "=", task.id),
  );
  const byName = await callerName(context, tx);
  const { createTime: since } = task;
  await addNote(context, tx, task, { kind: "opinion", by: context.caller.userId, byName, comment, attachments, since });
  await markNoticesDone(context, tx, [task.taskId]);
  const { taskName } = task;
  await sendNotices(
    context,
    tx,
    [{ to: task.owner, kind: "opinion", processInstanceId: task.processInstanceId ?? "", taskName, comment }],
    byName,
  );
  await followTasks(context, tx, [task.processInstanceId ?? ""]);
  return undefined;
}

/** What was delegated is done, and goes back to whoever decides. */
async function giveBack(context: CommitContext, tx: Transaction, task: LockedTask, { comment, attachments }: Answer): Promise<undefined> {
  const owner = task.owner ?? "";
  const person = await first(tx, personName(context, owner));
  await run(
    tx,
    updateWithoutVersion(tables(context).unscoped("flow-task", "t")).set({ assignee: owner, owner: null }).where("t.id", "=", task.id),
  );
  const byName = await callerName(context, tx);
  const toName = person?.realName ?? "";
  await addNote(context, tx, task, { kind: "returned", by: context.caller.userId, byName, toName, comment, attachments });
  await markNoticesDone(context, tx, [task.taskId]);
  const { taskId, taskName } = task;
  await sendNotices(
    context,
    tx,
    [{ to: owner, kind: "returned", processInstanceId: task.processInstanceId ?? "", taskId, taskName, comment }],
    byName,
  );
  await changeAssignee(context, tx, task, { id: owner, name: toName });
  // Whoever delegated it may have gone in the meantime.
  await reassignOrphans(context, tx, [task.id]);
  await followTasks(context, tx, [task.processInstanceId ?? ""]);
  return undefined;
}

/** The decision of the person who has the task; its process goes on with it. */
const complete: Effect<"work-todo.complete", unknown> = {
  prepare: (context, { values }) => preparedDecision(context, values.processInstanceId),
  commit: async (tx, context, { values, prepared }) => {
    const { taskId, processInstanceId, flag, variables } = values;
    const attachments = values.attachments === undefined || values.attachments === null ? null : [...values.attachments];
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
      requireOwn(context, task);
      if (task.kind === taskKind.opinion) return answerOpinion(context, tx, task, { comment, attachments });
      if (task.owner !== null) return giveBack(context, tx, task, { comment, attachments });
      const executionId = task.executionId ?? "";
      const { unscoped } = tables(context);
      runSoon(
        tx,
        updateWithoutVersion(unscoped("flow-task", "t"), { by: "locked", row: task })
          .set({ progress: taskProgress.completed, endTime: context.now(), decision: pass ? "ok" : "no", comment })
          .where("t.id", "=", task.id),
        removeDerived(unscoped("flow-candidate", "c")).where("c.taskId", "=", taskId),
      );
      await markNoticesDone(context, tx, [taskId]);
      await recordCompletion(context, tx, { processInstanceId, executionId, comment, attachments });
      // What is known of the request and its people is not the answer's to change.
      const declared = variableNames(context.model);
      const given = isRecord(variables) ? Object.entries(variables).filter(([name]) => !declared.has(name)) : [];
      return { type: "complete", executionId, variables: { ...Object.fromEntries(given), pass, comment } };
    });
    return { taskId };
  },
};

export const tasksDomain: Domain = { reads: {}, actions: { "work-claim.claim": claim, "work-todo.complete": complete }, hooks: {} };
