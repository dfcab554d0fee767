// Mailboxes: one default, a password that goes to no other server, and a test that says what is wrong in both languages.
import { expect, it } from "vitest";
import { objectIn, recordsIn } from "../../../support/samples.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { mailingOf, paths } from "./mailing.ts";
import { mailPassword, startSmtpHost } from "./smtp-host.ts";

const demonstration = await startDemonstration();
const { server, zhangwei, row, act, put } = demonstration;
const host = await startSmtpHost("ssl");
const untrusted = await startSmtpHost("ssl");
const { mailbox, work } = mailingOf(demonstration, [host]);

const tested = async (id: string, receiver?: string) => {
  expect(await act(paths.mailboxes, "test", id, receiver === undefined ? {} : { receiver })).toMatchObject({ code: 200 });
  await work();
  const { testTime } = await row(paths.mailboxes, id);
  const results = (["zh-CN", "en"] as const).map(async (language) =>
    objectIn(await server.as("zhangwei", {}, language).get(`${paths.mailboxes}/detail`, { id })),
  );
  const testResult = (await Promise.all(results)).map((one) => one["testResult"]);
  const [job] = await rowsOf(server, "select status from job where queue = 'mail.test' and subject_id = $1 order by id desc limit 1", [id]);
  return { testResult, testTime, isDone: job?.["status"] === 3 };
};

it("a test connects and signs in, and sends a mail where it is given an address", async () => {
  const id = await mailbox(host);
  expect(await tested(id)).toEqual({
    testResult: ["连接和登录成功", "Connected and signed in"],
    testTime: "2025-03-12 12:00:00",
    isDone: true,
  });
  expect(host.taken).toHaveLength(0);
  expect(await tested(id, "me@brand.example.cn")).toMatchObject({
    testResult: [expect.stringContaining("me@brand.example.cn"), expect.stringContaining("accepted")],
  });
  expect(host.taken.at(-1)?.receivers).toEqual(["me@brand.example.cn"]);
});

it.each([
  ["the host", { smtpPort: 9 }, "无法连接邮件服务器", "cannot be reached"],
  ["a host with an internal address", { smtpHost: "10.1.2.3" }, "INTERNAL_HOSTS", "internal address"],
  ["the credentials", { username: "somebody@brand.example.cn" }, "请检查登录账号和授权码", "check user name and password"],
])("a test that fails for %s says so in both languages", async (_what, more, zh, en) => {
  const { testResult, isDone } = await tested(await mailbox(host, more));
  expect(testResult).toEqual([expect.stringContaining(zh), expect.stringContaining(en)]);
  expect(JSON.stringify(testResult)).not.toContain(mailPassword);
  expect(isDone).toBe(false);
});

it("a test explains a certificate that is not trusted, and a refused address with the server's words", async () => {
  const { testResult } = await tested(await mailbox(untrusted));
  expect(testResult).toEqual([expect.stringContaining("证书不受信任"), expect.stringContaining("is not trusted")]);
  host.answers.set("nobody@brand.example.cn", [550, "5.1.1 no such user"]);
  const refused = await tested(await mailbox(host), "nobody@brand.example.cn");
  expect(refused.testResult).toEqual([expect.stringContaining("550 5.1.1 no such user"), expect.stringContaining("refuses the address")]);
  host.answers.set("sender@brand.example.cn", [553, "5.7.1 not your address"]);
  const sender = await tested(await mailbox(host, { emailAddress: "sender@brand.example.cn" }), "me@brand.example.cn");
  expect(sender.testResult).toEqual([expect.stringContaining("不接受发件地址"), expect.stringContaining("553 5.7.1 not your address")]);
});

it("another server or user needs the password again, and other changes leave it as it is", async () => {
  const id = await mailbox(host);
  const stored = async () => (await rowsOf(server, "select password from email where id = $1", [id]))[0]?.["password"];
  const before = await stored();
  for (const more of [{ smtpHost: "smtp.evil.example.com" }, { smtpPort: 25 }, { encryption: "none" }, { username: "else" }])
    expect(await zhangwei.post(`${paths.mailboxes}/submit`, { id, ...more })).toMatchObject({
      status: 400,
      data: { issues: [expect.objectContaining({ path: ["password"] })] },
    });
  expect(await zhangwei.post(`${paths.mailboxes}/submit`, { id, fromName: "新名称", password: "" })).toMatchObject({ code: 200 });
  expect(await stored()).toBe(before);
  expect(await zhangwei.post(`${paths.mailboxes}/submit`, { id, smtpPort: 465, password: "new code" })).toMatchObject({ code: 200 });
  expect(await stored()).not.toBe(before);
});

it("a new default takes the place of the old one, and a default is enabled", async () => {
  const id = await mailbox(host, { isDefault: 1 });
  const defaults = recordsIn(await zhangwei.get(`${paths.mailboxes}/list`, { isDefault_equal: "1" }));
  expect(defaults.map((one) => one["id"])).toEqual([id]);
  expect(await zhangwei.post(`${paths.mailboxes}/submit`, { id, status: 2 })).toMatchObject({
    status: 400,
    msg: expect.stringContaining("启用"),
  });
  const answers = await Promise.all([mailbox(host, { isDefault: 1 }), mailbox(host, { isDefault: 1 })]);
  expect(answers).toHaveLength(2);
  expect(recordsIn(await zhangwei.get(`${paths.mailboxes}/list`, { isDefault_equal: "1" }))).toHaveLength(1);
});

it("a default that is restored stays so only where no other has become it", async () => {
  const id = await mailbox(host, { isDefault: 1 });
  const send = (call: string) => zhangwei.post(`${paths.mailboxes}/${call}`, undefined, { ids: id });
  expect([await send("remove"), await send("restore")]).toMatchObject([{ code: 200 }, { code: 200 }]);
  expect(await row(paths.mailboxes, id)).toMatchObject({ isDefault: 1 });
  await send("remove");
  const other = await mailbox(host, { isDefault: 1 });
  expect(await send("restore")).toMatchObject({ code: 200 });
  expect([await row(paths.mailboxes, id), await row(paths.mailboxes, other)]).toMatchObject([{ isDefault: 0 }, { isDefault: 1 }]);
});

it("a password that cannot be opened any more is said so", async () => {
  const id = await mailbox(host);
  await put("update email set password = $2 where id = $1", [id, "$sealed$bm90IG91cnMgYXQgYWxsIG5vdCBvdXJzIGF0IGFsbA"]);
  expect((await tested(id)).testResult).toEqual([expect.stringContaining("请重新填写"), expect.stringContaining("enter it again")]);
});
