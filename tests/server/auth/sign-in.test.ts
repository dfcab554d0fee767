// Signing in as the contract says it (§3): captcha, password and client, and what is refused.
import { describe, expect, test } from "vitest";
import { hashPassword, transformed } from "../../../src/server/auth/password-hash.ts";
import { onHash } from "../../support/watched-hashes.ts";
import { askForToken, basic, call, client, password, serversOfFile, type TestServer, type Token } from "./fixture.ts";

const startTestServer = serversOfFile();

const tokenUrl = "/api/blade-auth/oauth/token";
const minute = 60_000;

/** Asks for a captcha and signs in with what was drawn, or with what is made of it. */
async function signInWithCaptcha({ app, requested }: TestServer, answer: (drawn: string) => string = (drawn) => drawn, key?: string) {
  const captcha = (await app.inject("/api/blade-auth/oauth/captcha")).json<{ key: string; image: string }>();
  const query = {
    tenantId: "100001",
    username: "boss",
    password: transformed(password, "md5"),
    grant_type: "captcha",
    scope: "all",
    type: "account",
  };
  const headers = {
    authorization: basic(),
    "tenant-id": "100001",
    "captcha-key": key ?? captcha.key,
    "captcha-code": answer(requested.at(-1) ?? ""),
  };
  const reply = await app.inject({ method: "POST", url: tokenUrl, query, headers });
  return { captcha, status: reply.statusCode, body: reply.json<Token>() };
}

describe("the password grant", () => {
  test("answers a bare object with tokens and the person", async () => {
    const { app } = await startTestServer();
    const { status, body } = await askForToken(app, "admin");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token_type: "bearer",
      expires_in: 3600,
      tenant_id: "100001",
      user_id: "1002",
      account: "boss",
      user_name: "boss",
      real_name: "admin",
      nick_name: "nick admin",
      role_name: "admin",
      role_id: "2002",
      dept_id: "3002",
      post_id: "3102",
      oauth_id: "",
      client_id: client.id,
      detail: { type: "web" },
    });
    expect(body).not.toHaveProperty("code");
    expect(JSON.stringify(body)).not.toContain("$scrypt");
  });

  test("takes its parameters from a form as well as from the query, and never from JSON", async () => {
    const { app } = await startTestServer();
    const fields = { tenantId: "100001", username: "boss", password: transformed(password, "md5"), grant_type: "password", scope: "all" };
    const headers = { authorization: basic() };
    const form = await app.inject({
      method: "POST",
      url: tokenUrl,
      headers: { ...headers, "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams(fields).toString(),
    });
    expect(form.statusCode).toBe(200);
    const json = await app.inject({ method: "POST", url: tokenUrl, headers, payload: fields });
    expect(json.statusCode).toBe(400);
    expect(json.json()).toMatchObject({ error: "invalid_request" });
  });

  test("says the same of a wrong password, an unknown account and an unknown tenant, in the caller's language", async () => {
    const { app } = await startTestServer();
    const answers = await Promise.all([
      askForToken(app, "admin", { password: "wrong" }),
      askForToken(app, "admin", { account: "nobody" }),
      askForToken(app, "admin", { tenantId: "999999" }),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect(body).toEqual({ error: "invalid_grant", error_description: "用户名或密码错误" });
    }
    const english = await askForToken(app, "admin", { password: "wrong", headers: { "accept-language": "en" } });
    expect(english.body).toMatchObject({ error_description: "Wrong user name or password" });
  });

  test("hashes for an unknown account what it hashes for a wrong password, so that nobody learns from the time which there are", async () => {
    const { app, database } = await startTestServer();
    // At the cost of now, as those have it that were kept by this version.
    const stored = await hashPassword(transformed(password, "md5"));
    await database.owner.transaction((tx) => tx.query({ sql: `update "user" set password = $1`, parameters: [stored] }));
    const made: unknown[] = [];
    onHash((_word, _salt, length, options) => made.push([length, options]));
    const hashesOf = async (wish: Parameters<typeof askForToken>[2]) => {
      made.length = 0;
      expect((await askForToken(app, "admin", wish)).status).toBe(400);
      return [...made];
    };
    const wrong = await hashesOf({ password: "wrong" });
    expect(wrong).toHaveLength(1);
    expect(await hashesOf({ account: "nobody" })).toEqual(wrong);
  });

  test("refuses a tenant in the header that is not the one in the parameters", async () => {
    const { app } = await startTestServer();
    const { status, body } = await askForToken(app, "admin", { headers: { "tenant-id": "100002" } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: "invalid_request" });
  });

  test("narrows a session to a department of one's own, and refuses one that is not", async () => {
    const { app } = await startTestServer();
    expect((await askForToken(app, "admin", { headers: { "dept-id": "3002" } })).body).toMatchObject({ dept_id: "3002" });
    expect((await askForToken(app, "admin", { headers: { "dept-id": "3004" } })).status).toBe(400);
    expect((await askForToken(app, "admin", { headers: { "role-id": "2001" } })).status).toBe(400);
  });
});

describe("the captcha grant", () => {
  test("signs in with the characters drawn, in whatever case", async () => {
    const server = await startTestServer();
    const { captcha, status } = await signInWithCaptcha(server);
    expect(status).toBe(200);
    expect(server.requested.at(-1)).toMatch(/^[A-Z0-9]{5}$/);
    expect(Object.keys(captcha)).toEqual(["key", "image"]);
    expect(captcha.image).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
    expect((await signInWithCaptcha(server, (drawn) => ` ${drawn.toLowerCase()} `)).status).toBe(200);
  });

  test("tells nothing about the characters but the picture", async () => {
    const { app, requested } = await startTestServer();
    const captcha = (await app.inject("/api/blade-auth/oauth/captcha")).json<{ key: string; image: string }>();
    const characters = requested.at(-1) ?? "none";
    expect(captcha.key).not.toContain(characters);
    expect(Buffer.from(captcha.image.split(",")[1] ?? "", "base64").toString("latin1")).not.toContain(characters);
  });

  test("refuses a wrong answer, and the right one after it: a picture is good for one try", async () => {
    const server = await startTestServer();
    const wrong = await signInWithCaptcha(server, () => "00000");
    expect(wrong.status).toBe(400);
    expect(wrong.body).toEqual({ error: "invalid_grant", error_description: "验证码不正确" });
    const late = await signInWithCaptcha(server, () => server.requested[0] ?? "", wrong.captcha.key);
    expect(late.body).toMatchObject({ error_description: "验证码不正确" });
  });

  test("refuses a picture that was used", async () => {
    const server = await startTestServer();
    const first = await signInWithCaptcha(server);
    const again = await signInWithCaptcha(server, () => server.requested[0] ?? "", first.captcha.key);
    expect(again.status).toBe(400);
  });

  test("refuses a picture of half an hour ago, and one whose end was moved", async () => {
    const server = await startTestServer();
    const captcha = (await server.app.inject("/api/blade-auth/oauth/captcha")).json<{ key: string }>();
    server.pass(31 * minute);
    expect((await signInWithCaptcha(server, () => server.requested[0] ?? "", captcha.key)).status).toBe(400);
    const [id, expires, seal] = captcha.key.split(".");
    const moved = `${id}.${Number(expires) + 20 * minute}.${seal}`;
    expect((await signInWithCaptcha(server, () => server.requested[0] ?? "", moved)).status).toBe(400);
  });

  test("is good in any process of the installation", async () => {
    const server = await startTestServer();
    const captcha = (await server.app.inject("/api/blade-auth/oauth/captcha")).json<{ key: string }>();
    const sibling = await server.sibling();
    const headers = { authorization: basic(), "captcha-key": captcha.key, "captcha-code": server.requested[0] ?? "" };
    const query = { tenantId: "100001", username: "boss", password: transformed(password, "md5"), grant_type: "captcha" };
    expect((await sibling.inject({ method: "POST", url: tokenUrl, query, headers })).statusCode).toBe(200);
    expect((await server.app.inject({ method: "POST", url: tokenUrl, query, headers })).statusCode).toBe(400);
  });
});

describe("a client", () => {
  test.each([
    ["none", ""],
    ["an unknown one", basic("somebody", "secret")],
    ["one with a wrong secret", basic(client.id, "wrong")],
    ["a header that is none", "Basic ###"],
    ["a bearer token", "Bearer abc"],
  ])("is asked for: %s gets no token", async (_name, authorization) => {
    const { app } = await startTestServer();
    const { status, body } = await askForToken(app, "admin", { headers: { authorization } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: "invalid_client" });
  });

  test("gets no token by a grant that its row does not name", async () => {
    const { app } = await startTestServer();
    const { status, body } = await askForToken(app, "admin", { headers: { authorization: basic("reader", "reader-secret") } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: "unauthorized_client" });
  });

  test("that is disabled gets no token, and its sessions end", async () => {
    const { app, database } = await startTestServer();
    const { body: token } = await askForToken(app, "admin");
    await database.owner.transaction((tx) =>
      tx.query({ sql: "update client set status = 0 where client_id = $1", parameters: [client.id] }),
    );
    expect((await call(app, token, "GET /blade-auth/oauth/user-info")).body.code).toBe(401);
    expect((await askForToken(app, "admin")).body).toMatchObject({ error: "invalid_client" });
  });

  test("has the lifetimes of its row", async () => {
    const { app, database, pass } = await startTestServer();
    await database.owner.transaction((tx) =>
      tx.query({
        sql: "update client set access_token_validity = 120, refresh_token_validity = 600 where client_id = $1",
        parameters: [client.id],
      }),
    );
    const { body: token } = await askForToken(app, "admin");
    expect(token).toMatchObject({ expires_in: 120 });
    pass(121_000);
    expect((await call(app, token, "GET /blade-auth/oauth/user-info")).body.code).toBe(401);
    const refresh = async () =>
      (
        await app.inject({
          method: "POST",
          url: tokenUrl,
          query: { tenantId: "100001", refresh_token: token.refresh_token, grant_type: "refresh_token" },
          headers: { authorization: basic() },
        })
      ).statusCode;
    pass(480_000);
    expect(await refresh()).toBe(400);
  });

  test("asks for scopes of its row only, and gets those that it asked for", async () => {
    const { app, database } = await startTestServer();
    await database.owner.transaction((tx) =>
      tx.query({ sql: "update client set scope = 'read,write' where client_id = $1", parameters: [client.id] }),
    );
    const ask = async (scope: string) => {
      const query = { tenantId: "100001", username: "boss", password: transformed(password, "md5"), grant_type: "password", scope };
      const reply = await app.inject({ method: "POST", url: tokenUrl, query, headers: { authorization: basic() } });
      return { status: reply.statusCode, body: reply.json<Token>() };
    };
    expect(await ask("read")).toMatchObject({ status: 200, body: { scope: "read" } });
    expect(await ask("")).toMatchObject({ status: 200, body: { scope: "read write" } });
    expect(await ask("read all")).toMatchObject({
      status: 400,
      body: { error: "invalid_scope", error_description: "该客户端不支持此授权范围" },
    });
  });

  test("that asks for an unknown grant is told so", async () => {
    const { app } = await startTestServer();
    const answer = await app.inject({ method: "POST", url: tokenUrl, query: { grant_type: "magic" }, headers: { authorization: basic() } });
    expect(answer.json()).toMatchObject({ error: "unsupported_grant_type" });
  });
});

describe("failed sign-ins", () => {
  const wrong = { password: "wrong" } as const;

  test("lock the account after five, for thirty minutes, also against the right password", async () => {
    const { app, pass } = await startTestServer({ trustedProxies: ["127.0.0.1"] });
    // From a new address each time, so that no address is locked.
    for (let turn = 1; turn <= 5; turn += 1)
      expect((await askForToken(app, "admin", { ...wrong, headers: { "x-forwarded-for": `10.0.0.${turn}` } })).body).toMatchObject({
        error_description: "用户名或密码错误",
      });
    const locked = await askForToken(app, "admin", { headers: { "x-forwarded-for": "10.0.0.9" } });
    expect(locked.status).toBe(400);
    expect(locked.body).toMatchObject({ error_description: "用户登录失败次数过多" });
    expect((await askForToken(app, "foreign", { headers: { "x-forwarded-for": "10.0.0.9" } })).status).toBe(200); // the same name in another tenant
    pass(31 * minute);
    expect((await askForToken(app, "admin", { headers: { "x-forwarded-for": "10.0.0.9" } })).status).toBe(200);
  });

  test("lock the address after five, whatever accounts were tried", async () => {
    const { app, pass } = await startTestServer();
    for (let turn = 1; turn <= 5; turn += 1) await askForToken(app, "admin", { ...wrong, account: `guess${turn}` });
    expect((await askForToken(app, "admin")).body).toMatchObject({ error_description: "用户登录失败次数过多" });
    pass(31 * minute);
    expect((await askForToken(app, "admin")).status).toBe(200);
  });

  test("count when many come at once: no more than five passwords are looked at", async () => {
    const { app } = await startTestServer();
    const answers = await Promise.all(Array.from({ length: 20 }, () => askForToken(app, "admin", wrong)));
    const looked = answers.filter(({ body }) => body["error_description"] === "用户名或密码错误");
    expect(looked).toHaveLength(5);
  });

  test("are forgotten by a right password", async () => {
    const { app, database } = await startTestServer();
    for (let round = 0; round < 2; round += 1) {
      for (let turn = 1; turn <= 2; turn += 1) await askForToken(app, "admin", wrong);
      expect((await askForToken(app, "admin")).status).toBe(200);
      await database.owner.transaction((tx) =>
        tx.query({ sql: "delete from auth_failure where subject like 'address:%'", parameters: [] }),
      );
    }
  });
});

describe("somebody whose password is right", () => {
  const set = (server: TestServer, sql: string) => server.database.owner.transaction((tx) => tx.query({ sql, parameters: [] }));

  test.each([
    ["the tenant's licence is over", "update tenant set expire_time = '2026-11-21 00:00:00' where tenant_id = '100001'", "租户授权已过期"],
    ["the tenant is disabled", "update tenant set status = 2 where tenant_id = '100001'", "租户已停用"],
    ["the account waits for approval", `update "user" set status = 0 where account = 'boss'`, "账号待审核，请联系管理员"],
    ["the account is locked", `update "user" set status = 2 where account = 'boss'`, "账号已锁定，请联系管理员"],
  ])("does not come in when %s", async (_name, sql, text) => {
    const server = await startTestServer();
    await set(server, sql);
    const { status, body } = await askForToken(server.app, "admin");
    expect(status).toBe(400);
    expect(body).toEqual({ error: "invalid_grant", error_description: text });
    // Who does not know the password learns nothing of it.
    expect((await askForToken(server.app, "admin", { password: "wrong" })).body).toMatchObject({ error_description: "用户名或密码错误" });
  });

  test("and was removed is unknown", async () => {
    const server = await startTestServer();
    await set(server, `update "user" set is_deleted = 1 where account = 'boss'`);
    expect((await askForToken(server.app, "admin")).body).toMatchObject({ error_description: "用户名或密码错误" });
  });
});
