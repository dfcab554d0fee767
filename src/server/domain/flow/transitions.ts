// An instance that goes on elsewhere than its model leads: sent back to an earlier step or to who started it, or moved by an administrator.
// Whatever waits in it is left, in all branches; the step is asked anew, and the model leads on from there (docs/workflow.md).
import { randomUUID } from "node:crypto";
import type { CommitContext } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { lockRows, resourceNamed } from "../../crud/write/server-rows.ts";
import { db, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import type { Command, RunResult } from "./engine/instance.ts";
import { duesOf } from "./engine/tree.ts";
import { recordMove, type MoveKind } from "./instance-history.ts";
import { requireInstance, type LockedInstance } from "./locking.ts";
import { settle } from "./settlement.ts";
import { runOf } from "./running.ts";
import { resubmissionOf, starterStep } from "./resubmission.ts";
import { sourceFor, taskOver } from "./sources.ts";
import { taskKind, taskProgress } from "./states.ts";
import { variablesOf } from "./subjects.ts";

/** A step of a model that an instance may be made to go on with. */
export interface OfferedStep {
  readonly elementId: string;
  readonly name: string;
}

const offered = async (xml: string): Promise<readonly OfferedStep[]> =>
  [...(await sourceFor(xml)).steps].flatMap(([elementId, { name, landing }]) => (landing === "alone" ? [{ elementId, name }] : []));

/** Steps that an administrator may move an instance to. `xml` is the text of its definition. */
export const stepsToMoveTo = (xml: string): Promise<readonly OfferedStep[]> => offered(xml);

/** Steps that an instance may be sent back to. `passed` are the task keys of its completed tasks; who started it is always among the answers. */
export async function stepsToSendBackTo(xml: string, passed: readonly string[]): Promise<readonly OfferedStep[]> {
  const reachable = new Set(passed);
  const starter = { elementId: starterStep, name: resubmissionName };
  return [starter, ...(await offered(xml)).filter(({ elementId }) => reachable.has(elementId))];
}

/** What the task of who started the instance is called. */
const resubmissionName = "重新提交";

export const stepNotPassed = (elementId: string) =>
  businessError("stepNotPassed", ["只能退回到已办理过的步骤", "It can only be sent back to a step that was completed before"], {
    data: { elementId },
  });

/** The name of a step that may be gone on with; refused with the reason where it may not. */
async function requireStep(xml: string, elementId: string): Promise<string> {
  const step = (await sourceFor(xml)).steps.get(elementId);
  const data = { elementId };
  if (step === undefined) throw businessError("unknownStep", ["流程中没有该步骤", "The process has no such step"], { data });
  const { name, landing } = step;
  if (landing === "parallel")
    throw businessError(
      "stepInBranch",
      [
        `“${name}”位于并行分支内，单独转到该步骤会使分支无法汇合，请选择分支之前或之后的步骤`,
        `“${name}” is in one of several branches, whose join would wait for the others forever: choose a step before or after them`,
      ],
      { data },
    );
  if (landing === "inside")
    throw businessError(
      "stepInSubProcess",
      [`“${name}”位于子流程内，请选择子流程之外的步骤`, `“${name}” is inside a sub-process: choose a step outside of it`],
      { data },
    );
  return name;
}

interface Move {
  readonly kind: MoveKind;
  readonly to: string;
  readonly reason: string;
}

async function goOnAt(context: CommitContext, tx: Transaction, locked: LockedInstance, { kind, to, reason }: Move): Promise<void> {
  const { instance, state, xml } = locked;
  const name = await requireStep(xml, to);
  await recordMove(context, tx, instance, { kind, elementId: to, name, comment: reason });
  const variables = kind === "sentBack" ? { pass: false, comment: reason } : {};
  const result = await runOf(context, tx, { xml, state, command: { type: "move", elementId: to, variables } });
  const outcome = result.outcome !== "ended" ? undefined : result.state.variables["pass"] === true ? "approved" : "rejected";
  const notice = kind === "sentBack" ? { sentBack: reason } : {};
  await settle(context, tx, instance, { result, outcome, isAnew: true, timersBefore: duesOf(state), ...notice });
}

/**
 * Sends an instance back: to a step that somebody has completed in it, or to who started it (`to` is `starterStep`), who then has a task to
 * submit it again; completing that one (`complete-task`) begins the process anew with what the row says then.
 *
 * `before` runs with the instance locked: it locks the task of the caller, refuses who may not, and marks it completed. Whatever else waits is
 * taken away. Refused where the instance is over, the step was not passed, or it cannot be gone on with alone.
 */
export async function sendBack(
  context: CommitContext,
  tx: Transaction,
  { processInstanceId, to, comment }: { readonly processInstanceId: string; readonly to: string; readonly comment: string },
  before: () => Promise<void>,
): Promise<void> {
  const locked = await requireInstance(context, tx, processInstanceId);
  await before();
  if (locked.state.engine === null)
    throw businessError("withStarter", ["流程已在发起人处，不能再退回", "The process is already with the person who started it"]);
  if (to === starterStep) return handBack(context, tx, locked, comment);
  const passed = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("flow-task", "t"))
      .where("t.processInstanceId", "=", processInstanceId)
      .where("t.progress", "=", taskProgress.completed)
      .where("t.taskDefinitionKey", "=", to)
      // An opinion that was given there decides nothing.
      .where("t.kind", "=", taskKind.decision)
      .limit(1)
      .select("t.id"),
  );
  if (passed.length === 0) throw stepNotPassed(to);
  await goOnAt(context, tx, locked, { kind: "sentBack", to, reason: comment });
}

/** Nothing of the process waits; who started it is asked to submit it again. */
async function handBack(context: CommitContext, tx: Transaction, { instance, state, starter, xml }: LockedInstance, comment: string) {
  const { start } = await sourceFor(xml);
  const task = { executionId: resubmissionOf(randomUUID()), elementId: start.id, name: resubmissionName };
  await recordMove(context, tx, instance, { kind: "sentBack", elementId: start.id, name: resubmissionName, comment });
  const result: RunResult = {
    outcome: "running",
    state: { engine: null, variables: { ...state.variables, pass: false, comment }, due: {}, collections: {} },
    tasks: [{ ...task, assignee: starter, candidateUsers: [], candidateGroups: [], formKey: start.formKey, due: "" }],
    timers: [],
    messages: [],
    services: [],
    calls: [],
    sent: [],
    steps: [],
  };
  await settle(context, tx, instance, { result, outcome: undefined, isAnew: true, sentBack: comment, timersBefore: duesOf(state) });
}

/** The answer of who started an instance and has it back: it begins anew, with the fields that it knows as the row has them now. */
export async function resubmission(
  context: CommitContext,
  tx: Transaction,
  { instance, state }: LockedInstance,
  command: Command,
): Promise<Command> {
  if (command.type !== "complete") throw taskOver();
  if (command.variables["pass"] !== true)
    throw businessError("resubmitOnly", [
      "退回的申请只能重新提交；不再申请请撤销流程",
      "A request that was sent back can be submitted again; withdraw it if it is no longer needed",
    ]);
  const { businessResource: resource, businessId } = instance;
  const [row] = resource === "" ? [] : await lockRows<string>(context, tx, resource, [businessId]);
  const fields = row === undefined ? {} : variablesOf(resourceNamed(context, resource), row);
  const reachable = Object.entries(fields).filter(([name]) => name in state.variables);
  return { type: "restart", variables: { ...command.variables, ...Object.fromEntries(reachable), pass: false } };
}

/**
 * Moves an instance to another step of its main process, whatever waits in it: for administrators. What its row says stays. Refused where
 * the instance is over, or the step cannot be gone on with alone. The permission is the caller's to judge.
 */
export async function moveInstance(
  context: CommitContext,
  tx: Transaction,
  { processInstanceId, to, reason }: { readonly processInstanceId: string; readonly to: string; readonly reason: string },
): Promise<void> {
  await goOnAt(context, tx, await requireInstance(context, tx, processInstanceId), { kind: "moved", to, reason });
}
