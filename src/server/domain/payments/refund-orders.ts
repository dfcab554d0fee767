// Refund orders: opened from their screen, changed while nothing has happened yet, and closed again.
import { compareDecimals } from "#schema/decimals";
import type { CommitContext, Domain, Effect, SubmitEffect } from "../../contract.ts";
import { changeRow, lockRow, lockRows } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { run } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { factsOf, isRefundable, lockPaid, repeatOf, requireWithin } from "../collection/refunds.ts";
import { refundMethods, refundTypes, repeatStatus } from "../collection/states.ts";
import { cancelRefund, startRefund } from "../mall/order-payment.ts";

type PayOrder = StoredRow<"pay-order">;

async function requireMethod(context: CommitContext, tx: Transaction, payment: PayOrder, method: number | null | undefined): Promise<void> {
  if (method !== refundMethods.backToPayer || (await isRefundable(context, tx, payment))) return;
  throw businessError(
    "notRefundableByChannel",
    ["该支付渠道不支持原路退款，请选择人工打款", "The pay channel cannot refund by itself; choose a manual transfer"],
    {
      data: { payOrderId: payment.id },
    },
  );
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
  beforeChange: async (tx, context, { values, current }) => {
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
  afterChange: async (tx, context, { id, values, current }) => {
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
