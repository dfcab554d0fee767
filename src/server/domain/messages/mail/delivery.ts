// Hands mails of the outbox over: one attempt of a mail at a time, each on record, again after growing pauses while the failure may pass.
import { z } from "zod";
import type { Domain, Effect } from "../../../contract.ts";
import { addRow, changeRow, lockRows } from "../../../crud/write/server-rows.ts";
import { writeJobs } from "../../../crud/write/jobs.ts";
import type { EndedJob, JobHandler, JobRun } from "../../../jobs/job-handler.ts";
import { retryDelay } from "../../../jobs/retries.ts";
import { db, first, run } from "../../../rows/query.ts";
import type { RowValues, StoredRow } from "../../../rows/stored.ts";
import { tables, updateDerived } from "../../../rows/tables.ts";
import { localTime, millisecondsOf } from "../../../store/clock.ts";
import type { Transaction } from "../../../store/database.ts";
import { businessError } from "../../../http/errors.ts";
import type { MessageServices } from "../services.ts";
import { namesOfUploads } from "../../resource/upload-names.ts";
import { addressesIn } from "./addresses.ts";
import { composed, messageIdOf } from "./compose.ts";
import { enclosedIn } from "./enclosed.ts";
import { failureOf, finalFailure, type MailFailure, type RefusedReceiver } from "./failures.ts";
import { isDayFull, nextPlace } from "./limits.ts";
import { mailJob } from "./mail-jobs.ts";
import { attemptMs, attemptOutcomes, attemptOverMs, mailStates, maxMailAttempts } from "./mail-states.ts";
import { requireMailbox } from "./queue-mail.ts";
import { requireSendable } from "./record-rules.ts";
import { serverOf } from "./server-of.ts";
import type { HandedOver } from "./smtp.ts";

type Mail = StoredRow<"email-record">;
type Mailbox = StoredRow<"email">;

const payloadSchema = z.object({ id: z.string(), attempt: z.int() });
const enabled = 1;

/** Receivers that need no further attempt: "" has the mail, everything else is why it was refused for good. */
const statesSchema = z.record(z.string(), z.string());
const statesOf = ({ receiverStates }: Pick<Mail, "receiverStates">): Readonly<Record<string, string>> =>
  statesSchema.safeParse(receiverStates ?? {}).data ?? {};

/** Those of a mail who still wait for it. */
const waitingReceivers = (mail: Mail): readonly string[] => {
  const states = statesOf(mail);
  return addressesIn(`${mail.receivers ?? ""},${mail.ccReceivers ?? ""}`).filter((address) => states[address] === undefined);
};

interface StartedMail {
  readonly mail: Mail;
  readonly mailbox: Mailbox;
  readonly receivers: readonly string[];
  readonly names: ReadonlyMap<string, string>;
  readonly attemptId: string;
}

/** Puts a mail off until then, with the same attempt. */
async function putOff(job: JobRun, tx: Transaction, mail: Mail, { attempt, until }: { readonly attempt: number; readonly until: number }) {
  const runAt = localTime(until);
  await changeRow(job.context, tx, "email-record", { id: mail.id, values: { nextTime: runAt } });
  await writeJobs(tx, job.context, [{ ...mailJob(mail, attempt, runAt), runAt }]);
}

/** What is said of receivers who do not get the mail. */
function refusedText(refused: Readonly<Record<string, string>>): readonly [string, string] {
  const list = Object.entries(refused).map(([address, answer]) => `${address} (${answer})`);
  return [`以下收件人被拒收：${list.join("；")}`.slice(0, 2000), `These receivers were refused: ${list.join("; ")}`.slice(0, 2000)];
}

/** Ends a mail without success. */
async function fail(job: Pick<JobRun, "context">, tx: Transaction, mail: Mail, failure: MailFailure): Promise<void> {
  const { text, answer, kind } = failure;
  const reason = answer === "" ? text : ([`${text[0]}：${answer}`, `${text[1]}: ${answer}`] as const);
  await changeRow(job.context, tx, "email-record", {
    id: mail.id,
    values: { status: mailStates.failed, failure: kind, errorMsg: [...reason], nextTime: null },
  });
}

/** Tries again after a pause, or ends where no attempt is left. */
async function again(
  job: JobRun,
  tx: Transaction,
  mail: Mail,
  { attempt, failure }: { readonly attempt: number; readonly failure: MailFailure },
): Promise<void> {
  if (failure.isPermanent || attempt >= maxMailAttempts) return fail(job, tx, mail, failure);
  const runAt = localTime(job.milliseconds() + retryDelay(attempt, Math.random));
  const { text, answer, kind } = failure;
  const reason = answer === "" ? text : ([`${text[0]}：${answer}`, `${text[1]}: ${answer}`] as const);
  await changeRow(job.context, tx, "email-record", { id: mail.id, values: { failure: kind, errorMsg: [...reason], nextTime: runAt } });
  await writeJobs(tx, job.context, [{ ...mailJob(mail, attempt + 1), runAt }]);
}

const interrupted: MailFailure = {
  kind: "interrupted",
  isPermanent: false,
  text: ["上一次投递中断，结果未知", "The last attempt was interrupted, and its result is unknown"],
  answer: "",
};

/** Begins an attempt, on record before anything is sent; undefined where there is nothing to do now. */
async function begin(
  job: JobRun,
  tx: Transaction,
  { id, attempt }: { readonly id: string; readonly attempt: number },
): Promise<StartedMail | undefined> {
  const { context } = job;
  const [mail] = await lockRows(context, tx, "email-record", [id]);
  if (mail === undefined || mail.status !== mailStates.sending) return undefined;
  const now = job.milliseconds();
  const open = await first(
    tx,
    db
      .selectFrom(tables(context).unscoped("email-attempt", "a"))
      .where("a.emailRecordId", "=", id)
      .where("a.outcome", "=", attemptOutcomes.underWay)
      .limit(1)
      .select(["a.id", "a.startTime"]),
  );
  if (open !== undefined) {
    // Its process has died, or has lost its job and may still be talking to the server: nobody else begins until it has certainly ended.
    const over = millisecondsOf(open.startTime ?? context.now()) + attemptOverMs;
    if (now < over) {
      await putOff(job, tx, mail, { attempt, until: over });
      return;
    }
    await changeRow(context, tx, "email-attempt", {
      id: open.id,
      values: { outcome: attemptOutcomes.unknown, failure: "interrupted", endTime: context.now() },
    });
    if (attempt >= maxMailAttempts) {
      await fail(job, tx, mail, interrupted);
      return;
    }
  }
  const [mailbox] = mail.emailId === null ? [] : await lockRows(context, tx, "email", [mail.emailId]);
  if (mailbox === undefined || mailbox.status !== enabled) {
    await fail(job, tx, mail, finalFailure("setup", ["发件邮箱不存在或已停用", "The mailbox is gone or disabled"]));
    return undefined;
  }
  const until = await nextPlace(context, tx, mailbox, now);
  if (until !== undefined) {
    await putOff(job, tx, mail, { attempt, until });
    return;
  }
  const receivers = waitingReceivers(mail);
  if (receivers.length === 0) {
    await fail(job, tx, mail, finalFailure("receiver", ["邮件没有收件人", "The mail has no receiver"]));
    return undefined;
  }
  const number = (mail.sendCount ?? 0) + 1;
  const messageId = mail.messageId ?? messageIdOf(mail, mailbox);
  await changeRow(context, tx, "email-record", { id, values: { sendCount: number, sendTime: context.now(), nextTime: null, messageId } });
  const record = await addRow(context, tx, "email-attempt", {
    emailRecordId: id,
    emailId: mailbox.id,
    attemptNo: number,
    receivers: receivers.join(",").slice(0, 2200),
    startTime: context.now(),
    outcome: attemptOutcomes.underWay,
  });
  const names = await namesOfUploads(context, tx, mail.attachments ?? []);
  return { mail: { ...mail, messageId }, mailbox, receivers, names, attemptId: record.id };
}

type Outcome = { readonly handedOver: HandedOver } | { readonly failure: MailFailure };

/** Makes the attempt. Throws where the job is to stop, and for faults of the program. */
async function attemptOf(job: JobRun, started: StartedMail, { mails, files, decryptSecret }: MessageServices): Promise<Outcome> {
  const host = started.mailbox.smtpHost ?? "";
  let secret = "";
  try {
    const server = serverOf(started.mailbox, decryptSecret);
    secret = server.password;
    const mail = await composed({ ...started, now: job.milliseconds() }, files);
    const cut = AbortSignal.timeout(attemptMs);
    return { handedOver: await mails.send(server, mail, AbortSignal.any([job.signal, cut])) };
  } catch (error) {
    job.signal.throwIfAborted();
    const failure =
      error instanceof Error && (error.name === "AbortError" || Reflect.get(error, "code") === "EABORT")
        ? {
            ...interrupted,
            kind: "host" as const,
            text: ["邮件服务器没有在限定时间内完成接收", "The mail server did not finish in time"] as const,
          }
        : failureOf(error, host, secret);
    if (failure === undefined) throw error;
    return { failure };
  }
}

/** What the attempt's own row says. */
function attemptValues(outcome: Outcome): RowValues<"email-attempt"> {
  if ("failure" in outcome) {
    const { failure } = outcome;
    return {
      outcome: failure.isPermanent ? attemptOutcomes.failed : attemptOutcomes.later,
      failure: failure.kind,
      answer: failure.answer === "" ? failure.text[1].slice(0, 500) : failure.answer,
    };
  }
  const { accepted, refused, answer } = outcome.handedOver;
  const isLater = refused.some(({ isPermanent }) => !isPermanent);
  return {
    outcome: accepted.length > 0 ? attemptOutcomes.accepted : isLater ? attemptOutcomes.later : attemptOutcomes.failed,
    answer,
    failure: refused.length === 0 ? null : "receiver",
    refused:
      refused.length === 0
        ? null
        : refused
            .map((one) => `${one.address}: ${one.answer}`)
            .join("\n")
            .slice(0, 4000),
  };
}

/** Receivers as the server named them → as the mail has them. */
const matched = (receivers: readonly string[], address: string): string =>
  receivers.find((one) => one.toLowerCase() === address.toLowerCase()) ?? address;

const receiverFailure = (refused: readonly RefusedReceiver[]): MailFailure => {
  const text = refusedText(Object.fromEntries(refused.map(({ address, answer }) => [address, answer])));
  return { kind: "receiver", isPermanent: refused.every(({ isPermanent }) => isPermanent), text, answer: "" };
};

/** Writes down what came of an attempt; answers whether the mail is sent, and nothing more follows. */
async function settle(
  job: JobRun,
  tx: Transaction,
  { started, attempt, outcome }: { readonly started: StartedMail; readonly attempt: number; readonly outcome: Outcome },
): Promise<boolean> {
  const { context } = job;
  const [mail] = await lockRows(context, tx, "email-record", [started.mail.id]);
  const now = context.now();
  await changeRow(context, tx, "email-attempt", { id: started.attemptId, values: { ...attemptValues(outcome), endTime: now } });
  const isAccepted = "handedOver" in outcome && outcome.handedOver.accepted.length > 0;
  if (isAccepted) await countSent(job, tx, started.mailbox);
  if (mail === undefined || mail.status !== mailStates.sending) return false;
  if ("failure" in outcome) {
    await again(job, tx, mail, { attempt, failure: outcome.failure });
    return false;
  }
  const { accepted, refused } = outcome.handedOver;
  const settled = {
    ...statesOf(mail),
    ...Object.fromEntries(accepted.map((address) => [matched(started.receivers, address), ""])),
    ...Object.fromEntries(
      refused
        .filter(({ isPermanent }) => isPermanent)
        .map(({ address, answer }) => [matched(started.receivers, address), answer || "refused"]),
    ),
  };
  await changeRow(context, tx, "email-record", { id: mail.id, values: { receiverStates: settled } });
  const later = refused.filter(({ isPermanent }) => !isPermanent);
  if (later.length > 0) {
    await again(job, tx, mail, { attempt, failure: receiverFailure(later) });
    return false;
  }
  const lost = Object.fromEntries(Object.entries(settled).filter(([, answer]) => answer !== ""));
  const hasAny = Object.values(settled).includes("");
  if (!hasAny) {
    await fail(job, tx, mail, receiverFailure(refused));
    return false;
  }
  await changeRow(context, tx, "email-record", {
    id: mail.id,
    values: {
      status: mailStates.sent,
      sendTime: now,
      nextTime: null,
      failure: Object.keys(lost).length === 0 ? null : "receiver",
      errorMsg: Object.keys(lost).length === 0 ? null : [...refusedText(lost)],
      enclosed: null,
    },
  });
  return true;
}

/** What the list of mailboxes shows of today. */
async function countSent({ context }: JobRun, tx: Transaction, { id }: Mailbox): Promise<void> {
  const today = context.now().slice(0, 10);
  const [mailbox] = await lockRows(context, tx, "email", [id]);
  if (mailbox === undefined) return;
  const sentToday = mailbox.sentDate === today ? (mailbox.sentToday ?? 0) + 1 : 1;
  await run(tx, updateDerived(tables(context).unscoped("email", "e")).set({ sentToday, sentDate: today }).where("e.id", "=", id));
}

const send = (services: MessageServices): JobHandler => ({
  concurrency: 2,
  async run(job) {
    const { id, attempt } = payloadSchema.parse(job.payload);
    const started = await job.step((tx) => begin(job, tx, { id, attempt }), {});
    if (started === undefined) return;
    const outcome = await attemptOf(job, started, services);
    const isSent = await job.step((tx) => settle(job, tx, { started, attempt, outcome }), {});
    if (isSent) for (const { address } of enclosedIn(started.mail.enclosed)) await services.files.discard(address);
  },
  ended,
});

/** The job is over, and nobody works on the mail any more: it has failed, and can be sent again. */
async function ended(tx: Transaction, { context, payload, to, reason }: EndedJob): Promise<void> {
  const { id } = payloadSchema.parse(payload);
  const [mail] = await lockRows(context, tx, "email-record", [id]);
  if (mail === undefined || mail.status !== mailStates.sending) return;
  await fail({ context }, tx, mail, { ...finalFailure(to === "cancelled" ? "cancelled" : "fault", reason) });
}

const sendMail: Effect<"email-record.sendMail"> = {
  commit: async (tx, context, { rows }) => {
    for (const mail of rows) {
      requireSendable(context, mail);
      const [mailbox] = await lockRows(context, tx, "email", [await requireMailbox(context, tx, mail.emailId)]);
      if (mailbox !== undefined && (await isDayFull(context, tx, mailbox)))
        throw businessError("dayFull", [
          `发件邮箱“${mailbox.name ?? ""}”已达每日上限 ${mailbox.dailyLimit ?? 0} 封`,
          `The mailbox “${mailbox.name ?? ""}” has sent its ${mailbox.dailyLimit ?? 0} mails of today`,
        ]);
      // Whoever has the mail already does not get it again; those who were refused may be right by now.
      const delivered = Object.fromEntries(Object.entries(statesOf(mail)).filter(([, answer]) => answer === ""));
      await changeRow(context, tx, "email-record", {
        id: mail.id,
        values: { failure: null, errorMsg: null, nextTime: null, receiverStates: delivered },
      });
    }
    return {};
  },
  enqueue: (_context, { rows }) => rows.map((mail) => mailJob(mail, 1, String(mail.sendCount ?? 0))),
};

export const deliveryDomain = (services: MessageServices): Domain => ({
  reads: {},
  actions: { "email-record.sendMail": sendMail },
  hooks: {},
  jobs: { "mail.send": send(services) },
});
