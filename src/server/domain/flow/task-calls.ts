// What people do with a task that they have, besides completing it: put it back, hand it on, ask for help, send it back. And what those who
// started an instance do about it: remind, and withdraw.
import { randomUUID } from "node:crypto";
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { businessError, invalidFields, rowNotFound } from "../../http/errors.ts";
import { insert } from "../../rows/insert.ts";
import { db, first, rows, run } from "../../rows/query.ts";
import { tables, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { userStatus } from "../../auth/people.ts";
import { followTasks } from "./follow.ts";
import { requireInstance } from "./locking.ts";
import { markNoticesDone, sendNotices, notifyCandidates, waitingTasks } from "./notices.ts";
import { requireDecision } from "./locked-task.ts";
import { sendBack, stepsOfTask } from "./send-back.ts";
import { taskKind, taskProgress } from "./states.ts";
import { addNote, callerName, changeAssignee } from "./task-notes.ts";
import { withdrawProcess } from "./withdrawal.ts";

/** Hours between two reminders of an instance. */
const hoursBetweenReminders = 4;

/** Somebody else of the tenant who may sign in; refused at the field. */
async function requirePerson(
  context: CommitContext,
  tx: Transaction,
  userId: string,
): Promise<{ readonly id: string; readonly name: string }> {
  const person = await first(
    tx,
    db
      .selectFrom(tables(context).unscoped("user", "u"))
      .where("u.id", "=", userId)
      .where("u.status", "=", userStatus.active)
      .forShare()
      .select(["u.id", "u.realName"]),
  );
  const refuse = (message: readonly [string, string]) =>
    invalidFields([{ code: "notFound", path: ["userId"], parameters: {}, label: ["人员", "Person"], message }]);
  if (person === undefined) throw refuse(["该人员不存在或已停用", "Nobody in that group may sign in"]);
  if (person.id === context.caller.userId) throw refuse(["不能选择自己", "Please choose somebody else"]);
  return { id: person.id, name: person.realName ?? "" };
}

const change = (context: CommitContext, id: string) =>
  updateWithoutVersion(tables(context).unscoped("flow-task", "t")).where("t.id", "=", id);
const by = async (context: CommitContext, tx: Transaction) => ({ by: context.caller.userId, byName: await callerName(context, tx) });

const unclaim: Effect<"work-todo.unclaim"> = {
  commit: async (tx, context, { ids: [taskId = ""] }) => {
    const task = await requireDecision(context, tx, taskId);
    const candidate = await first(
      tx,
      db.selectFrom(tables(context).unscoped("flow-candidate", "c")).where("c.taskId", "=", taskId).limit(1).select("c.id"),
    );
    if (task.claimTime === null || candidate === undefined)
      throw businessError("notClaimed", ["该任务不是签收得来的，不能退回待签", "This task was not claimed, so it cannot be put back"], {
        data: { taskId },
      });
    await run(tx, change(context, task.id).set({ assignee: null, claimTime: null }));
    await addNote(context, tx, task, { kind: "unclaimed", ...(await by(context, tx)) });
    await changeAssignee(context, tx, task, { id: null, name: "" });
    const waiting = await rows(tx, waitingTasks(context).where("t.id", "=", task.id));
    await notifyCandidates(
      context,
      tx,
      waiting.map(({ id: _id, dueTime: _due, ...one }) => one),
    );
    await followTasks(context, tx, [task.processInstanceId ?? ""]);
    return { taskId };
  },
};

/** Who takes over, with the reason in the history. */
async function handOver(
  context: CommitContext,
  tx: Transaction,
  { taskId, userId, comment }: { readonly taskId: string; readonly userId: string; readonly comment: string },
  kind: "transferred" | "delegated",
): Promise<void> {
  const task = await requireDecision(context, tx, taskId);
  const person = await requirePerson(context, tx, userId);
  const owner = kind === "delegated" ? context.caller.userId : null;
  await run(tx, change(context, task.id).set({ assignee: person.id, owner, ...(kind === "transferred" ? { claimTime: null } : {}) }));
  const from = await by(context, tx);
  await addNote(context, tx, task, { kind, ...from, toName: person.name, comment });
  const { processInstanceId, taskName } = task;
  await markNoticesDone(context, tx, [taskId]);
  await sendNotices(
    context,
    tx,
    [{ to: person.id, kind, processInstanceId: processInstanceId ?? "", taskId, taskName, comment }],
    from.byName,
  );
  await changeAssignee(context, tx, task, person);
  await followTasks(context, tx, [task.processInstanceId ?? ""]);
}

const transfer: Effect<"work-todo.transfer"> = {
  commit: async (tx, context, { ids: [taskId = ""], values: { userId, comment } }) => {
    await handOver(context, tx, { taskId, userId, comment }, "transferred");
    return { taskId };
  },
};

const delegate: Effect<"work-todo.delegate"> = {
  commit: async (tx, context, { ids: [taskId = ""], values: { userId, comment } }) => {
    await handOver(context, tx, { taskId, userId, comment }, "delegated");
    return { taskId };
  },
};

/** The task stays; the person asked has one of their own, which goes with it when it is completed. */
const consult: Effect<"work-todo.consult"> = {
  commit: async (tx, context, { ids: [taskId = ""], values: { userId, comment } }) => {
    const task = await requireDecision(context, tx, taskId);
    const person = await requirePerson(context, tx, userId);
    const waiting = await first(
      tx,
      db
        .selectFrom(tables(context).unscoped("flow-task", "t"))
        .where("t.processInstanceId", "=", task.processInstanceId)
        .where("t.executionId", "=", task.executionId)
        .where("t.progress", "=", taskProgress.waiting)
        .where("t.kind", "=", taskKind.opinion)
        .where("t.assignee", "=", person.id)
        .select("t.id"),
    );
    if (waiting !== undefined)
      throw businessError("alreadyConsulted", [
        `已征询${person.name}，尚未答复`,
        `${person.name} has been asked already and has not answered yet`,
      ]);
    const now = context.now();
    const opinionId = randomUUID();
    const processInstanceId = task.processInstanceId ?? "";
    await run(
      tx,
      insert(context, "flow-task", [
        {
          id: await context.identifiers.next(),
          taskId: opinionId,
          processInstanceId,
          processDefinitionId: task.processDefinitionId,
          executionId: task.executionId,
          taskDefinitionKey: task.taskDefinitionKey,
          taskName: task.taskName,
          formKey: task.formKey,
          kind: taskKind.opinion,
          assignee: person.id,
          owner: context.caller.userId,
          progress: taskProgress.waiting,
          dueTime: task.dueTime,
          createTime: now,
        },
      ]),
    );
    const from = await by(context, tx);
    await addNote(context, tx, task, { kind: "consulted", ...from, toName: person.name, comment });
    const { taskName } = task;
    await sendNotices(
      context,
      tx,
      [{ to: person.id, kind: "consulted", processInstanceId, taskId: opinionId, taskName, comment }],
      from.byName,
    );
    await followTasks(context, tx, [task.processInstanceId ?? ""]);
    return { taskId };
  },
};

/** An instance that the caller has started, locked. */
async function requireOwnInstance(context: CommitContext, tx: Transaction, processInstanceId: string) {
  const { unscoped } = tables(context);
  const own = await first(
    tx,
    db.selectFrom(unscoped("flow-instance", "i")).where("i.processInstanceId", "=", processInstanceId).select(["i.starter"]),
  );
  // Whoever has not started it does not learn that there is such an instance.
  if (own === undefined || own.starter === null || own.starter !== context.caller.userId) throw rowNotFound();
  return requireInstance(context, tx, processInstanceId);
}

const millisecondsOf = (moment: string): number => Date.parse(`${moment.replace(" ", "T")}Z`);

const remind: Effect<"work-send.remind"> = {
  commit: async (tx, context, { ids: [processInstanceId = ""], values: { comment } }) => {
    const { instance } = await requireOwnInstance(context, tx, processInstanceId);
    const { unscoped } = tables(context);
    const now = context.now();
    const stored = await first(tx, db.selectFrom(unscoped("flow-instance", "i")).where("i.id", "=", instance.id).select("i.remindTime"));
    const last = stored?.remindTime ?? null;
    if (last !== null && millisecondsOf(now) - millisecondsOf(last) < hoursBetweenReminders * 3_600_000)
      throw businessError(
        "remindedAlready",
        [
          `${last} 已催办过，每 ${hoursBetweenReminders} 小时最多催办一次`,
          `A reminder was sent at ${last}; one in ${hoursBetweenReminders} hours is allowed`,
        ],
        { data: { remindTime: last } },
      );
    const waiting = await rows(
      tx,
      db
        .selectFrom(unscoped("flow-task", "t"))
        .where("t.processInstanceId", "=", processInstanceId)
        .where("t.progress", "=", taskProgress.waiting)
        .orderBy("t.id")
        .select(["t.taskId", "t.processInstanceId", "t.processDefinitionId", "t.executionId", "t.taskDefinitionKey", "t.taskName"]),
    );
    const [task] = waiting;
    if (task === undefined) throw businessError("nobodyToRemind", ["当前没有等待办理的任务", "Nobody has a task of it now"]);
    await run(tx, updateWithoutVersion(unscoped("flow-instance", "i")).set({ remindTime: now }).where("i.id", "=", instance.id));
    const from = await by(context, tx);
    await addNote(context, tx, task, { kind: "reminded", ...from, comment: comment ?? "" });
    const tasks = await rows(tx, waitingTasks(context).where("t.processInstanceId", "=", processInstanceId).orderBy("t.id"));
    await notifyCandidates(
      context,
      tx,
      tasks.map(({ id: _id, dueTime: _due, ...one }) => ({ ...one, comment: comment ?? "" })),
      { kind: "reminded", fromName: from.byName },
    );
    return { processInstanceId };
  },
};

const withdraw: Effect<"work-send.withdraw"> = {
  commit: async (tx, context, { ids: [processInstanceId = ""], values: { reason } }) => {
    await requireOwnInstance(context, tx, processInstanceId);
    await withdrawProcess(context, tx, processInstanceId, reason);
    return { processInstanceId };
  },
};

export const taskCallsDomain: Domain = {
  reads: { "work-step.select": stepsOfTask },
  actions: {
    "work-todo.unclaim": unclaim,
    "work-todo.transfer": transfer,
    "work-todo.delegate": delegate,
    "work-todo.consult": consult,
    "work-todo.sendBack": sendBack,
    "work-send.remind": remind,
    "work-send.withdraw": withdraw,
  },
  hooks: {},
};
