// What a payment that succeeded brings about, whoever says so: the channel, staff, or the account of the member. Once, however often it is
// said.
import { compareDecimals } from "#schema/decimals";
import { multiplied, quotient, rounded } from "#schema/exact";
import type { Text } from "#schema/text";
import type { CommitContext } from "../../contract.ts";
import { writeJobs } from "../../crud/write/jobs.ts";
import { addRow, changeRow, lockRow, lockRows, readRow } from "../../crud/write/server-rows.ts";
import { db, first } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { payOrder } from "../mall/order-payment.ts";
import { queueNotice } from "./notices.ts";
import { closePayments, closingJob } from "../collection/close-payments.ts";
import type { PaymentResult } from "./providers/provider.ts";
import { openPayments, payStatus, repeatTypes, successfulPayments } from "../collection/states.ts";

type PayOrder = StoredRow<"pay-order">;

/** What was done with a result, or why nothing was. */
export type Applied = { readonly done: "applied" | "known" | "unchanged" } | { readonly refusal: Text };

/** What the channel keeps of a payment. */
function feeOf(amount: string, ratePercent: string | null): string {
  return rounded(quotient(multiplied(amount, ratePercent ?? "0"), "100") ?? "0", 2);
}

/** Money for an order that needs none: to be given back. */
async function keepRepeat(context: CommitContext, tx: Transaction, payment: PayOrder): Promise<void> {
  const order = payment.orderId === null ? undefined : await readRow(context, tx, "order", payment.orderId);
  const paidBy = order?.payChannelId ?? payment.payChannelId;
  await addRow(context, tx, "repeat-order", {
    orderId: payment.orderId,
    payOrderId: payment.id,
    tenantClientId: payment.tenantClientId,
    payChannelId: payment.payChannelId,
    tradeNo: payment.tradeNo,
    amount: payment.amount,
    currency: payment.currency,
    payTime: payment.payTime,
    repeatType: paidBy === payment.payChannelId ? repeatTypes.sameChannel : repeatTypes.otherChannel,
  });
}

/**
 * What follows from a pay order that has just become paid, with its trade number and time in it: the order is paid and its other open pay
 * orders are closed, or the payment is a repeated one; the client is told.
 */
export async function afterSuccess(context: CommitContext, tx: Transaction, payment: PayOrder): Promise<"paid" | "repeated"> {
  const amount = payment.amount ?? "0";
  const channel = await readRow(context, tx, "pay-channel", payment.payChannelId);
  await changeRow(context, tx, "pay-order", {
    id: payment.id,
    values: { feeAmount: feeOf(amount, channel?.feeRate ?? null), errorCode: null, errorMsg: null },
  });
  const outcome = await payOrder(context, tx, {
    orderId: payment.orderId,
    payOrderId: payment.id,
    payChannelId: payment.payChannelId,
    amount,
    payTime: payment.payTime ?? context.now(),
  });
  if (outcome === "repeated") await keepRepeat(context, tx, payment);
  else if (payment.orderId !== null) await closePayments(context, tx, payment.orderId);
  await queueNotice(context, tx, { payment: { ...payment, status: payStatus.paid } });
  return outcome;
}

/** A pay order with its order, locked in this order. */
async function lockPayment(context: CommitContext, tx: Transaction, payOrderId: string): Promise<PayOrder> {
  const found = await readRow(context, tx, "pay-order", payOrderId);
  if (found?.orderId !== null && found?.orderId !== undefined) await lockRows(context, tx, "order", [found.orderId]);
  return lockRow(context, tx, "pay-order", payOrderId);
}

async function isUsedTrade(context: CommitContext, tx: Transaction, payment: PayOrder, tradeNo: string): Promise<boolean> {
  const other = db
    .selectFrom(tables(context).unscoped("pay-order", "p"))
    .where("p.payChannelId", "=", payment.payChannelId)
    .where("p.tradeNo", "=", tradeNo)
    .where("p.id", "<>", payment.id);
  return (await first(tx, other.limit(1).select("p.id"))) !== undefined;
}

const refusal = (zh: string, en: string): Applied => ({ refusal: [zh, en] });

async function applySuccess(
  context: CommitContext,
  tx: Transaction,
  payment: PayOrder,
  paid: Extract<PaymentResult, { readonly outcome: "paid" }>,
): Promise<Applied> {
  const amount = payment.amount ?? "0";
  if (successfulPayments.has(payment.status))
    return payment.tradeNo === paid.tradeNo
      ? { done: "known" }
      : refusal("支付单已支付，且渠道交易号不同", "the pay order has been paid with another trade number");
  if (compareDecimals(paid.amount, amount) !== 0 || paid.currency !== payment.currency)
    return refusal(
      `金额不符：应付 ${amount} ${payment.currency ?? ""}，渠道报告 ${paid.amount} ${paid.currency}`,
      `wrong amount: ${paid.amount} ${paid.currency} instead of ${amount} ${payment.currency ?? ""}`,
    );
  if (await isUsedTrade(context, tx, payment, paid.tradeNo))
    return refusal("渠道交易号已用于另一支付单", "the trade number belongs to another pay order");
  const { tradeNo, payTime, payer = null } = paid;
  const values = { status: payStatus.paid, tradeNo, payTime, channelUserId: payer };
  await changeRow(context, tx, "pay-order", { id: payment.id, values });
  await afterSuccess(context, tx, { ...payment, ...values });
  return { done: "applied" };
}

/** Applies what a channel says of a payment, in an answer or a report. Says why where it contradicts what is known; nothing is written then. */
export async function applyPayment(context: CommitContext, tx: Transaction, payOrderId: string, result: PaymentResult): Promise<Applied> {
  const payment = await lockPayment(context, tx, payOrderId);
  if (result.outcome === "paid") return applySuccess(context, tx, payment, result);
  if (!openPayments.includes(payment.status)) return { done: "unchanged" };
  if (result.outcome === "failed") {
    const values = { status: payStatus.failed, errorCode: result.code, errorMsg: result.message };
    await changeRow(context, tx, "pay-order", { id: payment.id, values });
    return { done: "applied" };
  }
  const payUrl = result.payUrl ?? payment.payUrl;
  if (payment.status === payStatus.paying && payUrl === payment.payUrl) return { done: "unchanged" };
  await changeRow(context, tx, "pay-order", { id: payment.id, values: { status: payStatus.paying, payUrl } });
  return { done: "applied" };
}

/** Closes a pay order that ran out, unless it has been paid meanwhile. */
export async function closeExpired(context: CommitContext, tx: Transaction, payOrderId: string): Promise<void> {
  const [payment] = await lockRows(context, tx, "pay-order", [payOrderId]);
  if (payment === undefined || !openPayments.includes(payment.status)) return;
  if (payment.expireTime === null || payment.expireTime > context.now()) return;
  await changeRow(context, tx, "pay-order", { id: payOrderId, values: { status: payStatus.closed } });
  if (payment.status === payStatus.paying) await writeJobs(tx, context, [closingJob(payment)]);
}
