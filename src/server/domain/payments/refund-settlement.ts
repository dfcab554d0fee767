// What a refund that succeeded or failed brings about, whoever says so. Once, however often it is said.
import { compareDecimals } from "#schema/decimals";
import { added, rounded } from "#schema/exact";
import type { CommitContext } from "../../contract.ts";
import { changeRow, lockRow, lockRows, readRow } from "../../crud/write/server-rows.ts";
import { db, first } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { finishRefund } from "../mall/order-payment.ts";
import { queueNotice } from "./notices.ts";
import type { RefundResult } from "./providers/provider.ts";
import type { Applied } from "./settlement.ts";
import { payStatus, refundStatus, refundTypes, repeatStatus } from "../collection/states.ts";

type RefundOrder = StoredRow<"pay-refund-order">;

/** The repeated payment that a refund gives back is settled with it. */
async function settleRepeat(context: CommitContext, tx: Transaction, refund: RefundOrder): Promise<void> {
  const found = await first(
    tx,
    db.selectFrom(tables(context).unscoped("repeat-order", "r")).where("r.refundOrderId", "=", refund.id).limit(1).select("r.id"),
  );
  const [repeat] = found === undefined ? [] : await lockRows(context, tx, "repeat-order", [found.id]);
  if (repeat?.repeatStatus !== repeatStatus.refunding) return;
  const handleRemark = `退款单 ${refund.refundNo ?? ""} 已退款`;
  await changeRow(context, tx, "repeat-order", {
    id: repeat.id,
    values: { repeatStatus: repeatStatus.handled, handleTime: context.now(), handleRemark },
  });
}

/** What follows from a refund that has just succeeded: payment, order or repeated payment, and the client is told. */
export async function afterRefund(context: CommitContext, tx: Transaction, refund: RefundOrder): Promise<void> {
  const amount = refund.refundAmount ?? "0";
  // Orders are locked before their payments, everywhere.
  if (refund.orderId !== null) await lockRows(context, tx, "order", [refund.orderId]);
  const payment = await lockRow(context, tx, "pay-order", refund.payOrderId);
  const refundAmount = rounded(added(payment.refundAmount ?? "0", amount), 2);
  const status = compareDecimals(refundAmount, payment.amount ?? "0") >= 0 ? payStatus.refunded : payStatus.partlyRefunded;
  await changeRow(context, tx, "pay-order", { id: payment.id, values: { refundAmount, status } });
  if (refund.refundType === refundTypes.business) await finishRefund(context, tx, { orderId: refund.orderId, amount });
  else await settleRepeat(context, tx, refund);
  await queueNotice(context, tx, { payment: { ...payment, refundAmount, status }, refund });
}

/** A refund with its order and its payment, locked in this order. */
async function lockRefund(context: CommitContext, tx: Transaction, refundOrderId: string): Promise<RefundOrder> {
  const found = await readRow(context, tx, "pay-refund-order", refundOrderId);
  if (found?.orderId !== null && found?.orderId !== undefined) await lockRows(context, tx, "order", [found.orderId]);
  if (found?.payOrderId !== null && found?.payOrderId !== undefined) await lockRows(context, tx, "pay-order", [found.payOrderId]);
  return lockRow(context, tx, "pay-refund-order", refundOrderId);
}

const refusal = (zh: string, en: string): Applied => ({ refusal: [zh, en] });

/** Applies what a channel says of a refund. Says why where it contradicts what is known; nothing is written then. */
export async function applyRefund(context: CommitContext, tx: Transaction, refundOrderId: string, result: RefundResult): Promise<Applied> {
  const refund = await lockRefund(context, tx, refundOrderId);
  const { status } = refund;
  if (result.outcome === "pending") return { done: "unchanged" };
  if (result.outcome === "failed") {
    if (status !== refundStatus.refunding) return { done: "unchanged" };
    const values = { status: refundStatus.failed, errorCode: result.code, errorMsg: result.message };
    await changeRow(context, tx, "pay-refund-order", { id: refund.id, values });
    const payment = await lockRow(context, tx, "pay-order", refund.payOrderId);
    await queueNotice(context, tx, { payment, refund: { ...refund, ...values } });
    return { done: "applied" };
  }
  if (status === refundStatus.refunded)
    return refund.refundTradeNo === result.refundTradeNo
      ? { done: "known" }
      : refusal("退款单已退款，且渠道退款号不同", "the refund has been made with another trade number");
  if (status !== refundStatus.refunding && status !== refundStatus.failed)
    return refusal("退款单尚未执行或已关闭", "the refund has not been executed, or is closed");
  if (compareDecimals(result.amount, refund.refundAmount ?? "0") !== 0)
    return refusal(
      `退款金额不符：应退 ${refund.refundAmount ?? ""}，渠道报告 ${result.amount}`,
      `wrong amount: ${result.amount} instead of ${refund.refundAmount ?? ""}`,
    );
  const { refundTradeNo, refundTime } = result;
  const values = { status: refundStatus.refunded, refundTradeNo, refundTime, errorCode: null, errorMsg: null };
  await changeRow(context, tx, "pay-refund-order", { id: refund.id, values });
  await afterRefund(context, tx, { ...refund, ...values });
  return { done: "applied" };
}
