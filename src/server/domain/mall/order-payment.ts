// Where orders and payments meet: what a payment that succeeded, a refund that succeeded and a refund that was closed mean for the order.
// Each locks the row of the order first; payments lock theirs afterwards.
import { compareDecimals } from "#schema/decimals";
import type { CommitContext } from "../../contract.ts";
import { changeRow, lockRow, lockRows, readRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import type { RowValues, StoredRow } from "../../rows/stored.ts";
import type { Transaction } from "../../store/database.ts";
import { takeStock } from "../product/stock.ts";
import { logStep } from "./order-log.ts";
import { refundOrder } from "./order-refunds.ts";
import { auditStatus, orderStatus } from "./order-states.ts";
import { piecesOf } from "./order-stock.ts";

interface Payment {
  readonly orderId: string | null;
  /** The pay order that succeeded; null where there was nothing to pay. */
  readonly payOrderId: string | null;
  readonly payChannelId: string | null;
  readonly amount: string;
  readonly payTime: string;
  /** Lines that are about to go. Default: none. */
  readonly leaving?: readonly string[];
}

/** Orders of some platforms go to the shipping queue without anybody's approval. */
async function afterPayment(context: CommitContext, tx: Transaction, order: StoredRow<"order">): Promise<RowValues<"order">> {
  const platform = await readRow(context, tx, "client-platform", order.clientPlatformId);
  return platform?.isAuditOrder === 0
    ? { status: orderStatus.audited, auditStatus: auditStatus.passed, auditRemark: "该平台订单免审核" }
    : { status: orderStatus.paid };
}

/**
 * Pays an order that waits for it. "repeated" means that this money pays nothing: the order is paid, closed or gone already, or it costs
 * another amount by now; the order stays as it is, and the money is to be given back.
 */
export async function payOrder(context: CommitContext, tx: Transaction, payment: Payment): Promise<"paid" | "repeated"> {
  const { orderId, payChannelId, amount, payTime } = payment;
  const [order] = orderId === null ? [] : await lockRows(context, tx, "order", [orderId]);
  if (order?.status !== orderStatus.unpaid || compareDecimals(amount, order.payAmount ?? "0") !== 0) return "repeated";
  const next = await afterPayment(context, tx, order);
  await changeRow(context, tx, "order", { id: order.id, values: { ...next, paidAmount: amount, payChannelId, payTime } });
  await takeStock(context, tx, await piecesOf(context, tx, order.id, payment.leaving), "locked");
  const remark = payment.payOrderId === null ? "无需付款" : null;
  await logStep(context, tx, order, { event: "pay", from: orderStatus.unpaid, to: next.status ?? orderStatus.paid, remark });
  return "paid";
}

/** An order over nothing waits for nobody to pay it. */
export async function payIfNothingDue(
  context: CommitContext,
  tx: Transaction,
  { id, payAmount }: Pick<StoredRow<"order">, "id" | "payAmount">,
  leaving: readonly string[] = [],
): Promise<void> {
  if (compareDecimals(payAmount ?? "0", "0") !== 0) return;
  await payOrder(context, tx, { orderId: id, payOrderId: null, payChannelId: null, amount: "0.00", payTime: context.now(), leaving });
}

const mayBeRefunded: ReadonlySet<number> = new Set([orderStatus.paid, orderStatus.audited, orderStatus.shipped, orderStatus.done]);

/**
 * Puts an order into refunding for a refund that was opened by hand. An order whose audit failed keeps its state: its refund leads on from
 * there. The action of the order itself has done this already when it opens its refund.
 */
export async function startRefund(
  context: CommitContext,
  tx: Transaction,
  { orderId, reason }: { readonly orderId: string | null; readonly reason: string | null },
): Promise<void> {
  const order = await lockRow(context, tx, "order", orderId);
  const { id, orderNo, status } = order;
  if (status === orderStatus.rejected) return;
  if (!mayBeRefunded.has(status))
    throw businessError(
      "notRefundable",
      [`订单“${orderNo ?? ""}”当前状态不能退款`, `Order “${orderNo ?? ""}” cannot be refunded in its present state`],
      { data: { orderId: id, status } },
    );
  await changeRow(context, tx, "order", { id, values: { status: orderStatus.refunding, preRefundStatus: status } });
  await logStep(context, tx, order, { event: "refund", from: status, to: orderStatus.refunding, remark: reason });
}

/** A refund has succeeded: its amount is off the order, and what the order gave for it is taken back. */
export async function finishRefund(
  context: CommitContext,
  tx: Transaction,
  { orderId, amount }: { readonly orderId: string | null; readonly amount: string },
): Promise<void> {
  const order = await lockRow(context, tx, "order", orderId);
  const { id, status, preRefundStatus } = order;
  const isRefunding = status === orderStatus.refunding || status === orderStatus.rejected;
  if (!isRefunding)
    throw businessError(
      "notRefunding",
      [`订单“${order.orderNo ?? ""}”不在退款中`, `Order “${order.orderNo ?? ""}” is not being refunded`],
      { data: { orderId: id, status } },
    );
  const { refundAmount, isWhole } = await refundOrder(context, tx, order, amount);
  const next = isWhole ? orderStatus.refunded : status === orderStatus.refunding ? (preRefundStatus ?? orderStatus.paid) : status;
  await changeRow(context, tx, "order", { id, values: { refundAmount, status: next } });
  if (next !== status) await logStep(context, tx, order, { event: "refundSuccess", from: status, to: next, remark: `退款 ${amount} 元` });
}

/** A refund was closed without money having moved: the order is where it was before. */
export async function cancelRefund(context: CommitContext, tx: Transaction, orderId: string | null): Promise<void> {
  const order = await lockRow(context, tx, "order", orderId);
  const { id, status, preRefundStatus: before } = order;
  if (status !== orderStatus.refunding || before === null) return;
  await changeRow(context, tx, "order", { id, values: { status: before } });
  await logStep(context, tx, order, { event: "refundFail", from: orderStatus.refunding, to: before, remark: "退款单已关闭" });
}
