// Calls by the thousand: from one address of what is open to anybody, and by one person.
import { expect, test } from "vitest";
import { basic, call, serversOfFile, signIn } from "./fixture.ts";

const startTestServer = serversOfFile();

test("an address that calls too often what is open to anybody waits for the next minute; others and the signed-in do not", async () => {
  const { app, pass } = await startTestServer({ publicCalls: 4, trustedProxies: ["127.0.0.1"] });
  const token = await signIn(app, "clerk");
  const lookUp = (address: string, url = "/api/blade-system/tenant/info?domain=x") =>
    app.inject({ url, headers: { authorization: basic(), "x-forwarded-for": address } });
  for (let turn = 1; turn <= 4; turn += 1) expect((await lookUp("10.0.0.1")).statusCode).toBe(200);
  const refused = await lookUp("10.0.0.1", "/api/blade-auth/oauth/captcha");
  expect(refused.statusCode).toBe(429);
  expect(refused.headers["retry-after"]).toBe("60");
  expect(refused.json()).toMatchObject({ code: 429, success: false, msg: "操作过于频繁，请稍后再试", data: { error: "tooManyCalls" } });
  expect((await lookUp("10.0.0.1", "/api/blade-auth/oauth/logout")).statusCode).toBe(200);
  expect((await lookUp("10.0.0.2")).statusCode).toBe(200);
  expect((await call(app, token, "GET /blade-user/info", { headers: { "x-forwarded-for": "10.0.0.1" } })).body.code).toBe(200);
  pass(60_000);
  expect((await lookUp("10.0.0.1")).statusCode).toBe(200);
});

test("a person who calls too often waits for the next minute on all their devices, and stays signed in; others do not wait", async () => {
  const { app, pass } = await startTestServer({ ownCalls: 4 });
  const [desk, phone] = [await signIn(app, "clerk"), await signIn(app, "clerk")];
  const other = await signIn(app, "admin");
  const own = async (token: typeof desk) => (await call(app, token, "GET /blade-user/info")).body;
  for (const token of [desk, phone, desk, phone]) expect((await own(token)).code).toBe(200);
  expect(await own(desk)).toMatchObject({ code: 429, success: false, msg: "操作过于频繁，请稍后再试", data: { error: "tooManyCalls" } });
  expect((await call(app, phone, "GET /blade-user/page")).body.code).toBe(429);
  expect((await own(other)).code).toBe(200);
  pass(60_000);
  expect((await own(desk)).code).toBe(200);
});

test("calls are counted in all processes together, also where they come at the same time", async () => {
  const { app, sibling } = await startTestServer({ ownCalls: 8, publicCalls: 8, trustedProxies: ["127.0.0.1"] });
  const other = await sibling();
  const token = await signIn(app, "clerk");
  const own = async (at: typeof app) => (await call(at, token, "GET /blade-user/info")).body.code;
  const open = async (at: typeof app) =>
    (await at.inject({ url: "/api/blade-system/tenant/info?domain=x", headers: { "x-forwarded-for": "10.0.0.1" } })).statusCode;
  for (const ask of [own, open]) {
    const answers = [await ask(app), await ask(other), ...(await Promise.all([app, other, app, other, app, other, app, other].map(ask)))];
    expect(
      answers.toSorted((one, next) => one - next),
      ask.name,
    ).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 429, 429]);
    expect([await ask(app), await ask(other)], ask.name).toEqual([429, 429]);
  }
});

test("all addresses of an IPv6 network count as one", async () => {
  const { app } = await startTestServer({ publicCalls: 3, trustedProxies: ["127.0.0.1"] });
  const lookUp = async (address: string) =>
    (await app.inject({ url: "/api/blade-system/tenant/info?domain=x", headers: { "x-forwarded-for": address } })).statusCode;
  expect([
    await lookUp("2001:db8:1:2::1"),
    await lookUp("2001:db8:1:2:a::7"),
    await lookUp("2001:db8:1:2:b:c:d:e"),
    await lookUp("2001:db8:1:2::9"),
  ]).toEqual([200, 200, 200, 429]);
  expect(await lookUp("2001:db8:1:3::1")).toBe(200);
});

test("who looks codes up too often goes on with a captcha, one for each look-up, and is not asked any more in the next minute", async () => {
  const { app, requested, pass } = await startTestServer();
  let code = 0;
  const lookUp = async (headers: Readonly<Record<string, string>> = {}) => {
    code += 1;
    const response = await app.inject({ url: `/api/anti-fake-web/product-info?tenantId=100001&code=unknown${code}`, headers });
    return response.json<{ code: number; data: Readonly<Record<string, unknown>> }>();
  };
  for (let turn = 1; turn <= 60; turn += 1) expect((await lookUp()).code).toBe(200);
  expect(await lookUp()).toMatchObject({ code: 429, data: { error: "captchaNeeded" } });
  const { key } = (await app.inject("/api/blade-auth/oauth/captcha")).json<{ key: string }>();
  const answered = { "captcha-key": key, "captcha-code": requested.at(-1) ?? "" };
  expect(await lookUp(answered)).toMatchObject({ code: 200, data: { result: 3 } });
  expect(await lookUp(answered)).toMatchObject({ code: 429, data: { error: "captchaNeeded" } });
  pass(60_000);
  expect((await lookUp()).code).toBe(200);
});
