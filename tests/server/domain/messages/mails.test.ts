// Mails over a real SMTP conversation: encrypted, on record, tried again while it may help, and never two at a time.
import { describe, expect, it } from "vitest";
import { queueMail } from "../../../../src/server/domain/messages/mail/queue-mail.ts";
import { pictureOf } from "../../../support/pictures.ts";
import { testNow, uploads } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { mailingOf, paths } from "./mailing.ts";
import { mailPassword, startSmtpHost } from "./smtp-host.ts";

const demonstration = await startDemonstration();
const { server, zhangwei, put } = demonstration;
const host = await startSmtpHost("ssl");
const starting = await startSmtpHost("starttls");
const plain = await startSmtpHost("none");
const untrusted = await startSmtpHost("ssl");
const { mailbox, mail, send, sent, work, mailRow, attempts, nextOf } = mailingOf(demonstration, [host, starting]);
const first = await mailbox(host, { signature: "<p>品牌客服</p>" });

const taken = () => host.taken.at(-1);
/** A sentence in both languages, one of which holds these words. */
const saying = (words: string): unknown => expect.stringContaining(words);

describe("a mail", () => {
  it("goes out with the signature of its mailbox, a plain text beside it and its attachments, and is on record", async () => {
    const content = Buffer.from("订单号,数量\n1,2\n");
    const address = await uploads.keep("100001", "report.csv", [content]);
    await put("insert into attach (id, tenant_id, link, name, original_name) values (88, '100001', $1, 'x', '日报.csv')", [address]);
    const id = await sent(first, {
      receivers: "buyer@shop.example.cn，second@shop.example.cn",
      ccReceivers: "boss@shop.example.cn",
      content: '<p>货物 <strong>已发出</strong> &amp; 在途，见 <a href="https://brand.example.cn/1">订单</a>。</p>',
      attachments: address,
    });
    const { from, receivers, parsed } = taken() ?? {};
    expect(from).toBe("notice1@brand.example.cn");
    expect(receivers).toEqual(["buyer@shop.example.cn", "second@shop.example.cn", "boss@shop.example.cn"]);
    expect(parsed?.from?.value).toEqual([{ name: "酒业品牌", address: "notice1@brand.example.cn" }]);
    expect(parsed?.subject).toBe("发货通知");
    expect(parsed?.html).toContain("<p>品牌客服</p>");
    expect(parsed?.text).toContain("货物 已发出 & 在途，见 订单 (https://brand.example.cn/1)。");
    expect(parsed?.attachments.map(({ filename, content: bytes }) => [filename, bytes.toString("utf8")])).toEqual([
      ["日报.csv", content.toString("utf8")],
    ]);
    expect(await mailRow(id)).toMatchObject({ status: 2, sendCount: 1, sendTime: testNow, failure: "", messageId: parsed?.messageId });
    expect(await attempts(id)).toMatchObject([{ attemptNo: 1, outcome: 1, answer: expect.stringMatching(/^250/) }]);
    expect(await send(id)).toMatchObject({ status: 400, data: { error: "wrongState" } });
  });

  it("carries pictures of our own uploads inside", async () => {
    const png = await pictureOf("png");
    const address = await uploads.keep("100001", "logo.png", [png]);
    await sent(first, { content: `<p>看图</p><img src="${address}" alt="标志">` });
    const { html, attachments } = taken()?.parsed ?? {};
    expect(String(html)).not.toContain("/upload/");
    expect(attachments?.map(({ related, content }) => [related, content.subarray(1, 4).toString()])).toEqual([[true, "PNG"]]);
  });

  it("is refused with a file of another tenant, however it came into the row", async () => {
    const address = await uploads.keep("100002", "secret.csv", [Buffer.from("a,b\n")]);
    const id = await mail(first);
    await put("update email_record set attachments = array[$2] where id = $1", [id, address]);
    const before = host.taken.length;
    await send(id);
    await work();
    expect(await mailRow(id)).toMatchObject({ status: 3, failure: "attachment" });
    expect(host.taken).toHaveLength(before);
  });

  it("is not sent with more than 20 MB", async () => {
    const lines = await uploads.keep("100001", "big.csv", [Buffer.alloc(21 * 1024 * 1024, "1,2\n")]);
    const id = await sent(first, { attachments: lines });
    expect(await mailRow(id)).toMatchObject({ status: 3, failure: "attachment", errorMsg: saying("20 MB") });
  });

  it("to a wrong address is refused at its field, and so is one without any", async () => {
    const answer = await zhangwei.post(`${paths.mails}/submit`, {
      emailId: first,
      receivers: "a@b.example.cn, nobody",
      subject: "x",
      content: "<p>x</p>",
    });
    expect(answer).toMatchObject({ status: 400, msg: expect.stringContaining("nobody") });
    const id = await mail(first);
    await put("update email_record set receivers = null where id = $1", [id]);
    expect(await send(id)).toMatchObject({ status: 400, msg: expect.stringContaining("收件人") });
    expect(await mailRow(id)).toMatchObject({ status: 0 });
  });

  it("lets nobody add headers through what becomes one", async () => {
    const { database, services, model } = server;
    const scope = { tenantId: "100001", userId: "11" };
    const context = {
      caller: { ...callerOf(), ...scope },
      language: "zh",
      model,
      scope,
      now: () => testNow,
      identifiers: services.identifiers,
      address: "",
    } as const;
    await services.identifiers.ready();
    const id = await database.transaction(scope, (tx) =>
      queueMail(context, tx, {
        to: "buyer@shop.example.cn",
        subject: "日报\r\nBcc: thief@evil.example.cn",
        text: "第一行 <b>\n第二行",
        mailboxId: first,
        about: { resource: "email", id: first, title: "邮箱" },
      }),
    );
    await work();
    const { receivers, parsed } = taken() ?? {};
    expect(receivers).toEqual(["buyer@shop.example.cn"]);
    expect(parsed?.subject).toBe("日报 Bcc: thief@evil.example.cn");
    expect(parsed?.bcc).toBeUndefined();
    expect(parsed?.html).toContain("<p>第一行 &lt;b&gt;</p><p>第二行</p>");
    expect(await mailRow(id)).toMatchObject({ status: 2, aboutTitle: "邮箱", aboutId: first });
    await expect(
      database.transaction(scope, (tx) => queueMail(context, tx, { to: "a@b.example.cn\r\nRCPT TO:<x@y.z>", subject: "x", text: "x" })),
    ).rejects.toMatchObject({ code: "mailAddress" });
  });
});

describe("a failure", () => {
  it("that may pass is tried again after growing pauses, and the mail goes out once", async () => {
    host.answers.set("slow@shop.example.cn", [450, "4.2.1 greylisted"]);
    const id = await sent(first, { receivers: "slow@shop.example.cn" });
    expect(await mailRow(id)).toMatchObject({ status: 1, failure: "receiver", sendCount: 1, errorMsg: saying("greylisted") });
    const pause = await nextOf(id);
    expect(pause).toBeGreaterThan(1);
    expect(pause).toBeLessThanOrEqual(5);
    await work(pause - 1);
    expect(await mailRow(id)).toMatchObject({ sendCount: 1 });
    await work(pause);
    expect(await mailRow(id)).toMatchObject({ status: 1, sendCount: 2 });
    expect((await nextOf(id)) - pause).toBeGreaterThan(4);
    host.answers.clear();
    const before = host.taken.length;
    await work(await nextOf(id));
    expect(host.taken).toHaveLength(before + 1);
    expect(await mailRow(id)).toMatchObject({ status: 2, sendCount: 3, failure: "", nextTime: "" });
    expect(await attempts(id)).toMatchObject([{ outcome: 2 }, { outcome: 2 }, { outcome: 1 }]);
  });

  it("that may pass ends the mail after fourteen attempts", async () => {
    host.contents = [451, "4.3.0 try later"];
    const id = await sent(first);
    for (let attempt = 2; attempt <= 14; attempt += 1) await work(await nextOf(id));
    host.contents = undefined;
    expect(await mailRow(id)).toMatchObject({ status: 3, sendCount: 14, failure: "busy", nextTime: "" });
  });

  it("that will not pass ends it at once with the server's sentence, and it can be sent again", async () => {
    host.answers.set("gone@shop.example.cn", [550, "5.1.1 user unknown"]);
    const id = await sent(first, { receivers: "gone@shop.example.cn" });
    expect(await mailRow(id)).toMatchObject({ status: 3, failure: "receiver", errorMsg: saying("550 5.1.1 user unknown") });
    host.answers.clear();
    expect(await send(id)).toMatchObject({ code: 200 });
    await work();
    expect(await mailRow(id)).toMatchObject({ status: 2, sendCount: 2, failure: "" });
  });

  it("of one receiver leaves the others their mail, and only those who wait are tried again", async () => {
    host.answers.set("gone@shop.example.cn", [550, "5.1.1 user unknown"]);
    host.answers.set("slow@shop.example.cn", [450, "4.2.1 greylisted"]);
    const id = await sent(first, { receivers: "buyer@shop.example.cn,gone@shop.example.cn,slow@shop.example.cn" });
    expect(taken()?.receivers).toEqual(["buyer@shop.example.cn"]);
    expect(await mailRow(id)).toMatchObject({ status: 1 });
    host.answers.delete("slow@shop.example.cn");
    await work(await nextOf(id));
    expect(taken()?.receivers).toEqual(["slow@shop.example.cn"]);
    expect(await mailRow(id)).toMatchObject({
      status: 2,
      failure: "receiver",
      errorMsg: saying("gone@shop.example.cn (550 5.1.1 user unknown)"),
    });
    host.answers.clear();
  });

  it.each([
    ["a wrong password", { password: "another code of tests" }, "credentials", "登录"],
    ["an internal address", { smtpHost: "192.168.3.4" }, "setup", "INTERNAL_HOSTS"],
    ["a server without encryption where nobody permits it", { smtpHost: "smtp.example.com", encryption: "none" }, "setup", "加密"],
  ])("of %s ends it at once", async (_what, more, failure, words) => {
    const id = await sent(await mailbox(host, more));
    const row = await mailRow(id);
    expect(row).toMatchObject({ status: 3, failure, errorMsg: saying(words) });
    expect(JSON.stringify([row, await attempts(id)])).not.toContain("another code of tests");
  });

  it("of encryption says what is wrong with it, and no password was sent", async () => {
    const stranger = await sent(await mailbox(untrusted));
    expect(await mailRow(stranger)).toMatchObject({ status: 3, failure: "tls", errorMsg: saying("证书") });
    const bare = await sent(await mailbox(plain, { encryption: "starttls" }));
    expect(await mailRow(bare)).toMatchObject({ status: 3, failure: "tls" });
    const wrongPort = await sent(await mailbox(starting, { encryption: "ssl" }));
    expect(await mailRow(wrongPort)).toMatchObject({ status: 3, failure: "tls", errorMsg: saying("STARTTLS") });
    expect([untrusted.signIns, plain.signIns]).toEqual([0, 0]);
  });

  it("to reach the server is tried again", async () => {
    const id = await sent(await mailbox({ port: 9 }));
    expect(await mailRow(id)).toMatchObject({ status: 1, failure: "host", errorMsg: saying("无法连接") });
  });
});

it("STARTTLS encrypts before anybody signs in", async () => {
  const id = await sent(await mailbox(starting, { encryption: "starttls" }));
  expect(await mailRow(id)).toMatchObject({ status: 2 });
  expect(starting.taken).toHaveLength(1);
});

describe("limits of a mailbox", () => {
  it("have mails of the next hour wait, and none fails", async () => {
    const narrow = await mailbox(host, { hourlyLimit: 2 });
    const before = host.taken.length;
    const ids = [await mail(narrow), await mail(narrow), await mail(narrow)];
    for (const id of ids) await send(id);
    await work();
    expect(host.taken.length - before).toBe(2);
    const states = await Promise.all(ids.map(async (id) => (await mailRow(id))["status"]));
    expect(states.map(Number).toSorted((one, other) => one - other)).toEqual([1, 2, 2]);
    const waiting = ids[states.indexOf(1)] ?? "";
    expect(await mailRow(waiting)).toMatchObject({ sendCount: 0, nextTime: "2025-03-12 13:00:01" });
    await work(3600);
    expect(host.taken.length - before).toBe(2);
    await work(3601);
    expect(await mailRow(waiting)).toMatchObject({ status: 2 });
    expect(await demonstration.row(paths.mailboxes, narrow)).toMatchObject({ sentToday: 3 });
  });

  it("of the day refuse the button and have queued mails wait for the next day", async () => {
    const narrow = await mailbox(host, { dailyLimit: 1 });
    const early = await mail(narrow);
    const late = await mail(narrow);
    await send(early);
    await send(late);
    await work();
    const [waiting] = await Promise.all([early, late].map(async (id) => ((await mailRow(id))["status"] === 1 ? [id] : []))).then((all) =>
      all.flat(),
    );
    expect(await mailRow(waiting ?? "")).toMatchObject({ nextTime: "2025-03-13 00:00:00" });
    expect(await send(await mail(narrow))).toMatchObject({ status: 400, data: { error: "dayFull" } });
  });
});

describe("an attempt that was cut off", () => {
  it("is followed by no other until it has certainly ended, and then by one with the same Message-ID", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let arrived = (): void => undefined;
    const isThere = new Promise<void>((resolve) => (arrived = resolve));
    host.beforeAnswer = () => {
      arrived();
      return held;
    };
    const before = host.taken.length;
    const id = await mail(first);
    await send(id);
    const hanging = work();
    await isThere;
    // The lease of the job has run out: for everybody else its worker is dead.
    host.beforeAnswer = undefined;
    await work(40);
    expect(host.taken.length - before).toBe(1);
    expect(await mailRow(id)).toMatchObject({ status: 1, sendCount: 1, nextTime: "2025-03-12 12:02:15" });
    release();
    await hanging;
    // The first worker has lost its job, and wrote nothing.
    expect(await attempts(id)).toMatchObject([{ outcome: 0 }]);
    await work(135);
    expect(await mailRow(id)).toMatchObject({ status: 2, sendCount: 2 });
    expect(await attempts(id)).toMatchObject([{ outcome: 4, failure: "interrupted" }, { outcome: 1 }]);
    const [one, two] = host.taken.slice(before).map(({ parsed }) => parsed.messageId);
    expect(two).toBe(one);
  });

  it("was cancelled by somebody: the mail has failed, and can be sent again", async () => {
    const id = await mail(first);
    await send(id);
    const [job] = await rowsOf(server, "select id::text as id from job where subject_id = $1 order by id desc limit 1", [id]);
    expect(await zhangwei.post(`/blade-job/job/cancel/${String(job?.["id"])}`)).toMatchObject({ code: 200 });
    expect(await mailRow(id)).toMatchObject({ status: 3, failure: "cancelled" });
    await work();
    expect(await mailRow(id)).toMatchObject({ status: 3, sendCount: 0 });
    await send(id);
    await work();
    expect(await mailRow(id)).toMatchObject({ status: 2 });
  });
});

it("no answer and no log holds the password of a mailbox", async () => {
  const list = await zhangwei.get(`${paths.mailboxes}/list`, { size: "100" });
  expect(JSON.stringify(list)).not.toContain(mailPassword);
  const logged = await rowsOf(server, "select 1 as one from email_attempt where answer like $1", [`%${mailPassword}%`]);
  expect(logged).toEqual([]);
});

function callerOf() {
  return {
    account: "server",
    realName: "",
    roleIds: [],
    deptIds: [],
    postIds: [],
    roleAliases: [],
    clientId: "saber",
    sessionId: "1",
    isAdministrator: false,
    isTenantAdmin: true,
    permissions: new Set<string>(),
    rowLimits: new Map<string, never>(),
    fieldLimits: new Map<string, never>(),
  };
}
