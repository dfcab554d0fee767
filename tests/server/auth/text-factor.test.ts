// Codes by text as second factor: sent by a real gateway, good once, five minutes and five attempts, limited, and gone with the number.
import { describe, expect, test } from "vitest";
import { transformed } from "../../../src/server/auth/password-hash.ts";
import { codeOf, stepAt } from "../../../src/server/auth/second-factor/totp.ts";
import { startTextHost, verifyGateway } from "../domain/messages/text-hosts.ts";
import { askForToken, call, password, people, signIn, type Token } from "./fixture.ts";
import { answerWith, send, setUp, stateOf } from "./second-factor-flow.ts";
import {
  answerWithText,
  otherThan,
  phone,
  sendText,
  sql,
  textingServersOfFile,
  withTexts,
  type TextingServer,
} from "./text-factor-flow.ts";

const startTextingServer = textingServersOfFile();

const minute = 60_000;
const gateway = await startTextHost(verifyGateway, {
  accepted: { status: "accepted", id: "G-1" },
  stranger: { status: "refused", code: "SIGNATURE", message: "wrong" },
});

const isIn = async ({ app }: TextingServer, token: Token) => (await call(app, token, "GET /blade-user/info")).body.code === 200;
const challengeOf = async ({ app }: TextingServer, headers: Readonly<Record<string, string>> = {}): Promise<string> =>
  String((await askForToken(app, "clerk", { headers })).body["challenge"]);
const tables = ["auth_phone_factor", "auth_text_code", "auth_recovery_code", "sms_record", "job", "log_api", "log_usual"];
/** Everything that the database says of texts, factors and calls. */
const stored = async ({ database }: TextingServer): Promise<string> =>
  JSON.stringify(
    await database.owner.read([
      {
        sql: `select string_agg(query_to_xml(format('select * from %I', t.name), true, true, '')::text, '') as everything
          from unnest($1::text[]) as t (name) where to_regclass(t.name) is not null`,
        parameters: [tables],
      },
    ]),
  );

describe("setting up codes by text", () => {
  test("sends a code to one's own number, takes it, gives recovery codes, and keeps neither readable", async () => {
    const server = await startTextingServer(gateway);
    const { app } = server;
    const token = await signIn(app, "clerk");
    const other = await signIn(app, "clerk");
    expect(await stateOf(app, token)).toMatchObject({ isSetUp: false, methods: [], phone: "138****1234", smsRefusal: "" });
    const started = await send(app, token, "/text/begin", {});
    expect(started.body).toMatchObject({ success: true, data: { phone: "138****1234", resendSeconds: 60, expiresSeconds: 300 } });
    const code = await server.received();
    expect(code).toMatch(/^\d{6}$/);
    expect(gateway.taken.at(-1)).toMatchObject({ phone, params: { code, minutes: "5" } });
    const { ticket }: { readonly ticket: string } = started.body.data;
    expect((await send(app, token, "/text/confirm", { ticket, code: otherThan(code) })).body).toMatchObject({
      success: false,
      msg: "验证码不正确或已失效",
    });
    const done = await send(app, token, "/text/confirm", { ticket, code: `${code.slice(0, 3)} ${code.slice(3)}` });
    expect(done.body).toMatchObject({ success: true, data: { recoveryCodes: { length: 10 } } });
    expect(await stateOf(app, token)).toMatchObject({ isSetUp: true, methods: ["sms"], recoveryCodesLeft: 10 });
    expect([await isIn(server, token), await isIn(server, other)]).toEqual([true, false]);
    expect(await stored(server)).not.toContain(code);
  });

  test("is not offered where the tenant cannot send, and says why", async () => {
    const server = await startTextingServer(gateway, { isConfigured: false });
    const { app } = server;
    const token = await signIn(app, "clerk");
    expect(await stateOf(app, token)).toMatchObject({ smsRefusal: "所在租户没有启用的短信配置" });
    expect((await send(app, token, "/text/begin", {})).body).toMatchObject({ success: false, msg: "所在租户没有启用的短信配置" });
    await server.configure({ paramNames: "orderNo" });
    const other = expect.stringContaining("短信模板不适用于验证码");
    expect(await stateOf(app, token)).toMatchObject({ smsRefusal: other });
    expect((await send(app, token, "/text/begin", {})).body).toMatchObject({ success: false, msg: other });
    await server.configure({ paramNames: "code" });
    expect(await stateOf(app, token)).toMatchObject({ smsRefusal: "" });
    await sql(server, `update "user" set phone = '' where id = $1`, [people.clerk.id]);
    expect((await send(app, token, "/text/begin", {})).body.msg).toContain("手机号码");
  });

  test("is one's own: a ticket of somebody else, a late one and one of another number are refused", async () => {
    const server = await startTextingServer(gateway);
    const { app } = server;
    const [clerk, admin] = [await signIn(app, "clerk"), await signIn(app, "admin")];
    const { ticket }: { readonly ticket: string } = (await send(app, admin, "/text/begin", {})).body.data;
    const code = await server.received();
    for (const wrong of [ticket, "$sealed$x", "none"])
      expect((await send(app, clerk, "/text/confirm", { ticket: wrong, code })).body.success, wrong).toBe(false);
    await sql(server, `update "user" set phone = '13911112222' where id = $1`, [people.admin.id]);
    expect((await send(app, admin, "/text/confirm", { ticket, code })).body).toMatchObject({
      success: false,
      msg: "设置已超时，请重新开始",
    });
    expect(await stateOf(app, admin)).toMatchObject({ isSetUp: false });
  });

  test("beside an authenticator takes proof of that, and either then completes a sign-in", async () => {
    const server = await startTextingServer(gateway);
    const { app } = server;
    const token = await signIn(app, "clerk");
    const authenticator = await setUp(app, token, server.now);
    server.pass(minute);
    expect((await send(app, token, "/text/begin", {})).body.success).toBe(false);
    expect((await send(app, token, "/text/begin", { code: "000000" })).body.success).toBe(false);
    const started = await send(app, token, "/text/begin", { code: authenticator.code() });
    const { ticket }: { readonly ticket: string } = started.body.data;
    await server.received();
    // Another text without new proof, for the same number.
    server.pass(minute);
    expect((await send(app, token, "/text/begin", { ticket })).body.success).toBe(true);
    const done = await send(app, token, "/text/confirm", { ticket, code: await server.received() });
    // The recovery codes that there are stay good.
    expect(done.body).toMatchObject({ success: true, data: { recoveryCodes: [] } });
    expect(await stateOf(app, token)).toMatchObject({ methods: ["totp", "sms"], recoveryCodesLeft: 10 });

    server.pass(minute);
    const first = await askForToken(app, "clerk");
    expect(first.body["methods"]).toEqual(["totp", "sms", "recovery"]);
    expect((await answerWith(app, String(first.body["challenge"]), authenticator.code())).status).toBe(200);
    const challenge = await challengeOf(server);
    expect((await sendText(app, challenge)).body.success).toBe(true);
    const code = await server.received();
    // Of the authenticator, unless it is said otherwise.
    expect((await answerWith(app, challenge, code)).status).toBe(400);
    expect((await answerWithText(app, challenge, code)).status).toBe(200);
  });
});

describe("signing in with a code by text", () => {
  test("sends it on request, and takes it once", async () => {
    const server = await startTextingServer(gateway);
    const { app } = server;
    const other = await server.sibling();
    await withTexts(server, "clerk");
    server.pass(minute);
    const first = await askForToken(app, "clerk");
    expect(first.status).toBe(400);
    expect(first.body).toMatchObject({ error: "second_factor_required", methods: ["sms", "recovery"] });
    // Nothing of the number before a code has come to it.
    expect(JSON.stringify(first.body)).not.toMatch(/138|1234/);
    const challenge = String(first.body["challenge"]);
    const requested = await sendText(app, challenge);
    expect(requested.body).toMatchObject({ success: true, data: { resendSeconds: 60, expiresSeconds: 300 } });
    const code = await server.received();
    const second = await challengeOf(server);
    const answers = await Promise.all([answerWithText(app, challenge, code), answerWithText(other, second, code)]);
    expect(answers.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 400]);
    const token = answers.find(({ status }) => status === 200)?.body;
    expect(token === undefined ? false : await isIn(server, token)).toBe(true);
    expect((await answerWithText(app, await challengeOf(server), code)).status).toBe(400);
    expect(await stored(server)).not.toContain(code);
  });

  test("ends after five minutes and after five attempts, and a new code ends the last one", async () => {
    const server = await startTextingServer(gateway);
    const { app } = server;
    await withTexts(server, "clerk");
    let address = 0;
    const from = () => ({ "x-forwarded-for": `10.0.0.${(address += 1)}` });
    const fresh = async (): Promise<string> => {
      server.pass(31 * minute);
      expect((await sendText(app, await challengeOf(server, from()), from())).body.success).toBe(true);
      return server.received();
    };
    const tries = async (code: string) => (await answerWithText(app, await challengeOf(server, from()), code, from())).status;
    const late = await fresh();
    server.pass(5 * minute);
    expect(await tries(late)).toBe(400);

    const spent = await fresh();
    for (let count = 0; count < 4; count += 1) expect(await tries(otherThan(spent))).toBe(400);
    await sql(server, "delete from auth_failure");
    expect(await tries(otherThan(spent))).toBe(400);
    expect(await tries(spent)).toBe(400);

    await sql(server, "delete from auth_failure");
    const former = await fresh();
    server.pass(minute);
    expect((await sendText(app, await challengeOf(server, from()), from())).body.success).toBe(true);
    const last = await server.received();
    // But for one time in a million.
    expect(await tries(former)).toBe(400);
    expect(await tries(last)).toBe(200);
  });

  test("is limited: a minute between texts, five in half an hour, twenty from an address, and those of the number in a day", async () => {
    const server = await startTextingServer(gateway);
    const { app } = server;
    await withTexts(server, "clerk");
    const again = async (address = "10.0.1.1") => {
      const headers = { "x-forwarded-for": address };
      const { body } = await sendText(app, await challengeOf(server, headers), headers);
      if (body.success) await server.received();
      return body;
    };
    expect(await again()).toMatchObject({ success: false, msg: "请在 60 秒后重新获取验证码" });
    server.pass(20_000);
    expect(await again()).toMatchObject({ success: false, msg: "请在 40 秒后重新获取验证码", data: { seconds: 40 } });
    // Two at the same instant: one goes.
    server.pass(minute);
    const [one, two] = [await challengeOf(server), await challengeOf(server)];
    const both = await Promise.all([sendText(app, one), sendText(await server.sibling(), two)]);
    expect(both.filter(({ body }) => body.success)).toHaveLength(1);
    await server.received();
    await sql(server, "delete from auth_failure");
    for (let count = 0; count < 5; count += 1) {
      server.pass(minute);
      expect((await again()).success).toBe(true);
    }
    server.pass(minute);
    expect(await again()).toMatchObject({ success: false, msg: "获取验证码过于频繁，请稍后再试" });
    server.pass(31 * minute);
    expect((await again()).success).toBe(true);
    // Of the day: ten by the configuration.
    await sql(server, "update sms set phone_limit = 2 where status = 2");
    server.pass(31 * minute);
    const limited = await again();
    expect(limited).toMatchObject({ success: false, msg: "今日短信已达上限，请改用其他验证方式" });
    expect(JSON.stringify(limited)).not.toMatch(/138|1234/);
    // From one address, whoever it is for.
    await sql(server, "update auth_failure set failures = 20, until = $1 where subject like 'texts-from:10.0.1.1'", [
      server.now() + minute,
    ]);
    server.pass(minute - 1);
    await sql(server, "update sms set phone_limit = 0 where status = 2");
    expect(await again()).toMatchObject({ success: false, msg: "获取验证码过于频繁，请稍后再试" });
  });

  test("sends nothing for a sign-in that is none, is over, belongs to another client, or to somebody without it", async () => {
    const server = await startTextingServer(gateway);
    const { app } = server;
    const taken = gateway.taken.length;
    for (const none of ["x", "", "x".repeat(5000)])
      expect((await sendText(app, none)).body.error, none.slice(0, 3)).toBe("invalid_request");
    await setUp(app, await signIn(app, "clerk"), server.now);
    const challenge = await challengeOf(server);
    expect((await sendText(app, challenge)).body).toMatchObject({ error: "invalid_request", error_description: "未启用短信验证码" });
    const stranger = { authorization: `Basic ${Buffer.from("reader:reader-secret").toString("base64")}` };
    expect((await sendText(app, challenge, stranger)).body.error).toBe("invalid_request");
    expect((await sendText(app, challenge, { authorization: "Basic eDp5" })).body.error).toBe("invalid_client");
    server.pass(5 * minute);
    expect((await sendText(app, challenge)).body["error_description"]).toBe("验证已失效，请重新登录");
    expect(gateway.taken.length).toBe(taken);
  });

  test("is not offered while the tenant cannot send: a recovery code signs in, and the answer says why", async () => {
    const server = await startTextingServer(gateway);
    const { app } = server;
    const { recoveryCodes } = await withTexts(server, "clerk");
    await sql(server, "update sms set status = 1");
    const first = await askForToken(app, "clerk", { headers: { "accept-language": "en" } });
    expect(first.body).toMatchObject({ methods: ["recovery"], sms_refusal: "Your tenant has not enabled an SMS configuration" });
    expect((await sendText(app, first.body["challenge"])).body["error_description"]).toBe("所在租户没有启用的短信配置");
    expect((await answerWith(app, String(first.body["challenge"]), recoveryCodes[0] ?? "")).status).toBe(200);
  });
});

describe("ending codes by text", () => {
  test("takes the password and proof, leaves the authenticator, and cannot be the last one where the tenant wants a factor", async () => {
    const server = await startTextingServer(gateway);
    const { app } = server;
    const { token } = await withTexts(server, "admin");
    await sql(server, "update tenant set admin_second_factor = 1 where tenant_id = '100001'");
    server.pass(minute);
    const proof = async () => {
      expect((await send(app, token, "/text/send", {})).body.success).toBe(true);
      return { code: await server.received(), method: "sms", password: transformed(password, "md5") };
    };
    expect((await send(app, token, "/end", { ...(await proof()), ends: "sms" })).body).toMatchObject({ success: false });
    server.pass(minute);
    const { code } = await proof();
    const started = await send(app, token, "/begin", { code, method: "sms" });
    expect(started.body.success).toBe(true);
    const { ticket, secret }: { readonly ticket: string; readonly secret: string } = started.body.data;
    const authenticator = () => codeOf(secret, stepAt(server.now()));
    expect((await send(app, token, "/confirm", { ticket, code: authenticator() })).body.success).toBe(true);
    server.pass(minute);
    const right = { password: transformed(password, "md5"), code: authenticator(), ends: "sms" };
    expect((await send(app, token, "/end", { ...right, password: transformed("wrong", "md5") })).body.success).toBe(false);
    expect((await send(app, token, "/end", { ...right, ends: "mail" })).body.code).toBe(400);
    expect((await send(app, token, "/end", right)).body.success).toBe(true);
    expect(await stateOf(app, token)).toMatchObject({ methods: ["totp"], recoveryCodesLeft: 10 });
    // Of a method that is not set up.
    server.pass(minute);
    expect((await send(app, token, "/end", { ...right, code: authenticator() })).body.success).toBe(false);
  });

  test("goes with the number: others change it and the sessions end; one's own is refused until the codes are turned off", async () => {
    const server = await startTextingServer(gateway);
    const { app } = server;
    const { token } = await withTexts(server, "clerk");
    const own = await call(app, token, "POST /blade-user/update-info", { payload: { name: "x", realName: "clerk", phone: "13911112222" } });
    expect(own.body).toMatchObject({ success: false, msg: expect.stringContaining("请先在“双因素验证”中关闭短信验证码") });
    expect(
      (await call(app, token, "POST /blade-user/update-info", { payload: { name: "x", realName: "clerk", phone } })).body.success,
    ).toBe(true);

    const admin = await signIn(app, "admin");
    const { body } = await call(app, admin, `GET /blade-user/detail?id=${people.clerk.id}`);
    const row: Readonly<Record<string, unknown>> = body.data;
    const change = (number: string) => call(app, admin, "POST /blade-user/update", { payload: { ...row, phone: number } });
    expect((await change(phone)).body).toMatchObject({ success: true });
    expect(await isIn(server, token)).toBe(true);
    const fresh = (await call(app, admin, `GET /blade-user/detail?id=${people.clerk.id}`)).body.data as Readonly<Record<string, unknown>>;
    expect((await call(app, admin, "POST /blade-user/update", { payload: { ...fresh, phone: "13911112222" } })).body).toMatchObject({
      success: true,
    });
    expect(await isIn(server, token)).toBe(false);
    expect((await askForToken(app, "clerk")).status).toBe(200);
    const [left] = await server.database.owner.read([{ sql: "select 1 from auth_recovery_code", parameters: [] }]);
    expect(left?.rowCount).toBe(0);
  });

  test("an administrator resets it for others, and their sessions end", async () => {
    const server = await startTextingServer(gateway);
    const { app } = server;
    const { token } = await withTexts(server, "clerk");
    const admin = await signIn(app, "admin");
    expect((await call(app, admin, `POST /blade-user/reset-factor?userIds=${people.clerk.id}`)).body.success).toBe(true);
    expect(await isIn(server, token)).toBe(false);
    expect((await askForToken(app, "clerk")).status).toBe(200);
    const [left] = await server.database.owner.read([
      {
        sql: "select 1 from auth_phone_factor union all select 1 from auth_text_code union all select 1 from auth_recovery_code",
        parameters: [],
      },
    ]);
    expect(left?.rowCount).toBe(0);
  });
});

describe("a tenant that wants a second factor of its administrators", () => {
  test("takes codes by text as one, before anything else can be called", async () => {
    const server = await startTextingServer(gateway);
    const { app } = server;
    await sql(server, "update tenant set admin_second_factor = 1 where tenant_id = '100001'");
    const admin = await signIn(app, "admin");
    expect((await call(app, admin, "GET /blade-user/page")).body).toMatchObject({ code: 403 });
    const started = await send(app, admin, "/text/begin", {});
    const { ticket }: { readonly ticket: string } = started.body.data;
    expect((await send(app, admin, "/text/confirm", { ticket, code: await server.received() })).body.success).toBe(true);
    expect((await call(app, admin, "GET /blade-user/page")).body.code).toBe(200);
  });
});
