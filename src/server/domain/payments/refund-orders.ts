// Refund orders: opened within what was paid, changed while nothing has happened yet, and closed again.
import { compareDecimals } from "#schema/decimals";
import { added, negated, rounded } from "#schema/exact";
import type { CommitContext, Domain, Effect, SubmitEffect } from "../../contract.ts";
import { addRow, changeRow, lockRow, lockRows, readRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { db, first, rows, run } from "../../rows/query.ts";
import type { RowValues, StoredRow } from "../../rows/stored.ts";
import { tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { cancelRefund, startRefund } from "../mall/order-payment.ts";
import { holdsMoney, openRefunds, refundMethods, refundStatus, refundTypes, repeatStatus } from "./states.ts";

export { refundTypes } from "./states.ts";

type PayOrder = StoredRow<"pay-order">;
type RefundType = (typeof refundTypes)[keyof typeof refundTypes];

export interface Refund {
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

const minus = (left: string, right: string): string => rounded(added(left, negated(right)), 2);
const isMore = (amount: string, most: string): boolean => compareDecimals(amount, most) > 0;

/** A pay order with its order, locked in this order. */
async function lockPaid(context: CommitContext, tx: Transaction, payOrderId: string | null): Promise<PayOrder> {
  const found = await readRow(context, tx, "pay-order", payOrderId);
  if (found?.orderId !== null && found?.orderId !== undefined) await lockRows(context, tx, "order", [found.orderId]);
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
  businessError("notPaid", [`支付单“${payment.payNo ?? ""}”没有可退的款项`, `Pay order “${payment.payNo ?? ""}” holds nothing to refund`], {
    data: { payOrderId: payment.id },
  });

const tooLarge = (payment: PayOrder, left: string) =>
  businessError(
    "refundTooLarge",
    [`支付单“${payment.payNo ?? ""}”可退金额仅剩 ${left} 元`, `Only ${left} of pay order “${payment.payNo ?? ""}” can still be refunded`],
    { data: { payOrderId: payment.id, left } },
  );

/** The repeated payment that a pay order is; undefined of one that paid its order. */
const repeatOf = (context: CommitContext, tx: Transaction, payment: PayOrder) =>
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
    .reduce((rest, { refundAmount }) => minus(rest, refundAmount ?? "0"), rounded(payment.amount ?? "0", 2));
  if (isMore(amount, left)) throw tooLarge(payment, left);
  const open = others.find((one) => one.refundType === refundType && openRefunds.includes(one.status));
  if (open !== undefined)
    throw businessError(
      "refundOpen",
      [
        `订单“${payment.orderNo ?? ""}”已有未完成的退款单“${open.refundNo ?? ""}”`,
        `Refund “${open.refundNo ?? ""}” of order “${payment.orderNo ?? ""}” is still open`,
      ],
      { data: { payOrderId: payment.id } },
    );
  if (refundType !== refundTypes.business) return;
  if ((await repeatOf(context, tx, payment)) !== undefined)
    throw businessError(
      "repeatedPayment",
      [
        `支付单“${payment.payNo ?? ""}”是重复支付，请按“重复支付退款”办理`,
        `Pay order “${payment.payNo ?? ""}” is a repeated payment; refund it as such`,
      ],
      { data: { payOrderId: payment.id } },
    );
  const order = await readRow(context, tx, "order", payment.orderId);
  const ofOrder = minus(order?.paidAmount ?? "0", order?.refundAmount ?? "0");
  if (isMore(amount, ofOrder)) throw tooLarge(payment, ofOrder);
}

/** Whether the channel of a payment gives money back itself. */
async function isRefundable(context: CommitContext, tx: Transaction, payment: PayOrder): Promise<boolean> {
  const channel = await readRow(context, tx, "pay-channel", payment.payChannelId);
  return channel?.isRefundable === 1;
}

async function requireMethod(context: CommitContext, tx: Transaction, payment: PayOrder, method: number | null | undefined): Promise<void> {
  if (method !== refundMethods.backToPayer || (await isRefundable(context, tx, payment))) return;
  throw businessError(
    "notRefundableByChannel",
    ["该支付渠道不支持原路退款，请选择人工打款", "The pay channel gives nothing back itself; choose a manual transfer"],
    {
      data: { payOrderId: payment.id },
    },
  );
}

/** What a refund order has from its payment. */
const factsOf = (context: CommitContext, payment: PayOrder): RowValues<"pay-refund-order"> => ({
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

/** A repeated payment that is refunded from the screen of refunds, as a whole. */
async function takeRepeat(
  context: CommitContext,
  tx: Transaction,
  payment: PayOrder,
  refund: { readonly id: string; readonly amount: string },
) {
  const found = await repeatOf(context, tx, payment);
  const [repeat] = found === undefined ? [] : await lockRows(context, tx, "repeat-order", [found.id]);
  const number = payment.payNo ?? "";
  if (repeat?.repeatStatus !== repeatStatus.open)
    throw businessError("noRepeat", [`支付单“${number}”没有未处理的重复支付`, `Pay order “${number}” has no open repeated payment`], {
      data: { payOrderId: payment.id },
    });
  if (compareDecimals(refund.amount, repeat.amount ?? "0") !== 0)
    throw businessError(
      "repeatAmount",
      [`重复支付须全额退回 ${repeat.amount ?? ""} 元`, `A repeated payment is refunded as a whole: ${repeat.amount ?? ""}`],
      {
        data: { payOrderId: payment.id },
      },
    );
  await changeRow(context, tx, "repeat-order", {
    id: repeat.id,
    values: { repeatStatus: repeatStatus.refunding, refundOrderId: refund.id },
  });
}

const submit: SubmitEffect<"pay-refund-order"> = {
  beforeWrite: async (tx, context, { values, current }) => {
    // Only rows of a new installation have a number before: they state what has happened.
    if (values.refundNo !== undefined) return;
    const wanted = { ...current, ...values };
    const payment = await lockPaid(context, tx, wanted.payOrderId ?? null);
    const { refundType = null, refundAmount, refundMethod } = wanted;
    await requireWithin(context, tx, payment, {
      amount: refundAmount ?? "0",
      refundType,
      ...(current === undefined ? {} : { id: current.id }),
    });
    await requireMethod(context, tx, payment, refundMethod);
    // All of a repeated payment goes back.
    if (
      current !== undefined &&
      refundType === refundTypes.repeatedPayment &&
      compareDecimals(refundAmount ?? "0", current.refundAmount ?? "0") !== 0
    )
      throw businessError("repeatAmount", [
        "重复支付须全额退回，不能修改金额",
        "A repeated payment is refunded as a whole; its amount cannot be changed",
      ]);
    if (current === undefined) Object.assign(values, factsOf(context, payment));
  },
  afterWrite: async (tx, context, { id, values, current }) => {
    if (current !== undefined) return;
    const { refundType, refundAmount, refundReason = null, orderId = null, payOrderId = null } = values;
    if (refundType === refundTypes.business) await startRefund(context, tx, { orderId, reason: refundReason });
    else await takeRepeat(context, tx, await lockRow(context, tx, "pay-order", payOrderId), { id, amount: refundAmount ?? "0" });
  },
};

/** A repeated payment is open again, for another refund. */
async function reopenRepeat(context: CommitContext, tx: Transaction, refundId: string): Promise<void> {
  await run(
    tx,
    update(context, tables(context).unscoped("repeat-order", "r"))
      .set({ repeatStatus: repeatStatus.open, refundOrderId: null })
      .where("r.refundOrderId", "=", refundId)
      .where("r.repeatStatus", "=", repeatStatus.refunding),
  );
}

const close: Effect<"pay-refund-order.close"> = {
  commit: async (tx, context, { rows: refunds }) => {
    for (const refund of refunds) {
      if (refund.refundType === refundTypes.repeatedPayment) await reopenRepeat(context, tx, refund.id);
      else if (refund.orderId !== null) await cancelRefund(context, tx, refund.orderId);
    }
    return {};
  },
};

export const refundOrdersDomain: Domain = {
  reads: {},
  actions: { "pay-refund-order.close": close },
  hooks: { "pay-refund-order": { submit } },
  effects: ["pay-refund-order.creation"],
};
