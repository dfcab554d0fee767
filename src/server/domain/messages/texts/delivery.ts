// Hands texts to their provider: one attempt of a text at a time, and never a second one where nobody knows what came of the first.
import type { Text } from "#schema/text";
import { z } from "zod";
import type { CommitContext, Domain } from "../../../contract.ts";
import { changeRow, lockRows, readRow } from "../../../crud/write/server-rows.ts";
import { writeJobs } from "../../../crud/write/jobs.ts";
import { OutgoingError, type OutgoingAnswer } from "../../../http/outgoing.ts";
import type { EndedJob, JobHandler, JobRun } from "../../../jobs/job-handler.ts";
import { retryDelay } from "../../../jobs/retries.ts";
import type { RowValues, StoredRow } from "../../../rows/stored.ts";
import { localTime } from "../../../store/clock.ts";
import type { Transaction } from "../../../store/database.ts";
import { newNonce } from "../../payments/providers/http/signature.ts";
import type { MessageServices } from "../services.ts";
import { textProviderOf } from "./providers/index.ts";
import type { TextProvider, TextSettings } from "./providers/provider.ts";
import { textJob } from "./queue-text.ts";
import { obstacleOf, settingsOf } from "./settings.ts";
import { maxTextAttempts, textStates } from "./text-states.ts";

type TextRow = StoredRow<"sms-record">;

const payloadSchema = z.object({ id: z.string(), attempt: z.int() });
const contentSchema = z.array(z.tuple([z.string(), z.string()]));

interface StartedText {
  readonly text: TextRow;
  readonly provider: TextProvider;
  readonly settings: TextSettings;
  readonly params: Readonly<Record<string, string>>;
}

type Kind = "setup" | "host" | "refused" | "busy" | "late" | "interrupted" | "cancelled" | "fault";

/** What came of an attempt. */
type Outcome =
  | { readonly to: "accepted"; readonly providerId: string; readonly answer: string }
  | { readonly to: "failed" | "again" | "unknown"; readonly kind: Kind; readonly text: Text; readonly answer: string };

/** The contents of a text that is over are erased: of one that may be sent again they are among what is shown. */
const erased = { content: null, nextTime: null } as const;

async function end(
  context: CommitContext,
  tx: Transaction,
  id: string,
  { status, kind, text, answer }: { readonly status: number; readonly kind: Kind; readonly text: Text; readonly answer?: string },
): Promise<void> {
  const values: RowValues<"sms-record"> = { ...erased, status, failure: kind, errorMsg: [...text] };
  await changeRow(context, tx, "sms-record", { id, values: answer === undefined ? values : { ...values, answer } });
}

const unknownText: Text = [
  "服务商是否已发送未知，为避免重复未自动重发",
  "It is unknown whether the provider has sent it; it was not sent again automatically",
];

/** Begins an attempt; undefined where there is nothing to do. */
async function begin(job: JobRun, tx: Transaction, id: string, services: MessageServices): Promise<StartedText | undefined> {
  const { context } = job;
  const [text] = await lockRows(context, tx, "sms-record", [id]);
  if (text === undefined || (text.status !== textStates.queued && text.status !== textStates.sending)) return undefined;
  const configuration = await readRow(context, tx, "sms", text.smsId);
  const provider = textProviderOf(configuration?.category ?? null);
  const failed = (kind: Kind, reason: Text) => end(context, tx, id, { status: textStates.failed, kind, text: reason });
  // The process of the last attempt has died in the middle of it.
  if (text.status === textStates.sending && provider?.isRepeatable !== true) {
    await end(context, tx, id, { status: textStates.unknown, kind: "interrupted", text: unknownText });
    return;
  }
  const obstacle: Text | undefined =
    configuration === undefined ? ["短信配置已被删除", "The configuration was removed"] : obstacleOf(configuration, services);
  if (configuration === undefined || provider === undefined || obstacle !== undefined) {
    await failed("setup", obstacle ?? ["短信配置不可用", "The configuration cannot be used"]);
    return;
  }
  if (text.validUntil !== null && text.validUntil < context.now()) {
    await failed("late", ["未能在有效期内发送", "It could not be sent in time"]);
    return;
  }
  const content = text.content === null ? Object.entries(text.params ?? {}) : contentSchema.parse(JSON.parse(text.content));
  await changeRow(context, tx, "sms-record", {
    id,
    values: { status: textStates.sending, sendCount: (text.sendCount ?? 0) + 1, sendTime: context.now(), nextTime: null },
  });
  return {
    text,
    provider,
    settings: settingsOf(configuration, services),
    params: Object.fromEntries(content.map(([name, value]) => [name, String(value)])),
  };
}

/** Codes of connections that never came about: nothing was sent. */
const neverSent = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CERT|SELF_SIGNED|UNABLE_TO_|ERR_SSL|ERR_TLS/;

function outcomeOfError(error: unknown, { isRepeatable }: TextProvider): Outcome | undefined {
  if (!(error instanceof OutgoingError)) return undefined;
  const [zh, en] = error.text;
  const text: Text = [`短信服务商无应答：${zh}`, `The provider does not answer: ${en}`];
  if (error.kind === "refused") return { to: "failed", kind: "setup", text: error.text, answer: "" };
  if (isRepeatable || (error.kind === "unreachable" && neverSent.test(en))) return { to: "again", kind: "host", text, answer: "" };
  return { to: "unknown", kind: "interrupted", text: [`${unknownText[0]}（${zh}）`, `${unknownText[1]} (${en})`], answer: "" };
}

const maxAnswerLength = 500;

function outcomeOf(answer: OutgoingAnswer, provider: TextProvider): Outcome {
  const result = provider.read(answer);
  if (result.outcome === "accepted") return { to: "accepted", providerId: result.providerId.slice(0, 64), answer: "OK" };
  if (result.outcome === "refused") {
    const reason = `${result.code} ${result.message}`.trim().slice(0, maxAnswerLength);
    return result.isPermanent
      ? {
          to: "failed",
          kind: "refused",
          text: [`短信服务商拒绝发送：${reason}`, `The provider refuses the text: ${reason}`],
          answer: reason,
        }
      : { to: "again", kind: "busy", text: [`短信服务商暂不可用：${reason}`, `The provider is busy: ${reason}`], answer: reason };
  }
  const httpStatus = `HTTP ${answer.status}`;
  return provider.isRepeatable
    ? {
        to: "again",
        kind: "busy",
        text: [`网关应答无法识别：${httpStatus}`, `The gateway’s answer was not understood: ${httpStatus}`],
        answer: httpStatus,
      }
    : {
        to: "unknown",
        kind: "interrupted",
        text: [`${unknownText[0]}（${httpStatus}）`, `${unknownText[1]} (${httpStatus})`],
        answer: httpStatus,
      };
}

/** Makes the attempt. Throws where the job is to stop, and for faults of the program. */
async function attemptOf(job: JobRun, { text, provider, settings, params }: StartedText, { outgoing }: MessageServices): Promise<Outcome> {
  const message = { id: text.id, phone: text.phone ?? "", params };
  const request = provider.request(settings, message, { now: job.milliseconds(), nonce: newNonce() });
  try {
    return outcomeOf(await outgoing({ ...request, signal: job.signal }), provider);
  } catch (error) {
    job.signal.throwIfAborted();
    const outcome = outcomeOfError(error, provider);
    if (outcome === undefined) throw error;
    return outcome;
  }
}

/** Writes down what came of an attempt, and has the next one made where there is to be one. */
async function settle(
  job: JobRun,
  tx: Transaction,
  { id, attempt, outcome }: { readonly id: string; readonly attempt: number; readonly outcome: Outcome },
): Promise<void> {
  const { context } = job;
  const [text] = await lockRows(context, tx, "sms-record", [id]);
  if (text === undefined || text.status !== textStates.sending) return;
  if (outcome.to === "accepted") {
    const { providerId, answer } = outcome;
    const values = { ...erased, status: textStates.accepted, failure: null, errorMsg: null, providerId, answer };
    return changeRow(context, tx, "sms-record", { id, values });
  }
  const { kind, text: reason, answer } = outcome;
  if (outcome.to === "unknown") return end(context, tx, id, { status: textStates.unknown, kind, text: reason, answer });
  if (outcome.to === "failed" || attempt >= maxTextAttempts)
    return end(context, tx, id, { status: textStates.failed, kind, text: reason, answer });
  const runAt = localTime(job.milliseconds() + retryDelay(attempt, Math.random));
  await changeRow(context, tx, "sms-record", {
    id,
    values: { status: textStates.queued, failure: kind, errorMsg: [...reason], answer, nextTime: runAt },
  });
  await writeJobs(tx, context, [{ ...textJob(text, attempt + 1), runAt }]);
}

const send = (services: MessageServices): JobHandler => ({
  concurrency: 3,
  async run(job) {
    const { id, attempt } = payloadSchema.parse(job.payload);
    const started = await job.step((tx) => begin(job, tx, id, services), {});
    if (started === undefined) return;
    const outcome = await attemptOf(job, started, services);
    await job.step((tx) => settle(job, tx, { id, attempt, outcome }), {});
  },
  ended,
});

/** The job is over, and nobody works on the text any more. */
async function ended(tx: Transaction, { context, payload, to, reason }: EndedJob): Promise<void> {
  const { id } = payloadSchema.parse(payload);
  const [text] = await lockRows(context, tx, "sms-record", [id]);
  if (text === undefined) return;
  if (text.status === textStates.sending)
    await end(context, tx, id, { status: textStates.unknown, kind: "interrupted", text: unknownText });
  if (text.status === textStates.queued)
    await end(context, tx, id, { status: textStates.failed, kind: to === "cancelled" ? "cancelled" : "fault", text: reason });
}

export const textDeliveryDomain = (services: MessageServices): Domain => ({
  reads: {},
  actions: {},
  hooks: {},
  jobs: { "text.send": send(services) },
});
