// What an approval was asked for, once it is given: the action, with its state and its effect, or what saving the row does.
import { approvalWays, stateValue } from "#schema/approval";
import { recordAction } from "../../audit/row-watch.ts";
import type { ActionModel, ResourceModel } from "#schema/model";
import type { ActionInput, ActionPhases, CommitContext, RequestContext, SubmitPhases, Values } from "../../contract.ts";
import type { Transaction } from "../../store/database.ts";
import type { GuardedRow } from "../guards/guard.ts";
import { plainRefusal } from "../guards/row-set.ts";
import { findUnscoped } from "../sql/stored-row.ts";
import { writeJobs } from "./jobs.ts";
import { writtenBy } from "./action-rows.ts";
import { commit } from "./run-action.ts";
import { writeRows } from "./write-rows.ts";

/** The action that was decided about; undefined for saving a row. */
const actionOf = ({ data, actions }: ResourceModel): ActionModel | undefined => actions.find(({ name }) => name === data.approval?.of);

const effectOf = ({ domain }: CommitContext, resource: ResourceModel): ActionPhases | undefined =>
  domain?.actions[`${resource.name}.${resource.data.approval?.of ?? ""}`];

const savingOf = ({ domain }: CommitContext, resource: ResourceModel): SubmitPhases | undefined => domain?.hooks[resource.name]?.submit;

/** The call as the effect gets it. Whoever decides has read what the row says, so that nothing is asked a second time. */
function inputOf(resource: ResourceModel, action: ActionModel, row: Readonly<Values>): ActionInput {
  const values = Object.fromEntries((action.ask ?? []).map((name) => [name, row[name] ?? null]));
  return { ids: [String(row[resource.key])], values, body: {}, parameters: {}, isConfirmed: true, files: {} };
}

/** What is prepared before the transaction in which the decision may fall. */
export async function prepareCarryingOut(context: RequestContext, resource: ResourceModel, row: Readonly<Values>): Promise<unknown> {
  const action = actionOf(resource);
  return action === undefined
    ? savingOf(context, resource)?.beforeValidate?.(context, { isInsert: false, body: row })
    : effectOf(context, resource)?.prepare?.(context, inputOf(resource, action, row));
}

/** Carries out what was asked for, on a locked row that waits. What its effect refuses is refused to whoever decides. */
export async function carryOut(tx: Transaction, context: CommitContext, resource: ResourceModel, row: Readonly<Values>): Promise<void> {
  const action = actionOf(resource);
  await (action === undefined ? save(tx, context, resource, row) : act(tx, context, { resource, action, row }));
}

async function act(
  tx: Transaction,
  context: CommitContext,
  { resource, action, row }: { readonly resource: ResourceModel; readonly action: ActionModel; readonly row: Readonly<Values> },
): Promise<void> {
  recordAction(tx, resource, action.name, String(row[resource.key]));
  const values = { ...writtenBy({ context, resource, action, values: {} }, row), ...stateColumn(resource) };
  await writeRows({ tx, context, resource, action, imageSources: [] }, [transitionOf(resource, row, values)]).catch(refusePlainly);
  const input = inputOf(resource, action, row);
  const rows = await findUnscoped(tx, resource, context.scope.tenantId, { keys: input.ids });
  await commit(tx, context, effectOf(context, resource), { ...input, rows, prepared: context.preparedDecision });
}

/** As a save of the row as it is, whose state becomes that of approved rows unless a hook says another. */
async function save(tx: Transaction, context: CommitContext, resource: ResourceModel, row: Readonly<Values>): Promise<void> {
  const hooks = savingOf(context, resource);
  const saved = { ...transitionOf(resource, row, stateColumn(resource)), prepared: context.preparedDecision, unstored: {} };
  await writeRows({ tx, context, resource, imageSources: [] }, [saved], {
    async beforeChange(rows) {
      await hooks?.beforeChange?.(tx, context, saved);
      return rows;
    },
    async afterChange() {
      await hooks?.afterChange?.(tx, context, saved);
      await writeJobs(tx, context, hooks?.enqueue?.(context, saved));
    },
  }).catch(refusePlainly);
}

const refusePlainly = (error: unknown): Promise<never> => Promise.reject(plainRefusal(error));

/** The row as the pipeline of writes takes it. */
const transitionOf = (resource: ResourceModel, row: Readonly<Values>, values: Values): GuardedRow => ({
  kind: "transition",
  id: String(row[resource.key]),
  place: 0,
  isNew: false,
  values,
  current: row,
  sent: new Set(),
});

function stateColumn({ data, stateField }: ResourceModel): Values {
  const value = stateValue(data, approvalWays(data)?.approved);
  return stateField === undefined || value === undefined ? {} : { [stateField.name]: value };
}
