// Mailboxes, mails and workers for tests of mails, on the demonstration tenant.
import { createConnect } from "../../../../src/server/http/outgoing.ts";
import { smtpTransport } from "../../../../src/server/domain/messages/mail/smtp.ts";
import { messagesDomain } from "../../../../src/server/domain/messages/index.ts";
import { createWorker } from "../../../../src/server/jobs/worker.ts";
import { clockOf } from "../../../../src/server/store/clock.ts";
import { recordsIn, type Body } from "../../../support/samples.ts";
import { messages, testMoment } from "../../../support/server.ts";
import type { Demonstration } from "../demonstration.ts";
import { mailPassword, mailUser, type SmtpHost } from "./smtp-host.ts";

export const paths = {
  mailboxes: "/business-manage/email",
  mails: "/business-manage/email-record",
  attempts: "/business-manage/email-attempt",
  templates: "/business-manage/mail-template",
} as const;

export function mailingOf(demonstration: Demonstration, trusted: readonly SmtpHost[]) {
  const { add, server, row } = demonstration;
  let number = 0;
  const mails = smtpTransport({
    connect: createConnect({ internalHosts: ["127.0.0.1", "localhost"], timeoutMs: 2000 }),
    authorities: trusted.map(({ authority }) => authority),
    timeoutMs: 4000,
  });

  /** A mailbox at a mail server. */
  const mailbox = (host: Pick<SmtpHost, "port">, more: Body = {}): Promise<string> =>
    add(paths.mailboxes, {
      name: `邮箱${(number += 1)}`,
      emailAddress: `notice${number}@brand.example.cn`,
      fromName: "酒业品牌",
      smtpHost: "localhost",
      smtpPort: host.port,
      encryption: "ssl",
      username: mailUser,
      password: mailPassword,
      hourlyLimit: 0,
      dailyLimit: 0,
      ...more,
    });

  const mail = (emailId: string, more: Body = {}): Promise<string> =>
    add(paths.mails, { emailId, receivers: "buyer@shop.example.cn", subject: "发货通知", content: "<p>货物已发出。</p>", ...more });

  /** Runs what is due so many seconds after noon. */
  const work = async (seconds = 0): Promise<void> => {
    const { database, model } = server;
    const { identifiers } = server.services;
    const faults: unknown[] = [];
    const worker = createWorker({
      model,
      database,
      identifiers,
      clock: clockOf(() => testMoment + seconds * 1000),
      handlers: messagesDomain({ ...messages, mails }).jobs ?? {},
      onFault: (error) => faults.push(error),
      random: () => 0,
    });
    await worker.idle();
    if (faults.length > 0) throw new AggregateError(faults, `${String(faults[0])}`);
  };

  return {
    mails,
    mailbox,
    mail,
    work,
    send: (id: string) => demonstration.zhangwei.post(`${paths.mails}/send-mail/${id}`),
    /** A mail that was written and handed to its worker. */
    sent: async (emailId: string, more: Body = {}): Promise<string> => {
      const id = await mail(emailId, more);
      const answer = await demonstration.zhangwei.post(`${paths.mails}/send-mail/${id}`);
      if (answer.code !== 200) throw new Error(JSON.stringify(answer));
      await work();
      return id;
    },
    mailRow: (id: string) => row(paths.mails, id),
    attempts: async (id: string) =>
      recordsIn(await demonstration.zhangwei.get(`${paths.attempts}/list`, { emailRecordId_equal: id, size: "50" })).toSorted(
        (left, right) => Number(left["attemptNo"]) - Number(right["attemptNo"]),
      ),
    /** Seconds after noon at which a mail is tried again. */
    nextOf: async (id: string): Promise<number> => {
      const next = String((await row(paths.mails, id))["nextTime"]);
      return (new Date(next.replace(" ", "T")).getTime() - testMoment) / 1000;
    },
  };
}
