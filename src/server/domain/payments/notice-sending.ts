// Sends notices: signed with the key of the client, again after growing pauses until it answers "success", and on request.
import { z } from "zod";
import type { Domain, Effect } from "../../contract.ts";
import { changeRow, lockRows, readRow } from "../../crud/write/server-rows.ts";
import { writeJobs } from "../../crud/write/jobs.ts";
import { OutgoingError, type Outgoing } from "../../http/outgoing.ts";
import type { JobHandler, JobRun } from "../../jobs/job-handler.ts";
import { newNonce } from "./providers/http/signature.ts";
import type { StoredRow, RowValues } from "../../rows/stored.ts";
import { localTime } from "../../store/clock.ts";
import type { Transaction } from "../../store/database.ts";
import type { DecryptSecret } from "./channels.ts";
import { maskedBody } from "./masking.ts";
import { signNotice } from "./notice-signature.ts";
import { noticeJob, noticeTypes } from "./notices.ts";
import { noticeStatus } from "../collection/states.ts";

type Notice = StoredRow<"notify-log">;

/** Seconds from one attempt to the next. */
const pauses = [15, 30, 180, 600, 1800] as const;
/** The word by which a client takes a notice for received. */
const received = "success";
const maxResponseLength = 1000;
/** Of a pay order, whether its client knows (`pay-order.notifyStatus`). */
const notified = { done: 1, failed: 2 } as const;

interface Delivery {
  readonly isReceived: boolean;
  readonly response: string;
}

interface Sending {
  readonly decryptSecret: DecryptSecret;
  readonly outgoing: Outgoing;
}

const memberValue = z.record(z.string(), z.union([z.string(), z.number()]));

async function deliver(
  job: JobRun,
  notice: Notice,
  client: StoredRow<"tenant-client">,
  { decryptSecret, outgoing }: Sending,
): Promise<Delivery> {
  const opened = (stored: string | null): string => decryptSecret(stored ?? "") ?? "";
  const keys = { appSecret: opened(client.appSecret), privateKey: opened(client.privateKey) };
  const content = {
    ...memberValue.parse(JSON.parse(notice.requestParams ?? "{}")),
    notifyNo: notice.id,
    timestamp: Math.floor(job.milliseconds() / 1000),
    nonce: newNonce(),
    signType: notice.signType ?? "",
  };
  const signature = signNotice(content, content.signType, keys);
  if (signature === undefined)
    return { isReceived: false, response: `租户客户端“${client.name ?? ""}”没有可用于 ${content.signType} 签名的密钥，通知未发送` };
  try {
    const { status, body } = await outgoing({
      url: notice.notifyUrl ?? "",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...content, sign: signature }),
      signal: job.signal,
    });
    const isReceived = status >= 200 && status < 300 && body.trim().toLowerCase() === received;
    const text = maskedBody(body, [signature, keys.appSecret]).replaceAll("\0", "").slice(0, maxResponseLength);
    return { isReceived, response: isReceived ? text : `HTTP ${status} ${text}` };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return { isReceived: false, response: error.text[0] };
  }
}

/** Writes an attempt down, and has the next one made where there is to be one. */
async function settle(
  job: JobRun,
  tx: Transaction,
  { id, isAgain, delivery }: { readonly id: string; readonly isAgain: boolean; readonly delivery: Delivery },
) {
  const { context } = job;
  const [notice] = await lockRows(context, tx, "notify-log", [id]);
  if (notice === undefined || notice.status === noticeStatus.succeeded) return;
  const now = context.now();
  const count = (notice.notifyCount ?? 0) + 1;
  const isWaiting = notice.status === noticeStatus.notifying;
  const isOver = count >= (notice.maxCount ?? 1);
  const attempt: RowValues<"notify-log"> = { notifyCount: count, lastNotifyTime: now, responseData: delivery.response };
  if (delivery.isReceived) {
    await changeRow(context, tx, "notify-log", {
      id,
      values: { ...attempt, status: noticeStatus.succeeded, finishTime: now, nextNotifyTime: null },
    });
    await tell(job, tx, notice, notified.done);
  } else if (isWaiting && isOver) {
    await changeRow(context, tx, "notify-log", {
      id,
      values: { ...attempt, status: noticeStatus.failed, finishTime: now, nextNotifyTime: null },
    });
    await tell(job, tx, notice, notified.failed);
  } else if (isWaiting && !isAgain) {
    const pause = pauses[Math.min(count, pauses.length) - 1] ?? pauses[0];
    const runAt = localTime(job.milliseconds() + pause * 1000);
    await changeRow(context, tx, "notify-log", { id, values: { ...attempt, nextNotifyTime: runAt } });
    await writeJobs(tx, context, [{ ...noticeJob(notice, count + 1), runAt }]);
  } else await changeRow(context, tx, "notify-log", { id, values: attempt });
}

/** The pay order shows whether its client knows of the payment. */
async function tell({ context }: JobRun, tx: Transaction, notice: Notice, notifyStatus: number): Promise<void> {
  if (notice.notifyType !== noticeTypes.payment || notice.payOrderId === null) return;
  const [payment] = await lockRows(context, tx, "pay-order", [notice.payOrderId]);
  if (payment !== undefined) await changeRow(context, tx, "pay-order", { id: payment.id, values: { notifyStatus } });
}

const payloadSchema = z.object({ noticeId: z.string(), isAgain: z.boolean() });

const send = (sending: Sending): JobHandler => ({
  concurrency: 3,
  async run(job) {
    const { noticeId: id, isAgain } = payloadSchema.parse(job.payload);
    const { context } = job;
    const [notice, client] = await job.step(async (tx) => {
      const row = await readRow(context, tx, "notify-log", id);
      return [row, await readRow(context, tx, "tenant-client", row?.tenantClientId)] as const;
    }, {});
    // Received meanwhile, given up, or its client is gone.
    if (notice === undefined || client === undefined || notice.status === noticeStatus.succeeded) return;
    if (!isAgain && notice.status !== noticeStatus.notifying) return;
    const delivery = await deliver(job, notice, client, sending);
    await job.step((tx) => settle(job, tx, { id, isAgain, delivery }), {});
  },
});

const resend: Effect<"notify-log.resend"> = {
  commit: () => Promise.resolve({}),
  enqueue: (_context, { rows }) => rows.map((notice) => noticeJob(notice, "again")),
};

export const noticesDomain = (sending: Sending): Domain => ({
  reads: {},
  actions: { "notify-log.resend": resend },
  hooks: {},
  jobs: { "notice.send": send(sending) },
  effects: ["notify-log.delivery"],
});
