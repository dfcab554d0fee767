// Refund orders: opened within what was paid, and closed again (catalogue, `pay-refund-order`).
import type { CommitContext, Domain, Effect, Values } from "../../contract.ts";
import { addRow, changeRow, lockRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { logStep } from "../mall/order-log.ts";

export const refundTypes = { business: 1, repeatedPayment: 2 } as const;

const backToThePayer = 1;
const closed = 4;
/** States of a pay order in which it holds money. */
const holdsMoney: ReadonlySet<number> = new Set([2, 5]);
const orderRefunding = 7;

export interface Refund {
  readonly payOrderId: unknown;
  readonly amount: string;
  readonly refundType: (typeof refundTypes)[keyof typeof refundTypes];
  readonly reason: string;
}

/** Opens a refund order over a paid one; answers its id. All that are not closed never exceed together what was paid. */
export async function openRefund(context: CommitContext, tx: Transaction, { payOrderId, amount, refundType, reason }: Refund): Promise<string> {
  const paid = await lockRow(context, tx, "pay-order", payOrderId);
  const number = String(paid["payNo"]);
  if (!holdsMoney.has(Number(paid["status"]))) throw businessError("notPaid", [`支付单“${number}”没有可退的款项`, `Pay order “${number}” holds nothing to refund`], { data: { payOrderId: String(paid["id"]) } });
  const left = await tx.first({
    sql: `select ($3::numeric - coalesce(sum(refund_amount), 0))::numeric(18,2) as amount, $3::numeric - coalesce(sum(refund_amount), 0) < $4::numeric as is_short
      from pay_refund_order where tenant_id = $1 and pay_order_id = $2::bigint and status <> $5 and is_deleted = 0`,
    parameters: [context.scope.tenantId, paid["id"], paid["amount"], amount, closed],
  });
  if (left?.["is_short"] === true) {
    const rest = String(left["amount"]);
    throw businessError("refundTooLarge", [`支付单“${number}”可退金额仅剩 ${rest} 元`, `Only ${rest} of pay order “${number}” can still be refunded`], { data: { payOrderId: String(paid["id"]), left: rest } });
  }
  const refund = await addRow(context, tx, "pay-refund-order", {
    payOrderId: paid["id"], orderId: paid["orderId"], tenantClientId: paid["tenantClientId"], payChannelId: paid["payChannelId"], memberId: paid["memberId"], tradeNo: paid["tradeNo"],
    payAmount: paid["amount"], refundAmount: amount, currency: paid["currency"], refundType, refundMethod: backToThePayer, refundReason: reason,
  });
  return String(refund["id"]);
}

/** The order of a business refund goes back to where it was before. */
async function restoreOrder(context: CommitContext, tx: Transaction, refund: Readonly<Values>): Promise<void> {
  const order = await lockRow(context, tx, "order", refund["orderId"]);
  const before = order["preRefundStatus"] ?? null;
  if (Number(order["status"]) !== orderRefunding || before === null) return;
  await changeRow(context, tx, "order", order["id"], { status: Number(before) });
  await logStep(context, tx, order, { event: "refundFail", from: orderRefunding, to: Number(before), remark: "退款单已关闭" });
}

/** A repeated payment is open again, for another refund. */
async function reopenRepeat(context: CommitContext, tx: Transaction, refundId: unknown): Promise<void> {
  await tx.query({
    sql: `update repeat_order set repeat_status = 0, refund_order_id = null, update_user = $3, update_time = $4, version = version + 1
      where tenant_id = $1 and refund_order_id = $2::bigint and repeat_status = 1 and is_deleted = 0`,
    parameters: [context.scope.tenantId, refundId, context.caller.userId, context.now()],
  });
}

const close: Effect = {
  commit: async (tx, context, { rows }) => {
    for (const refund of rows) {
      if (Number(refund["refundType"]) === refundTypes.repeatedPayment) await reopenRepeat(context, tx, refund["id"]);
      else if (refund["orderId"] !== null) await restoreOrder(context, tx, refund);
    }
    return {};
  },
};

export const refundOrdersDomain: Domain = { reads: {}, actions: { "pay-refund-order.close": close }, hooks: {} };
