// Texts over servers that verify the documented signatures: accepted, refused, tried again, and never twice where nobody knows.
import { describe, expect, it } from "vitest";
import { messagesDomain } from "../../../../src/server/domain/messages/index.ts";
import { queueText, type QueuedText } from "../../../../src/server/domain/messages/texts/queue-text.ts";
import { createWorker } from "../../../../src/server/jobs/worker.ts";
import { clockOf } from "../../../../src/server/store/clock.ts";
import { objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import { messages, people, testMoment, testNow } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { accessKey, secretKey, startTextHost, verifyAliyun, verifyGateway, verifyTencent } from "./text-hosts.ts";

const demonstration = await startDemonstration();
const { server, zhangwei, add, find, put, row } = demonstration;
const aliyun = await startTextHost(verifyAliyun, {
  accepted: { Code: "OK", Message: "OK", BizId: "900619746936498440^0", RequestId: "F655A8D5" },
  stranger: { Code: "SignatureDoesNotMatch", Message: "Specified signature does not match" },
});
const tencent = await startTextHost(verifyTencent, {
  accepted: {
    Response: { SendStatusSet: [{ SerialNo: "5000:1045710669157053657849499619", Code: "Ok", Message: "send success" }], RequestId: "a" },
  },
  stranger: { Response: { Error: { Code: "AuthFailure.SignatureFailure", Message: "The signature does not match" }, RequestId: "b" } },
});
const gateway = await startTextHost(verifyGateway, {
  accepted: { status: "accepted", id: "G-1" },
  stranger: { status: "refused", code: "SIGNATURE", message: "wrong" },
});

const configurations = "/blade-resource/sms";
const records = "/blade-resource/sms-record";
let number = 0;
const phone = (): string => `139${String((number += 1)).padStart(8, "0")}`;

const configuration = async (category: string, more: Body = {}): Promise<{ readonly id: string; readonly code: string }> => {
  const code = `t${(number += 1)}`;
  const id = await add(configurations, {
    category,
    smsCode: code,
    templateId: "SMS_154950909",
    paramNames: "code,minutes",
    accessKey,
    secretKey,
    signName: "醇酿溯源",
    ...(category === "4" ? { appId: "1400006666" } : {}),
    ...(category === "5" ? { endpoint: `${gateway.url}/texts` } : {}),
    ...more,
  });
  return { id, code };
};

/** Runs what is due so many seconds after noon. */
const work = async (seconds = 0): Promise<void> => {
  const { database, model } = server;
  const { identifiers } = server.services;
  const handlers = messagesDomain({ ...messages, textAddresses: { aliyun: aliyun.url, tencent: tencent.url } }).jobs ?? {};
  const faults: unknown[] = [];
  const clock = clockOf(() => testMoment + seconds * 1000);
  const worker = createWorker({ model, database, identifiers, clock, handlers, onFault: (error) => faults.push(error), random: () => 0 });
  await worker.idle();
  if (faults.length > 0) throw new AggregateError(faults, `${String(faults[0])}`);
};

const scope = { tenantId: "100001", userId: "11" };
const queue = async (text: QueuedText): Promise<string> => {
  const { database, services, model } = server;
  await services.identifiers.ready();
  const context = {
    caller: people.zhangwei,
    language: "zh",
    model,
    scope,
    now: () => testNow,
    identifiers: services.identifiers,
    address: "",
  } as const;
  return database.transaction(scope, (tx) => queueText(context, tx, text));
};

const params = { code: "1234", minutes: "5" };
const send = (code: string, phones: string, given: unknown = params) =>
  zhangwei.post(`${configurations}/endpoint/send-message`, undefined, { code, phones, params: JSON.stringify(given) });
/** A text that was sent over a configuration and handed to its worker. */
const sent = async (code: string): Promise<string> => {
  const answer = await send(code, phone());
  expect(answer).toMatchObject({ code: 200 });
  await work();
  const [id = ""] = (objectIn(answer)["ids"] ?? []) as readonly string[];
  return id;
};
const record = (id: string) => row(records, id);
const nextOf = async (id: string): Promise<number> =>
  (new Date(String((await record(id))["nextTime"]).replace(" ", "T")).getTime() - testMoment) / 1000;
const saying = (words: string): unknown => expect.stringContaining(words);

describe("a text", () => {
  it("by Alibaba Cloud is signed as documented, and keeps the number that it answers", async () => {
    const { code } = await configuration("3");
    const id = await sent(code);
    expect(aliyun.taken.at(-1)).toEqual({
      action: "SendSms",
      version: "2017-05-25",
      PhoneNumbers: (await rowsOf(server, "select phone from sms_record where id = $1", [id]))[0]?.["phone"],
      SignName: "醇酿溯源",
      TemplateCode: "SMS_154950909",
      TemplateParam: JSON.stringify(params),
      OutId: id,
    });
    expect(await record(id)).toMatchObject({ status: 2, sendCount: 1, providerId: "900619746936498440^0", failure: "" });
  });

  it("by Tencent Cloud is signed as documented, with its variables in the order of the template", async () => {
    const { code } = await configuration("4");
    const answer = await send(code, phone(), { minutes: 5, code: "1234" });
    expect(answer).toMatchObject({ code: 200 });
    await work();
    expect(tencent.taken.at(-1)).toMatchObject({
      action: "SendSms",
      region: "ap-guangzhou",
      SmsSdkAppId: "1400006666",
      TemplateParamSet: ["1234", "5"],
      PhoneNumberSet: [expect.stringMatching(/^\+86139\d{8}$/)],
    });
    expect([aliyun.strangers, tencent.strangers, gateway.strangers]).toEqual([0, 0, 0]);
  });

  it("by a gateway carries its number, and is sent again with the same where no answer came", async () => {
    const { code } = await configuration("5");
    gateway.answers.push("cut", { status: 502, body: "bad" });
    const id = await sent(code);
    expect(await record(id)).toMatchObject({ status: 0, failure: "host" });
    await work(await nextOf(id));
    expect(await record(id)).toMatchObject({ status: 0, failure: "busy" });
    await work(await nextOf(id));
    expect(await record(id)).toMatchObject({ status: 2, sendCount: 3, providerId: "G-1" });
    expect(gateway.taken.slice(-3).map((one) => one["messageNo"])).toEqual([id, id, id]);
    expect(gateway.taken.at(-1)).toMatchObject({ action: "text", signName: "醇酿溯源", templateId: "SMS_154950909", params });
  });

  it.each([
    ["Alibaba Cloud", "3", aliyun, { Code: "isv.MOBILE_NUMBER_ILLEGAL", Message: "非法手机号" }, "isv.MOBILE_NUMBER_ILLEGAL"],
    [
      "Tencent Cloud",
      "4",
      tencent,
      { Response: { SendStatusSet: [{ Code: "FailedOperation.SignatureIncorrectOrUnapproved", Message: "签名未审批" }] } },
      "签名未审批",
    ],
    ["a gateway", "5", gateway, { status: "refused", code: "BLACKLIST", message: "on a list" }, "BLACKLIST on a list"],
  ])("that %s refuses has failed with its sentence, and can be sent again", async (...[, category, host, body, words]) => {
    const { code } = await configuration(category);
    host.answers.push({ status: category === "3" ? 400 : 200, body });
    const id = await sent(code);
    expect(await record(id)).toMatchObject({ status: 3, failure: "refused", errorMsg: saying(words) });
    expect(await zhangwei.post(`${records}/resend/${id}`)).toMatchObject({ code: 200 });
    await work();
    expect(await record(id)).toMatchObject({ status: 2, sendCount: 2, failure: "" });
  });

  it.each([
    ["Alibaba Cloud", "3", aliyun, { Code: "isv.BUSINESS_LIMIT_CONTROL", Message: "触发流控" }],
    ["Tencent Cloud", "4", tencent, { Response: { Error: { Code: "RequestLimitExceeded", Message: "too many" } } }],
    ["a gateway", "5", gateway, { status: "refused", code: "BUSY", message: "later", retry: true }],
  ])("for which %s has no time is tried again after a pause", async (_name, category, host, body) => {
    const { code } = await configuration(category);
    host.answers.push({ body });
    const id = await sent(code);
    expect(await record(id)).toMatchObject({ status: 0, failure: "busy" });
    await work(await nextOf(id));
    expect(await record(id)).toMatchObject({ status: 2, sendCount: 2 });
  });

  it("of which nobody knows whether it was sent is not sent again by itself", async () => {
    const { code } = await configuration("3");
    aliyun.answers.push("cut");
    const id = await sent(code);
    expect(await record(id)).toMatchObject({ status: 4, failure: "interrupted", nextTime: "" });
    const before = aliyun.taken.length;
    await work(4000);
    expect(aliyun.taken).toHaveLength(before);
    // A process that died in the middle of an attempt leaves the same.
    const lost = await queue({ phone: phone(), params, smsCode: code });
    await put("update sms_record set status = 1, send_count = 1 where id = $1", [lost]);
    await work();
    expect(await record(lost)).toMatchObject({ status: 4, sendCount: 1 });
    expect(aliyun.taken).toHaveLength(before);
  });

  it("with wrong keys is refused by the provider, and no key is in what is kept of it", async () => {
    const { code } = await configuration("3", { secretKey: "another secret key" });
    const id = await sent(code);
    expect(await record(id)).toMatchObject({ status: 3, errorMsg: saying("SignatureDoesNotMatch") });
    const stored = await rowsOf(server, "select r::text as text from sms_record r where id = $1", [id]);
    expect(JSON.stringify(stored)).not.toContain("secret key");
    const list = await zhangwei.get(`${configurations}/list`, { size: "100" });
    expect(JSON.stringify(list)).not.toContain(accessKey);
    expect(JSON.stringify(list)).not.toContain(secretKey);
  });

  it("to an internal gateway that nobody permits is not sent", async () => {
    const { code } = await configuration("5", { endpoint: "https://192.168.7.7/texts" });
    expect(await record(await sent(code))).toMatchObject({ status: 3, failure: "setup", errorMsg: saying("INTERNAL_HOSTS") });
  });
});

describe("a one-time code", () => {
  it("is in no list, row or log, and is erased once it was sent", async () => {
    const { id: smsId } = await configuration("3");
    await zhangwei.post(`${configurations}/enable`, undefined, { id: smsId });
    const number = phone();
    const id = await queue({ phone: number, params: { code: "834615", minutes: 5 }, isRedacted: true });
    const shown = async () => JSON.stringify([await record(id), recordsIn(await zhangwei.get(`${records}/list`, { phone_equal: number }))]);
    expect(await shown()).not.toContain("834615");
    expect(await record(id)).toMatchObject({ params: { code: "***", minutes: "***" }, isRedacted: 1 });
    await work();
    expect(aliyun.taken.at(-1)).toMatchObject({ TemplateParam: JSON.stringify({ code: "834615", minutes: "5" }) });
    const stored = await rowsOf(
      server,
      "select r::text as text from sms_record r where id = $1 union all select j::text from job j where subject_id = $1::text",
      [id],
    );
    expect(JSON.stringify(stored)).not.toContain("834615");
    const queued = await rowsOf(server, "select payload::text as text from tm_job where queue = 'text.send'");
    expect(JSON.stringify(queued)).not.toContain("834615");
  });

  it("that could not be sent in time is not sent at all, and cannot be sent again", async () => {
    const id = await queue({ phone: phone(), params, isRedacted: true, validUntil: "2025-03-12 11:59:59" });
    const before = aliyun.taken.length;
    await work();
    expect(aliyun.taken).toHaveLength(before);
    expect(await record(id)).toMatchObject({ status: 3, failure: "late" });
    expect(await zhangwei.post(`${records}/resend/${id}`)).toMatchObject({ status: 400 });
  });
});

describe("what is refused before it is sent", () => {
  it.each([
    ["a number that is none", "12345", params, "12345"],
    ["a missing variable", "13800000001", { code: "1" }, "minutes"],
    ["a variable that the template does not have", "13800000001", { ...params, name: "x" }, "name"],
    ["a variable with a line break", "13800000001", { ...params, code: "1\n2" }, "code"],
    ["a variable that is no text", "13800000001", { ...params, code: ["1"] }, "code"],
  ])("is %s, by its name", async (_what, phones, given, words) => {
    const { code } = await configuration("3");
    expect(await send(code, phones, given)).toMatchObject({ status: 400, msg: expect.stringContaining(words) });
    expect(
      await rowsOf(
        server,
        "select 1 as one from sms_record r join sms s on s.tenant_id = r.tenant_id and s.id = r.sms_id where s.sms_code = $1",
        [code],
      ),
    ).toEqual([]);
  });

  it("is the eleventh text to a number of a day, however many come at once", async () => {
    const { code } = await configuration("3", { phoneLimit: 3 });
    const number = phone();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(code, number)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(3);
    expect(answers.find((answer) => answer.code !== 200)).toMatchObject({
      status: 400,
      data: { error: "phoneLimit" },
      msg: expect.stringContaining("139****"),
    });
  });

  it("is a tenant without an enabled configuration", async () => {
    await put("update sms set status = 1 where tenant_id = '100001'", []);
    await expect(queue({ phone: phone(), params })).rejects.toMatchObject({ code: "smsNotEnabled" });
  });
});

describe("enabling a configuration", () => {
  it("takes the place of the one before, and a category without a provider is refused with a sentence", async () => {
    const [one, two] = [await configuration("3"), await configuration("5")];
    const enable = (id: unknown) => zhangwei.post(`${configurations}/enable`, undefined, { id: String(id) });
    expect(await enable(one.id)).toMatchObject({ code: 200 });
    expect(await enable(two.id)).toMatchObject({ code: 200 });
    const states = await rowsOf(server, "select id::text from sms where status = 2 and tenant_id = '100001'");
    expect(states).toEqual([{ id: two.id }]);
    const yunpian = await find(configurations, { smsCode_equal: "yunpian" });
    expect(await enable(yunpian["id"])).toMatchObject({ status: 400, msg: expect.stringContaining("尚未接入") });
    expect(await send("yunpian", phone())).toMatchObject({ status: 400, data: { error: "smsNotUsable" } });
    const bare = await configuration("4", { appId: "" });
    expect(await enable(bare.id)).toMatchObject({ status: 400, msg: expect.stringContaining("SdkAppId") });
  });

  it("keeps stored keys where a submit leaves them empty", async () => {
    const { id, code } = await configuration("3");
    expect(await zhangwei.post(`${configurations}/submit`, { id, accessKey: "", secretKey: "", remark: "改备注" })).toMatchObject({
      code: 200,
    });
    expect(await record(await sent(code))).toMatchObject({ status: 2 });
  });
});
