// Guests ask for an account, wait, are approved and signed in (docs/specification.md §4, §5, §8; docs/wire.md §8).
import { afterAll, beforeAll, expect, test } from "vitest";
import { readChanges } from "#schema/changes";
import { transformed } from "../../../src/server/auth/password-hash.ts";
import { startOtherPlatform, type OtherPlatform } from "../../support/oauth-provider.ts";
import { specifiedCalls } from "../http/specification-calls.ts";
import { askForToken, basic, call, people, serversOfFile, signIn, type TestServer, type Token } from "./fixture.ts";
import { knowing, register, signInThere } from "./social-flow.ts";

const startTestServer = serversOfFile();

let platform: OtherPlatform;

beforeAll(async () => {
  platform = await startOtherPlatform();
});

afterAll(() => platform.close());

const rows = async ({ database }: TestServer, sql: string, parameters: readonly unknown[] = []) =>
  (await database.owner.read([{ sql, parameters }]))[0]?.rows ?? [];
const set = (server: TestServer, sql: string) => server.database.owner.transaction((tx) => tx.query({ sql, parameters: [] }));
const accounts = (server: TestServer) => rows(server, `select tenant_id, account from "user" where id > 2000 order by id`);
const records = (server: TestServer) => rows(server, "select id, tenant_id, user_id from user_oauth order by id");

/** Somebody of the platform without an account. */
async function guestOf(server: TestServer, id: string, host?: string): Promise<Token> {
  platform.become({ id, name: "林" });
  return (await signInThere(server.app, {}, host)).body;
}

async function userOf(server: TestServer, account: string): Promise<string> {
  return String((await rows(server, `select id from "user" where account = $1 and is_deleted = 0`, [account]))[0]?.["id"]);
}

test("a guest asks for an account, waits for approval, and then is its holder in both ways", async () => {
  const server = await startTestServer(knowing(platform));
  const guest = await guestOf(server, "first");
  expect(await register(server.app, guest)).toMatchObject({ status: 200, body: { code: 200, success: true } });
  const userId = await userOf(server, "xiaolin");
  expect(
    await rows(server, `select tenant_id, account, name, real_name, role_id, dept_id, post_id, status from "user" where id = $1`, [userId]),
  ).toEqual([
    { tenant_id: "100001", account: "xiaolin", name: "小林", real_name: "小林", role_id: null, dept_id: null, post_id: null, status: 0 },
  ]);
  expect(await records(server)).toEqual([{ id: guest["oauth_id"], tenant_id: "100001", user_id: userId }]);

  const waiting = { status: 400, body: { error: "invalid_grant", error_description: "账号待审核，请联系管理员" } };
  const byPassword = () => askForToken(server.app, "admin", { account: "xiaolin", password: "a good password" });
  expect(await signInThere(server.app)).toMatchObject(waiting);
  expect(await byPassword()).toMatchObject(waiting);

  const boss = await signIn(server.app, "admin");
  const approve = {
    method: "POST",
    url: `/blade-user/approve/${userId}`,
    payload: { roleId: people.clerk.role, deptId: "3002", postId: "3102" },
  } as const;
  const foreign = await signIn(server.app, "foreign");
  expect((await call(server.app, foreign, `${approve.method} ${approve.url}`, { payload: approve.payload })).body.success).toBe(false);
  expect(await signInThere(server.app)).toMatchObject(waiting);
  expect((await call(server.app, boss, `${approve.method} ${approve.url}`, { payload: approve.payload })).body).toMatchObject({
    success: true,
  });

  const person = { user_id: userId, tenant_id: "100001", account: "xiaolin", role_name: "clerk" };
  expect(await signInThere(server.app)).toMatchObject({ status: 200, body: { ...person, oauth_id: guest["oauth_id"] } });
  expect(await byPassword()).toMatchObject({ status: 200, body: { ...person, oauth_id: "" } });
});

test("the log of the tenant has who was linked with another platform, and who no longer is", async () => {
  const server = await startTestServer(knowing(platform));
  const guest = await guestOf(server, "linked");
  await register(server.app, guest);
  const userId = await userOf(server, "xiaolin");
  const boss = await signIn(server.app, "admin");
  expect((await call(server.app, boss, `POST /blade-user/remove?ids=${userId}`)).body).toMatchObject({ code: 200 });
  const entries = await rows(server, "select log_id, log_data from log_usual where tenant_id = '100001' order by id");
  const record = { resource: "user-oauth", id: guest["oauth_id"], action: "edit" };
  expect(entries.map(({ log_id: logId, log_data: data }) => [logId, readChanges(String(data))?.rows])).toEqual([
    [
      "user-oauth.registerGuest",
      [
        expect.objectContaining({ resource: "user", id: userId, action: "add" }),
        expect.objectContaining({ ...record, changes: expect.arrayContaining([{ field: "userId", before: null, after: userId }]) }),
      ],
    ],
    [
      "user.remove",
      [
        expect.objectContaining({ resource: "user", id: userId, action: "remove" }),
        expect.objectContaining({ ...record, changes: [{ field: "userId", before: userId, after: null }] }),
      ],
    ],
  ]);
});

test("nobody registers while account.registerUser is anything but true", async () => {
  const server = await startTestServer(knowing(platform));
  const guest = await guestOf(server, "closed");
  for (const value of ["false", "", "yes"]) {
    await set(server, `update param set param_value = '${value}' where param_key = 'account.registerUser'`);
    expect(await register(server.app, guest), value).toMatchObject({
      status: 400,
      body: { success: false, msg: "注册功能未开启，请联系管理员", data: { error: "registrationClosed" } },
    });
  }
  expect(await accounts(server)).toEqual([]);
});

test("a guest's token opens nothing that is not open without one, cannot be renewed, and ends with signing out", async () => {
  const server = await startTestServer(knowing(platform));
  const guest = await guestOf(server, "idle");
  const own = new Set([
    "/api/blade-user/register-guest",
    "/api/blade-auth/oauth/token",
    "/api/blade-auth/oauth/logout",
    "/api/blade-auth/oauth/captcha",
  ]);
  for (const { method, path } of specifiedCalls.filter((one) => !own.has(one.path))) {
    const url = path.replaceAll(/\{\w+\}/g, "1");
    const codeOf = async (headers: Readonly<Record<string, string>>) =>
      (await server.app.inject({ method, url, headers: { authorization: basic(), ...headers } })).json<{ code?: number }>().code;
    expect(await codeOf({ "blade-auth": `bearer ${guest.access_token}` }), `${method} ${url}`).toBe(await codeOf({}));
  }
  expect((await call(server.app, guest, "GET /blade-auth/oauth/user-info")).body.code).toBe(401);
  const query = { tenantId: "000000", refresh_token: guest.access_token, grant_type: "refresh_token" };
  expect(
    (await server.app.inject({ method: "POST", url: "/api/blade-auth/oauth/token", query, headers: { authorization: basic() } }))
      .statusCode,
  ).toBe(400);
  expect((await call(server.app, guest, "POST /blade-auth/oauth/logout", { payload: [] })).body.success).toBe(true);
  expect((await register(server.app, guest)).body).toMatchObject({ success: false, msg: "第三方登陆信息错误!" });
  expect(await accounts(server)).toEqual([]);
});

test("only the guest's own record, unbound and with a token that is still good, gets an account", async () => {
  const server = await startTestServer(knowing(platform));
  const [guest, other] = [await guestOf(server, "one"), await guestOf(server, "two")];
  const refused = { status: 400, body: { success: false, msg: "第三方登陆信息错误!", data: { error: "unknownGuest" } } };
  expect(await register(server.app, undefined, { oauthId: String(guest["oauth_id"]) })).toMatchObject(refused);
  expect(await register(server.app, await signIn(server.app, "admin"), { oauthId: String(guest["oauth_id"]) })).toMatchObject(refused);
  expect(await register(server.app, guest, { oauthId: String(other["oauth_id"]) })).toMatchObject(refused);
  expect(await register(server.app, { ...guest, access_token: `${guest.access_token}x` })).toMatchObject(refused);
  server.pass(1_800_001);
  expect(await register(server.app, guest)).toMatchObject(refused);
  expect(await accounts(server)).toEqual([]);
  const again = await guestOf(server, "one");
  expect((await register(server.app, again)).body.success).toBe(true);
  expect(await register(server.app, again, { account: "second" })).toMatchObject(refused);
  expect(await accounts(server)).toEqual([{ tenant_id: "100001", account: "xiaolin" }]);
});

test("nothing but the listed fields is taken: no role, no state, no id, no other password", async () => {
  const server = await startTestServer(knowing(platform));
  const guest = await guestOf(server, "greedy");
  const more = {
    id: "42",
    status: "1",
    roleId: people.platform.role,
    deptId: "3001",
    postId: "3101",
    userType: "9",
    userExt: "channelId:1",
    isDeleted: "1",
    createUser: "1001",
    keptPassword: "x",
  };
  expect((await register(server.app, guest, { ...more, name: "小林" })).body.success).toBe(true);
  expect(
    await rows(server, `select status, role_id, dept_id, post_id, user_type, user_ext, is_deleted from "user" where account = 'xiaolin'`),
  ).toEqual([{ status: 0, role_id: null, dept_id: null, post_id: null, user_type: "1", user_ext: null, is_deleted: 0 }]);
  expect(await userOf(server, "xiaolin")).not.toBe("42");
});

test("what is missing is told in the reader's language, and nothing is made", async () => {
  const server = await startTestServer(knowing(platform));
  const guest = await guestOf(server, "hasty");
  for (const [form, sentence] of [
    [{ tenantId: "" }, "请先输入租户编号"],
    [{ account: " " }, "请先输入账号名称"],
    [{ password: "" }, "请先输入密码"],
    [{ tenantId: "", account: "", password: "" }, "请先输入租户编号；请先输入账号名称；请先输入密码"],
  ] as const)
    expect((await register(server.app, guest, form)).body).toMatchObject({ success: false, msg: sentence });
  const english = await call(server.app, guest, "POST /blade-user/register-guest", {
    query: { tenantId: "100001", account: "x", oauthId: String(guest["oauth_id"]) },
    headers: { "accept-language": "en" },
  });
  expect(english.body).toMatchObject({ success: false, msg: "Please enter the password first" });
  expect((await register(server.app, guest, { account: "x".repeat(46) })).body.success).toBe(false);
  expect(await accounts(server)).toEqual([]);
});

test.each([
  ["does not exist", "999999", "select 1"],
  ["is disabled", "100001", "update tenant set status = 0 where tenant_id = '100001'"],
  ["has no licence any more", "100001", "update tenant set expire_time = '2020-01-01 00:00:00' where tenant_id = '100001'"],
])("a tenant that %s takes nobody", async (_why, tenantId, sql) => {
  const server = await startTestServer(knowing(platform));
  const guest = await guestOf(server, "lost");
  await set(server, sql);
  expect((await register(server.app, guest, { tenantId })).body).toMatchObject({ success: false, msg: "租户信息错误!" });
  expect(await accounts(server)).toEqual([]);
});

test("an account is unique in its tenant, also for two who ask at once, and free in another", async () => {
  const server = await startTestServer(knowing(platform));
  const [one, two, three] = [await guestOf(server, "one"), await guestOf(server, "two"), await guestOf(server, "three")];
  const taken = { success: false, msg: "当前账号已被使用!" };
  expect((await register(server.app, one, { account: "clerk" })).body).toMatchObject(taken);
  const answers = await Promise.all([register(server.app, one), register(server.app, two)]);
  expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
  expect(answers.find(({ body }) => !body.success)?.body).toMatchObject(taken);
  expect((await register(server.app, three, { tenantId: "100002" })).body.success).toBe(true);
  expect(await accounts(server)).toEqual(
    expect.arrayContaining([
      { tenant_id: "100001", account: "xiaolin" },
      { tenant_id: "100002", account: "xiaolin" },
    ]),
  );
  expect(await accounts(server)).toHaveLength(2);
});

test("a tenant with as many accounts as its licence allows takes nobody", async () => {
  const server = await startTestServer(knowing(platform));
  await set(server, "update tenant set account_number = 2 where tenant_id = '100001'");
  expect((await register(server.app, await guestOf(server, "third"))).body).toMatchObject({
    success: false,
    msg: "当前租户已到最大账号额度",
  });
});

test("whoever came to a tenant's own site is registered there, whatever tenant is sent", async () => {
  const siteUrls = ["https://trace.example.com", "https://tea.example.com"];
  const server = await startTestServer(knowing(platform, { siteUrls }));
  await set(server, "update tenant set domain = 'https://tea.example.com/' where tenant_id = '100002'");
  const guest = await guestOf(server, "tea", "tea.example.com");
  expect(guest["tenant_id"]).toBe("100002");
  expect((await register(server.app, guest, { tenantId: "100001", name: "" })).body.success).toBe(true);
  expect(await accounts(server)).toEqual([{ tenant_id: "100002", account: "xiaolin" }]);
  // Who gives no name has the one of the other platform.
  expect(await rows(server, `select name from "user" where account = 'xiaolin'`)).toEqual([{ name: "林" }]);
});

test("an account that was refused and removed frees the person to ask again, in the same tenant", async () => {
  const server = await startTestServer(knowing(platform));
  await register(server.app, await guestOf(server, "again"));
  const boss = await signIn(server.app, "admin");
  expect((await call(server.app, boss, "POST /blade-user/remove", { query: { ids: await userOf(server, "xiaolin") } })).body).toMatchObject(
    { success: true },
  );
  const guest = await guestOf(server, "again");
  expect(guest).toMatchObject({ user_id: "-1", tenant_id: "100001" });
  expect((await register(server.app, guest, { tenantId: "100002" })).body.success).toBe(true);
  expect(await rows(server, `select tenant_id from "user" where account = 'xiaolin' and is_deleted = 0`)).toEqual([
    { tenant_id: "100001" },
  ]);
});

test("accounts cannot be found out by asking again and again", async () => {
  const server = await startTestServer(knowing(platform));
  const guest = await guestOf(server, "curious");
  for (let tried = 0; tried < 10; tried += 1) await register(server.app, guest, { account: "clerk" });
  const slowed = { status: 400, body: { success: false, msg: "操作过于频繁，请稍后再试" } };
  expect(await register(server.app, guest)).toMatchObject(slowed);
  expect(await register(server.app, await guestOf(server, "another"))).toMatchObject(slowed);
  server.pass(31 * 60_000);
  expect((await register(server.app, await guestOf(server, "curious"))).body.success).toBe(true);
});

test("an address that is refused three times goes on with a captcha only, each good for one try", async () => {
  const server = await startTestServer(knowing(platform));
  const guest = await guestOf(server, "clumsy");
  for (let tried = 0; tried < 3; tried += 1)
    expect((await register(server.app, guest, { account: "clerk" })).body.msg).toBe("当前账号已被使用!");
  const needed = { status: 429, body: { success: false, msg: "操作过于频繁，请输入验证码后继续", data: { error: "captchaNeeded" } } };
  expect(await register(server.app, guest)).toMatchObject(needed);
  const { key } = (await server.app.inject("/api/blade-auth/oauth/captcha")).json<{ key: string }>();
  const answered = { "captcha-key": key, "captcha-code": server.requested.at(-1) ?? "" };
  expect((await register(server.app, guest, { account: "clerk" }, answered)).body.msg).toBe("当前账号已被使用!");
  expect(await register(server.app, guest, {}, answered)).toMatchObject({ ...needed, body: { msg: "验证码不正确" } });
  expect(await accounts(server)).toEqual([]);
  const another = (await server.app.inject("/api/blade-auth/oauth/captcha")).json<{ key: string }>();
  expect(
    (await register(server.app, guest, {}, { "captcha-key": another.key, "captcha-code": server.requested.at(-1) ?? "" })).body,
  ).toMatchObject({ success: true });
});

test("the password is kept as a hash of what was sent", async () => {
  const server = await startTestServer(knowing(platform));
  await register(server.app, await guestOf(server, "secret"));
  const [row] = await rows(server, `select password from "user" where account = 'xiaolin'`);
  expect(row?.["password"]).toMatch(/^\$scrypt\$/);
  expect(row?.["password"]).not.toContain(transformed("a good password", "md5"));
});

test("consent to a registration by a process gives only roles within the power of whoever decides", async () => {
  const server = await startTestServer();
  await server.grant("work_todo_handle", "user_edit");
  const xml = `<?xml version="1.0" encoding="UTF-8"?><definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" id="d" targetNamespace="t"><process id="Users" name="用户审批" isExecutable="true"><startEvent id="start"/><sequenceFlow id="a" sourceRef="start" targetRef="ask"/><userTask id="ask" name="审批" flowable:assignee="${people.clerk.id}"/><sequenceFlow id="b" sourceRef="ask" targetRef="end"/><endEvent id="end"/></process></definitions>`;
  await set(
    server,
    `insert into dict (id, parent_id, code, dict_key, dict_value, remark) values (880001, null, 'flow', '95', '用户', 'user')`,
  );
  await set(
    server,
    `insert into flow_manager (id, tenant_id, key, name, category, version, deployment_id, suspension_state, xml) values ('Users:1:x', '100001', 'Users', '用户审批', '95', 1, 'x', 1, '${xml}')`,
  );
  await set(
    server,
    `insert into "user" (id, tenant_id, account, name, real_name, status) values (5001, '100001', 'powerful', '强', '强', 0)`,
  );
  const [boss, clerk] = [await signIn(server.app, "admin"), await signIn(server.app, "clerk")];
  const payload = { roleId: people.admin.role, deptId: "3002", postId: "3102" };
  expect((await call(server.app, boss, "POST /blade-user/approve/5001", { payload })).body).toMatchObject({ code: 200 });
  const [task] = await rows(server, "select task_id, process_instance_id from flow_task");
  const decision = { taskId: task?.["task_id"], processInstanceId: task?.["process_instance_id"], comment: "看过了", flag: "ok" };
  const consent = await call(server.app, clerk, "POST /blade-flow/work/complete-task", { payload: decision });
  expect(consent.body).toMatchObject({ code: 400, data: { error: "morePowerful" } });
  expect(await rows(server, `select status::int as status from "user" where id = 5001`)).toEqual([{ status: 3 }]);
});
