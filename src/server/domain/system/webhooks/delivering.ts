// Delivers events: signed, again after growing pauses until the receiver takes them, and on request. A webhook whose deliveries fail for good
// one after the other is disabled.
import { performance } from "node:perf_hooks";
import { z } from "zod";
import type { Text } from "#schema/text";
import type { Domain, Effect } from "../../../contract.ts";
import { changeRow, changeRows, lockRows, readRow } from "../../../crud/write/server-rows.ts";
import { writeJobs } from "../../../crud/write/jobs.ts";
import { businessError } from "../../../http/errors.ts";
import { OutgoingError } from "../../../http/outgoing.ts";
import type { JobHandler, JobRun } from "../../../jobs/job-handler.ts";
import { anyOf, db, rows as rowsOf, run } from "../../../rows/query.ts";
import type { RowValues, StoredRow } from "../../../rows/stored.ts";
import { tables, updateDerived } from "../../../rows/tables.ts";
import { localTime } from "../../../store/clock.ts";
import type { Transaction } from "../../../store/database.ts";
import { deliveryJob, deliveryQueue } from "../../../webhooks/deliveries.ts";
import { keyOf, signedHeaders } from "../../../webhooks/signature.ts";
import type { WebhookServices } from "./services.ts";

type Delivery = StoredRow<"webhook-delivery">;
type Webhook = StoredRow<"webhook">;

const webhookStatus = { active: 1, broken: 3 } as const;
const deliveryStatus = { waiting: 0, delivered: 1, failed: 2, dropped: 3 } as const;

/** Seconds from one attempt to the next; after the last one there is none. */
const pauses = [5, 30, 300, 1800, 7200, 18_000, 36_000] as const;
/** So many deliveries in a row that failed for good disable the webhook. */
const maxFailures = 5;
const maxAnswerLength = 1000;
/** The receiver wants no more, ever. */
const gone = 410;

interface Outcome {
  readonly isDelivered: boolean;
  /** No later attempt can succeed. */
  readonly isFinal: boolean;
  readonly status: number;
  readonly milliseconds: number;
  readonly answer: string | null;
  readonly failure: Text | null;
}

const failed = (milliseconds: number, failure: Text, isFinal: boolean): Outcome => ({
  isDelivered: false,
  isFinal,
  status: 0,
  milliseconds,
  answer: null,
  failure,
});

function failureOf(status: number): Text | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return [`接收方要求跳转（HTTP ${status}），不予跟随`, `The receiver redirects (HTTP ${status}), which is not followed`];
  return [`接收方应答 HTTP ${status}`, `The receiver answered HTTP ${status}`];
}

/** The keys that sign: the secret, and the former one for a while. */
function keysOf(webhook: Webhook, now: string, { decryptSecret }: WebhookServices): readonly Buffer[] {
  const former = webhook.formerUntil !== null && webhook.formerUntil > now ? [webhook.formerSecret] : [];
  return [webhook.secret, ...former].flatMap((stored) => keyOf(decryptSecret(stored ?? "") ?? "") ?? []);
}

async function post(job: JobRun, delivery: Delivery, webhook: Webhook, services: WebhookServices): Promise<Outcome> {
  const keys = keysOf(webhook, job.context.now(), services);
  if (keys.length === 0) return failed(0, ["签名密钥无法读取，请更换密钥", "The signing secret cannot be read: make a new one"], true);
  const body = delivery.body ?? "";
  const timestamp = Math.floor(job.milliseconds() / 1000);
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  try {
    const answered = await services.outgoing({
      url: webhook.url ?? "",
      headers: {
        "content-type": "application/json",
        "user-agent": "Tracemark-Webhook",
        ...signedHeaders({ id: delivery.id, timestamp, body }, keys),
      },
      body,
      signal: job.signal,
    });
    const failure = failureOf(answered.status);
    return {
      isDelivered: failure === null,
      isFinal: answered.status === gone,
      status: answered.status,
      milliseconds: elapsed(),
      answer: answered.body.replaceAll("\0", "").slice(0, maxAnswerLength),
      failure,
    };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return failed(elapsed(), error.text, error.kind === "refused");
  }
}

/** Whether it is a test of its own webhook: tried once, and no sign of a receiver that is gone. */
const isTest = ({ event, rowId, webhookId }: Delivery): boolean => event === "webhook.test" && rowId === webhookId;

/** Writes an attempt down, has the next one made where there is to be one, and tells the webhook. */
async function settle(
  job: JobRun,
  tx: Transaction,
  id: string,
  { attempt, outcome }: { readonly attempt: number; readonly outcome: Outcome },
) {
  const { context } = job;
  const read = await readRow(context, tx, "webhook-delivery", id);
  // The webhook first: whoever disables it has it locked, and waits for no delivery.
  const [webhook] = await lockRows(context, tx, "webhook", [read?.webhookId ?? "0"]);
  const [delivery] = await lockRows(context, tx, "webhook-delivery", [id]);
  if (delivery === undefined || delivery.status !== deliveryStatus.waiting || delivery.attempts !== attempt - 1) return;
  const pause = outcome.isFinal || isTest(delivery) ? undefined : pauses[attempt - 1];
  const isAgain = !outcome.isDelivered && pause !== undefined;
  const nextTime = isAgain ? localTime(job.milliseconds() + pause * 1000) : null;
  const ended = outcome.isDelivered ? deliveryStatus.delivered : deliveryStatus.failed;
  const values: RowValues<"webhook-delivery"> = {
    status: isAgain ? deliveryStatus.waiting : ended,
    attempts: attempt,
    lastTime: context.now(),
    nextTime,
    httpStatus: outcome.status,
    duration: outcome.milliseconds,
    answer: outcome.answer,
    failure: outcome.failure,
  };
  await changeRow(context, tx, "webhook-delivery", { id, values });
  if (nextTime !== null) await writeJobs(tx, context, [deliveryJob(id, attempt + 1, nextTime)]);
  if (webhook !== undefined)
    await tellWebhook(job, tx, webhook, { outcome, isFailure: !outcome.isDelivered && !isAgain && !isTest(delivery) });
}

/** Not a change that people make: it does not get in their way (`updateDerived`). */
async function tellWebhook(
  { context }: JobRun,
  tx: Transaction,
  webhook: Webhook,
  { outcome, isFailure }: { readonly outcome: Outcome; readonly isFailure: boolean },
): Promise<void> {
  const failures = outcome.isDelivered ? 0 : (webhook.failures ?? 0) + (isFailure ? 1 : 0);
  const isBroken = isFailure && webhook.status === webhookStatus.active && (failures >= maxFailures || outcome.status === gone);
  const own = updateDerived(tables(context).unscoped("webhook", "w"))
    .set({ failures, lastTime: context.now(), lastStatus: outcome.status })
    .where("w.id", "=", webhook.id);
  await run(tx, own);
  // The column of its own statement: every write to it has all processes look who is told of what.
  if (isBroken) await changeRow(context, tx, "webhook", { id: webhook.id, values: { status: webhookStatus.broken } });
}

const notSent: Text = ["事件推送未启用，未发送", "The webhook is not enabled: nothing was sent"];

const payloadSchema = z.object({ deliveryId: z.string(), attempt: z.int() });

const deliver = (services: WebhookServices): JobHandler => ({
  concurrency: 3,
  async run(job) {
    const { deliveryId: id, attempt } = payloadSchema.parse(job.payload);
    const { context } = job;
    const [delivery, webhook] = await job.step(async (tx) => {
      const row = await readRow(context, tx, "webhook-delivery", id);
      return [row, await readRow(context, tx, "webhook", row?.webhookId)] as const;
    }, {});
    if (delivery === undefined || delivery.status !== deliveryStatus.waiting || delivery.attempts !== attempt - 1) return;
    if (webhook === undefined || webhook.status !== webhookStatus.active) {
      const values = { status: deliveryStatus.dropped, nextTime: null, failure: notSent };
      await job.step((tx) => changeRow(context, tx, "webhook-delivery", { id, values }), {});
      return;
    }
    const outcome = await post(job, delivery, webhook, services);
    await job.step((tx) => settle(job, tx, id, { attempt, outcome }), {});
  },
  // Given up, or its servers ended again and again: nothing of it waits any more.
  async ended(tx, { context, payload, reason }) {
    const { deliveryId, attempt } = payloadSchema.parse(payload);
    const [delivery] = await lockRows(context, tx, "webhook-delivery", [deliveryId]);
    if (delivery === undefined || delivery.status !== deliveryStatus.waiting || delivery.attempts !== attempt - 1) return;
    await changeRow(context, tx, "webhook-delivery", {
      id: deliveryId,
      values: { status: deliveryStatus.failed, nextTime: null, failure: reason },
    });
  },
});

const replay: Effect<"webhook-delivery.replay"> = {
  commit: async (tx, context, { rows }) => {
    const webhookIds = new Set(rows.map(({ webhookId }) => webhookId ?? ""));
    const enabled = db
      .selectFrom(tables(context).unscoped("webhook", "w"))
      .where("w.id", "=", anyOf([...webhookIds]))
      .where("w.status", "=", webhookStatus.active)
      .select("w.id");
    if ((await rowsOf(tx, enabled)).length < webhookIds.size)
      throw businessError("webhookDisabled", ["事件推送未启用，不能重新发送", "The webhook is not enabled, so nothing can be sent again"]);
    await changeRows(
      context,
      tx,
      "webhook-delivery",
      rows.map(({ id }) => ({ id, values: { attempts: 0, nextTime: context.now(), failure: null } })),
    );
    return {};
  },
  enqueue: (_context, { rows }) => rows.map(({ id }) => deliveryJob(id, 1)),
};

export const deliveringDomain = (services: WebhookServices): Domain => ({
  reads: {},
  actions: { "webhook-delivery.replay": replay },
  hooks: {},
  jobs: { [deliveryQueue]: deliver(services) },
  effects: ["webhook-delivery.delivery"],
});
