// API tokens: shown once, limited to chosen permissions within those of their account, and refused for everything else.
import { describe, expect, test } from "vitest";
import type { FastifyInstance } from "fastify";
import { call, menuIds, people, serversOfFile, signIn, type Answered, type TestServer, type Token } from "./fixture.ts";

const startTestServer = serversOfFile();

const day = 24 * 60 * 60 * 1000;
const expires = "2027-11-20 00:00:00";

interface Made {
  readonly id: string;
  readonly token: string;
}

async function make(app: FastifyInstance, by: Token, body: Readonly<Record<string, unknown>> = {}): Promise<Made> {
  const answer = await call(app, by, "POST /blade-auth/api-token/create", { payload: { name: "ERP", expireTime: expires, ...body } });
  if (answer.body.code !== 200) throw new Error(JSON.stringify(answer.body));
  const { id, shownOnce: token }: { readonly id: string; readonly shownOnce: string } = answer.body.data;
  return { id, token };
}

const idOf = (code: string): string => menuIds.get(code) ?? `no menu ${code}`;
const choose = (app: FastifyInstance, by: Token, id: string, ...codes: readonly string[]) =>
  call(app, by, "POST /blade-auth/api-token/grant", { payload: { ids: [id], menuIds: codes.map(idOf) } });

/** A call with an API token, in one of the two headers. */
async function use(
  app: FastifyInstance,
  token: string,
  endpoint: `${"GET" | "POST"} ${string}`,
  { payload, header = "authorization" }: { readonly payload?: object; readonly header?: "authorization" | "blade-auth" } = {},
): Promise<Answered> {
  const answer = await app.inject({
    method: endpoint.startsWith("GET ") ? "GET" : "POST",
    url: `/api${endpoint.slice(endpoint.indexOf(" ") + 1)}`,
    headers: { [header]: `Bearer ${token}` },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, body: answer.json<Answered["body"]>() };
}
const codeOf = async (...given: Parameters<typeof use>): Promise<number> => (await use(...given)).body.code;
const rows = async ({ database }: TestServer, sql: string) => (await database.owner.read([{ sql, parameters: [] }]))[0]?.rows ?? [];

describe("an API token", () => {
  test("may do nothing at first, and then what was chosen, in either header and every process", async () => {
    const server = await startTestServer();
    const { app } = server;
    const other = await server.sibling();
    const admin = await signIn(app, "admin");
    const { id, token } = await make(app, admin);
    expect(token).toMatch(/^tmk_[\w-]{43}$/);
    expect(await codeOf(app, token, "GET /blade-system/post/list")).toBe(403);
    expect((await choose(app, admin, id, "post", "post_add")).body).toMatchObject({ success: true });
    expect(await codeOf(app, token, "GET /blade-system/post/list")).toBe(200);
    expect(await codeOf(other, token, "GET /blade-system/post/list", { header: "blade-auth" })).toBe(200);
    const post = { category: "1", postCode: "API", postName: "by a token", sort: 1 };
    expect(await codeOf(app, token, "POST /blade-system/post/submit", { payload: post })).toBe(200);
    const [stored] = await rows(server, "select id, tenant_id, create_user from post where post_code = 'API'");
    expect(stored).toMatchObject({ tenant_id: "100001", create_user: people.admin.id });
    // Neither another key of the resource nor another resource.
    expect(await codeOf(app, token, "POST /blade-system/post/submit", { payload: { ...post, id: stored?.["id"] } })).toBe(403);
    expect(await codeOf(app, token, `POST /blade-system/post/remove?ids=${String(stored?.["id"])}`)).toBe(403);
    expect(await codeOf(app, token, "GET /blade-user/page")).toBe(403);
    // The log names the account and the token.
    expect(await rows(server, "select create_by from log_usual where method_class = 'Post'")).toMatchObject([{ create_by: "boss · ERP" }]);
  });

  test("is kept as a hash alone, and answered once", async () => {
    const server = await startTestServer();
    const { app } = server;
    const admin = await signIn(app, "admin");
    const { id, token } = await make(app, admin);
    const everything = JSON.stringify(
      await Promise.all(["auth_api_token", "api_token", "log_usual", "log_api"].map((table) => rows(server, `select * from ${table}`))),
    );
    expect(everything).not.toContain(token);
    for (const read of [`detail?id=${id}`, "list"] as const) {
      const { body } = await call(app, admin, `GET /blade-auth/api-token/${read}`);
      expect(JSON.stringify(body)).toContain(token.slice(0, 10));
      expect(JSON.stringify(body)).not.toContain(token.slice(0, 20));
    }
  });

  test("is refused where no key is asked for: it neither signs in, nor makes tokens, nor changes passwords", async () => {
    const { app } = await startTestServer();
    const admin = await signIn(app, "admin");
    const { id, token } = await make(app, admin);
    const own = ["api-token", "apitoken_create", "apitoken_grant", "user", "user_reset", "session", "session_end"];
    expect((await choose(app, admin, id, ...own)).body.success).toBe(true);
    expect(await codeOf(app, token, "GET /blade-user/page")).toBe(200);
    for (const endpoint of [
      "GET /blade-auth/oauth/user-info",
      "GET /blade-auth/oauth/sessions",
      "POST /blade-auth/oauth/second-factor/begin",
      "POST /blade-user/update-password?oldPassword=x&newPassword=y&newPassword1=y",
      "POST /blade-user/update-info",
      `POST /blade-user/reset-password?userIds=${people.clerk.id}`,
      `POST /blade-user/reset-factor?userIds=${people.clerk.id}`,
      "POST /blade-auth/session/end?ids=x",
      "GET /blade-auth/api-token/list",
      "GET /blade-system/menu/routes",
    ] as const)
      expect(await codeOf(app, token, endpoint), endpoint).toBe(403);
    expect(await codeOf(app, token, "POST /blade-auth/api-token/create", { payload: { name: "x", expireTime: expires } })).toBe(403);
    expect(await codeOf(app, token, "POST /blade-auth/api-token/grant", { payload: { ids: [id], menuIds: [idOf("user")] } })).toBe(403);
    const asRefresh = await app.inject({
      method: "POST",
      url: `/api/blade-auth/oauth/token?grant_type=refresh_token&refresh_token=${token}&tenantId=100001`,
      headers: { authorization: "Basic Y29uc29sZTpjb25zb2xlLXNlY3JldA==" },
    });
    expect(asRefresh.statusCode).toBe(400);
  });

  test("never does more than its account may at the time, nor what belongs to the platform", async () => {
    const server = await startTestServer();
    const { app, grant } = server;
    await grant("api-token", "apitoken_create", "apitoken_grant", "post", "user");
    const clerk = await signIn(app, "clerk");
    const { id, token } = await make(app, clerk);
    expect((await choose(app, clerk, id, "post", "user")).body.success).toBe(true);
    expect((await choose(app, clerk, id, "post", "post_add")).body.success).toBe(false);
    expect(await codeOf(app, token, "GET /blade-system/post/list")).toBe(200);
    await grant("user");
    expect([await codeOf(app, token, "GET /blade-system/post/list"), await codeOf(app, token, "GET /blade-user/page")]).toEqual([403, 200]);
    const root = await signIn(app, "platform");
    const ofRoot = await make(app, root);
    expect((await choose(app, root, ofRoot.id, "tenant", "tenant_edit", "tenant_setting")).body.success).toBe(true);
    expect(await codeOf(app, ofRoot.token, "POST /blade-system/tenant/setting?ids=101&accountNumber=1")).toBe(403);
    const seen = await use(app, ofRoot.token, "GET /blade-user/page?tenantId=100001");
    expect(seen.body.code).toBe(403);
  });

  test("ends at once when it is revoked, at its time, and with its account", async () => {
    const server = await startTestServer();
    const { app } = server;
    const other = await server.sibling();
    const admin = await signIn(app, "admin");
    const [one, two, three] = [
      await make(app, admin),
      await make(app, admin, { expireTime: "2026-11-22 00:00:00" }),
      await make(app, admin, { userId: people.clerk.id }),
    ];
    await server.grant("post");
    for (const { id } of [one, two, three]) await choose(app, admin, id, "post");
    const codes = () => Promise.all([one, two, three].map(({ token }) => codeOf(other, token, "GET /blade-system/post/list")));
    expect(await codes()).toEqual([200, 200, 200]);
    expect((await call(app, admin, `POST /blade-auth/api-token/revoke?ids=${one.id}`)).body.success).toBe(true);
    expect(await codes()).toEqual([401, 200, 200]);
    expect((await call(app, admin, `POST /blade-user/lock?userIds=${people.clerk.id}`)).body.success).toBe(true);
    expect(await codes()).toEqual([401, 200, 401]);
    server.pass(2 * day);
    expect(await codes()).toEqual([401, 401, 401]);
    for (const wrong of ["tmk_", `tmk_${"x".repeat(43)}`, `${one.token}x`])
      expect(await codeOf(app, wrong, "GET /blade-system/post/list")).toBe(401);
  });

  test("is listed as expired from its time on, and found as such", async () => {
    const server = await startTestServer();
    const { app } = server;
    let admin = await signIn(app, "admin");
    const short = await make(app, admin, { name: "short", expireTime: "2026-11-22 00:00:00" });
    await make(app, admin, { name: "long" });
    const gone = await make(app, admin, { name: "gone", expireTime: "2026-11-22 00:00:00" });
    await call(app, admin, `POST /blade-auth/api-token/revoke?ids=${gone.id}`);
    const found = async (query: string) => {
      const { body } = await call(app, admin, `GET /blade-auth/api-token/list?ascs=create_time&${query}`);
      const { records }: { readonly records: readonly { readonly name: string; readonly status: number }[] } = body.data;
      return records.map(({ name, status }) => `${name} ${status}`).toSorted();
    };
    const detail = async () => (await call(app, admin, `GET /blade-auth/api-token/detail?id=${short.id}`)).body.data;
    expect([await found(""), await found("status_equal=3"), await found("status_equal=1")]).toEqual([
      ["gone 2", "long 1", "short 1"],
      [],
      ["long 1", "short 1"],
    ]);
    expect(await detail()).toMatchObject({ status: 1 });
    server.pass(day);
    admin = await signIn(app, "admin");
    expect(await found("")).toEqual(["gone 2", "long 1", "short 3"]);
    expect(await found("status_equal=3")).toEqual(["short 3"]);
    expect(await found("status=1")).toEqual(["long 1"]);
    expect(await found("status_in=1,2")).toEqual(["gone 2", "long 1"]);
    expect(await found("status_notequal=3")).toEqual(["gone 2", "long 1"]);
    expect(await detail()).toMatchObject({ status: 3 });
    // What is over needs no end, and takes no permissions any more.
    expect((await choose(app, admin, short.id, "post")).body).toMatchObject({ success: false });
    expect((await call(app, admin, `POST /blade-auth/api-token/revoke?ids=${short.id}`)).body).toMatchObject({ success: false });
  });

  test("needs an expiry within a year, and an account that may do no more than its maker", async () => {
    const { app, grant } = await startTestServer();
    const admin = await signIn(app, "admin");
    const refused = async (by: Token, body: object) =>
      (await call(app, by, "POST /blade-auth/api-token/create", { payload: { name: "x", ...body } })).body.success;
    for (const expireTime of ["", "2026-11-20 00:00:00", "2028-01-01 00:00:00", "x"])
      expect(await refused(admin, { expireTime }), expireTime).toBe(false);
    expect(await refused(admin, { expireTime: expires, userId: people.foreign.id })).toBe(false);
    await grant("api-token", "apitoken_create");
    expect(await refused(await signIn(app, "clerk"), { expireTime: expires, userId: people.admin.id })).toBe(false);
  });

  test("tells its last use, written at most once a minute", async () => {
    const server = await startTestServer({ trustedProxies: ["127.0.0.1"] });
    const { app } = server;
    const admin = await signIn(app, "admin");
    const { id, token } = await make(app, admin);
    await choose(app, admin, id, "post");
    const lastUse = async () => (await rows(server, "select last_used_time, last_used_address from api_token"))[0];
    expect(await lastUse()).toEqual({ last_used_time: null, last_used_address: null });
    await use(app, token, "GET /blade-system/post/list");
    const first = await lastUse();
    expect(first).toMatchObject({ last_used_address: "127.0.0.1" });
    server.pass(30_000);
    await use(app, token, "GET /blade-system/post/list");
    expect(await lastUse()).toEqual(first);
    server.pass(31_000);
    await use(await server.sibling(), token, "GET /blade-system/post/list");
    expect((await lastUse())?.["last_used_time"]).not.toBe(first?.["last_used_time"]);
  });
});

describe("paths of a client", () => {
  test("limit the sessions that were opened through it, of that tenant alone, until it names none", async () => {
    const server = await startTestServer();
    const { app } = server;
    const sql = (text: string) => server.database.owner.transaction((tx) => tx.query({ sql: text, parameters: [] }));
    const [admin, foreign] = [await signIn(app, "admin"), await signIn(app, "foreign")];
    const list = async (by: Token, path: string) => (await call(app, by, `GET ${path}` as "GET x")).body.code;
    expect(await list(admin, "/blade-user/page")).toBe(200);
    // Nobody limits the client that they use themselves.
    const own = { clientId: "401", authorityName: "own", authorityType: 1, authorityPath: "/x/**" };
    expect((await call(app, admin, "POST /blade-system/client-authority/submit", { payload: own })).body.msg).toContain("不能限制");
    const other = { clientId: "402", authorityName: "posts", authorityType: 1, authorityPath: "/blade-system/post/**" };
    for (const authorityPath of ["posts", "/a/**b", "/a b"])
      expect(
        (await call(app, admin, "POST /blade-system/client-authority/submit", { payload: { ...other, authorityPath } })).body.success,
      ).toBe(false);
    expect((await call(app, admin, "POST /blade-system/client-authority/submit", { payload: other })).body).toMatchObject({
      success: true,
    });
    expect(await list(admin, "/blade-user/page")).toBe(200);
    await sql("update client_authority set client_id = 401, expire_time = '2026-11-22 00:00:00'");
    expect([await list(admin, "/blade-user/page"), await list(admin, "/blade-system/post/list")]).toEqual([403, 200]);
    expect([
      await list(admin, "/blade-user/info"),
      await list(admin, "/blade-auth/oauth/user-info"),
      await list(foreign, "/blade-user/page"),
    ]).toEqual([403, 200, 200]);
    server.pass(2 * day);
    const later = await signIn(app, "admin");
    expect(await list(later, "/blade-system/post/list")).toBe(403);
    await sql("update client_authority set status = 2");
    expect(await list(later, "/blade-user/page")).toBe(200);
  });
});
