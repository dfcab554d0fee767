// What becomes of a session: refreshed, ended, taken away; and tokens that are none (docs/wire.md §3).
import { createHmac } from "node:crypto";
import { SignJWT } from "jose";
import { describe, expect, test } from "vitest";
import type { FastifyInstance } from "fastify";
import { transformed } from "../../../src/server/auth/password-hash.ts";
import { secretsFrom } from "../../../src/server/auth/secrets.ts";
import { partiesOf } from "../../../src/server/auth/token.ts";
import { askForToken, basic, call, password, people, secrets, serversOfFile, signIn, type TestServer, type Token } from "./fixture.ts";

const startTestServer = serversOfFile();

const tokenUrl = "/api/blade-auth/oauth/token";

async function refresh(app: FastifyInstance, refreshToken: string, tenantId = "100001", chosen: Readonly<Record<string, string>> = {}) {
  const reply = await app.inject({
    method: "POST",
    url: tokenUrl,
    query: { tenantId, refresh_token: refreshToken, grant_type: "refresh_token", scope: "all" },
    headers: { authorization: basic(), "tenant-id": tenantId, ...chosen },
  });
  return { status: reply.statusCode, body: reply.json<Token>() };
}

const whoAmI = async (app: FastifyInstance, token: Token | undefined) =>
  (await call(app, token, "GET /blade-auth/oauth/user-info")).body.code;

describe("a bearer token", () => {
  test("says who calls", async () => {
    const { app } = await startTestServer();
    const token = await signIn(app, "admin");
    const { status, body } = await call(app, token, "GET /blade-auth/oauth/user-info");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      code: 200,
      success: true,
      data: { user_id: "1002", account: "boss", tenant_id: "100001", roles: ["admin"], role_name: "admin", detail: { type: "web" } },
    });
  });

  test("is good until its time is over", async () => {
    const { app, pass } = await startTestServer();
    const token = await signIn(app, "admin");
    pass(3_599_000);
    expect(await whoAmI(app, token)).toBe(200);
    pass(2_000);
    expect(await whoAmI(app, token)).toBe(401);
  });

  test("is good in a process whose clock is five minutes behind or ahead, and so is a captcha", async () => {
    const { app, requested, pass } = await startTestServer();
    const token = await signIn(app, "admin");
    pass(-299_000);
    expect(await whoAmI(app, token)).toBe(200);
    expect((await refresh(app, token.refresh_token)).status).toBe(200);
    pass(299_000 + 299_000);
    expect(await whoAmI(app, token)).toBe(200);
    const captcha = (await app.inject("/api/blade-auth/oauth/captcha")).json<{ key: string }>();
    pass(-299_000);
    const query = { tenantId: "100001", username: "boss", password: transformed(password, "md5"), grant_type: "captcha" };
    const headers = { authorization: basic(), "captcha-key": captcha.key, "captcha-code": requested.at(-1) ?? "" };
    expect((await app.inject({ method: "POST", url: tokenUrl, query, headers })).statusCode).toBe(200);
  });

  test("that is missing or broken is answered with status 200 and code 401 in the body", async () => {
    const { app } = await startTestServer();
    const token = await signIn(app, "admin");
    const headers = [
      "",
      "bearer",
      "bearer x",
      `bearer ${token.access_token}x`,
      `Basic ${token.access_token}`,
      `bearer  ${token.access_token}`,
      `crypto ${token.access_token}`,
    ];
    for (const value of headers) {
      const answer = await app.inject({ url: "/api/blade-auth/oauth/user-info", headers: { "blade-auth": value } });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({ code: 401, success: false, data: { error: "unauthenticated" }, msg: "请求未授权" });
    }
  });

  test("is not taken from a cookie or, for calls that are no downloads, from the query", async () => {
    const { app } = await startTestServer();
    const token = await signIn(app, "admin");
    const answer = await app.inject({
      url: `/api/blade-auth/oauth/user-info?blade-auth=bearer%20${token.access_token}`,
      headers: { cookie: `saber-access-token=${token.access_token}` },
    });
    expect(answer.json()).toMatchObject({ code: 401 });
    // A browser saves a file by its address alone.
    for (const [path, body] of [
      ["digit-manage/code-set/download/1", { code: 400, data: { error: "rowNotFound" } }],
      ["digit-bind/factory/list", { code: 401 }],
    ] as const)
      expect((await app.inject(`/api/${path}?blade-auth=bearer%20${token.access_token}`)).json()).toMatchObject(body);
  });

  test("of the other kind is none: a refresh token opens no call, an access token refreshes nothing", async () => {
    const { app } = await startTestServer();
    const token = await signIn(app, "admin");
    expect(await whoAmI(app, { ...token, access_token: token.refresh_token })).toBe(401);
    expect((await refresh(app, token.access_token)).body).toMatchObject({ error: "invalid_grant" });
  });

  test("that somebody made without the key is none, whatever algorithm it names", async () => {
    const { app } = await startTestServer();
    const token = await signIn(app, "admin");
    const [, payload = ""] = token.access_token.split(".");
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>; // our own token's payload
    const administrator = encode({ ...claims, user_id: people.platform.id, tenant_id: "000000" });
    const [header = ""] = token.access_token.split(".");
    const forged = [
      `${encode({ alg: "none", typ: "JWT" })}.${administrator}.`,
      `${encode({ alg: "none", typ: "JWT" })}.${payload}.`,
      `${header}.${administrator}.${token.access_token.split(".")[2]}`,
      `${header}.${administrator}.${createHmac("sha256", "").update(`${header}.${administrator}`).digest("base64url")}`,
      await new SignJWT(claims).setProtectedHeader({ alg: "HS512" }).sign(secrets.token),
    ];
    for (const access_token of forged) expect(await whoAmI(app, { ...token, access_token })).toBe(401);
  });
});

describe("a token of the same key", () => {
  const { issuer, audience } = partiesOf(secrets.installation);
  const other = partiesOf(secretsFrom("a secret of somebody else, long enough").installation);
  const kinds: readonly (readonly [string, { readonly iss?: string; readonly aud?: string | string[] }])[] = [
    ["for another service", { iss: issuer, aud: "urn:tracemark:elsewhere:api" }],
    ["for the one who signed it", { iss: issuer, aud: issuer }],
    ["for nobody", { iss: issuer }],
    ["for several others", { iss: issuer, aud: ["a", "b"] }],
    ["of another installation", { iss: other.issuer, aud: other.audience }],
    ["of another issuer", { iss: "urn:tracemark:elsewhere", aud: audience }],
    ["of no issuer", { aud: audience }],
    ["of before they named either", {}],
  ];

  test.each(kinds)("%s opens no call, renews nothing, and ends no session", async (_what, named) => {
    const { app } = await startTestServer();
    const token = await signIn(app, "admin");
    const signed = async (own: string): Promise<string> => {
      const [, payload = ""] = own.split(".");
      const {
        iss: _issuer,
        aud: _audience,
        ...claims
      } = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>; // our own token's payload
      return new SignJWT({ ...claims, ...named }).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(secrets.token);
    };
    expect(await whoAmI(app, { ...token, access_token: await signed(token.access_token) })).toBe(401);
    expect(await refresh(app, await signed(token.refresh_token))).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    await call(app, { ...token, access_token: await signed(token.access_token) }, "GET /blade-auth/oauth/logout");
    expect(await whoAmI(app, token)).toBe(200);
  });

  test("of this installation is good for it", async () => {
    const { app } = await startTestServer();
    const token = await signIn(app, "admin");
    const [, payload = ""] = token.access_token.split(".");
    expect(JSON.parse(Buffer.from(payload, "base64url").toString())).toMatchObject({ iss: issuer, aud: audience });
    expect(await whoAmI(app, token)).toBe(200);
  });
});

describe("a refresh", () => {
  test("gives new tokens, and the old refresh token is spent", async () => {
    const { app, pass } = await startTestServer();
    const token = await signIn(app, "admin");
    pass(3_000_000);
    const renewed = await refresh(app, token.refresh_token);
    expect(renewed.status).toBe(200);
    expect(renewed.body).toMatchObject({ account: "boss", token_type: "bearer", expires_in: 3600 });
    pass(700_000); // the first access token is over
    expect(await whoAmI(app, token)).toBe(401);
    expect(await whoAmI(app, renewed.body)).toBe(200);
  });

  test("with a spent token ends the session for everybody who holds it", async () => {
    const { app, pass } = await startTestServer();
    const token = await signIn(app, "admin");
    const renewed = await refresh(app, token.refresh_token);
    pass(11_000); // later than an answer that was lost on its way
    const thief = await refresh(app, token.refresh_token);
    expect(thief.status).toBe(400);
    expect(thief.body).toEqual({ error: "invalid_grant", error_description: "登录已失效，请重新登录" });
    expect(await whoAmI(app, renewed.body)).toBe(401);
    expect((await refresh(app, renewed.body.refresh_token)).status).toBe(400);
  });

  test("that two windows ask for at the same moment succeeds for both", async () => {
    const { app } = await startTestServer();
    const token = await signIn(app, "admin");
    const [one, two] = await Promise.all([refresh(app, token.refresh_token), refresh(app, token.refresh_token)]);
    expect([one?.status, two?.status]).toEqual([200, 200]);
    expect((await refresh(app, one?.body.refresh_token ?? "")).status).toBe(200);
  });

  test("is refused after a week without one", async () => {
    const { app, pass } = await startTestServer();
    const token = await signIn(app, "admin");
    pass(604_801_000);
    expect((await refresh(app, token.refresh_token)).status).toBe(400);
  });

  test("goes on for thirty days at most, however often it is done; then one signs in again", async () => {
    const { app, pass } = await startTestServer();
    let token = await signIn(app, "admin");
    for (let week = 1; week <= 5; week += 1) {
      pass(6 * 86_400_000);
      const renewed = await refresh(app, token.refresh_token);
      expect(renewed.status, `after ${week * 6} days`).toBe(week < 5 ? 200 : 400);
      if (week < 5) token = renewed.body;
    }
    expect((await call(app, token, "GET /blade-user/info")).body.code).toBe(401);
    expect((await call(app, await signIn(app, "admin"), "GET /blade-user/info")).body.code).toBe(200);
  });

  test("is refused in another tenant's name", async () => {
    const { app } = await startTestServer();
    const token = await signIn(app, "admin");
    expect((await refresh(app, token.refresh_token, "100002")).status).toBe(400);
    expect((await refresh(app, token.refresh_token)).status).toBe(200);
  });
});

describe("a session ends at once", () => {
  test.each(["GET", "POST"] as const)("by %s logout, in every process, with its refresh token", async (method) => {
    const { app, sibling } = await startTestServer();
    const other = await sibling();
    const token = await signIn(app, "admin");
    expect(await whoAmI(other, token)).toBe(200);
    const logout = await call(
      app,
      token,
      `${method} /blade-auth/oauth/logout`,
      method === "POST" ? { payload: [{ type: "error", message: "local log" }] } : {},
    );
    expect(logout.body).toMatchObject({ code: 200, success: true });
    expect(await whoAmI(app, token)).toBe(401);
    expect(await whoAmI(other, token)).toBe(401);
    expect((await refresh(app, token.refresh_token)).status).toBe(400);
  });

  describe("and the log that the browser sends along", () => {
    const logout = (app: FastifyInstance, token: Token | undefined, payload: string | object, contentType = "application/json") =>
      call(app, token, "POST /blade-auth/oauth/logout", { payload, headers: { "content-type": contentType } });
    const stored = async ({ database }: Pick<TestServer, "database">) => {
      const [answer] = await database.owner.read([
        { sql: "select tenant_id, create_user::text, message, type from web_log order by id", parameters: [] },
      ]);
      return answer?.rows ?? [];
    };

    test("is kept for the person who leaves, and the answer says how much of it", async () => {
      const server = await startTestServer();
      const entries = [
        { type: "error", message: "x is undefined", url: "/wel/index", time: "2026-11-21 08:00:00" },
        { type: "warn", message: "慢" },
      ];
      const { body } = await logout(server.app, await signIn(server.app, "clerk"), entries);
      expect(body).toMatchObject({ code: 200, data: { count: 2 } });
      expect(await stored(server)).toEqual([
        { tenant_id: "100001", create_user: people.clerk.id, message: "x is undefined", type: "error" },
        { tenant_id: "100001", create_user: people.clerk.id, message: "慢", type: "warn" },
      ]);
    });

    test("keeps nobody signed in when it is broken, endless or no log", async () => {
      const server = await startTestServer();
      const many = Array.from({ length: 1001 }, () => ({ message: "x" }));
      const bodies: readonly (readonly [string | object, string?])[] = [
        ["[{"],
        [{ message: "x" }],
        ["null"],
        [many],
        [[{ message: "x".repeat(1_100_000) }]],
        ["message=x", "application/x-www-form-urlencoded"],
        ["<log/>", "text/xml"],
      ];
      for (const [payload, contentType] of bodies) {
        const token = await signIn(server.app, "admin");
        const answer = await logout(server.app, token, payload, contentType);
        expect(answer, JSON.stringify(payload).slice(0, 40)).toMatchObject({ status: 200, body: { code: 200, success: true } });
        expect(await whoAmI(server.app, token)).toBe(401);
      }
      expect(await stored(server)).toEqual([]);
    });

    test("is taken from nobody who is not signed in", async () => {
      const server = await startTestServer();
      const token = await signIn(server.app, "admin");
      await logout(server.app, token, []);
      for (const existing of [undefined, token])
        expect((await logout(server.app, existing, [{ message: "x" }])).body).toMatchObject({ code: 200, success: true });
      const late = await signIn(server.app, "admin");
      server.pass(3_700_000);
      await logout(server.app, late, [{ message: "x" }]);
      expect(await stored(server)).toEqual([]);
    });
  });

  test("by a logout with a token whose time is over", async () => {
    const { app, pass } = await startTestServer();
    const token = await signIn(app, "admin");
    pass(3_700_000);
    await call(app, token, "GET /blade-auth/oauth/logout");
    expect((await refresh(app, token.refresh_token)).status).toBe(400);
  });

  test("and a logout without one succeeds", async () => {
    const { app } = await startTestServer();
    expect((await call(app, undefined, "GET /blade-auth/oauth/logout")).body).toMatchObject({ code: 200 });
  });

  test("but only that session: the same person stays signed in elsewhere", async () => {
    const { app } = await startTestServer();
    const [here, there] = [await signIn(app, "admin"), await signIn(app, "admin")];
    await call(app, here, "GET /blade-auth/oauth/logout");
    expect(await whoAmI(app, there)).toBe(200);
  });

  test.each([
    ["the account is locked", `update "user" set status = 2 where id = 1002`],
    ["the account is removed", `update "user" set is_deleted = 1 where id = 1002`],
    ["the password is changed", `update "user" set password = 'another' where id = 1002`],
    ["the tenant is disabled", `update tenant set status = 2 where tenant_id = '100001'`],
    ["the tenant is removed", `update tenant set is_deleted = 1 where tenant_id = '100001'`],
    ["the client is removed", `update client set is_deleted = 1 where client_id = 'console'`],
  ])("when %s", async (_name, sql) => {
    const { app, database } = await startTestServer();
    const token = await signIn(app, "admin");
    expect(await whoAmI(app, token)).toBe(200);
    await database.owner.transaction((tx) => tx.query({ sql, parameters: [] }));
    expect(await whoAmI(app, token)).toBe(401);
    expect((await refresh(app, token.refresh_token)).status).toBe(400);
  });

  test("when the tenant's licence runs out", async () => {
    const { app, database, pass } = await startTestServer();
    await database.owner.transaction((tx) =>
      tx.query({ sql: "update tenant set expire_time = '2026-12-01 00:00:00' where tenant_id = '100001'", parameters: [] }),
    );
    const token = await signIn(app, "admin");
    expect(await whoAmI(app, token)).toBe(200);
    pass(3_000_000);
    const renewed = (await refresh(app, token.refresh_token)).body;
    expect(await whoAmI(app, renewed)).toBe(200);
    pass(11 * 24 * 3_600_000);
    expect(await whoAmI(app, renewed)).toBe(401);
    expect((await refresh(app, renewed.refresh_token)).status).toBe(400);
  });
});

test("tokens carry the claims of the contract", async () => {
  const { app } = await startTestServer();
  const { body } = await askForToken(app, "admin");
  const claims: unknown = JSON.parse(Buffer.from(body.access_token.split(".")[1] ?? "", "base64url").toString());
  expect(claims).toMatchObject({
    tenant_id: "100001",
    user_id: "1002",
    role_id: "2002",
    dept_id: "3002",
    post_id: "3102",
    account: "boss",
    user_name: "boss",
    role_name: "admin",
    oauth_id: "",
    client_id: "console",
    token_type: "access_token",
  });
  expect(claims).toHaveProperty("exp");
  expect(claims).toHaveProperty("nbf");
});

describe("switching department and role", () => {
  /** The administrator of the tenant, who is a clerk in the clerk's department as well. */
  const both = { dept: ["3002", "3003"], role: [people.admin.role, people.clerk.role] };
  const asClerk = { "dept-id": "3003", "role-id": people.clerk.role };
  const withBoth = async () => {
    const server = await startTestServer();
    await server.database.owner.transaction((tx) =>
      tx.query({ sql: 'update "user" set role_id = $2, dept_id = $3 where id = $1', parameters: [people.admin.id, both.role, both.dept] }),
    );
    return { ...server, token: await signIn(server.app, "admin") };
  };
  const mayListUsers = async (app: FastifyInstance, token: Token) => (await call(app, token, "GET /blade-user/page")).body.code;

  test("narrows the token, and what the server lets its holder do, to the department and role chosen", async () => {
    const { app, token } = await withBoth();
    expect(token).toMatchObject({ dept_id: both.dept.join(","), role_id: both.role.join(",") });
    expect(await mayListUsers(app, token)).toBe(200);
    const narrowed = await refresh(app, token.refresh_token, "100001", asClerk);
    expect(narrowed.body).toMatchObject({ dept_id: "3003", role_id: people.clerk.role });
    expect(await mayListUsers(app, narrowed.body)).toBe(403);
    // The token of before is of the same session, and may no more.
    expect(await mayListUsers(app, token)).toBe(403);
  });

  test("lasts through later refreshes, and can be taken back", async () => {
    const { app, token } = await withBoth();
    const narrowed = await refresh(app, token.refresh_token, "100001", asClerk);
    const renewed = await refresh(app, narrowed.body.refresh_token);
    expect(renewed.body).toMatchObject({ dept_id: "3003", role_id: people.clerk.role });
    const roles = (await call(app, renewed.body, `GET /blade-system/role/select?userId=${people.admin.id}`)).body.data;
    expect(roles).toHaveLength(2);
    const back = await refresh(app, renewed.body.refresh_token, "100001", { "dept-id": "3002", "role-id": people.admin.role });
    expect(await mayListUsers(app, back.body)).toBe(200);
  });

  test("is refused for a department or role that the person does not have, and leaves everything as it was", async () => {
    const { app, token } = await withBoth();
    const foreign: readonly Readonly<Record<string, string>>[] = [
      { ...asClerk, "dept-id": "3004" },
      { ...asClerk, "role-id": people.foreign.role },
      { ...asClerk, "role-id": people.platform.role },
    ];
    for (const chosen of foreign) {
      expect((await refresh(app, token.refresh_token, "100001", chosen)).body).toMatchObject({
        error: "invalid_grant",
        error_description: "所选部门或角色不属于当前账号",
      });
    }
    expect(await mayListUsers(app, token)).toBe(200);
    expect((await refresh(app, token.refresh_token)).body).toMatchObject({ role_id: both.role.join(",") });
  });
});
