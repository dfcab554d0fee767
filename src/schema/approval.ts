// Approval as definitions declare it, and what follows from it for the definition itself: the field for the instance, the states' ways, the
// button to withdraw, and what is locked meanwhile. It is written into the data before the model is made, so that forms, calls, documents and
// checks know of it without a word of their own.
import { text } from "../fields/registry.ts";
import { kindOf } from "./kinds.ts";
import { kindData } from "./kind-data.ts";
import type { FieldData } from "./field.ts";
import type { FieldName, StateOf, When } from "./resource.ts";
import type { ActionData, ApprovalData, ResourceData, TransitionData } from "./resource-data.ts";
import { alternativesOf, isComparison, isNegation, meets, type Condition } from "./text.ts";

/** A transition of rows that needs approval by a process (docs/workflow.md). */
export interface Approval<F> {
  /** The category of the processes that decide, by its route: the remark of its entry in the dictionary `flow`, such as `"stock-out"`. */
  readonly category: string;
  /** The state of rows that wait for the decision. They cannot be changed, removed or acted on meanwhile. */
  readonly pending: StateOf<F>;
  /**
   * The action that needs approval: calling it requests approval, and once approved it is carried out with its state and its effect.
   * `"submit"`: saving a row, whose effect then follows the decision. Default: none; server code starts the process.
   */
  readonly of?: string;
  /** For `"submit"`: the states in which saving a row requests approval. Default: the first state. */
  readonly from?: StateOf<F> | readonly StateOf<F>[];
  /** The state of approved rows, if no action determines it. Default: the state that the action leads to. */
  readonly approved?: StateOf<F>;
  /** The state of rejected rows. Default: the first state that the action leaves. */
  readonly rejected?: StateOf<F>;
  /** The state of rows whose request is withdrawn. Default: that of rejected rows. */
  readonly withdrawn?: StateOf<F>;
  /** Only rows that meet this condition need approval; others proceed at once. Default: all rows. */
  readonly when?: When<F>;
  /**
   * Without an active process of the category in a tenant, no approval is needed there. Default: the action is then refused, and the
   * message says what to deploy.
   */
  readonly optional?: true;
  /**
   * Fields that users with a task may change with their decision, if they may edit rows; or fields by the ids of steps in the model.
   * Default: none.
   */
  readonly editable?: readonly FieldName<F>[] | { readonly [step: string]: readonly FieldName<F>[] };
  /** Fields that expressions of the model read. Default: all fields but secrets. */
  readonly variables?: readonly FieldName<F>[];
}

/** The field for the instance that decides, or has decided last. */
export const instanceField = "processInstanceId";
/** The derived action by which the requester withdraws the request. */
export const withdrawal = "withdrawApproval";

const listed = (from: string | readonly string[] | undefined): readonly string[] =>
  from === undefined ? [] : typeof from === "string" ? [from] : from;

/** Where an approval begins and ends, by the names of states; a name that is not given, or wrong, is told by the checks. */
interface ApprovalWays {
  readonly from: readonly string[];
  readonly pending: string;
  readonly approved: string | undefined;
  readonly rejected: string | undefined;
  readonly withdrawn: string | undefined;
}

type Declared = Pick<ResourceData, "approval" | "actions" | "fields">;

/** The field of the life cycle. */
export function lifeCycleOf({ fields }: Pick<ResourceData, "fields">): readonly [name: string, field: FieldData] | undefined {
  return Object.entries(fields).find(([, field]) => kindOf(field).initial !== undefined);
}

export function approvalWays(data: Declared): ApprovalWays | undefined {
  const { approval } = data;
  if (approval === undefined) return undefined;
  const action = data.actions?.[approval.of ?? ""];
  const states = Object.keys(kindData(lifeCycleOf(data)?.[1] ?? { kind: "state", label: ["", ""] }).states ?? {});
  const from = approval.from === undefined && approval.of === "submit" ? states.slice(0, 1) : listed(approval.from ?? action?.from);
  const rejected = approval.rejected ?? from[0];
  return {
    from,
    pending: approval.pending,
    approved: approval.approved ?? action?.to,
    rejected,
    withdrawn: approval.withdrawn ?? rejected,
  };
}

/** The state, as it is stored; undefined where there is no such state. */
export function stateValue(data: Pick<ResourceData, "fields">, state: string | undefined): number | undefined {
  const states = kindData(lifeCycleOf(data)?.[1] ?? { kind: "state", label: ["", ""] }).states ?? {};
  return state === undefined ? undefined : states[state]?.[0];
}

/** The field of the life cycle, its state of rows that wait, and all others. */
interface StateLock {
  readonly field: string;
  readonly pending: number;
  readonly others: readonly number[];
}

/** A condition that no row meets while it waits. */
function unlessPending(condition: Condition | undefined, { field, pending, others }: StateLock): Condition {
  const alternatives = alternativesOf(condition ?? {}).map((all) => {
    const own = all[field];
    if (own === undefined) return { ...all, [field]: { not: pending } };
    if (isNegation(own)) return { ...all, [field]: { not: [...new Set([...[own.not].flat(), pending])] } };
    if (isComparison(own)) return { ...all, [field]: others.filter((state) => meets({ [field]: own }, { [field]: state })) };
    const states = [own].flat();
    return states.includes(pending) ? { ...all, [field]: states.filter((value) => value !== pending) } : all;
  });
  return alternatives.length === 1 ? (alternatives[0] ?? {}) : alternatives;
}

const isOnRows = ({ on = "row", method, opens, dialog, submits }: ActionData): boolean =>
  (on === "row" || on === "selection") &&
  method !== "none" &&
  method !== "GET" &&
  opens === undefined &&
  dialog === undefined &&
  submits === undefined;

/** Actions that are possible in any state are not while a decision is awaited. The one that is decided about names its own (checks/approval.ts). */
function lockedActions({ actions = {}, approval }: ResourceData, others: readonly string[]): Readonly<Record<string, ActionData>> {
  return Object.fromEntries(
    Object.entries(actions).map(([name, action]) => [
      name,
      name !== approval?.of && action.from === undefined && isOnRows(action) ? { ...action, from: others } : action,
    ]),
  );
}

function withdrawAction(
  { of }: ApprovalData,
  actions: Readonly<Record<string, ActionData>>,
  prefix: string,
  ways: ApprovalWays,
): ActionData {
  const key =
    of === undefined ? undefined : of === "submit" ? `${prefix}_edit` : (actions[of]?.permission ?? `${prefix}_${of.toLowerCase()}`);
  return {
    label: ["撤回审批", "Withdraw request"],
    from: ways.pending,
    ...(ways.withdrawn === undefined ? {} : { to: ways.withdrawn }),
    confirm: ["确定撤回该审批申请?", "Withdraw this request for approval?"],
    ...(key === undefined ? { open: "signed-in" as const } : { permission: key }),
  };
}

/** The definition with what its approval brings along. */
export function withApproval(data: ResourceData): ResourceData {
  const { approval } = data;
  const ways = approvalWays(data);
  const cycle = lifeCycleOf(data);
  const pending = stateValue(data, approval?.pending);
  if (approval === undefined || ways === undefined || cycle === undefined || pending === undefined) return data;
  const [stateField, { ...declared }] = cycle;
  const names = Object.keys(kindData(declared).states ?? {});
  const others = names.flatMap((name) => stateValue(data, name) ?? []).filter((state) => state !== pending);
  const actions = lockedActions(
    data,
    names.filter((name) => name !== ways.pending),
  );
  const instance: FieldData = text("审批流程", "Approval process", { max: 64, readonly: true, visibleIn: [], list: false });
  const transition = (to: string | undefined, when: string): TransitionData | undefined =>
    to === undefined ? undefined : { from: ways.pending, to, when };
  const events = {
    approvalAsked: approval.of === undefined ? undefined : { from: ways.from, to: ways.pending, when: "its process asks somebody" },
    approvalGranted: transition(ways.approved, "its process ends with consent, or asks nobody"),
    approvalRefused: transition(ways.rejected, "its process ends without consent"),
    approvalWithdrawn: transition(ways.withdrawn, "the requester withdraws it, or its process ends from outside"),
  };
  const lock = (condition: Condition | undefined) => unlessPending(condition, { field: stateField, pending, others });
  const { details } = data;
  return {
    ...data,
    fields: { ...data.fields, ...(data.fields[instanceField] === undefined ? { [instanceField]: instance } : {}) },
    actions: { ...actions, [withdrawal]: withdrawAction(approval, actions, data.permission ?? data.name.replace(/-/g, ""), ways) },
    events: {
      ...data.events,
      ...Object.fromEntries(Object.entries(events).flatMap(([name, event]) => (event === undefined ? [] : [[name, event]]))),
    },
    editableWhen: lock(data.editableWhen),
    ...(data.removableWhen === undefined ? {} : { removableWhen: lock(data.removableWhen) }),
    ...(details === undefined || details.resource === data.name
      ? {}
      : { details: { ...details, writableWhen: lock(details.writableWhen) } }),
  };
}
