// Actions: checked against the life cycle under a lock on their rows, with the values of their dialog, in one transaction.
import { withdrawal } from "#schema/approval";
import type { ActionModel, ResourceModel } from "#schema/model";
import { auditLogOf, maxRows } from "../../audit/audit-log.ts";
import type { ActionInput, ActionPhases, Approvals, ApprovalRequest, CommitContext, CommitInput, Values } from "../../contract.ts";
import { rowNotFound } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { translated } from "../guards/duplicates.ts";
import { judgeRequest } from "../guards/judge.ts";
import type { Services } from "../services.ts";
import { findUnscoped } from "../sql/stored-row.ts";
import { dialogValues, isConfirmed, keysByField, keysFor, keysWithoutTable, type ActionCall } from "./action-call.ts";
import { moveRows } from "./action-rows.ts";
import { writeJobs } from "./jobs.ts";
import type { SubmittedMove } from "./prepared-rows.ts";
import { submitRows } from "./submit-rows.ts";
import { inTransaction, scopeOfRows } from "./write-scope.ts";

/** What a submit does as well (`bySubmit`): moves the row that it has written, for whoever may. */
export function movingOf(services: Services, resource: ResourceModel): SubmittedMove {
  const { imageSources, domain } = services;
  return async (tx, context, action, id) => {
    judgeRequest("call", { kind: "action", services, context, resource, action });
    await moveRows({ tx, context, resource, action, keys: [id], values: {}, imageSources, approvals: domain.approvals });
  };
}

/** Runs an action on its rows: all of them or none. Its effect's return value is the answer. */
export async function runAction(sent: ActionCall): Promise<unknown> {
  const { services, resource, action } = sent;
  const call: ActionCall = { ...sent, context: { ...sent.context, domain: services.domain } };
  judgeRequest("call", { kind: "action", ...call });
  const effect = services.domain.actions[`${resource.name}.${action.name}`] ?? withdrawalOf(services, resource, action);
  if (action.submits !== undefined) return runSubmits(call, action.submits, effect);
  return resource.hasTable ? runOnRows(call, effect) : runWithoutTable(call, effect);
}

/** The effect of the action that every approval brings along. */
function withdrawalOf({ domain }: Services, { data }: ResourceModel, { name }: ActionModel): ActionPhases | undefined {
  return data.approval !== undefined && name === withdrawal ? domain.approvals?.withdraw : undefined;
}

/** The phases of an effect inside the transaction; null where there is no effect, and where it returns nothing. */
export async function commit(
  tx: Transaction,
  context: CommitContext,
  effect: ActionPhases | undefined,
  input: CommitInput<unknown>,
): Promise<unknown> {
  if (effect === undefined) return null;
  const answer = (await effect.commit(tx, context, input)) ?? null;
  await writeJobs(tx, context, effect.enqueue?.(context, { ...input, answer }));
  return answer;
}

/** An action that writes a list of rows as submit writes them; its effect comes after. */
async function runSubmits(
  { services, context, resource, parameters, body, files = {} }: ActionCall,
  owner: string | true,
  effect: ActionPhases | undefined,
): Promise<unknown> {
  const input: ActionInput = { ids: [], values: {}, body, parameters, isConfirmed: false, files };
  const prepared = await effect?.prepare?.(context, input);
  return submitRows({ services, context, resource, owner, body }, async (tx, within, ids) => {
    const rows = effect === undefined ? [] : await findUnscoped(tx, resource, within.scope.tenantId, { keys: ids });
    return commit(tx, within, effect, { ...input, ids, rows, prepared });
  });
}

async function runWithoutTable(call: ActionCall, effect: ActionPhases | undefined): Promise<unknown> {
  const { context, resource, action, parameters, body, files = {} } = call;
  const input: ActionInput = {
    ids: keysWithoutTable(action, parameters, body),
    values: dialogValues(call),
    body,
    parameters,
    isConfirmed: isConfirmed(action, parameters),
    files,
  };
  const prepared = await effect?.prepare?.(context, input);
  return inTransaction(
    { context, resource, acrossTenants: effect?.acrossTenants },
    (tx, within) => commit(tx, within, effect, { ...input, rows: [], prepared }),
    (answer) => answer,
  );
}

async function runOnRows(call: ActionCall, effect: ActionPhases | undefined): Promise<unknown> {
  const { services, context, resource, action, parameters, body, files = {} } = call;
  const { imageSources, domain } = services;
  const { approvals } = domain;
  const values = dialogValues(call);
  const named = keysFor(resource, action, parameters, body);
  const scope = action.idField === undefined ? await scopeOfRows(context, resource, named) : context.scope;
  const input: ActionInput = { ids: named, values, body, parameters, isConfirmed: isConfirmed(action, parameters), files };
  const prepared = await effect?.prepare?.({ ...context, scope }, input);
  try {
    const write = async (tx: Transaction, within: CommitContext): Promise<unknown> => {
      const ids =
        action.idField === undefined ? named : await keysByField(tx, resource, scope.tenantId, { field: action.idField, values: named });
      if (ids.length < named.length) throw rowNotFound();
      if (action.name === withdrawal) await approvals?.hold(tx, within, resource, ids);
      const moved = await moveRows({ tx, context: within, resource, action, keys: ids, values, imageSources, approvals });
      const processes = await ask(tx, { ...within, preparedDecision: prepared }, moved.requested, approvals);
      const left = ids.filter((id) => !moved.requested.some((request) => request.id === id));
      if (effect === undefined || (left.length === 0 && processes.length > 0)) return processes.length === 0 ? null : { processes };
      // As they are now; they are locked already.
      const before = moved.before.filter((row) => left.includes(String(row[resource.key])));
      const rows = moved.isWritten ? await findUnscoped(tx, resource, scope.tenantId, { keys: left }) : before;
      const answer = await commit(tx, within, effect, { ...input, ids: left, rows, prepared });
      await recordHandled(tx, resource, scope.tenantId, before);
      return answer;
    };
    return await inTransaction({ context, resource, scope, acrossTenants: effect?.acrossTenants }, write, (answer) => answer);
  } catch (error) {
    throw translated(resource, services.model, error);
  }
}

/** Starts the processes that decide about rows; answers their instances by the ids of the rows. */
async function ask(
  tx: Transaction,
  context: CommitContext,
  requests: readonly ApprovalRequest[],
  approvals: Approvals | undefined,
): Promise<readonly Values[]> {
  const processes: Values[] = [];
  for (const one of requests) processes.push({ id: one.id, processInstanceId: await approvals?.start(tx, context, one) });
  return processes;
}

/** Logs what a handler changed in the rows of its action, by whatever statements. */
async function recordHandled(tx: Transaction, resource: ResourceModel, tenantId: string, before: readonly Values[]): Promise<void> {
  const auditLog = auditLogOf(tx);
  if (auditLog === undefined || before.length === 0) return;
  const beforeByKey = new Map(before.slice(0, maxRows).map((row) => [String(row[resource.key]), row]));
  for (const after of await findUnscoped(tx, resource, tenantId, { keys: [...beforeByKey.keys()] })) {
    const key = String(after[resource.key]);
    auditLog.record(resource, "edit", key, { before: beforeByKey.get(key) ?? after, after });
  }
}
