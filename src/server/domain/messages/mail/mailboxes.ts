// Mailboxes: one default of a tenant, a password that goes to no other server, and a test that explains what fails.
import { z } from "zod";
import type { CommitContext, Domain, Effect, ResourceHooks } from "../../../contract.ts";
import { fieldError } from "../../../crud/guards/field-error.ts";
import { changeRow, readRow } from "../../../crud/write/server-rows.ts";
import { businessError } from "../../../http/errors.ts";
import type { JobHandler, JobRun } from "../../../jobs/job-handler.ts";
import { db, lockName, rows, run } from "../../../rows/query.ts";
import type { StoredRow } from "../../../rows/stored.ts";
import { tables, update, updateWithoutVersion } from "../../../rows/tables.ts";
import type { Transaction } from "../../../store/database.ts";
import type { MessageServices } from "../services.ts";
import { failureOf, type MailFailure } from "./failures.ts";
import { serverOf } from "./server-of.ts";

type Mailbox = StoredRow<"email">;

const enabled = 1;
/** What decides where the password is sent, and as whose. */
const ofServer = ["smtpHost", "smtpPort", "encryption", "username"] as const;

async function releaseDefault(context: CommitContext, tx: Transaction, ownId: string): Promise<void> {
  await run(
    tx,
    update(context, tables(context).unscoped("email", "e")).set({ isDefault: 0 }).where("e.isDefault", "=", 1).where("e.id", "<>", ownId),
  );
}

const hooks: ResourceHooks<"email"> = {
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      // Mailboxes of a tenant are written one after the other, so that there is never a second default.
      await lockName(tx, `mailboxes of ${context.scope.tenantId}`);
      const merged = { ...current, ...values };
      if (merged.isDefault === 1 && (merged.status ?? enabled) !== enabled)
        throw fieldError(context, "email", current?.isDefault === 1 ? "status" : "isDefault", {
          code: "rule",
          message: ["默认邮箱须为启用状态", "The default mailbox must be enabled"],
        });
      if (merged.isDefault === 1) await releaseDefault(context, tx, current?.id ?? "0");
      if (current === undefined) return;
      const isElsewhere = ofServer.some((name) => values[name] !== undefined && values[name] !== current[name]);
      // Else the password of somebody else could be had by naming a server of one's own.
      if (isElsewhere && (values.password ?? "") === "")
        throw fieldError(context, "email", "password", {
          code: "required",
          message: [
            "更换服务器、端口、加密方式或账号时须重新填写授权码",
            "Enter the password again for another server, port, encryption or user",
          ],
        });
      if (isElsewhere) Object.assign(values, { testTime: null, testResult: null });
    },
  },
  restore: {
    // One that was the default stays so only where no other has become it.
    afterRestore: async (tx, context, { rows: returning }) => {
      await lockName(tx, `mailboxes of ${context.scope.tenantId}`);
      const defaults = returning.filter(({ isDefault }) => isDefault === 1);
      if (defaults.length === 0) return;
      const all = db.selectFrom(tables(context).unscoped("email", "e")).where("e.isDefault", "=", 1);
      const found = await rows(tx, all.select("e.id"));
      const ids = defaults.map(({ id }) => id);
      const others = found.some(({ id }) => !ids.includes(id));
      for (const [index, { id }] of defaults.entries())
        if (others || index > 0) await changeRow(context, tx, "email", { id, values: { isDefault: 0 } });
    },
  },
  // A reader from whom it is hidden has none.
  afterRead: (row, now) => ("sentToday" in row && row.sentDate !== now.slice(0, 10) ? { ...row, sentToday: 0 } : row),
};

const testMs = 60_000;
const payloadSchema = z.object({ emailId: z.string(), receiver: z.string().nullable() });

const passed = (receiver: string | null): readonly [string, string] =>
  receiver === null
    ? ["连接和登录成功", "Connected and signed in"]
    : [`测试邮件已由服务器接收，收件人 ${receiver}`, `The server has accepted the test mail to ${receiver}`];

const testSubject = "测试邮件 / Test mail";
const testBody = "<p>这是一封测试邮件，说明该邮箱可以发送邮件。</p><p>This is a test mail: the mailbox can send.</p>";

/** Connects, signs in and sends, as asked; answers why it does not work, where it does not. */
async function tried(job: JobRun, mailbox: Mailbox, receiver: string | null, services: MessageServices): Promise<MailFailure | undefined> {
  let secret = "";
  try {
    const server = serverOf(mailbox, services.decryptSecret);
    secret = server.password;
    const signal = AbortSignal.any([job.signal, AbortSignal.timeout(testMs)]);
    if (receiver === null) {
      await services.mails.verify(server, signal);
      return undefined;
    }
    const { refused } = await services.mails.send(
      server,
      {
        messageId: `<test.${job.id}@${(mailbox.emailAddress ?? "").split("@").at(-1) ?? "localhost"}>`,
        from: { name: mailbox.fromName ?? "", address: mailbox.emailAddress ?? "" },
        to: [receiver],
        cc: [],
        receivers: [receiver],
        subject: testSubject,
        html: testBody,
        text: "这是一封测试邮件，说明该邮箱可以发送邮件。\nThis is a test mail: the mailbox can send.",
        files: [],
        date: new Date(job.milliseconds()),
      },
      signal,
    );
    const [refusal] = refused;
    return refusal === undefined
      ? undefined
      : {
          kind: "receiver",
          isPermanent: refusal.isPermanent,
          text: [`邮件服务器不接受收件地址 ${receiver}`, `The mail server refuses the address ${receiver}`],
          answer: refusal.answer,
        };
  } catch (error) {
    job.signal.throwIfAborted();
    const failure = failureOf(error, mailbox.smtpHost ?? "", secret);
    if (failure === undefined) throw error;
    return failure;
  }
}

const test = (services: MessageServices): JobHandler => ({
  concurrency: 2,
  async run(job) {
    const { emailId, receiver } = payloadSchema.parse(job.payload);
    const { context } = job;
    const mailbox = await job.step((tx) => readRow(context, tx, "email", emailId), {});
    if (mailbox === undefined) return;
    const failure = await tried(job, mailbox, receiver, services);
    const result =
      failure === undefined
        ? passed(receiver)
        : failure.answer === ""
          ? failure.text
          : ([`${failure.text[0]}（${failure.answer}）`, `${failure.text[1]} (${failure.answer})`] as const);
    await job.step(
      (tx) =>
        run(
          tx,
          updateWithoutVersion(tables(context).unscoped("email", "e"))
            .set({ testTime: context.now(), testResult: JSON.stringify(result) })
            .where("e.id", "=", emailId),
        ),
      { progress: { done: 1, total: 1, note: result } },
    );
    if (failure !== undefined) throw businessError("mailboxTest", result);
  },
});

/** Every press tests anew, one after the other. */
const startTest: Effect<"email.test"> = {
  commit: () => Promise.resolve({}),
  enqueue: (_context, { rows, values }) =>
    rows.map(({ id, name }) => ({
      queue: "mail.test",
      key: id,
      payload: { emailId: id, receiver: values.receiver ?? null },
      subject: { resource: "email", id, title: name ?? "" },
      maxAttempts: 1,
    })),
};

export const mailboxesDomain = (services: MessageServices): Domain => ({
  reads: {},
  actions: { "email.test": startTest },
  hooks: { email: hooks },
  jobs: { "mail.test": test(services) },
  effects: ["email.oneDefault", "email.ownServer"],
});
