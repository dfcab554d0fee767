// Users, roles and tenants: who may make, change and remove whom (docs/wire.md §8, docs/specification.md §6).
import { describe, expect, test } from "vitest";
import type { FastifyInstance } from "fastify";
import { transformed } from "../../../src/server/auth/password-hash.ts";
import { pictureOf } from "../../support/pictures.ts";
import { askForToken, call, password, people, serversOfFile, signIn, signInFirst, type Answered, type Token } from "../auth/fixture.ts";

const startTestServer = serversOfFile();

const dataOf = <T>({ body: { data } }: Answered): T => data;
const md5 = (text: string) => transformed(text, "md5");
const newUser = {
  account: "new",
  userType: "1",
  name: "new",
  realName: "new one",
  roleId: people.clerk.role,
  deptId: "3003",
  postId: "3103",
};

async function addUser(app: FastifyInstance, token: Token, values: object = {}): Promise<string> {
  const answer = await call(app, token, "POST /blade-user/submit", { payload: { ...newUser, ...values } });
  if (answer.body.code !== 200) throw new Error(JSON.stringify(answer.body));
  return dataOf<{ id: string }>(answer).id;
}

describe("a new user", () => {
  test("signs in with the password given, or with the initial one", async () => {
    const { app } = await startTestServer();
    const admin = await signIn(app, "admin");
    await addUser(app, admin, { account: "given", password: md5("chosen one"), password2: md5("chosen one") });
    await addUser(app, admin, { account: "initial" });
    expect((await askForToken(app, "clerk", { account: "given", password: "chosen one" })).status).toBe(200);
    expect((await askForToken(app, "clerk", { account: "initial", password: "first-password" })).status).toBe(200);
  });

  test("is refused beyond the tenant's quota", async () => {
    const { app, database } = await startTestServer();
    await database.owner.transaction((tx) =>
      tx.query({ sql: "update tenant set account_number = 3 where tenant_id = '100001'", parameters: [] }),
    );
    const admin = await signIn(app, "admin");
    await addUser(app, admin);
    const answer = await call(app, admin, "POST /blade-user/submit", { payload: { ...newUser, account: "fourth" } });
    expect(answer.body).toMatchObject({ code: 400, msg: "当前租户已到最大账号额度" });
  });

  test("gets no role that may do more than its maker, by whatever way", async () => {
    const { app, grant } = await startTestServer();
    await grant("user", "user_add", "user_edit", "user_role");
    const [clerk, admin] = [await signIn(app, "clerk"), await signIn(app, "admin")];
    const asAdmin = { roleId: people.admin.role };
    expect((await call(app, clerk, "POST /blade-user/submit", { payload: { ...newUser, ...asAdmin } })).body).toMatchObject({
      code: 400,
      data: { error: "morePowerful" },
    });
    const id = await addUser(app, clerk);
    expect((await call(app, clerk, "POST /blade-user/update", { payload: { id, ...asAdmin } })).body).toMatchObject({
      code: 400,
      data: { error: "morePowerful" },
    });
    expect((await call(app, clerk, `POST /blade-user/grant?userIds=${id}&roleIds=${people.admin.role}`)).body).toMatchObject({
      code: 400,
      data: { error: "morePowerful" },
    });
    expect((await call(app, clerk, `POST /blade-user/grant?userIds=${people.clerk.id}&roleIds=${people.admin.role}`)).body).toMatchObject({
      code: 400,
    });
    expect((await call(app, admin, `POST /blade-user/grant?userIds=${id}&roleIds=${people.admin.role}`)).body.code).toBe(200);
  });

  test("gets no role of another tenant", async () => {
    const { app } = await startTestServer();
    const admin = await signIn(app, "admin");
    expect((await call(app, admin, "POST /blade-user/submit", { payload: { ...newUser, roleId: people.foreign.role } })).body.code).toBe(
      400,
    );
    expect((await call(app, admin, `POST /blade-user/grant?userIds=${people.clerk.id}&roleIds=${people.foreign.role}`)).body.code).toBe(
      400,
    );
  });
});

describe("no answer ever holds a password", () => {
  test("nor its hash, on any call of the user resource", async () => {
    const { app } = await startTestServer();
    const admin = await signIn(app, "admin");
    const id = await addUser(app, admin, { password: md5("secret word"), password2: md5("secret word") });
    const calls: readonly ["GET" | "POST", string, object?][] = [
      ["GET", "/blade-user/page?size=200"],
      ["GET", `/blade-user/page?password=x&ascs=password`],
      ["GET", `/blade-user/detail?id=${id}`],
      ["GET", "/blade-user/info"],
      ["GET", "/blade-user/user-list"],
      ["GET", `/blade-user/platform-detail?id=${id}`],
      ["POST", "/blade-user/update", { id, name: "renamed", password: md5("other"), version: 99 }],
      ["POST", "/blade-user/update", { id, name: "renamed", password: md5("other") }],
      ["POST", `/blade-user/reset-password?userIds=${id}`],
      ["POST", `/blade-user/unlock?userIds=${id}`],
      ["GET", "/blade-auth/oauth/user-info"],
      ["POST", `/blade-user/remove?ids=${id}`],
    ];
    for (const [method, url, payload] of calls) {
      const answer = await call(app, admin, `${method} ${url}`, payload === undefined ? {} : { payload });
      const text = JSON.stringify(answer.body);
      expect(text, url).not.toMatch(/scrypt|"password2?":/);
      expect(text, url).not.toContain(md5("secret word"));
      expect(answer.status, url).toBeLessThan(500);
    }
  });

  test("and an update does not change it, which it says", async () => {
    const { app } = await startTestServer();
    const admin = await signIn(app, "admin");
    const id = await addUser(app, admin, { password: md5("secret word"), password2: md5("secret word") });
    const update = (password: string) => call(app, admin, "POST /blade-user/update", { payload: { id, name: "renamed", password } });
    expect((await update(md5("other word"))).body).toMatchObject({ code: 400, msg: "“密码”创建后不能修改" });
    // Forms send what they were given of it, which is nothing.
    for (const nothing of ["", "******"]) expect((await update(nothing)).body.code).toBe(200);
    expect((await askForToken(app, "clerk", { account: "new", password: "secret word" })).status).toBe(200);
  });
});

describe("one's own account", () => {
  test("changes its password with the old one, and stays signed in here and nowhere else", async () => {
    const { app } = await startTestServer();
    const [here, there] = [await signIn(app, "clerk"), await signIn(app, "clerk")];
    const change = (query: Readonly<Record<string, string>>) => call(app, here, "POST /blade-user/update-password", { query });
    expect((await change({ oldPassword: md5("wrong"), newPassword: md5("brand new"), newPassword1: md5("brand new") })).body).toMatchObject(
      { code: 400, msg: "原密码不正确!" },
    );
    expect((await change({ oldPassword: md5(password), newPassword: md5("brand new"), newPassword1: md5("different") })).body.code).toBe(
      400,
    );
    expect((await change({ oldPassword: md5(password), newPassword: md5("brand new"), newPassword1: md5("brand new") })).body.code).toBe(
      200,
    );
    expect((await call(app, here, "GET /blade-user/info")).body.code).toBe(200);
    expect((await call(app, there, "GET /blade-user/info")).body.code).toBe(401);
    expect((await askForToken(app, "clerk")).status).toBe(400);
    expect((await askForToken(app, "clerk", { password: "brand new" })).status).toBe(200);
  });

  test("changes what it may of itself, and nothing else", async () => {
    const { app, database } = await startTestServer();
    const clerk = await signIn(app, "clerk");
    const payload = {
      realName: "Li Na",
      name: "nana",
      phone: "13800000000",
      email: "li@example.cn",
      roleId: people.admin.role,
      tenantId: "100002",
      account: "boss2",
      id: people.admin.id,
      status: 0,
    };
    expect((await call(app, clerk, "POST /blade-user/update-info", { payload })).body.code).toBe(200);
    const [answer] = await database.owner.read([
      {
        sql: `select account, tenant_id, real_name, name, phone, email, role_id, status from "user" where id = $1`,
        parameters: [people.clerk.id],
      },
    ]);
    expect(answer?.rows[0]).toEqual({
      account: "clerk",
      tenant_id: "100001",
      real_name: "Li Na",
      name: "nana",
      phone: "13800000000",
      email: "li@example.cn",
      role_id: [people.clerk.role],
      status: 1,
    });
  });

  test("needs a telephone number, and may be without an e-mail address", async () => {
    const { app, database } = await startTestServer();
    const clerk = await signIn(app, "clerk");
    const payload = { realName: "Li Na", name: "nana", phone: "13800000000", email: "li@example.cn" };
    const change = (changed: object) => call(app, clerk, "POST /blade-user/update-info", { payload: { ...payload, ...changed } });
    const issueOf = (answer: Answered) => dataOf<{ issues: readonly { message: string }[] }>(answer).issues[0]?.message;
    expect(issueOf(await change({ phone: "" }))).toBe("手机号码不能为空");
    expect(issueOf(await change({ phone: "1380000000" }))).toBe("手机号码长度必须为11位");
    expect((await change({})).body.code).toBe(200);
    expect((await change({ email: "" })).body.code).toBe(200);
    const [answer] = await database.owner.read([{ sql: 'select phone, email from "user" where id = $1', parameters: [people.clerk.id] }]);
    expect(answer?.rows[0]).toEqual({ phone: "13800000000", email: null });
  });

  test("takes a picture of its tenant's uploads, jpg or png, of at most 500 KB, and no other address", async () => {
    const { app, database } = await startTestServer();
    const [clerk, foreign] = [await signIn(app, "clerk"), await signIn(app, "foreign")];
    // Of noise each point takes three bytes, whatever the encoding.
    const png = (side: number) => pictureOf("png", { width: side, height: side, isNoise: true });
    const upload = async (token: Token, name: string, content: Buffer): Promise<string> => {
      const form = new FormData();
      form.set("file", new Blob([new Uint8Array(content)]), name);
      const body = new Response(form);
      const answer = await call(app, token, "POST /blade-resource/oss/endpoint/put-file", {
        payload: Buffer.from(await body.arrayBuffer()),
        headers: { "content-type": body.headers.get("content-type") ?? "" },
      });
      return dataOf<{ link: string }>(answer).link;
    };
    const take = (avatar: string) =>
      call(app, clerk, "POST /blade-user/update-info", { payload: { realName: "Li Na", name: "nana", phone: "13800000000", avatar } });
    const stored = async () =>
      (await database.owner.read([{ sql: 'select avatar from "user" where id = $1', parameters: [people.clerk.id] }]))[0]?.rows[0]?.[
        "avatar"
      ];

    const good = await upload(clerk, "me.png", await png(400));
    expect((await take(good)).body.code).toBe(200);
    expect(await stored()).toBe(good);
    expect((await take(await upload(clerk, "me.png", await png(420)))).body).toMatchObject({
      code: 400,
      msg: "图片大小不能超过 500KB",
      data: { error: "pictureTooLarge" },
    });
    expect((await take(await upload(clerk, "me.gif", await pictureOf("gif")))).body).toMatchObject({
      code: 400,
      data: { error: "pictureType" },
    });
    const others = [
      await upload(foreign, "me.png", await png(10)),
      "https://evil.example/track.png",
      "/upload/100001/../100002/a.png",
      good.replace(/[0-9a-f]{32}/, "0".repeat(32)),
    ];
    for (const address of others)
      expect((await take(address)).body, address).toMatchObject({ code: 400, data: { error: "pictureUnknown" } });
    expect(await stored()).toBe(good);
    // Unchanged, it is not looked at again; emptied, it is gone.
    expect((await take(good)).body.code).toBe(200);
    expect((await take("")).body.code).toBe(200);
    expect(await stored()).toBeNull();
  });
});

describe("others' accounts", () => {
  test("reset to the initial password are signed out at once", async () => {
    const { app } = await startTestServer();
    const [admin, clerk] = [await signIn(app, "admin"), await signIn(app, "clerk")];
    expect((await call(app, admin, `POST /blade-user/reset-password?userIds=${people.clerk.id}`)).body.code).toBe(200);
    expect((await call(app, clerk, "GET /blade-user/info")).body.code).toBe(401);
    expect((await askForToken(app, "clerk", { password: "first-password" })).status).toBe(200);
  });

  test("that failed too often are unlocked", async () => {
    const { app } = await startTestServer({ trustedProxies: ["127.0.0.1"] });
    const admin = await signIn(app, "admin");
    for (let turn = 1; turn <= 5; turn += 1)
      await askForToken(app, "clerk", { password: "wrong", headers: { "x-forwarded-for": `10.1.0.${turn}` } });
    const again = () => askForToken(app, "clerk", { headers: { "x-forwarded-for": "10.1.0.9" } });
    expect((await again()).body).toMatchObject({ error_description: "用户登录失败次数过多" });
    expect((await call(app, admin, `POST /blade-user/unlock?userIds=${people.clerk.id}`)).body.code).toBe(200);
    expect((await again()).status).toBe(200);
  });

  test("of more powerful people are out of reach", async () => {
    const { app, grant } = await startTestServer();
    await grant("user", "user_edit", "user_delete", "user_reset", "user_unlock", "user_role", "user_platform");
    const clerk = await signIn(app, "clerk");
    const attempts: readonly [string, object?][] = [
      [`/blade-user/reset-password?userIds=${people.admin.id}`],
      [`/blade-user/remove?ids=${people.admin.id}`],
      [`/blade-user/grant?userIds=${people.admin.id}&roleIds=${people.clerk.role}`],
      [`/blade-user/unlock?userIds=${people.admin.id}`],
      ["/blade-user/update", { id: people.admin.id, name: "x" }],
      [`/blade-user/update-platform?userId=${people.admin.id}&userType=1&userExt=x`],
    ];
    for (const [url, payload] of attempts)
      expect((await call(app, clerk, `POST ${url}`, payload === undefined ? {} : { payload })).body, url).toMatchObject({
        code: 400,
        data: { error: "morePowerful" },
      });
    expect((await askForToken(app, "admin")).status).toBe(200);
  });

  test("of other tenants are out of reach", async () => {
    const { app } = await startTestServer();
    const foreign = await signIn(app, "foreign");
    for (const url of [
      `/blade-user/reset-password?userIds=${people.clerk.id}`,
      `/blade-user/remove?ids=${people.clerk.id}`,
      `/blade-user/unlock?userIds=${people.clerk.id}`,
    ]) {
      expect((await call(app, foreign, `POST ${url}`)).body.code, url).toBe(400);
    }
    expect(dataOf<object>(await call(app, foreign, `GET /blade-user/detail?id=${people.clerk.id}`))).not.toHaveProperty("account");
    expect(dataOf<unknown[]>(await call(app, foreign, `GET /blade-system/role/select?userId=${people.clerk.id}`))).toEqual([]);
    expect((await askForToken(app, "clerk")).status).toBe(200);
  });

  test("cannot all be removed: not one's own, and not the last administrator's", async () => {
    const { app } = await startTestServer();
    const admin = await signIn(app, "admin");
    expect((await call(app, admin, `POST /blade-user/remove?ids=${people.admin.id}`)).body).toMatchObject({
      code: 400,
      msg: "不能删除当前登录账号",
    });
    const platform = await signIn(app, "platform");
    expect((await call(app, platform, `POST /blade-user/remove?ids=${people.admin.id}`)).body).toMatchObject({
      code: 400,
      msg: "至少需要保留一个管理员",
    });
    expect(
      (await call(app, platform, `POST /blade-user/grant?userIds=${people.admin.id}&roleIds=${people.clerk.role}`)).body,
    ).toMatchObject({ code: 400, msg: "至少需要保留一个管理员" });
    const id = await addUser(app, admin, { roleId: people.admin.role, account: "second" });
    expect(
      (
        await call(
          app,
          await signInFirst(app, "clerk", { account: "second", password: "first-password" }),
          `POST /blade-user/remove?ids=${people.admin.id}`,
        )
      ).body.code,
    ).toBe(200);
    expect(id).toMatch(/^\d+$/);
  });
});

test("the users of a department are also those of the departments below it", async () => {
  const { app, database } = await startTestServer();
  await database.owner.transaction((tx) =>
    tx.query({ sql: "update dept set parent_id = 3002, ancestors = '0,3002' where id = 3003", parameters: [] }),
  );
  const admin = await signIn(app, "admin");
  const accounts = async (deptId: string) =>
    dataOf<{ records: { account: string }[] }>(await call(app, admin, `GET /blade-user/page?deptId=${deptId}`))
      .records.map((row) => row.account)
      .sort();
  expect(await accounts("3002")).toEqual(["boss", "clerk"]);
  expect(await accounts("3003")).toEqual(["clerk"]);
});

describe("roles", () => {
  const role = { roleName: "another", sort: 1 };

  test("with a reserved alias are made by nobody else", async () => {
    const { app } = await startTestServer();
    const [admin, platform] = [await signIn(app, "admin"), await signIn(app, "platform")];
    const submit = (token: Token, values: object) =>
      call(app, token, "POST /blade-system/role/submit", { payload: { ...role, ...values } });
    expect((await submit(admin, { roleAlias: "administrator" })).body).toMatchObject({ code: 400, msg: "无权限创建超管角色！" });
    expect((await submit(admin, { roleAlias: "admin" })).body).toMatchObject({ code: 400, data: { error: "reservedRole" } });
    expect((await submit(platform, { roleAlias: "administrator", tenantId: "100001" })).body).toMatchObject({ code: 400 });
    expect((await submit(platform, { roleAlias: "administrator", tenantId: "000000" })).body).toMatchObject({
      code: 400,
      data: { error: "reservedRole" },
    });
    expect((await submit(admin, { roleAlias: "keeper" })).body.code).toBe(200);
    expect((await submit(admin, { id: people.clerk.role, roleAlias: "administrator" })).body).toMatchObject({ code: 400 });
    expect((await submit(admin, { id: people.admin.role, roleAlias: "plain" })).body).toMatchObject({ code: 400 });
  });

  test("in use or built in stay; with nothing but grants they go", async () => {
    const { app, grant } = await startTestServer();
    const admin = await signIn(app, "admin");
    await grant("factory");
    expect((await call(app, admin, `POST /blade-system/role/remove?ids=${people.admin.role}`)).body).toMatchObject({
      code: 400,
      msg: "内置角色不可删除",
    });
    expect((await call(app, admin, `POST /blade-system/role/remove?ids=${people.clerk.role}`)).body).toMatchObject({
      code: 400,
      data: { error: "inUse", target: { resource: "user" } },
    });
    const other = dataOf<{ id: string }>(
      await call(app, admin, "POST /blade-system/role/submit", { payload: { ...role, roleAlias: "keeper" } }),
    ).id;
    await call(app, admin, `POST /blade-user/grant?userIds=${people.clerk.id}&roleIds=${other}`);
    expect((await call(app, admin, `POST /blade-system/role/remove?ids=${people.clerk.role}`)).body.code).toBe(200);
  });

  test("are offered as a tree, as parents without themselves, and of one person", async () => {
    const { app } = await startTestServer();
    const [admin, platform] = [await signIn(app, "admin"), await signIn(app, "platform")];
    expect(dataOf<object[]>(await call(app, admin, "GET /blade-system/role/tree"))).toMatchObject([
      { id: people.admin.role, parentId: "0", title: "role of admin" },
      { id: people.clerk.role },
    ]);
    expect(dataOf<object[]>(await call(app, platform, "GET /blade-system/role/tree?tenantId=100002"))).toMatchObject([
      { id: people.foreign.role },
    ]);
    expect(dataOf<object[]>(await call(app, admin, `GET /blade-system/role/tree-by-id?roleId=${people.admin.role}`))).toMatchObject([
      { id: people.clerk.role },
    ]);
    expect(dataOf<object[]>(await call(app, admin, `GET /blade-system/role/select?userId=${people.clerk.id}`))).toEqual([
      { id: people.clerk.role, roleName: "role of clerk", roleAlias: "clerk" },
    ]);
    expect(dataOf<object[]>(await call(app, admin, "GET /blade-system/dept/select"))).toEqual([
      { id: "3002", deptName: "department of admin", fullName: "department of admin" },
    ]);
  });
});

describe("a tenant", () => {
  const tenant = { tenantName: "新茶业", linkman: "陈清" };

  test("gets a number, a role, a department, a post and an account that signs in", async () => {
    const { app, database } = await startTestServer();
    const platform = await signIn(app, "platform");
    const { id } = dataOf<{ id: string }>(await call(app, platform, "POST /blade-system/tenant/submit", { payload: tenant }));
    const tenantId = dataOf<{ tenantId: string }>(await call(app, platform, `GET /blade-system/tenant/detail?id=${id}`)).tenantId;
    expect(tenantId).toMatch(/^\d{6}$/);
    const token = await signInFirst(app, "admin", { tenantId, account: "admin", password: "first-password" });
    expect(token).toMatchObject({ role_name: "admin", tenant_id: tenantId });
    const [counts] = await database.owner.read([
      {
        sql: "select (select count(*)::int from role where tenant_id = $1) as roles, (select count(*)::int from dept where tenant_id = $1) as depts, (select count(*)::int from post where tenant_id = $1) as posts",
        parameters: [tenantId],
      },
    ]);
    expect(counts?.rows[0]).toEqual({ roles: 1, depts: 1, posts: 1 });
    expect((await call(app, token, "GET /digit-bind/factory/list")).body.code).toBe(200);
  });

  test("is known by its site to who is not signed in, with nothing else of it", async () => {
    const { app, database } = await startTestServer();
    await database.owner.transaction((tx) =>
      tx.query({
        sql: "update tenant set domain = 'https://Tea.example.cn', linkman = 'secret person' where tenant_id = '100002'",
        parameters: [],
      }),
    );
    for (const domain of ["tea.example.cn", "https://tea.example.cn/", "http://TEA.example.cn"]) {
      expect(dataOf<object>(await call(app, undefined, "GET /blade-system/tenant/info", { query: { domain } })), domain).toEqual({
        tenantId: "100002",
        domain: "https://Tea.example.cn",
        backgroundUrl: "",
      });
    }
    for (const domain of ["", "example.cn", "%", "tea.example.cn' or '1'='1"])
      expect(dataOf<object>(await call(app, undefined, "GET /blade-system/tenant/info", { query: { domain } })), domain).toEqual({});
  });

  test("sees itself and no other", async () => {
    const { app } = await startTestServer();
    const admin = await signIn(app, "admin");
    expect(dataOf<{ records: object[] }>(await call(app, admin, "GET /blade-system/tenant/list")).records).toMatchObject([
      { tenantId: "100001" },
    ]);
    expect((await call(app, admin, "GET /blade-system/tenant/package-detail?tenantId=100002")).status).toBe(403);
    expect((await call(app, admin, "POST /blade-system/tenant/submit", { payload: tenant })).status).toBe(403);
  });

  test("is removed with what its creation made, and then nobody of it signs in or stays signed in", async () => {
    const { app, database } = await startTestServer();
    const platform = await signIn(app, "platform");
    const { id } = dataOf<{ id: string }>(await call(app, platform, "POST /blade-system/tenant/submit", { payload: tenant }));
    expect((await call(app, platform, `POST /blade-system/tenant/remove?ids=${id}`)).body).toMatchObject({ code: 200 });
    const boss = await signIn(app, "admin");
    expect((await call(app, boss, "GET /blade-user/info")).body.code).toBe(200);
    expect((await call(app, platform, "POST /blade-system/tenant/remove?ids=101")).body).toMatchObject({ code: 200 });
    expect((await call(app, boss, "GET /blade-user/info")).body.code).toBe(401);
    expect((await askForToken(app, "admin")).status).toBe(400);
    // Its data stay, and so does its number.
    const [stored] = await database.owner.read([
      {
        sql: `select (select count(*)::int from "user" where tenant_id = '100001' and is_deleted = 0) as people, (select is_deleted from tenant where tenant_id = '100001') as removed`,
        parameters: [],
      },
    ]);
    expect(stored?.rows).toEqual([{ people: expect.any(Number), removed: 1 }]);
    expect(Number(stored?.rows[0]?.["people"])).toBeGreaterThan(0);
  });

  test("of the platform itself cannot be removed", async () => {
    const { app } = await startTestServer();
    expect((await call(app, await signIn(app, "platform"), "POST /blade-system/tenant/remove?ids=100")).body).toMatchObject({
      code: 400,
      msg: "管理组租户不可删除",
    });
  });
});

test("the client that one is signed in with cannot be removed or disabled", async () => {
  const { app } = await startTestServer();
  const platform = await signIn(app, "platform");
  expect((await call(app, platform, "POST /blade-system/client/remove?ids=401")).body).toMatchObject({
    code: 400,
    data: { error: "clientInUse" },
  });
  expect((await call(app, platform, "POST /blade-system/client/submit", { payload: { id: "401", status: 0 } })).body).toMatchObject({
    code: 400,
    data: { error: "clientInUse" },
  });
  expect((await call(app, platform, "POST /blade-system/client/remove?ids=402")).body.code).toBe(200);
  expect(JSON.stringify((await call(app, platform, "GET /blade-system/client/list")).body)).not.toMatch(/sealed|console-secret/);
});
