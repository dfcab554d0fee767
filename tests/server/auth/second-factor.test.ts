// The second factor: set up with a code, asked for at every sign-in by whichever grant, good once, and gone only with proof.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FastifyInstance } from "fastify";
import { transformed } from "../../../src/server/auth/password-hash.ts";
import { startOtherPlatform, type OtherPlatform } from "../../support/oauth-provider.ts";
import { askForToken, basic, call, password, people, serversOfFile, signIn, type TestServer, type Token } from "./fixture.ts";
import { answerWith, ask, send, setUp, stateOf, tenantOf, watch, withFactor } from "./second-factor-flow.ts";
import { knowing, signInThere } from "./social-flow.ts";

const startTestServer = serversOfFile();

const minute = 60_000;
const isIn = async (app: FastifyInstance, token: Token) => (await call(app, token, "GET /blade-user/info")).body.code === 200;
const sql = (server: TestServer, text: string, parameters: readonly unknown[] = []) =>
  server.database.owner.transaction((tx) => tx.query({ sql: text, parameters }));
const stored = async (server: TestServer): Promise<string> =>
  JSON.stringify(
    await server.database.owner.read(
      ["auth_second_factor", "auth_recovery_code", "auth_challenge"].map((table) => ({ sql: `select * from ${table}`, parameters: [] })),
    ),
  );

describe("setting up", () => {
  test("takes a code of the secret, gives ten recovery codes, and keeps neither secret nor codes readable", async () => {
    const server = await startTestServer();
    const { app } = server;
    const time = watch(server);
    const token = await signIn(app, "clerk");
    expect(await stateOf(app, token)).toEqual({
      isSetUp: false,
      isRequired: false,
      methods: [],
      setUpTime: "",
      recoveryCodesLeft: 0,
      phone: "",
      smsRefusal: "所在租户没有启用的短信配置",
    });
    const { secret, address, ticket }: Record<"secret" | "address" | "ticket", string> = (await send(app, token, "/begin", {})).body.data;
    expect(address).toContain(`secret=${secret}`);
    expect(address).toContain("100001%3Aclerk");
    expect((await send(app, token, "/confirm", { ticket, code: "000000" })).body).toMatchObject({ success: false });
    expect(await stateOf(app, token)).toMatchObject({ isSetUp: false });
    const phone = await setUp(app, token, time.now);
    expect(phone.recoveryCodes).toHaveLength(10);
    expect(new Set(phone.recoveryCodes).size).toBe(10);
    expect(await stateOf(app, token)).toMatchObject({ isSetUp: true, recoveryCodesLeft: 10 });
    const rows = await stored(server);
    expect(rows).not.toContain(phone.secret);
    for (const code of phone.recoveryCodes) expect(rows).not.toContain(code.replaceAll("-", "").toUpperCase());
    // Another secret would take the place of the first without proof.
    expect((await send(app, token, "/begin", {})).body).toMatchObject({ success: false });
  });

  test("is one's own: the ticket of somebody else, a late one, and one that is none are refused", async () => {
    const server = await startTestServer();
    const { app } = server;
    const [clerk, admin] = [await signIn(app, "clerk"), await signIn(app, "admin")];
    const { ticket }: { readonly ticket: string } = (await send(app, admin, "/begin", {})).body.data;
    for (const wrong of [ticket, "$sealed$x", "none"])
      expect((await send(app, clerk, "/confirm", { ticket: wrong, code: "123456" })).body.success, wrong).toBe(false);
    server.pass(16 * minute);
    expect((await send(app, admin, "/confirm", { ticket, code: "123456" })).body.msg).toContain("超时");
  });

  test("ends all other sessions, also their refresh tokens, and keeps this one", async () => {
    const server = await startTestServer();
    const { app } = server;
    const other = await server.sibling();
    const [old, here] = [await signIn(app, "clerk"), await signIn(app, "clerk")];
    expect(await isIn(other, old)).toBe(true);
    await setUp(app, here, watch(server).now);
    expect([await isIn(app, old), await isIn(other, old), await isIn(app, here), await isIn(other, here)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect((await ask(app, { grant_type: "refresh_token", refresh_token: old.refresh_token, tenantId: tenantOf("clerk") })).status).toBe(
      400,
    );
    expect((await ask(app, { grant_type: "refresh_token", refresh_token: here.refresh_token, tenantId: tenantOf("clerk") })).status).toBe(
      200,
    );
  });
});

describe("signing in", () => {
  test("answers a challenge and no token, and the code completes it", async () => {
    const server = await startTestServer();
    const { app } = server;
    const time = watch(server);
    const { phone } = await withFactor(server, "clerk", time.now);
    const first = await askForToken(app, "clerk");
    expect(first.status).toBe(400);
    expect(first.body).toMatchObject({ error: "second_factor_required", methods: ["totp", "recovery"], expires_in: 300 });
    expect(JSON.stringify(first.body)).not.toContain("token");
    const { challenge } = first.body as unknown as { readonly challenge: string }; // as just compared
    // The code that set the factor up is spent.
    expect((await answerWith(app, challenge, phone.code())).body).toMatchObject({ error: "invalid_grant" });
    const done = await answerWith(app, challenge, phone.code(1));
    expect(done.status).toBe(200);
    expect(await isIn(app, done.body)).toBe(true);
    // Both are good once.
    expect((await answerWith(app, challenge, phone.code(1))).body.error).toBe("invalid_request");
    time.pass(minute);
    expect((await answerWith(app, challenge, phone.code())).body.error).toBe("invalid_request");
    // Whoever is signed in with the factor renews without it.
    expect((await ask(app, { grant_type: "refresh_token", refresh_token: done.body.refresh_token, tenantId: "100001" })).status).toBe(200);
  });

  test("a code counts once, also where two processes receive it at the same time", async () => {
    const server = await startTestServer();
    const { app } = server;
    const other = await server.sibling();
    const time = watch(server);
    const { phone } = await withFactor(server, "clerk", time.now);
    time.pass(2 * minute);
    const challenges = await Promise.all([1, 2, 3, 4].map(async () => (await askForToken(app, "clerk")).body["challenge"]));
    const code = phone.code();
    const answers = await Promise.all(challenges.map((one, place) => answerWith(place % 2 === 0 ? app : other, String(one), code)));
    expect(answers.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 400, 400, 400]);
  });

  test("one challenge opens one session, also with two right codes at the same time", async () => {
    const server = await startTestServer();
    const { app } = server;
    const other = await server.sibling();
    const time = watch(server);
    const { phone } = await withFactor(server, "clerk", time.now);
    time.pass(2 * minute);
    const { challenge } = (await askForToken(app, "clerk")).body as unknown as { readonly challenge: string }; // a refusal has one
    const answers = await Promise.all([answerWith(app, challenge, phone.code()), answerWith(other, challenge, phone.code(1))]);
    expect(answers.map(({ status }) => status).toSorted((one, next) => one - next)).toEqual([200, 400]);
  });

  test("recovery codes work once each, however they are typed, and new ones replace them", async () => {
    const server = await startTestServer();
    const { app } = server;
    const time = watch(server);
    const { phone } = await withFactor(server, "clerk", time.now);
    const challengeNow = async () => String((await askForToken(app, "clerk")).body["challenge"]);
    const [one = "", two = "", three = ""] = phone.recoveryCodes;
    const done = await answerWith(app, await challengeNow(), one.toUpperCase().replaceAll("-", " "));
    expect(done.status).toBe(200);
    expect((await answerWith(app, await challengeNow(), one)).status).toBe(400);
    expect((await answerWith(app, await challengeNow(), two)).status).toBe(200);
    expect(await stateOf(app, done.body)).toMatchObject({ recoveryCodesLeft: 8 });
    time.pass(minute);
    expect((await send(app, done.body, "/recovery-codes", { code: "000000" })).body.success).toBe(false);
    const renewed = (await send(app, done.body, "/recovery-codes", { code: phone.code() })).body;
    expect(renewed).toMatchObject({ success: true, data: { recoveryCodes: { length: 10 } } });
    expect((await answerWith(app, await challengeNow(), three)).status).toBe(400);
  });

  test("wrong codes are limited, by challenge and by person, and a sign-in of before does not start the count anew", async () => {
    const server = await startTestServer({ trustedProxies: ["127.0.0.1"] });
    const { app } = server;
    const time = watch(server);
    const { phone } = await withFactor(server, "clerk", time.now);
    time.pass(2 * minute);
    const wrong = phone.code() === "111111" ? "222222" : "111111";
    const from = (address: number) => ({ "x-forwarded-for": `10.0.0.${address}` });
    // Each from an address of its own, which would be locked out by itself.
    const attempt = async (address: number, code: string) => {
      const { body } = await askForToken(app, "clerk", { headers: from(address) });
      return (await answerWith(app, String(body["challenge"]), code, from(address))).body;
    };
    const descriptions: unknown[] = [];
    for (let address = 1; address <= 6; address += 1) descriptions.push((await attempt(address, wrong))["error_description"]);
    expect(descriptions).toEqual([...Array.from({ length: 5 }, () => "动态码不正确或已使用"), "用户登录失败次数过多"]);
    expect((await attempt(7, phone.code()))["error_description"]).toBe("用户登录失败次数过多");
    time.pass(31 * minute);
    expect(await attempt(8, phone.code())).toHaveProperty("access_token");
    // Of one challenge.
    const challenge = String((await askForToken(app, "clerk", { headers: from(9) })).body["challenge"]);
    const errors: unknown[] = [];
    for (let place = 0; place < 5; place += 1) errors.push((await answerWith(app, challenge, wrong, from(20 + place))).body.error);
    time.pass(31 * minute);
    expect(errors).toEqual(Array.from({ length: 5 }, () => "invalid_grant"));
    expect((await answerWith(app, challenge, phone.code(), from(30))).body.error).toBe("invalid_request");
  });

  test("a challenge ends after five minutes, belongs to its client, and with the password it was made with", async () => {
    const server = await startTestServer();
    const { app } = server;
    const time = watch(server);
    const { phone } = await withFactor(server, "clerk", time.now);
    time.pass(minute);
    const challengeNow = async () => String((await askForToken(app, "clerk")).body["challenge"]);
    const late = await challengeNow();
    time.pass(5 * minute);
    expect((await answerWith(app, late, phone.code())).body.error).toBe("invalid_request");
    expect(
      (await answerWith(app, await challengeNow(), phone.code(), { authorization: basic("reader", "reader-secret") })).body.error,
    ).toBe("invalid_request");
    const before = await challengeNow();
    await sql(server, `update "user" set password = 'another' where id = $1`, [people.clerk.id]);
    expect((await answerWith(app, before, phone.code())).body.error).toBe("invalid_request");
    for (const none of ["", "x", "x".repeat(5000)]) expect((await answerWith(app, none, phone.code())).status, none.slice(0, 3)).toBe(400);
  });
});

describe("no way around", () => {
  let platform: OtherPlatform;
  beforeAll(async () => {
    platform = await startOtherPlatform();
  });
  afterAll(() => platform.close());

  test("through another platform the factor is asked for as well", async () => {
    const server = await startTestServer(knowing(platform));
    const { app } = server;
    const time = watch(server);
    const guest = await signInThere(app);
    // Removed and stored again: on a cluster no row changes its tenant.
    const { rows } = await sql(server, "delete from user_oauth where id = $1 returning *", [guest.body["oauth_id"]]);
    const known = JSON.stringify({ ...rows[0], tenant_id: "100001", user_id: people.admin.id });
    await sql(server, "insert into user_oauth select * from jsonb_populate_record(null::user_oauth, $1::jsonb)", [known]);
    expect((await signInThere(app)).status).toBe(200);
    const { phone } = await withFactor(server, "admin", time.now);
    time.pass(minute);
    const requested = await signInThere(app);
    expect([requested.status, requested.body["error"], requested.body.access_token]).toEqual([400, "second_factor_required", undefined]);
    const done = await answerWith(app, String(requested.body["challenge"]), phone.code());
    expect(done.status).toBe(200);
    expect(done.body["oauth_id"]).toBe(guest.body["oauth_id"]);
  });

  test("a session that was opened without it counts no more, whoever wrote the factor", async () => {
    const server = await startTestServer();
    const { app } = server;
    const token = await signIn(app, "clerk");
    expect(await isIn(app, token)).toBe(true);
    await sql(server, "insert into auth_second_factor (tenant_id, user_id, secret, confirmed_at) values ('100001', $1, 'x', 1)", [
      people.clerk.id,
    ]);
    expect(await isIn(app, token)).toBe(false);
    expect((await ask(app, { grant_type: "refresh_token", refresh_token: token.refresh_token, tenantId: "100001" })).status).toBe(400);
  });
});

describe("turning it off", () => {
  test("takes the password and a code", async () => {
    const server = await startTestServer();
    const { app } = server;
    const time = watch(server);
    const { token, phone } = await withFactor(server, "clerk", time.now);
    time.pass(minute);
    const right = transformed(password, "md5");
    expect((await send(app, token, "/end", { password: transformed("wrong", "md5"), code: phone.code() })).body.success).toBe(false);
    expect((await send(app, token, "/end", { password: right, code: "000000" })).body.success).toBe(false);
    expect((await send(app, token, "/end", { code: phone.code() })).body.code).toBe(400);
    expect((await send(app, token, "/end", { password: right, code: phone.code() })).body.success).toBe(true);
    expect(await stateOf(app, token)).toMatchObject({ isSetUp: false });
    expect((await askForToken(app, "clerk")).status).toBe(200);
    expect(JSON.parse(await stored(server))).toMatchObject([{ rows: [] }, { rows: [] }, {}]);
  });

  test("an administrator resets it for others: their sessions end, and the log has it", async () => {
    const server = await startTestServer();
    const { app } = server;
    const { token } = await withFactor(server, "clerk", watch(server).now);
    const admin = await signIn(app, "admin");
    const foreign = await signIn(app, "foreign");
    const path = `POST /blade-user/reset-factor?userIds=${people.clerk.id}` as const;
    expect((await call(app, foreign, path)).body.success).toBe(false);
    expect(await isIn(app, token)).toBe(true);
    expect((await call(app, admin, path)).body.success).toBe(true);
    expect(await isIn(app, token)).toBe(false);
    expect((await askForToken(app, "clerk")).status).toBe(200);
    const [logged] = await server.database.owner.read([
      { sql: "select 1 from log_usual where tenant_id = '100001' and log_id = 'user.resetFactor'", parameters: [] },
    ]);
    expect(logged?.rowCount).toBe(1);
  });
});

describe("a tenant that wants it of its administrators", () => {
  const open = ["GET /blade-user/info", "GET /blade-auth/oauth/user-info", "GET /blade-system/menu/routes"] as const;

  test("lets them set it up and nothing else, at once, and leaves others alone", async () => {
    const server = await startTestServer();
    const { app } = server;
    const time = watch(server);
    const [admin, clerk, root] = [await signIn(app, "admin"), await signIn(app, "clerk"), await signIn(app, "platform")];
    expect((await call(app, admin, "GET /blade-user/page")).body.code).toBe(200);
    const set = await call(app, root, "POST /blade-system/tenant/setting?ids=101&adminSecondFactor=1&accountNumber=-1");
    expect(set.body).toMatchObject({ success: true });
    expect((await call(app, admin, "GET /blade-user/page")).body).toMatchObject({ code: 403 });
    expect((await call(app, admin, "POST /blade-user/update-info", { payload: { name: "x" } })).body.code).toBe(403);
    for (const one of open) expect((await call(app, admin, one)).body.code, one).toBe(200);
    expect((await call(app, clerk, "GET /blade-user/info")).body.code).toBe(200);
    expect((await signIn(app, "admin"))["detail"]).toMatchObject({ mustSetUpFactor: true });
    expect((await signIn(app, "clerk"))["detail"]).not.toHaveProperty("mustSetUpFactor");
    const phone = await setUp(app, admin, time.now);
    expect((await call(app, admin, "GET /blade-user/page")).body.code).toBe(200);
    // It cannot be turned off again.
    time.pass(minute);
    const end = await send(app, admin, "/end", { password: transformed(password, "md5"), code: phone.code() });
    expect(end.body).toMatchObject({ success: false });
    expect(await stateOf(app, admin)).toMatchObject({ isSetUp: true, isRequired: true });
  });
});
