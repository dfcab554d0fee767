// What an approval was asked for, once it is given: the action, with its state and its effect, or what saving the row does.
import { approvalWays, stateValue } from "#schema/approval";
import { recordAction } from "../../audit/row-watch.ts";
import { followingValues } from "#schema/model-formulas";
import type { ActionModel, ResourceModel } from "#schema/model";
import type { ActionInput, ActionPhases, CommitContext, RequestContext, SubmitPhases, Values } from "../../contract.ts";
import { invalidFields } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { findDuplicates } from "../guards/duplicates.ts";
import { findOverlaps } from "../guards/overlaps.ts";
import { findUnscoped } from "../sql/stored-row.ts";
import { writeJobs } from "./jobs.ts";
import { commit, writtenBy } from "./run-action.ts";
import { updateRow } from "./write.ts";

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
  const own = { ...writtenBy({ context, resource, action, values: {} }, row), ...stateColumn(resource) };
  await write(tx, context, resource, { values: own, row });
  const input = inputOf(resource, action, row);
  const rows = await findUnscoped(tx, resource, context.scope.tenantId, { keys: input.ids });
  await commit(tx, context, effectOf(context, resource), { ...input, rows, prepared: context.preparedDecision });
}

/** As a save of the row as it is, whose state becomes that of approved rows unless the effect says another. */
async function save(tx: Transaction, context: CommitContext, resource: ResourceModel, row: Readonly<Values>): Promise<void> {
  const effect = savingOf(context, resource);
  const values = stateColumn(resource);
  const given = { values, current: row, prepared: context.preparedDecision, unstored: {} };
  await effect?.beforeChange?.(tx, context, given);
  await write(tx, context, resource, { values, row });
  const written = { ...given, id: String(row[resource.key]) };
  await effect?.afterChange?.(tx, context, written);
  await writeJobs(tx, context, effect?.enqueue?.(context, written));
}

function stateColumn({ data, stateField }: ResourceModel): Values {
  const value = stateValue(data, approvalWays(data)?.approved);
  return stateField === undefined || value === undefined ? {} : { [stateField.name]: value };
}

async function write(
  tx: Transaction,
  context: CommitContext,
  resource: ResourceModel,
  { values, row }: { readonly values: Values; readonly row: Readonly<Values> },
): Promise<void> {
  const { scope, caller } = context;
  const now = context.now();
  const written = { ...values, ...followingValues(resource, { values, current: row, now }) };
  const issues = [
    ...(await findDuplicates(tx, resource, { tenantId: scope.tenantId, values: written, current: row })),
    ...(await findOverlaps(context, tx, resource, { values: written, current: row })),
  ];
  if (issues.length > 0) throw invalidFields(issues);
  await updateRow(tx, resource, { values: written, id: String(row[resource.key]), scope, caller, now, current: row });
}
