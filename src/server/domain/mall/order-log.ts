// The history of orders: every step of an order leaves a row, in the transaction of the step.
import type { CommitContext } from "../../contract.ts";
import { addRow, resourceNamed } from "../../crud/write/server-rows.ts";
import type { StoredRow } from "../../rows/stored.ts";
import type { Transaction } from "../../store/database.ts";

const operators = { system: 1, staff: 3 } as const;

/** The order as far as its history names it. */
type Order = Pick<StoredRow<"order">, "id" | "orderNo">;

interface OrderStep {
  readonly event:
    | "create"
    | "pay"
    | "auditSuccess"
    | "auditFail"
    | "ship"
    | "receive"
    | "close"
    | "refund"
    | "refundSuccess"
    | "refundFail";
  /** Nothing was before an order was placed. */
  readonly from: number | null;
  readonly to: number;
  readonly remark?: string | null;
}

/** Who places an order. */
export const placedBy = ({ caller }: CommitContext): number => (caller.userId === "" ? operators.system : operators.staff);

/** Who took a step: the person who calls, or the system where nobody does (schedules, callbacks of channels). */
function operatorOf({ caller }: CommitContext) {
  return caller.userId === ""
    ? { operatorType: operators.system, operatorName: "系统" }
    : { operatorType: operators.staff, operatorId: caller.userId, operatorName: caller.realName };
}

/** Writes down a step. */
export async function logStep(
  context: CommitContext,
  tx: Transaction,
  order: Order,
  { event, from, to, remark }: OrderStep,
): Promise<void> {
  await addRow(context, tx, "order-status-log", {
    orderId: order.id,
    orderNo: order.orderNo,
    fromStatus: from,
    toStatus: to,
    event,
    ...operatorOf(context),
    remark: remark ?? null,
  });
}

/** Writes down an action of a person, from and to the states that its definition names. */
export async function logAction(
  context: CommitContext,
  tx: Transaction,
  order: Order,
  { event, remark }: Pick<OrderStep, "event" | "remark">,
): Promise<void> {
  const action = resourceNamed(context, "order").actions.find(({ name }) => name === event);
  const [from, to] = [action?.fromValues?.[0], action?.toValue];
  if (from === undefined || to === undefined) throw new Error(`the action "${event}" of orders leads from nowhere to nowhere`);
  await logStep(context, tx, order, { event, from, to, remark });
}
