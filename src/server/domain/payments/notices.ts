// Notices to the client that opened a pay order: how the payment or a refund ended. Queued in the transaction of the result, sent by a job.
import type { CommitContext } from "../../contract.ts";
import { addRow, readRow } from "../../crud/write/server-rows.ts";
import { writeJobs } from "../../crud/write/jobs.ts";
import type { NewJob } from "../../jobs/new-job.ts";
import type { StoredRow } from "../../rows/stored.ts";
import type { Transaction } from "../../store/database.ts";
import type { NoticeContent } from "./notice-signature.ts";

/** What is told (`notify-log.notifyType`). */
export const noticeTypes = { payment: 1, refund: 2 } as const;

interface NoticeSubject {
  readonly payment: StoredRow<"pay-order">;
  /** Where it is the result of a refund. */
  readonly refund?: StoredRow<"pay-refund-order">;
}

/** A job that sends a notice; `attempt` tells those of one notice apart. */
export const noticeJob = (notice: { readonly id: string; readonly orderNo: string | null }, attempt: number | "again"): NewJob => ({
  queue: "notice.send",
  key: `${notice.id}:${attempt}`,
  payload: { noticeId: notice.id, isAgain: attempt === "again" },
  subject: { resource: "notify-log", id: notice.id, title: notice.orderNo ?? "" },
});

function contentOf({ payment, refund }: NoticeSubject, appId: string): NoticeContent {
  const facts = { appId, payNo: payment.payNo ?? "", orderNo: payment.orderNo ?? "", currency: payment.currency ?? "" };
  if (refund === undefined)
    return {
      ...facts,
      event: "payment",
      status: payment.status,
      amount: payment.amount ?? "",
      tradeNo: payment.tradeNo ?? "",
      time: payment.payTime ?? "",
    };
  return {
    ...facts,
    event: "refund",
    refundNo: refund.refundNo ?? "",
    status: refund.status,
    amount: refund.refundAmount ?? "",
    tradeNo: refund.refundTradeNo ?? "",
    time: refund.refundTime ?? "",
  };
}

/** Has the client of a pay order told, if it wants to be. */
export async function queueNotice(context: CommitContext, tx: Transaction, result: NoticeSubject): Promise<void> {
  const { payment, refund } = result;
  const client = await readRow(context, tx, "tenant-client", payment.tenantClientId);
  const notifyUrl = client?.notifyUrl ?? "";
  if (client === undefined || notifyUrl === "") return;
  const notice = await addRow(context, tx, "notify-log", {
    tenantClientId: client.id,
    payOrderId: payment.id,
    refundOrderId: refund?.id ?? null,
    orderNo: payment.orderNo,
    notifyType: refund === undefined ? noticeTypes.payment : noticeTypes.refund,
    notifyUrl,
    signType: client.signType,
    requestParams: JSON.stringify(contentOf(result, client.appId ?? "")),
    nextNotifyTime: context.now(),
  });
  await writeJobs(tx, context, [noticeJob({ id: notice.id, orderNo: payment.orderNo }, 1)]);
}
