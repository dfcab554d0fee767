// Carrying refunds out: by the channel, into the account of the member, or by a transfer that staff makes and confirms.
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { writeJobs } from "../../crud/write/jobs.ts";
import { changeRow, lockRow, lockRows, readRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import type { NewJob } from "../../jobs/new-job.ts";
import type { StoredRow } from "../../rows/stored.ts";
import type { Transaction } from "../../store/database.ts";
import { billReasons } from "../loyalty/account-ledger.ts";
import { lockShared } from "../loyalty/share-returns.ts";
import { moveBalance } from "./balance-payment.ts";
import { recordExchange } from "./pay-log.ts";
import { providerOf } from "./providers/index.ts";
import { requireWithin } from "../collection/refunds.ts";
import { afterRefund } from "./refund-settlement.ts";
import { refundMethods, refundStatus, refundTypes } from "../collection/states.ts";

type RefundOrder = StoredRow<"pay-refund-order">;

/** A job that talks to the channel about a refund. */
export const refundJob = (
  queue: "pay-refund-order.execute" | "pay-refund-order.query",
  { id, refundNo }: Pick<RefundOrder, "id" | "refundNo">,
  round = 0,
): NewJob => ({
  queue,
  key: round === 0 ? id : `${id}:${round}`,
  payload: { refundOrderId: id, round },
  subject: { resource: "pay-refund-order", id, title: refundNo ?? "" },
});

/** The provider that gives money back by itself. Refused where the channel has none, or does not. */
async function providerFor(context: CommitContext, tx: Transaction, refund: RefundOrder) {
  const channel = await readRow(context, tx, "pay-channel", refund.payChannelId);
  const provider = providerOf(channel?.type ?? null);
  if (channel?.isRefundable === 1 && provider !== undefined && provider.kind !== "staff") return provider;
  throw businessError(
    "notRefundableByChannel",
    [
      `支付渠道“${channel?.name ?? ""}”不能自动退款，请将退款方式改为“人工打款”（曾执行失败的，请关闭后重新办理）`,
      `Pay channel “${channel?.name ?? ""}” gives nothing back itself; change the method to a manual transfer, or close a refund that has failed and make another`,
    ],
    { data: { id: refund.id } },
  );
}

/** Into the account of the member, at once. */
async function refundToBalance(context: CommitContext, tx: Transaction, refund: RefundOrder): Promise<void> {
  const { id, refundNo, memberId, refundAmount, payOrderId, tenantClientId, payChannelId } = refund;
  const payment = await lockRow(context, tx, "pay-order", payOrderId);
  const isOfOrder = refund.refundType === refundTypes.business;
  await lockShared(context, tx, { orderId: isOfOrder ? refund.orderId : null, memberIds: [memberId] });
  const movement = {
    account: { memberId },
    direction: "in",
    amount: refundAmount ?? "0",
    reason: billReasons.refundToBalance,
    bizNo: refundNo,
  } as const;
  const refundTradeNo = await moveBalance(context, tx, { ...movement, remark: `退款 ${payment.payNo ?? ""}` });
  const values = { status: refundStatus.refunded, refundTradeNo, refundTime: context.now() };
  await changeRow(context, tx, "pay-refund-order", { id, values });
  await recordExchange(context, tx, {
    type: "refund",
    payOrderId,
    payNo: payment.payNo,
    orderNo: payment.orderNo,
    refundNo,
    tenantClientId,
    payChannelId,
    request: JSON.stringify({ refundNo, amount: refundAmount }),
    response: JSON.stringify({ billNo: refundTradeNo }),
    isSuccess: true,
    milliseconds: 0,
    clientIp: context.address,
  });
  await afterRefund(context, tx, { ...refund, ...values });
}

/** Begins a refund, of which the caller has made one under way. */
async function begin(context: CommitContext, tx: Transaction, refund: RefundOrder): Promise<readonly NewJob[]> {
  if (refund.orderId !== null) await lockRows(context, tx, "order", [refund.orderId]);
  const payment = await lockRow(context, tx, "pay-order", refund.payOrderId);
  await requireWithin(context, tx, payment, { amount: refund.refundAmount ?? "0", refundType: refund.refundType, id: refund.id });
  await changeRow(context, tx, "pay-refund-order", { id: refund.id, values: { errorCode: null, errorMsg: null } });
  if (refund.refundMethod === refundMethods.manual) return [];
  const provider = await providerFor(context, tx, refund);
  if (provider.kind === "gateway") return [refundJob("pay-refund-order.execute", refund)];
  await refundToBalance(context, tx, refund);
  return [];
}

const execute: Effect<"pay-refund-order.execute"> = {
  commit: async (tx, context, { rows }) => {
    for (const refund of rows) await writeJobs(tx, context, await begin(context, tx, refund));
    return {};
  },
};

const confirm: Effect<"pay-refund-order.confirm"> = {
  commit: async (tx, context, { rows }) => {
    for (const refund of rows) await afterRefund(context, tx, refund);
    return {};
  },
};

const query: Effect<"pay-refund-order.query"> = {
  commit: () => Promise.resolve({}),
  enqueue: (_context, { rows }) => rows.map((refund) => refundJob("pay-refund-order.query", refund)),
};

export const refundExecutionDomain: Domain = {
  reads: {},
  actions: { "pay-refund-order.execute": execute, "pay-refund-order.confirm": confirm, "pay-refund-order.query": query },
  hooks: {},
};
