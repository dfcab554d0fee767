// Signing in through another platform, against a real OAuth 2 server (docs/wire.md §3, grant social).
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { readChanges } from "#schema/changes";
import { platformSecret, startOtherPlatform, type OtherPlatform } from "../../support/oauth-provider.ts";
import { basic, call, serversOfFile, signIn, type TestServer } from "./fixture.ts";
import { begin, codeAndState, comeBack, knowing, sayYes, signInThere } from "./social-flow.ts";

const startTestServer = serversOfFile();

let platform: OtherPlatform;

beforeAll(async () => {
  platform = await startOtherPlatform();
});

afterAll(() => platform.close());

const rows = async ({ database }: TestServer, sql: string, parameters: readonly unknown[] = []) =>
  (await database.owner.read([{ sql, parameters }]))[0]?.rows ?? [];
const set = (server: TestServer, sql: string) => server.database.owner.transaction((tx) => tx.query({ sql, parameters: [] }));
const bindBoss = (server: TestServer, uuid: string) =>
  set(server, `insert into user_oauth (id, tenant_id, source, uuid, user_id) values (9001, '100001', 'github', '${uuid}', 1002)`);

const startedElsewhere = { status: 400, body: { error: "invalid_grant", error_description: "第三方登录已失效，请重新发起登录" } };
const unreachable = { status: 400, body: { error: "temporarily_unavailable", error_description: "第三方平台暂时无法访问，请稍后再试" } };

describe("beginning", () => {
  test("sends the browser to the platform with a state, a PKCE challenge and our sign-in page, and gives it a sealed cookie", async () => {
    const { app } = await startTestServer(knowing(platform));
    const [one, other] = [await begin(app), await begin(app)];
    expect(one.location.origin + one.location.pathname).toBe(`${platform.origin}/authorize`);
    const requested = Object.fromEntries(one.location.searchParams);
    expect(requested).toMatchObject({
      response_type: "code",
      client_id: "tracemark",
      redirect_uri: "http://localhost:8000/login?source=github",
      scope: "read:user",
      code_challenge_method: "S256",
    });
    expect(requested["code_challenge"]).toMatch(/^[\w-]{43}$/);
    expect(requested["state"]).toMatch(/^[\w-]{36}$/);
    expect(other.location.searchParams.get("state")).not.toBe(requested["state"]);
    expect(one.setCookie).toMatch(/; HttpOnly; SameSite=Strict; Max-Age=600$/);
    for (const secret of [platformSecret, requested["state"] ?? ""]) expect(decodeURIComponent(one.setCookie)).not.toContain(secret);
    expect(one.location.href).not.toContain(encodeURIComponent(platformSecret));
  });

  test("comes back to the site that was asked, and to none that only the request names", async () => {
    const siteUrls = ["https://trace.example.com", "https://tea.example.com"];
    const { app } = await startTestServer(knowing(platform, { siteUrls }));
    const redirects = await Promise.all(
      ["tea.example.com", "evil.example", "127.0.0.1:8000"].map(async (host) =>
        (await begin(app, host)).location.searchParams.get("redirect_uri"),
      ),
    );
    expect(redirects).toEqual([
      "https://tea.example.com/login?source=github",
      "https://trace.example.com/login?source=github",
      "https://trace.example.com/login?source=github",
    ]);
    expect((await begin(app, "tea.example.com")).setCookie).toMatch(/^__Host-tracemark-social=.*; Path=\/; .*; Secure$/);
    const other = (await startTestServer(knowing(platform))).app;
    const refused = await other.inject({ method: "GET", url: "/api/blade-auth/oauth/render/github", headers: { host: "evil.example" } });
    expect([refused.statusCode, refused.headers.location, refused.headers["set-cookie"]]).toEqual([400, undefined, undefined]);
  });

  test("is not possible at a platform that is not set up", async () => {
    const { app } = await startTestServer();
    expect((await app.inject("/api/blade-auth/oauth/render/github")).statusCode).toBe(404);
    expect(await comeBack(app, { code: "c", state: "s" })).toMatchObject({
      status: 400,
      body: { error: "invalid_request", error_description: "该第三方登录方式未启用" },
    });
  });
});

describe("coming back", () => {
  test("somebody new is a guest with a record, and the code was exchanged with secret and PKCE proof", async () => {
    const server = await startTestServer(knowing(platform));
    platform.become({
      id: 583_231,
      login: "octocat",
      name: "Mona",
      avatar_url: "https://avatars.example.com/1.png",
      email: "mona@example.com",
    });
    const { status, body, cookies } = await signInThere(server.app);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token_type: "bearer",
      user_id: "-1",
      role_name: "guest",
      oauth_id: expect.stringMatching(/^\d+$/),
      refresh_token: "",
    });
    expect(await rows(server, "select id, source, uuid, username, nickname, avatar, email, user_id from user_oauth")).toEqual([
      {
        id: body["oauth_id"],
        source: "github",
        uuid: "583231",
        username: "octocat",
        nickname: "Mona",
        avatar: "https://avatars.example.com/1.png",
        email: "mona@example.com",
        user_id: null,
      },
    ]);
    expect(platform.tokenCalls.at(-1)?.form).toMatchObject({
      client_id: "tracemark",
      client_secret: platformSecret,
      redirect_uri: "http://localhost:8000/login?source=github",
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    });
    for (const cookie of cookies) expect(cookie).toMatch(/^(?:__Host-)?tracemark-social=; .*Max-Age=0/);
    expect(cookies).toHaveLength(2);
  });

  test("somebody who came before has the same record, kept up to date, also when they come twice at once; the log has each change once", async () => {
    const server = await startTestServer(knowing(platform));
    platform.become({ id: "u1", name: "Before" });
    const { body } = await signInThere(server.app);
    await signInThere(server.app);
    platform.become({ id: "u1", name: "After" });
    const [left, right] = await Promise.all([signInThere(server.app), signInThere(server.app)]);
    expect([left?.body["oauth_id"], right?.body["oauth_id"]]).toEqual([body["oauth_id"], body["oauth_id"]]);
    expect(await rows(server, "select nickname from user_oauth")).toEqual([{ nickname: "After" }]);
    const entries = await rows(server, "select log_id, tenant_id, log_data from log_usual order by id");
    const record = { resource: "user-oauth", id: body["oauth_id"] };
    expect(
      entries.map(({ log_id: logId, tenant_id: tenantId, log_data: data }) => [logId, tenantId, readChanges(String(data))?.rows]),
    ).toEqual([
      ["user-oauth.token", "000000", [expect.objectContaining({ ...record, action: "add" })]],
      [
        "user-oauth.token",
        "000000",
        [expect.objectContaining({ ...record, action: "edit", changes: [{ field: "nickname", before: "Before", after: "After" }] })],
      ],
    ]);
  });

  test("whoever is bound to an account is signed in as its holder, in its tenant whatever tenant was sent, and stays so", async () => {
    const server = await startTestServer(knowing(platform));
    platform.become({ id: "boss" });
    await bindBoss(server, "boss");
    const { status, body } = await signInThere(server.app, { tenantId: "100002" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ tenant_id: "100001", user_id: "1002", account: "boss", role_name: "admin", oauth_id: "9001" });
    expect((await call(server.app, body, "GET /blade-system/menu/buttons")).body.code).toBe(200);
    const query = { tenantId: "100001", refresh_token: body.refresh_token, grant_type: "refresh_token" };
    const renewed = await server.app.inject({
      method: "POST",
      url: "/api/blade-auth/oauth/token",
      query,
      headers: { authorization: basic() },
    });
    expect(renewed.json()).toMatchObject({ user_id: "1002", oauth_id: "9001" });
  });

  test.each([
    ["waits", `update "user" set status = 0 where id = 1002`, "账号待审核，请联系管理员"],
    ["is locked", `update "user" set status = 2 where id = 1002`, "账号已锁定，请联系管理员"],
    ["has a tenant that is disabled", `update tenant set status = 0 where tenant_id = '100001'`, "租户已停用"],
    [
      "has a tenant whose licence has ended",
      `update tenant set expire_time = '2020-01-01 00:00:00' where tenant_id = '100001'`,
      "租户授权已过期",
    ],
  ])("whoever %s is refused as with a password", async (_why, sql, sentence) => {
    const server = await startTestServer(knowing(platform));
    platform.become({ id: "boss" });
    await bindBoss(server, "boss");
    await set(server, sql);
    expect(await signInThere(server.app)).toMatchObject({ status: 400, body: { error: "invalid_grant", error_description: sentence } });
    expect(await rows(server, "select id from auth_session")).toEqual([]);
  });

  test("a client without the grant is refused", async () => {
    const { app } = await startTestServer(knowing(platform));
    expect(await signInThere(app, { client: basic("reader", "reader-secret") })).toMatchObject({
      status: 400,
      body: { error: "unauthorized_client" },
    });
  });

  test("a platform that wants id and secret in a header gets them there", async () => {
    const { app } = await startTestServer(knowing(platform, { variables: { OAUTH_GITHUB_CLIENT_AUTH: "basic" } }));
    expect((await signInThere(app)).status).toBe(200);
    expect(platform.tokenCalls.at(-1)?.authorization).toMatch(/^Basic /);
    expect(platform.tokenCalls.at(-1)?.form).not.toHaveProperty("client_secret");
  });
});

test("neither secrets nor codes nor tokens stand in the log, and what went wrong at the platform does", async () => {
  const directory = await mkdtemp(join(tmpdir(), "tracemark-log-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const file = join(directory, "server.log");
  const { app } = await startTestServer({ ...knowing(platform), log: { level: "debug", file } });
  const started = await begin(app);
  const back = codeAndState(await sayYes(started));
  platform.refuseToken(400, { error: "invalid_grant", error_description: "the code is old" });
  await comeBack(app, { ...back, cookie: started.cookie });
  const { body } = await signInThere(app);
  await vi.waitFor(async () => expect(await readFile(file, "utf8")).toContain('"status":200'));
  const log = await readFile(file, "utf8");
  expect(log).toContain("github: ResponseBodyError");
  for (const secret of [platformSecret, back.code, back.state, started.cookie, body.access_token]) expect(log).not.toContain(secret);
});

describe("a state", () => {
  test("of another browser, forged, or without its cookie is refused, and the platform is not asked", async () => {
    const server = await startTestServer(knowing(platform));
    const started = await begin(server.app);
    const [mine, other] = [codeAndState(await sayYes(started)), await begin(server.app)];
    const before = platform.tokenCalls.length;
    expect(await comeBack(server.app, mine)).toMatchObject(startedElsewhere);
    expect(await comeBack(server.app, { ...mine, cookie: other.cookie })).toMatchObject(startedElsewhere);
    expect(await comeBack(server.app, { ...mine, state: "00000000-0000-0000-0000-000000000000", cookie: started.cookie })).toMatchObject(
      startedElsewhere,
    );
    expect(await comeBack(server.app, { ...mine, cookie: `${started.cookie}A` })).toMatchObject(startedElsewhere);
    expect(await comeBack(server.app, { ...mine, cookie: "tracemark-social=%24sealed%24AAAA" })).toMatchObject(startedElsewhere);
    expect(platform.tokenCalls).toHaveLength(before);
    expect(await rows(server, "select id from user_oauth")).toEqual([]);
    // Whoever really began is not hurt by it.
    expect((await comeBack(server.app, { ...mine, cookie: started.cookie })).status).toBe(200);
  });

  test("is good once, in every process, also with a new code", async () => {
    const server = await startTestServer(knowing(platform));
    const sibling = await server.sibling();
    const started = await begin(server.app);
    const first = codeAndState(await sayYes(started));
    const second = codeAndState(await sayYes(started));
    expect((await comeBack(sibling, { ...first, cookie: started.cookie })).status).toBe(200);
    for (const app of [server.app, sibling])
      expect(await comeBack(app, { ...second, cookie: started.cookie })).toMatchObject(startedElsewhere);
  });

  test("is good for ten minutes", async () => {
    const server = await startTestServer(knowing(platform));
    const started = await begin(server.app);
    const back = codeAndState(await sayYes(started));
    server.pass(600_000);
    expect(await comeBack(server.app, { ...back, cookie: started.cookie })).toMatchObject(startedElsewhere);
  });

  test("of one platform does not pass at another, which never sees the code", async () => {
    const two = knowing(platform).social.providers.flatMap((provider) => [provider, { ...provider, source: "gitee" }]);
    const { app } = await startTestServer({ social: { providers: two, siteUrls: [] } });
    const started = await begin(app);
    const before = platform.tokenCalls.length;
    expect(await comeBack(app, { ...codeAndState(await sayYes(started)), cookie: started.cookie, source: "gitee" })).toMatchObject(
      startedElsewhere,
    );
    expect(platform.tokenCalls).toHaveLength(before);
  });

  test("tried too often from one address is refused for half an hour, and passwords are not", async () => {
    const server = await startTestServer(knowing(platform));
    for (let tried = 0; tried < 20; tried += 1) await comeBack(server.app, { code: "c", state: "forged" });
    const sentence = { body: { error_description: "用户登录失败次数过多" } };
    expect(await signInThere(server.app)).toMatchObject(sentence);
    await signIn(server.app, "admin");
    server.pass(31 * 60_000);
    expect((await signInThere(server.app)).status).toBe(200);
  });
});

/** A platform that answers as a test says. */
async function oddPlatform(listener: RequestListener): Promise<Parameters<typeof knowing>[0]> {
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(
    () =>
      new Promise<void>((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  );
  const place = server.address();
  const origin = `http://127.0.0.1:${typeof place === "object" && place !== null ? place.port : 0}`;
  return {
    variables: (source) => ({
      ...platform.variables(source),
      OAUTH_GITHUB_TOKEN_URL: `${origin}/token`,
      OAUTH_GITHUB_USER_INFO_URL: `${origin}/userinfo`,
    }),
  };
}

const json =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
const goodToken = json({ access_token: "t", token_type: "bearer" });
const byPath =
  (token: RequestListener, userInfo: RequestListener): RequestListener =>
  (request, response) =>
    (request.url === "/token" ? token : userInfo)(request, response);

describe("a platform", () => {
  test("that does not know the code is told from one that is out of order, in the reader's language", async () => {
    const { app } = await startTestServer(knowing(platform));
    platform.refuseToken(400, { error: "invalid_grant" });
    expect(await signInThere(app)).toMatchObject({
      status: 400,
      body: { error: "invalid_grant", error_description: "第三方平台未通过本次登录，请重新发起登录" },
    });
    platform.refuseToken(500, { error: "server_error" });
    expect(await signInThere(app)).toMatchObject(unreachable);
    platform.tell(503, {});
    expect((await signInThere(app, { language: "en" })).body).toMatchObject({
      error_description: "The other platform cannot be reached at the moment; try again later",
    });
  });

  test.each<[string, RequestListener]>([
    ["a page instead of a token", (_request, response) => void response.end("<html>")],
    ["no token", json({ error: "bad_verification_code" })],
    ["another place for the token", (_request, response) => void response.writeHead(302, { location: "http://127.0.0.1:1/" }).end()],
    [
      "an endless token",
      byPath(
        (_request, response) =>
          void response.writeHead(200, { "content-type": "application/json" }).end(`{"access_token":"${"x".repeat(300_000)}"}`),
        json({ id: "1" }),
      ),
    ],
    ["nobody", byPath(goodToken, json({}))],
    ["a list of people", byPath(goodToken, json([{ id: "1" }]))],
    ["somebody whose id is no text", byPath(goodToken, json({ id: { a: 1 } }))],
    ["somebody whose id is longer than we keep", byPath(goodToken, json({ id: "x".repeat(65) }))],
    [
      "somebody whose number is not exact in JavaScript",
      byPath(goodToken, (_request, response) => void response.end('{"id":12345678901234567890}')),
    ],
    ["a page instead of somebody", byPath(goodToken, (_request, response) => void response.end("<html>"))],
    ["that the token is not good", byPath(goodToken, json({ message: "no" }, 401))],
    ["nothing, and hangs up", (request) => void request.socket.destroy()],
  ])("that answers %s signs nobody in and leaves no record", async (_what, listener) => {
    const server = await startTestServer(knowing(await oddPlatform(listener)));
    expect(await signInThere(server.app)).toMatchObject(unreachable);
    expect(await rows(server, "select id from user_oauth")).toEqual([]);
    expect(await rows(server, "select id from auth_session")).toEqual([]);
  });

  test.each<[string, RequestListener]>([
    ["token", () => undefined],
    ["person", byPath(goodToken, () => undefined)],
    ["end of the person", byPath(goodToken, (_request, response) => void response.writeHead(200).write('{"id":'))],
  ])("that never sends the %s is given up", async (_what, listener) => {
    const { app } = await startTestServer(knowing(await oddPlatform(listener), { timeoutMs: 150 }));
    expect(await signInThere(app)).toMatchObject(unreachable);
  });

  test("that tells odd things about somebody is believed as far as they can be kept", async () => {
    const server = await startTestServer(knowing(platform));
    platform.tell(200, {
      id: 7,
      login: "l".repeat(100),
      name: `林${"x".repeat(100)}\0`,
      avatar_url: "javascript:alert(1)",
      email: "no mail",
    });
    expect((await signInThere(server.app)).status).toBe(200);
    expect(await rows(server, "select uuid, username, nickname, avatar, email from user_oauth")).toEqual([
      { uuid: "7", username: "l".repeat(32), nickname: `林${"x".repeat(63)}`, avatar: null, email: null },
    ]);
  });
});
