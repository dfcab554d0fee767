// Refunds within what was paid: what orders and payments both open, judged on locked rows.
import { compareDecimals } from "#schema/decimals";
import { added, negated, rounded } from "#schema/exact";
import type { CommitContext } from "../../contract.ts";
import { lockReferred } from "../../crud/guards/lock-first.ts";
import { addRow, lockRow, readRow, resourceNamed } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { db, first, rows } from "../../rows/query.ts";
import type { RowValues, StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { holdsMoney, openRefunds, refundMethods, refundStatus, refundTypes } from "./states.ts";

type PayOrder = StoredRow<"pay-order">;
type RefundType = (typeof refundTypes)[keyof typeof refundTypes];

interface Refund {
  readonly payOrderId: string | null;
  readonly amount: string;
  readonly refundType: RefundType;
  readonly reason: string;
}

/** What a refund is to be, checked by `requireWithin`. */
interface Wanted {
  readonly amount: string;
  readonly refundType: number | null;
  /** The refund itself, where it is there already. */
  readonly id?: string;
}

const nothing = "0";
/** What is left of an amount; nothing counts as 0. */
const minus = (left: string | null | undefined, right?: string | null): string =>
  rounded(added(left ?? nothing, negated(right ?? nothing)), 2);
/** A number as sentences have it. */
const named = (number: string | null): string => number ?? "";
const isMore = (amount: string, max: string): boolean => compareDecimals(amount, max) > 0;

/** What can still be refunded of an order; nothing of one that is not there. */
export const leftOfOrder = (order: Pick<StoredRow<"order">, "paidAmount" | "refundAmount"> | undefined): string =>
  minus(order?.paidAmount, order?.refundAmount);

/** A pay order with its order, locked in this order. */
export async function lockPaid(context: CommitContext, tx: Transaction, payOrderId: string | null): Promise<PayOrder> {
  await lockReferred(context, tx, resourceNamed(context, "pay-order"), payOrderId === null ? [] : [payOrderId]);
  return lockRow(context, tx, "pay-order", payOrderId);
}

/** Other refunds of the payment, or of its order, that have succeeded or may. */
async function refundsBeside(context: CommitContext, tx: Transaction, payment: PayOrder, id: string | undefined) {
  const refunds = db
    .selectFrom(tables(context).unscoped("pay-refund-order", "r"))
    .where(({ or, eb }) => or([eb("r.payOrderId", "=", payment.id), eb("r.orderId", "=", payment.orderId)]))
    .where("r.status", "<>", refundStatus.closed);
  return rows(
    tx,
    (id === undefined ? refunds : refunds.where("r.id", "<>", id)).select([
      "r.refundNo",
      "r.payOrderId",
      "r.status",
      "r.refundType",
      "r.refundAmount",
    ]),
  );
}

const notPaid = (payment: PayOrder) =>
  businessError(
    "notPaid",
    [`支付单“${named(payment.payNo)}”没有可退的款项`, `Pay order “${named(payment.payNo)}” has nothing left to refund`],
    {
      data: { payOrderId: payment.id },
    },
  );

const tooLarge = (payment: PayOrder, left: string) =>
  businessError(
    "refundTooLarge",
    [`支付单“${named(payment.payNo)}”可退金额仅剩 ${left} 元`, `Only ${left} of pay order “${named(payment.payNo)}” can still be refunded`],
    { data: { payOrderId: payment.id, left } },
  );

/** The repeated payment that a pay order is; undefined of one that paid its order. */
export const repeatOf = (context: CommitContext, tx: Transaction, payment: PayOrder) =>
  first(
    tx,
    db
      .selectFrom(tables(context).unscoped("repeat-order", "r"))
      .where("r.payOrderId", "=", payment.id)
      .orderBy("r.id")
      .limit(1)
      .select(["r.id", "r.amount", "r.repeatStatus"]),
  );

/** Refuses a refund beyond what its payment and its order leave, and a second one beside an open one. The payment and the order are locked. */
export async function requireWithin(
  context: CommitContext,
  tx: Transaction,
  payment: PayOrder,
  { amount, refundType, id }: Wanted,
): Promise<void> {
  if (!holdsMoney.has(payment.status)) throw notPaid(payment);
  const others = await refundsBeside(context, tx, payment, id);
  const left = others
    .filter(({ payOrderId }) => payOrderId === payment.id)
    .reduce((rest, { refundAmount }) => minus(rest, refundAmount), minus(payment.amount));
  if (isMore(amount, left)) throw tooLarge(payment, left);
  const open = others.find((one) => one.refundType === refundType && openRefunds.includes(one.status));
  if (open !== undefined)
    throw businessError(
      "refundOpen",
      [
        `订单“${named(payment.orderNo)}”已有未完成的退款单“${named(open.refundNo)}”`,
        `Refund “${named(open.refundNo)}” of order “${named(payment.orderNo)}” is still open`,
      ],
      { data: { payOrderId: payment.id } },
    );
  if (refundType !== refundTypes.business) return;
  if ((await repeatOf(context, tx, payment)) !== undefined)
    throw businessError(
      "repeatedPayment",
      [
        `支付单“${named(payment.payNo)}”是重复支付，请按“重复支付退款”办理`,
        `Pay order “${named(payment.payNo)}” is a repeated payment; refund it as such`,
      ],
      { data: { payOrderId: payment.id } },
    );
  const ofOrder = leftOfOrder(await readRow(context, tx, "order", payment.orderId));
  if (isMore(amount, ofOrder)) throw tooLarge(payment, ofOrder);
}

/** Whether the channel of a payment gives money back itself. */
export async function isRefundable(context: CommitContext, tx: Transaction, payment: PayOrder): Promise<boolean> {
  const channel = await readRow(context, tx, "pay-channel", payment.payChannelId);
  return channel?.isRefundable === 1;
}

/** What a refund order has from its payment. */
export const factsOf = (context: CommitContext, payment: PayOrder): RowValues<"pay-refund-order"> => ({
  payOrderId: payment.id,
  orderId: payment.orderId,
  tenantClientId: payment.tenantClientId,
  payChannelId: payment.payChannelId,
  memberId: payment.memberId,
  tradeNo: payment.tradeNo,
  payAmount: payment.amount,
  currency: payment.currency,
  clientIp: context.address,
});

/**
 * Opens a refund order over a paid one; answers its id. All that are not closed never exceed together what was paid. The order is put into
 * refunding by the caller.
 */
export async function openRefund(
  context: CommitContext,
  tx: Transaction,
  { payOrderId, amount, refundType, reason }: Refund,
): Promise<string> {
  const payment = await lockPaid(context, tx, payOrderId);
  await requireWithin(context, tx, payment, { amount, refundType });
  const method = (await isRefundable(context, tx, payment)) ? refundMethods.backToPayer : refundMethods.manual;
  const facts = factsOf(context, payment);
  const refund = await addRow(context, tx, "pay-refund-order", {
    ...facts,
    refundAmount: amount,
    refundType,
    refundMethod: method,
    refundReason: reason,
  });
  return refund.id;
}
