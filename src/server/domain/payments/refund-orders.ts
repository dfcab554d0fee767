// Refund orders: opened within what was paid, and closed again.
import { sql } from "kysely";
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { addRow, changeRow, lockRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { db, first, run } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { logStep } from "../mall/order-log.ts";

export const refundTypes = { business: 1, repeatedPayment: 2 } as const;

const backToThePayer = 1;
const closed = 4;
const repeatStatus = { open: 0, refunding: 1 } as const;
/** States of a pay order in which it holds money. */
const holdsMoney: ReadonlySet<number> = new Set([2, 5]);
const orderRefunding = 7;

export interface Refund {
  readonly payOrderId: string | null;
  readonly amount: string;
  readonly refundType: (typeof refundTypes)[keyof typeof refundTypes];
  readonly reason: string;
}

/** Opens a refund order over a paid one; answers its id. All that are not closed never exceed together what was paid. */
export async function openRefund(
  context: CommitContext,
  tx: Transaction,
  { payOrderId, amount, refundType, reason }: Refund,
): Promise<string> {
  const paid = await lockRow(context, tx, "pay-order", payOrderId);
  const number = paid.payNo ?? "";
  if (!holdsMoney.has(paid.status))
    throw businessError("notPaid", [`支付单“${number}”没有可退的款项`, `Pay order “${number}” holds nothing to refund`], {
      data: { payOrderId: paid.id },
    });
  const rest = await first(
    tx,
    db
      .selectFrom(tables(context).unscoped("pay-refund-order", "r"))
      .where("r.payOrderId", "=", paid.id)
      .where("r.status", "<>", closed)
      .select(({ ref }) => {
        const left = sql<string>`${paid.amount}::numeric - coalesce(sum(${ref("r.refundAmount")}), 0)`;
        return [sql<string>`(${left})::numeric(18,2)`.as("left"), sql<boolean>`${left} < ${amount}::numeric`.as("isShort")];
      }),
  );
  if (rest?.isShort === true) {
    const { left } = rest;
    throw businessError(
      "refundTooLarge",
      [`支付单“${number}”可退金额仅剩 ${left} 元`, `Only ${left} of pay order “${number}” can still be refunded`],
      { data: { payOrderId: paid.id, left } },
    );
  }
  const refund = await addRow(context, tx, "pay-refund-order", {
    payOrderId: paid.id,
    orderId: paid.orderId,
    tenantClientId: paid.tenantClientId,
    payChannelId: paid.payChannelId,
    memberId: paid.memberId,
    tradeNo: paid.tradeNo,
    payAmount: paid.amount,
    refundAmount: amount,
    currency: paid.currency,
    refundType,
    refundMethod: backToThePayer,
    refundReason: reason,
  });
  return refund.id;
}

/** The order of a business refund goes back to where it was before. */
async function restoreOrder(context: CommitContext, tx: Transaction, refund: StoredRow<"pay-refund-order">): Promise<void> {
  const order = await lockRow(context, tx, "order", refund.orderId);
  const before = order.preRefundStatus;
  if (order.status !== orderRefunding || before === null) return;
  await changeRow(context, tx, "order", { id: order.id, values: { status: before } });
  await logStep(context, tx, order, { event: "refundFail", from: orderRefunding, to: before, remark: "退款单已关闭" });
}

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
  commit: async (tx, context, { rows }) => {
    for (const refund of rows) {
      if (refund.refundType === refundTypes.repeatedPayment) await reopenRepeat(context, tx, refund.id);
      else if (refund.orderId !== null) await restoreOrder(context, tx, refund);
    }
    return {};
  },
};

export const refundOrdersDomain: Domain = { reads: {}, actions: { "pay-refund-order.close": close }, hooks: {} };
