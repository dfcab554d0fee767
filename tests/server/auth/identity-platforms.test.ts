// Signing in with WeCom, DingTalk and Feishu as identity providers of a tenant, each by its own calls.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startPlatformApi, type PlatformServer } from "../../support/platform-apis.ts";
import { call, people, serversOfFile, type TestServer } from "./fixture.ts";
import { addProvider, internal, renew, tested } from "./identity-flow.ts";
import { begin, comeBack } from "./social-flow.ts";

const startTestServer = serversOfFile();

const accounts = { wecom: "WangFang", dingtalk: "wangfang", feishu: "wf" } as const;
/** A value of what each says of a member, for a mapping. */
const departments = { wecom: ["department", "7"], dingtalk: ["dept_id_list", "7"], feishu: ["department_ids", "7"] } as const;
const publicPages = {
  wecom: ["https://login.work.weixin.qq.com/wwlogin/sso/login", "appid"],
  dingtalk: ["https://login.dingtalk.com/oauth2/auth", "client_id"],
  feishu: ["https://accounts.feishu.cn/open-apis/authen/v1/authorize", "client_id"],
} as const;

describe.each(["wecom", "dingtalk", "feishu"] as const)("%s", (type) => {
  let api: PlatformServer;

  beforeEach(async () => {
    api = await startPlatformApi(type);
  });

  afterEach(() => api.close());

  const fields = () => ({
    type,
    clientId: api.clientId,
    clientSecret: api.clientSecret,
    apiUrl: api.origin,
    ...(type === "wecom" ? { agentId: "1000002" } : {}),
    newAccounts: "create",
    mappings: [{ claim: departments[type][0], value: departments[type][1], roleId: people.clerk.role, deptId: "3003" }],
  });

  /** The whole way, with the code that the platform gives. */
  const enter = async (server: TestServer, source: string, code: string = api.code) => {
    const started = await begin(server.app, "localhost:8000", source);
    return comeBack(server.app, { source, code, state: started.location.searchParams.get("state") ?? "", cookie: started.cookie });
  };

  test("sends browsers to its public page, and makes a member's account with the role of their department", async () => {
    const server = await startTestServer(internal);
    const { source } = await addProvider(server, fields());
    const { location } = await begin(server.app, "localhost:8000", source);
    const [page, client] = publicPages[type];
    expect([location.origin + location.pathname, location.searchParams.get(client), location.searchParams.get("redirect_uri")]).toEqual([
      page,
      api.clientId,
      `http://localhost:8000/login?source=${source}`,
    ]);
    const { status, body } = await enter(server, source);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      account: accounts[type],
      real_name: "王芳",
      role_id: people.clerk.role,
      dept_id: "3003",
      tenant_id: "100001",
    });
    expect((await call(server.app, body, "GET /blade-user/info")).body).toMatchObject({
      data: { phone: "13900139000", email: "wang@example.com" },
    });
    // The same person, and the same account, the next time.
    expect((await enter(server, source)).body["user_id"]).toBe(body["user_id"]);
  });

  test("a wrong code, and somebody of another organisation, are refused", async () => {
    const server = await startTestServer(internal);
    const { source } = await addProvider(server, fields());
    expect(await enter(server, source, "a guess")).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    api.leave();
    expect(await enter(server, source)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
  });

  test.each(["disable", "leave"] as const)("a session ends at its next renewal when its member is gone (%s)", async (how) => {
    const server = await startTestServer(internal);
    const { source } = await addProvider(server, { ...fields(), followsMappings: 1 });
    const { body: token } = await enter(server, source);
    // What somebody changes here is replaced by what the platform says.
    await server.database.owner.transaction((tx) =>
      tx.query({ sql: `update "user" set role_id = '{2002}', dept_id = '{3002}' where account = $1`, parameters: [accounts[type]] }),
    );
    server.pass(60_000);
    const { status, body: next } = await renew(server.app, token);
    expect([status, next["role_id"], next["dept_id"]]).toEqual([200, people.clerk.role, "3003"]);
    api[how]();
    server.pass(60_000);
    expect(await renew(server.app, next)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect((await call(server.app, next, "GET /blade-user/info")).body.code).toBe(401);
  });

  test("the test of the settings says whether the client is accepted, or that the address is that of something else", async () => {
    const server = await startTestServer(internal);
    expect(await tested(server.app, await addProvider(server, fields()))).toMatchObject({ code: 200 });
    const wrong = await addProvider(server, { ...fields(), name: "Wrong secret", clientSecret: "another" });
    expect((await tested(server.app, wrong)).msg).toMatch(/^身份源不接受客户端ID或客户端密钥（/);
    const elsewhere = await addProvider(server, { ...fields(), name: "Elsewhere", apiUrl: `${api.origin}/elsewhere` });
    expect((await tested(server.app, elsewhere, "en-US")).msg).toContain("/elsewhere/");
  });
});
