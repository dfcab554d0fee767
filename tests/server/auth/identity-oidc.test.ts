// Signing in with an OpenID Connect provider of a tenant: what is believed, whose account it becomes, and how it ends.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { startOidcServer, type OidcServer } from "../../support/oidc-provider.ts";
import { call, people, serversOfFile, signIn, type TestServer, type Token } from "./fixture.ts";
import { addProvider, internal, renew, rowsOf, submitProvider, tested } from "./identity-flow.ts";
import { answerWith, watch, withFactor } from "./second-factor-flow.ts";
import { begin, codeAndState, comeBack, sayYes, signInThere } from "./social-flow.ts";

const startTestServer = serversOfFile();

// Its keys take longest to make: all tests but those share it that change the keys, or end it.
const shared = await startOidcServer();
let oidc: OidcServer = shared;

beforeEach(() => {
  shared.reset();
  oidc = shared;
});

afterAll(() => shared.close());

const fields = () => ({
  type: "oidc",
  issuer: oidc.origin,
  clientId: "tracemark",
  clientSecret: "a client secret",
  scope: "openid profile",
});

const set = (server: TestServer, sql: string) => server.database.owner.transaction((tx) => tx.query({ sql, parameters: [] }));
const made = { newAccounts: "create", roleId: people.clerk.role, deptId: "3003" } as const;
const ann = { sub: "sub-ann", preferred_username: "ann", name: "Ann Lee", email: "ann@example.com", phone_number: "+86 13800138000" };

describe("whose account it becomes", () => {
  test("the address has state, nonce and PKCE, and somebody new gets an account with the default role, which their next visit finds", async () => {
    const server = await startTestServer(internal);
    const { source } = await addProvider(server, { ...fields(), ...made });
    const { location } = await begin(server.app, "localhost:8000", source);
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      client_id: "tracemark",
      redirect_uri: `http://localhost:8000/login?source=${source}`,
      scope: "openid profile",
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    oidc.become(ann);
    const first = await signInThere(server.app, { source });
    expect(first).toMatchObject({
      status: 200,
      body: { tenant_id: "100001", account: "ann", role_id: people.clerk.role, dept_id: "3003" },
    });
    const second = await signInThere(server.app, { source });
    expect(second.body["user_id"]).toBe(first.body["user_id"]);
    expect(await rowsOf(server, `select account, real_name, email, phone, password, status from "user" where account = 'ann'`)).toEqual([
      { account: "ann", real_name: "Ann Lee", email: "ann@example.com", phone: "13800138000", password: null, status: 1 },
    ]);
    expect((await call(server.app, first.body, "GET /blade-user/info")).body).toMatchObject({ code: 200, data: { account: "ann" } });
  });

  test("two first visits at once make one account", async () => {
    const server = await startTestServer(internal);
    const { source } = await addProvider(server, { ...fields(), ...made });
    oidc.become(ann);
    const [one, other] = await Promise.all([signInThere(server.app, { source }), signInThere(server.app, { source })]);
    expect([one?.status, other?.status]).toEqual([200, 200]);
    expect(await rowsOf(server, `select 1 from "user" where account = 'ann'`)).toHaveLength(1);
  });

  test.each([
    ["without an account, where none is made", {}, ann, "您在本系统中没有账号，请联系管理员"],
    ["without a role", { newAccounts: "create" }, ann, "身份源没有给您分配角色，请联系管理员"],
    ["without a name for the account", made, { sub: "nobody" }, "身份源没有给出可用的登录账号，请联系管理员"],
    [
      "with the account of somebody else, where none is linked",
      made,
      { ...ann, preferred_username: "boss" },
      "登录账号“boss”已被其他用户使用，请联系管理员",
    ],
  ])("somebody %s is refused and leaves no account", async (_who, rules, claims, sentence) => {
    const server = await startTestServer(internal);
    const { source } = await addProvider(server, { ...fields(), ...rules });
    oidc.become(claims);
    const before = await rowsOf(server, `select count(*)::int as count from "user"`);
    expect(await signInThere(server.app, { source })).toMatchObject({
      status: 400,
      body: { error: "invalid_grant", error_description: sentence },
    });
    expect(await rowsOf(server, `select count(*)::int as count from "user"`)).toEqual(before);
  });

  test("a tenant with as many accounts as its licence allows gets no more", async () => {
    const server = await startTestServer(internal);
    const { source } = await addProvider(server, { ...fields(), ...made });
    await set(server, "update tenant set account_number = 2 where tenant_id = '100001'");
    oidc.become(ann);
    expect((await signInThere(server.app, { source })).body["error_description"]).toBe("当前租户已到最大账号额度，请联系管理员");
  });

  test("an account of the same name is linked to the first who comes with it, and to nobody else, whatever they are called there later", async () => {
    const server = await startTestServer(internal);
    const { source } = await addProvider(server, { ...fields(), linking: "account" });
    oidc.become({ sub: "the clerk", preferred_username: "clerk" });
    expect((await signInThere(server.app, { source })).body["user_id"]).toBe(people.clerk.id);
    oidc.become({ sub: "the clerk", preferred_username: "boss" });
    expect((await signInThere(server.app, { source })).body["user_id"]).toBe(people.clerk.id);
    oidc.become({ sub: "a namesake", preferred_username: "clerk" });
    expect(await signInThere(server.app, { source })).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });

  test("groups give roles and departments, at every sign-in where they are to follow, and the last administrator stays one", async () => {
    const server = await startTestServer(internal);
    await set(
      server,
      `insert into role (id, tenant_id, role_name, role_alias, role_type, sort) values (2102, '100001', 'viewer', 'viewer', '1', 2)`,
    );
    const mappings = [
      { claim: "groups", value: "Clerks", roleId: people.clerk.role, deptId: "3003" },
      { claim: "realm.groups", value: "viewers", roleId: "2102", deptId: null },
      { claim: "groups", value: "foreign", roleId: people.foreign.role, deptId: null },
    ];
    const rules = { newAccounts: "create", linking: "account", followsMappings: 1, roleId: "2102", mappings };
    // A role of another tenant can be named by nobody.
    const admin = await signIn(server.app, "admin");
    expect((await submitProvider(server.app, admin, { name: "Company", ...fields(), ...rules })).body.code).not.toBe(200);
    const { source } = await addProvider(server, { ...fields(), ...rules, mappings: mappings.slice(0, 2) });
    oidc.become({ ...ann, groups: ["CLERKS", "others"] });
    expect((await signInThere(server.app, { source })).body).toMatchObject({ role_id: people.clerk.role, dept_id: "3003" });
    oidc.become({ ...ann, realm: { groups: "viewers" } });
    expect((await signInThere(server.app, { source })).body).toMatchObject({ role_id: "2102", dept_id: "3003" });
    oidc.become({ sub: "the boss", preferred_username: "boss" });
    const written = () => rowsOf(server, `select version, update_time from "user" where id = ${people.admin.id}`);
    const before = await written();
    expect((await signInThere(server.app, { source })).body).toMatchObject({ user_id: people.admin.id, role_id: people.admin.role });
    expect(await written()).toEqual(before);
  });

  test("whoever is locked here is refused, and a second factor is asked for", async () => {
    const server = await startTestServer(internal);
    const { source } = await addProvider(server, { ...fields(), linking: "account" });
    oidc.become({ sub: "the clerk", preferred_username: "clerk" });
    await set(server, `insert into auth_phone_factor (tenant_id, user_id, phone, confirmed_at) values ('100001', 1003, '13800138000', 1)`);
    expect((await signInThere(server.app, { source })).body).toMatchObject({ error: "second_factor_required" });
    await set(server, `update "user" set status = 2 where id = 1003`);
    expect((await signInThere(server.app, { source })).body).toMatchObject({ error_description: "账号已锁定，请联系管理员" });
  });
});

describe("an ID token is refused, and nobody signed in", () => {
  test.each<readonly [string, (server: OidcServer) => void, string]>([
    ["of another sign-in", (server) => server.forgeClaims({ nonce: "another" }), "nonce"],
    ["without a nonce", (server) => server.forgeClaims({ nonce: undefined }), "未通过校验"],
    ["for another client", (server) => server.forgeClaims({ aud: "somebody else" }), "aud"],
    ["of another issuer", (server) => server.forgeClaims({ iss: "https://evil.example" }), "iss"],
    ["that has expired", (server) => server.forgeClaims({ exp: Math.floor(Date.now() / 1000) - 120 }), "已过期"],
    ["from the future", (server) => server.forgeClaims({ nbf: Math.floor(Date.now() / 1000) + 600 }), "已过期"],
    ["signed with an unknown key", (server) => server.forgeToken("signed with an unknown key"), "未公布的密钥"],
    ["signed wrongly", (server) => server.forgeToken("signed wrongly"), "签名不正确"],
    ["that is not signed", (server) => server.forgeToken("not signed"), "未通过校验"],
    ["that is missing", (server) => server.omitIdToken(), "未通过校验"],
  ])("%s", async (_what, forge, sentence) => {
    const server = await startTestServer(internal);
    const { source } = await addProvider(server, { ...fields(), linking: "account" });
    oidc.become({ sub: "the clerk", preferred_username: "clerk" });
    forge(oidc);
    const { status, body } = await signInThere(server.app, { source });
    expect([status, body["error"]]).toEqual([400, "invalid_grant"]);
    expect(body["error_description"]).toContain(sentence);
    expect(await rowsOf(server, "select 1 from auth_session where user_id = 1003")).toEqual([]);
  });

  test("and one with a new key of the provider is accepted, once keys may be read again", async () => {
    oidc = await startOidcServer();
    onTestFinished(() => oidc.close());
    const server = await startTestServer(internal);
    const { source } = await addProvider(server, { ...fields(), linking: "account" });
    oidc.become({ sub: "the clerk", preferred_username: "clerk" });
    expect((await signInThere(server.app, { source })).status).toBe(200);
    await oidc.rotateKey();
    server.pass(31_000);
    for (const _time of [1, 2]) expect((await signInThere(server.app, { source })).status).toBe(200);
  });
});

describe("a session", () => {
  const clerk = { sub: "the clerk", preferred_username: "clerk" };

  test("is renewed while the provider knows its person, asked with each new refresh token, and ends when they are disabled there", async () => {
    const server = await startTestServer(internal);
    const { source } = await addProvider(server, { ...fields(), linking: "account" });
    oidc.become(clerk);
    let { body: token } = await signInThere(server.app, { source });
    for (const _time of [1, 2]) {
      server.pass(60_000);
      const next = await renew(server.app, token);
      expect(next.status).toBe(200);
      token = next.body;
    }
    const sent = oidc.forms.filter((form) => form["grant_type"] === "refresh_token").map((form) => form["refresh_token"]);
    expect(new Set(sent).size).toBe(2);
    oidc.disable();
    server.pass(60_000);
    expect(await renew(server.app, token)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect((await call(server.app, token, "GET /blade-user/info")).body.code).toBe(401);
  });

  test("without a refresh token is renewed as long as the access token counts there", async () => {
    const server = await startTestServer(internal);
    const { source } = await addProvider(server, { ...fields(), linking: "account" });
    oidc.become(clerk);
    oidc.withoutRefreshTokens();
    const { body: token } = await signInThere(server.app, { source });
    server.pass(60_000);
    const { status, body: next } = await renew(server.app, token);
    expect(status).toBe(200);
    oidc.disable();
    server.pass(60_000);
    expect((await renew(server.app, next)).status).toBe(400);
    expect((await call(server.app, next, "GET /blade-user/info")).body.code).toBe(401);
  });

  test("that two windows renew at once asks the provider once", async () => {
    const server = await startTestServer(internal);
    const { source } = await addProvider(server, { ...fields(), linking: "account" });
    oidc.become(clerk);
    const { body: token } = await signInThere(server.app, { source });
    server.pass(60_000);
    const both = await Promise.all([renew(server.app, token), renew(server.app, token)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(oidc.forms.filter((form) => form["grant_type"] === "refresh_token")).toHaveLength(1);
  });

  test("outlives an hour in which the provider is away, and waits for it after four; it ends at once with its provider here", async () => {
    oidc = await startOidcServer();
    const server = await startTestServer(internal);
    const { source, id, admin } = await addProvider(server, { ...fields(), linking: "account" });
    oidc.become(clerk);
    const [first, second] = [(await signInThere(server.app, { source })).body, (await signInThere(server.app, { source })).body];
    await oidc.close();
    server.pass(3_600_000);
    const { status, body: token } = await renew(server.app, first);
    expect(status).toBe(200);
    server.pass(3 * 3_600_000);
    expect(await renew(server.app, token)).toMatchObject({ status: 400, body: { error: "temporarily_unavailable" } });
    // It has not ended: whoever tries again once the provider is back goes on.
    expect(await rowsOf(server, "select 1 from auth_session where user_id = 1003 and ended_at is null")).toHaveLength(2);
    const again = await signIn(server.app, "admin");
    expect((await submitProvider(server.app, again, { id, status: 2 })).body.code).toBe(200);
    expect(await renew(server.app, second)).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    expect(admin.access_token).not.toBe("");
  });

  describe("whose roles and departments follow", () => {
    const viewer = "2102";
    const following = {
      newAccounts: "create",
      followsMappings: 1,
      mappings: [
        { claim: "groups", value: "clerks", roleId: people.clerk.role, deptId: "3003" },
        { claim: "groups", value: "viewers", roleId: viewer, deptId: "3002" },
      ],
    };

    /** Ann, who is a clerk there. */
    const enter = async (rules: object = following) => {
      const server = await startTestServer(internal);
      await set(
        server,
        `insert into role (id, tenant_id, role_name, role_alias, role_type, sort) values (${viewer}, '100001', 'viewer', 'viewer', '1', 2)`,
      );
      await server.grant("factory");
      const { source } = await addProvider(server, { ...fields(), ...rules });
      oidc.become({ ...ann, groups: ["clerks"] });
      const { body: token } = await signInThere(server.app, { source });
      expect(token).toMatchObject({ role_id: people.clerk.role, dept_id: "3003" });
      server.pass(60_000);
      return { server, token };
    };
    const codeOfList = async (app: TestServer["app"], token: Token) => (await call(app, token, "GET /digit-bind/factory/list")).body.code;

    test("has those of its next renewal, in every process, and the log says so", async () => {
      const { server, token } = await enter();
      const other = await server.sibling();
      expect(await codeOfList(other, token)).toBe(200);
      oidc.become({ ...ann, groups: ["viewers"] });
      const { status, body: next } = await renew(server.app, token);
      expect(status).toBe(200);
      expect(next).toMatchObject({ role_id: viewer, dept_id: "3002" });
      expect(await codeOfList(other, next)).toBe(403);
      oidc.become({ ...ann, groups: ["clerks"] });
      server.pass(60_000);
      const { body: back } = await renew(other, next);
      expect(back).toMatchObject({ role_id: people.clerk.role, dept_id: "3003" });
      expect(await codeOfList(server.app, back)).toBe(200);
      expect(await rowsOf(server, "select 1 from log_usual where log_data like '%role%' and tenant_id = '100001'")).not.toEqual([]);
    });

    test("keeps them where they are not to follow", async () => {
      const { server, token } = await enter({ ...following, followsMappings: 0 });
      oidc.become({ ...ann, groups: ["viewers"] });
      expect((await renew(server.app, token)).body).toMatchObject({ role_id: people.clerk.role, dept_id: "3003" });
    });

    test("ends where they are given no role any more", async () => {
      const { server, token } = await enter();
      oidc.become({ ...ann, groups: ["guests"] });
      expect(await renew(server.app, token)).toMatchObject({
        status: 400,
        body: { error: "invalid_grant", error_description: "身份源没有给您分配角色，请联系管理员" },
      });
      expect(await codeOfList(server.app, token)).toBe(401);
      // Neither has its account, whose password and API tokens would go on otherwise.
      expect(await rowsOf(server, `select coalesce(cardinality(role_id), 0) as roles from "user" where account = 'ann'`)).toEqual([
        { roles: 0 },
      ]);
    });

    test("ends where the provider's answer is not signed by it", async () => {
      const { server, token } = await enter();
      oidc.become({ ...ann, groups: ["viewers"] });
      oidc.forgeToken("signed wrongly");
      expect(await renew(server.app, token)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
      expect(await codeOfList(server.app, token)).toBe(401);
      expect(await rowsOf(server, `select role_id::text[] from "user" where account = 'ann'`)).toEqual([{ role_id: [people.clerk.role] }]);
    });

    test("keeps them for four hours while the provider does not say who they are, and then waits for it", async () => {
      const { server, token } = await enter();
      oidc.become({ ...ann, groups: ["viewers"] });
      oidc.refuseUserInfo(503);
      const { status, body: next } = await renew(server.app, token);
      expect([status, next["role_id"]]).toEqual([200, people.clerk.role]);
      server.pass(4 * 3_600_000);
      expect(await renew(server.app, next)).toMatchObject({ status: 400, body: { error: "temporarily_unavailable" } });
      // With each new refresh token of the provider, although it did not say more.
      const sent = oidc.forms.filter((form) => form["grant_type"] === "refresh_token").map((form) => form["refresh_token"]);
      expect(new Set(sent).size).toBe(2);
      oidc.refuseUserInfo(0);
      server.pass(60_000);
      expect((await renew(server.app, next)).body).toMatchObject({ role_id: viewer, dept_id: "3002" });
    });

    test("has those of the user info endpoint, where the provider gives no refresh tokens", async () => {
      oidc.withoutRefreshTokens();
      const { server, token } = await enter();
      oidc.become({ ...ann, groups: ["viewers"] });
      expect((await renew(server.app, token)).body).toMatchObject({ role_id: viewer, dept_id: "3002" });
    });

    test("keeps them where a renewal is told less than the sign-in, whatever the default role is", async () => {
      oidc.withoutRefreshTokens();
      const { server, token } = await enter({ ...following, roleId: viewer });
      oidc.become(ann);
      expect((await renew(server.app, token)).body).toMatchObject({ role_id: people.clerk.role, dept_id: "3003" });
    });
  });

  test("that began with a second factor ends with its person there as well, and what it takes to ask is stored encrypted", async () => {
    const server = await startTestServer(internal);
    const clock = watch(server);
    const { source } = await addProvider(server, { ...fields(), linking: "account" });
    const { phone } = await withFactor(server, "clerk", clock.now);
    oidc.become(clerk);
    const { body: first } = await signInThere(server.app, { source });
    clock.pass(60_000);
    const { status, body: token } = await answerWith(server.app, String(first["challenge"]), phone.code());
    expect(status).toBe(200);
    const [identity, ...others] = await rowsOf(server, "select id, content from auth_identity");
    expect([identity?.["content"], others]).toEqual([expect.stringMatching(/^\$sealed\$/), []]);
    // Under no name that completes a sign-in.
    expect(identity?.["id"]).not.toBe(first["challenge"]);
    oidc.disable();
    clock.pass(60_000);
    expect((await renew(server.app, token)).status).toBe(400);
    expect((await call(server.app, token, "GET /blade-user/info")).body.code).toBe(401);
  });

  test("signs out at the provider as well, where the provider is set so", async () => {
    const server = await startTestServer(internal);
    const { source, id } = await addProvider(server, { ...fields(), linking: "account", signsOut: 1 });
    oidc.become(clerk);
    const { body: token } = await signInThere(server.app, { source });
    const leave = async (one: typeof token) =>
      server.app
        .inject({
          method: "POST",
          url: "/api/blade-auth/oauth/logout",
          headers: { host: "localhost:8000", "blade-auth": `bearer ${one.access_token}` },
        })
        .then((answer) => answer.json<{ data: { endSessionAddress?: string } }>().data);
    const address = new URL((await leave(token)).endSessionAddress ?? "");
    expect(address.origin).toBe(oidc.origin);
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: "tracemark",
      post_logout_redirect_uri: "http://localhost:8000/login",
      id_token_hint: expect.stringMatching(/^ey/),
    });
    await set(server, `update identity_provider set signs_out = 0 where id = ${id}`);
    expect(await leave((await signInThere(server.app, { source })).body)).toEqual({});
  });
});

test("neither secrets nor codes nor tokens stand in the log, and what was wrong with a provider does", async () => {
  const directory = await mkdtemp(join(tmpdir(), "tracemark-log-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const file = join(directory, "server.log");
  const server = await startTestServer({ ...internal, log: { level: "debug", file } });
  const { source } = await addProvider(server, { ...fields(), linking: "account" });
  oidc.become({ sub: "the clerk", preferred_username: "clerk" });
  oidc.forgeToken("signed wrongly");
  const started = await begin(server.app, "localhost:8000", source);
  const back = codeAndState(await sayYes(started));
  expect((await comeBack(server.app, { ...back, source, cookie: started.cookie })).status).toBe(400);
  const { body: token } = await signInThere(server.app, { source });
  oidc.disable();
  server.pass(60_000);
  expect((await renew(server.app, token)).status).toBe(400);
  await vi.waitFor(async () => expect(await readFile(file, "utf8")).toContain("no longer accepts this sign-in"));
  const log = await readFile(file, "utf8");
  expect(log).toContain("The signature of the ID token is not right");
  const sent = oidc.forms.flatMap(({ code, code_verifier: verifier, refresh_token: refresh }) => [code, verifier, refresh]);
  const secrets = ["a client secret", back.code, back.state, started.cookie, token.access_token, token.refresh_token, ...sent];
  for (const secret of secrets.filter((one) => one !== undefined)) expect(log).not.toContain(secret);
  // Tokens of the provider, as of everybody, begin with the same letters.
  expect(log).not.toContain("eyJ");
});

describe("setting one up", () => {
  test("the sign-in page is offered those of its tenant that are in use, in their order, and learns nothing else of them", async () => {
    const server = await startTestServer(internal);
    const { id } = await addProvider(server, { ...fields(), name: "Second", sort: 2 });
    const { id: other } = await addProvider(server, { ...fields(), name: "First", sort: 1 });
    await addProvider(server, { ...fields(), name: "Off", status: 2 });
    const offered = async (tenantId: string) =>
      (await call(server.app, undefined, "GET /blade-auth/identity-provider/offered", { query: { tenantId } })).body.data;
    expect(await offered("100001")).toEqual([
      { source: `idp-${other}`, name: "First", type: "oidc" },
      { source: `idp-${id}`, name: "Second", type: "oidc" },
    ]);
    for (const tenantId of ["100002", "999999"]) expect(await offered(tenantId)).toEqual([]);
  });

  test("is for administrators of the tenant alone, however many keys others hold", async () => {
    const server = await startTestServer(internal);
    await server.grant("identity-provider", "identityprovider_add", "identityprovider_edit");
    const clerk = await signIn(server.app, "clerk");
    expect((await submitProvider(server.app, clerk, { name: "Mine", ...fields() })).body.msg).toBe("仅租户管理员可以执行此操作");
  });

  test("its secret is stored encrypted, never answered, and asked for again where it would go elsewhere", async () => {
    const server = await startTestServer(internal);
    const { id, admin } = await addProvider(server, fields());
    const [stored] = await rowsOf(server, "select client_secret from identity_provider");
    expect(stored?.["client_secret"]).toMatch(/^\$sealed\$/);
    const detail = await call(server.app, admin, "GET /blade-auth/identity-provider/detail", { query: { id } });
    expect(detail.body).toMatchObject({ data: { callbackPath: `/login?source=idp-${id}` } });
    expect(JSON.stringify(detail.body)).not.toContain("a client secret");
    expect((await submitProvider(server.app, admin, { id, issuer: "https://evil.example" })).body.code).not.toBe(200);
    expect((await submitProvider(server.app, admin, { id, name: "Renamed" })).body.code).toBe(200);
    expect((await submitProvider(server.app, admin, { id, issuer: "https://id.example", clientSecret: "another" })).body.code).toBe(200);
  });

  test("the test succeeds where the client is accepted, and explains in the reader's language what is wrong where it is not", async () => {
    const server = await startTestServer(internal);
    const right = await addProvider(server, { ...fields(), name: "Right" });
    expect(await tested(server.app, right)).toMatchObject({ code: 200 });
    const sentence = async (changed: object, language?: string) =>
      (
        await tested(
          server.app,
          await addProvider(server, { ...fields(), name: `P ${JSON.stringify(changed)}`.slice(0, 40), ...changed }),
          language,
        )
      ).msg;
    expect(await sentence({ issuer: `http://localhost:${oidc.port}` })).toBe(`颁发者不一致：发现文档声明的是“${oidc.origin}”`);
    expect(await sentence({ issuer: `${oidc.origin}/elsewhere` }, "en-US")).toBe(
      `There is no discovery document below “127.0.0.1:${oidc.port}/elsewhere” (HTTP 404); check the issuer`,
    );
    expect(await sentence({ issuer: "http://127.0.0.1:9" })).toBe("无法连接“127.0.0.1:9”：连接被拒绝，请检查主机和端口");
    expect(await sentence({ issuer: "https://10.0.0.1" })).toBe("不允许访问内部地址“10.0.0.1”；确需访问请由运维在 INTERNAL_HOSTS 中登记");
    oidc.refuseClient();
    expect(await sentence({})).toBe("身份源不接受客户端ID或客户端密钥（invalid_client），请检查二者和密钥传递方式");
    const foreign = await signIn(server.app, "foreign");
    expect((await tested(server.app, { ...right, admin: foreign })).msg).toBe("数据不存在或已被删除");
  });

  test("a provider that cannot be asked sends the browser back to the sign-in page", async () => {
    const server = await startTestServer(internal);
    const { source } = await addProvider(server, { ...fields(), issuer: "http://127.0.0.1:9" });
    const { location } = await begin(server.app, "localhost:8000", source);
    expect(location.href).toBe(`http://localhost:8000/login?source=${source}&error=temporarily_unavailable`);
    expect((await server.app.inject("/api/blade-auth/oauth/render/idp-1")).statusCode).toBe(404);
  });
});
