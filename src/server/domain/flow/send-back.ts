// Sending a task back: to the step that was decided before, to any earlier one, or to who started it; and which of them there are.
import { inLanguage, type Text } from "#schema/text";
import type { CommitContext, Effect, ReadHandler } from "../../contract.ts";
import { rowNotFound } from "../../http/errors.ts";
import { db, first, read, rows, run } from "../../rows/query.ts";
import { tables, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { preparedForTask } from "./approvals.ts";
import { recordCompletion } from "./instance-history.ts";
import { requireDecision, type LockedTask } from "./locked-task.ts";
import { requireInstance, xmlOf } from "./locking.ts";
import { sendBack as sendInstanceBack, stepNotPassed, stepsToSendBackTo, type OfferedStep } from "./transitions.ts";
import { markNoticesDone } from "./notices.ts";
import { starterStep } from "./resubmission.ts";
import { taskKind, taskProgress } from "./states.ts";

/** Stands for the step that was decided last. */
const previousStep = "previous";

/** Steps of an instance that somebody has decided, latest first. */
const decidedSteps = (context: CommitContext, processInstanceId: string | null) =>
  db
    .selectFrom(tables(context).unscoped("flow-task", "t"))
    .where("t.processInstanceId", "=", processInstanceId)
    .where("t.progress", "=", taskProgress.completed)
    .where("t.kind", "=", taskKind.decision)
    .orderBy("t.endTime", "desc")
    .orderBy("t.id", "desc")
    .select("t.taskDefinitionKey");

type DecidedStep = { readonly taskDefinitionKey: string | null };

/** Where a task may be sent back to, and which of them was decided last; who started it where nothing was. */
async function stepsFor(
  xml: string,
  passed: readonly DecidedStep[],
  task: { readonly taskDefinitionKey: string | null },
): Promise<{ readonly offered: readonly OfferedStep[]; readonly last: string }> {
  const keys = passed.flatMap(({ taskDefinitionKey: key }) => (key === null || key === task.taskDefinitionKey ? [] : [key]));
  const offered = await stepsToSendBackTo(xml, keys);
  return { offered, last: keys.find((key) => offered.some(({ elementId }) => elementId === key)) ?? starterStep };
}

/** The id of a step that a call names: the one before, or an earlier one by its id or, as people know it, its name. */
async function stepNamed(context: CommitContext, tx: Transaction, task: LockedTask, to: string): Promise<string> {
  const { instance } = await requireInstance(context, tx, task.processInstanceId ?? "");
  const passed = await rows(tx, decidedSteps(context, task.processInstanceId));
  const { offered, last } = await stepsFor(await xmlOf(context, tx, instance), passed, task);
  if (to === previousStep) return last;
  const step = offered.find(({ elementId, name }) => elementId === to || name === to)?.elementId ?? to;
  // It is completed by being sent back, which is not to have passed it.
  if (step === task.taskDefinitionKey) throw stepNotPassed(step);
  return step;
}

const names: Readonly<Record<"previous" | "starter", Text>> = {
  previous: ["上一步：", "The step before: "],
  starter: ["发起人", "Who started it"],
};

/** GET step/select: none for tasks that are not the caller's to decide. */
export const stepsOfTask: ReadHandler = async (context, { taskId = "" }) => {
  const { unscoped, acrossTenants } = tables(context);
  const [[task]] = await read(context, [
    db
      .selectFrom(unscoped("flow-task", "t"))
      .innerJoin(unscoped("flow-instance", "i"), "i.processInstanceId", "t.processInstanceId")
      // A general definition has no tenant.
      .leftJoin(acrossTenants("flow-manager", "d"), "d.id", "i.processDefinitionId")
      .where("t.taskId", "=", taskId)
      .where("t.assignee", "=", context.caller.userId === "" ? "0" : context.caller.userId)
      .where("t.progress", "=", taskProgress.waiting)
      .where("t.kind", "=", taskKind.decision)
      .where("t.owner", "is", null)
      .select(["t.taskDefinitionKey", "t.processInstanceId", "d.xml"]),
  ]);
  if (task === undefined) return [];
  const [passed] = await read(context, [decidedSteps(context, task.processInstanceId)]);
  const { offered, last } = await stepsFor(task.xml ?? "", passed, task);
  const say = (text: Text): string => inLanguage(text, context.language);
  const called = ({ elementId, name }: OfferedStep): string => (elementId === starterStep ? say(names.starter) : name || elementId);
  const before = offered.find(({ elementId }) => elementId === last);
  return [
    { step: previousStep, name: say(names.previous) + (before === undefined ? say(names.starter) : called(before)) },
    ...offered.map((step) => ({ step: step.elementId, name: called(step) })),
  ];
};

/** The decision is no; the instance goes on where it is sent. */
export const sendBack: Effect<"work-todo.sendBack", unknown> = {
  // From the step before, a model may lead to its end.
  prepare: (context, { ids: [taskId = ""] }) => preparedForTask(context, taskId),
  commit: async (tx, given, { ids: [taskId = ""], values: { to, comment }, prepared }) => {
    const context = { ...given, preparedDecision: prepared };
    const sent = await first(
      tx,
      db.selectFrom(tables(context).unscoped("flow-task", "t")).where("t.taskId", "=", taskId).select("t.processInstanceId"),
    );
    if (sent === undefined) throw rowNotFound();
    const processInstanceId = sent.processInstanceId ?? "";
    // The instance is locked before its tasks.
    await requireInstance(context, tx, processInstanceId);
    const task = await requireDecision(context, tx, taskId);
    const step = await stepNamed(context, tx, task, to);
    await sendInstanceBack(context, tx, { processInstanceId, to: step, comment }, async () => {
      const change = updateWithoutVersion(tables(context).unscoped("flow-task", "t")).where("t.id", "=", task.id);
      await run(tx, change.set({ progress: taskProgress.completed, endTime: context.now(), decision: "no", comment }));
      await markNoticesDone(context, tx, [taskId]);
      await recordCompletion(context, tx, { processInstanceId, executionId: task.executionId ?? "", comment });
    });
    return { taskId, to: step };
  },
};
