// What the platform's administrator decides about tenants, and what comes of it for their people (docs/wire.md §8).
import { describe, expect, test } from "vitest";
import { readChanges, type ChangeRecord } from "#schema/changes";
import type { Database } from "../../../../src/server/store/database.ts";
import { transformed } from "../../../../src/server/auth/password-hash.ts";
import { dataOf } from "../../access/scope-fixture.ts";
import { askForToken, call, menuIds, people, serversOfFile, signIn, type Token } from "../../auth/fixture.ts";

const startTestServer = serversOfFile();

/** Ids of the fixture's tenants. */
const tenantIds = { platform: "100", own: "101", other: "102" } as const;
const expired = { status: 400, body: { error: "invalid_grant", error_description: "租户授权已过期" } };

const rowsOf = async (database: Database, sql: string, parameters: readonly unknown[] = []) =>
  (await database.owner.read([{ sql, parameters }]))[0]?.rows ?? [];

interface LogRow {
  readonly tenantId: string;
  readonly by: string;
  readonly record: ChangeRecord | undefined;
}

async function lastLog(database: Database, logId: string): Promise<LogRow | undefined> {
  const row = (await rowsOf(database, "select tenant_id, create_by, log_data from log_usual where log_id = $1 order by id", [logId])).at(
    -1,
  );
  return row === undefined
    ? undefined
    : { tenantId: String(row["tenant_id"]), by: String(row["create_by"]), record: readChanges(String(row["log_data"])) };
}

async function scene() {
  const server = await startTestServer();
  const platform = await signIn(server.app, "platform");
  const set = (action: string, query: Readonly<Record<string, string>>, token: Token = platform) =>
    call(server.app, token, `POST /blade-system/tenant/${action}`, { query });
  return { ...server, platform, set };
}

describe("settings", () => {
  test("give several tenants a quota and an end at once; who is past it neither signs in nor stays signed in", async () => {
    const { app, database, platform, set } = await scene();
    const boss = await signIn(app, "admin");
    const ids = `${tenantIds.own},${tenantIds.other}`;
    expect((await set("setting", { ids, accountNumber: "2", expireTime: "2026-11-21 09:00:00" })).body).toMatchObject({ code: 200 });
    expect(
      await rowsOf(database, "select account_number, expire_time::text as until from tenant where id = any($1) order by id", [
        [tenantIds.own, tenantIds.other],
      ]),
    ).toEqual(Array.from({ length: 2 }, () => ({ account_number: 2, until: "2026-11-21 09:00:00" })));
    // Who is signed in reads the name of their tenant beside its number, and what else stands at the head of paper.
    await database.owner.transaction((tx) =>
      tx.query({ sql: "update tenant set logo = '/demo/logo.png' where id = $1", parameters: [tenantIds.own] }),
    );
    const [named] = await rowsOf(database, "select tenant_name as name from tenant where id = $1", [tenantIds.own]);
    expect((await call(app, boss, "GET /blade-user/info")).body).toMatchObject({
      code: 200,
      data: { tenantName: named?.["name"], tenantAddress: expect.any(String), tenantLogo: "/demo/logo.png" },
    });
    const person = { account: "third", name: "third", realName: "third", roleId: people.clerk.role, deptId: "3002", postId: "3102" };
    expect((await call(app, boss, "POST /blade-user/submit", { payload: person })).body).toMatchObject({
      code: 400,
      msg: "当前租户已到最大账号额度",
    });
    expect((await set("setting", { ids, expireTime: "2026-11-20 09:00:00" })).body).toMatchObject({ code: 200 });
    expect((await call(app, boss, "GET /blade-user/info")).body.code).toBe(401);
    for (const who of ["admin", "foreign"] as const) expect(await askForToken(app, who), who).toMatchObject(expired);
    expect((await set("setting", { ids, accountNumber: "-1", expireTime: "2027-11-20 09:00:00" })).body).toMatchObject({ code: 200 });
    expect((await call(app, await signIn(app, "admin"), "POST /blade-user/submit", { payload: person })).body.code).toBe(200);
    expect((await lastLog(database, "tenant.setting"))?.record?.rows[0]?.changes).toContainEqual({
      field: "expireTime",
      before: "2026-11-20 09:00:00",
      after: "2027-11-20 09:00:00",
    });
    expect((await call(app, platform, "GET /blade-user/info")).body.code).toBe(200);
  });

  test("never end the platform's own tenant, nor take a quota below none", async () => {
    const { app, set, database } = await scene();
    expect((await set("setting", { ids: `${tenantIds.own},${tenantIds.platform}`, expireTime: "2020-01-01 00:00:00" })).body).toMatchObject(
      { code: 400, msg: "管理组租户不可设置过期时间" },
    );
    expect((await set("setting", { ids: tenantIds.own, accountNumber: "-2" })).body).toMatchObject({
      code: 400,
      data: { issues: [{ path: ["accountNumber"] }] },
    });
    expect(await rowsOf(database, "select id from tenant where expire_time is not null or account_number <> -1")).toEqual([]);
    expect((await askForToken(app, "admin")).status).toBe(200);
  });

  test("are nobody else's affair: a tenant's own administrator changes neither settings nor parameters nor packages", async () => {
    const { app, set, database } = await scene();
    const boss = await signIn(app, "admin");
    expect((await set("setting", { ids: tenantIds.own, accountNumber: "100" }, boss)).status).toBe(403);
    expect((await set("package-setting", { tenantId: "100001", packageId: "1" }, boss)).status).toBe(403);
    expect((await set("datasource", { tenantId: "100001", datasourceId: "1" }, boss)).status).toBe(403);
    const parameter = { id: "301", paramName: "initial", paramKey: "account.initPassword", paramValue: "mine-from-now-on" };
    expect((await call(app, boss, "POST /blade-system/param/submit", { payload: parameter })).status).toBe(403);
    expect(await rowsOf(database, "select param_value from param where id = 301")).toEqual([{ param_value: "first-password" }]);
  });
});

describe("a package", () => {
  test("leaves a tenant the menus it names, with their buttons and what is above them, from the next request on; its keys travel joined by commas", async () => {
    const { app, platform, set } = await scene();
    const boss = await signIn(app, "admin");
    const menus = ["factory", "tray"].map((code) => menuIds.get(code) ?? "");
    const made = await call(app, platform, "POST /blade-system/tenant-package/submit", {
      payload: { packageName: "工厂版", menuId: menus.join(",") },
    });
    expect(made.body).toMatchObject({ code: 200 });
    const { id } = dataOf<{ id: string }>(made);
    expect((await call(app, boss, "GET /digit-bind/device/list")).body.code).toBe(200);
    expect((await set("package-setting", { tenantId: "100001", packageId: id })).body).toMatchObject({ code: 200 });
    expect(dataOf<object>(await call(app, platform, "GET /blade-system/tenant/package-detail?tenantId=100001"))).toMatchObject({
      id,
      packageName: "工厂版",
      menuId: menus.join(","),
    });
    expect((await call(app, boss, "GET /digit-bind/device/list")).status).toBe(403);
    expect((await call(app, boss, "GET /digit-bind/factory/list")).body.code).toBe(200);
    expect(
      (await call(app, boss, "POST /digit-bind/factory/submit", { payload: { code: "F1", name: "one", factoryType: 1 } })).body.code,
    ).toBe(200);
    expect((await call(app, boss, "POST /digit-bind/device/remove?ids=1")).status).toBe(403);
    const routes = dataOf<readonly { readonly code: string; readonly children?: readonly { readonly code: string }[] }[]>(
      await call(app, boss, "GET /blade-system/menu/routes"),
    );
    expect(
      routes.flatMap((route) => [route.code, ...(route.children ?? []).map(({ code }) => code)]).filter((code) => menuIds.has(code)),
    ).toContain("factory");
    expect(JSON.stringify(routes)).not.toContain("device");
    const granted = dataOf<{ readonly menu: object }>(await call(app, boss, "GET /blade-system/menu/grant-tree"));
    expect(JSON.stringify(granted.menu)).not.toContain(`"${menuIds.get("device") ?? ""}"`);
    expect((await call(app, platform, `POST /blade-system/tenant-package/remove?ids=${id}`)).body).toMatchObject({
      code: 400,
      data: { error: "inUse" },
    });
    expect((await call(app, await signIn(app, "foreign"), "GET /digit-bind/device/list")).body.code).toBe(200);
  });

  test("that nobody knows, or of a tenant that nobody knows, is refused", async () => {
    const { set, database } = await scene();
    expect((await set("package-setting", { tenantId: "100001", packageId: "4711" })).body).toMatchObject({ code: 400 });
    expect((await set("package-setting", { tenantId: "999999", packageId: "4711" })).body).toMatchObject({ code: 400 });
    expect(await rowsOf(database, "select id from tenant where package_id is not null")).toEqual([]);
  });
});

test("a datasource of its own stands in the tenant's record, and what it opens with in nobody's answer", async () => {
  const { app, platform, set, database } = await scene();
  const source = {
    name: "own",
    driverClass: "org.postgresql.Driver",
    url: "jdbc:postgresql://db.example.cn/own",
    username: "own",
    password: "own-secret-word",
  };
  const made = await call(app, platform, "POST /blade-system/datasource/submit", { payload: source });
  const { id } = dataOf<{ id: string }>(made);
  expect((await set("datasource", { tenantId: "100001", datasourceId: id })).body).toMatchObject({ code: 200 });
  expect(await rowsOf(database, "select datasource_id::text as source from tenant where tenant_id = '100001'")).toEqual([{ source: id }]);
  expect(dataOf<object>(await call(app, platform, `GET /blade-system/tenant/detail?id=${tenantIds.own}`))).toMatchObject({
    datasourceId: id,
  });
  expect((await call(app, platform, `GET /blade-system/datasource/detail?id=${id}`)).body).not.toMatchObject({
    data: { password: "own-secret-word" },
  });
});

describe("a new tenant", () => {
  test("is logged with the role, the department, the post, the account, the pack layers and the source of codes that it began with, and no password", async () => {
    const { app, platform, database } = await scene();
    const { id } = dataOf<{ id: string }>(
      await call(app, platform, "POST /blade-system/tenant/submit", { payload: { tenantName: "新茶业", linkman: "陈清" } }),
    );
    const log = await lastLog(database, "tenant.submit");
    expect(log?.record?.rows.map(({ resource, action }) => `${action} ${resource}`)).toEqual([
      "add tenant",
      "add role",
      "add dept",
      "add post",
      "add user",
      ...Array.from({ length: 4 }, () => "add pack-layer"),
      "add digit-source",
    ]);
    expect(log?.record?.rows[4]?.changes.find(({ field }) => field === "password")).toMatchObject({ after: "****", masked: true });
    const [account] = await rowsOf(
      database,
      `select u.status, u.must_change_password, u.create_dept, r.role_alias, d.dept_name, p.post_code from tenant t join "user" u using (tenant_id)
      join role r on r.tenant_id = u.tenant_id and r.id = u.role_id[1] join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id[1] join post p on p.tenant_id = u.tenant_id and p.id = u.post_id[1] where t.id = $1`,
      [id],
    );
    expect(account).toEqual({
      status: 1,
      must_change_password: 1,
      create_dept: null,
      role_alias: "admin",
      dept_name: "新茶业",
      post_code: "ceo",
    });
  });
});

describe("the platform's administrator", () => {
  test("acts for another tenant by naming it, and that tenant's log says who did", async () => {
    const { app, platform, database } = await scene();
    const payload = { code: "F9", name: "for them", factoryType: 1, tenantId: "100002" };
    expect((await call(app, platform, "POST /digit-bind/factory/submit", { payload })).body).toMatchObject({ code: 200 });
    expect(await rowsOf(database, "select tenant_id from factory where code = 'F9'")).toEqual([{ tenant_id: "100002" }]);
    expect(await lastLog(database, "factory.submit")).toMatchObject({
      tenantId: "100002",
      by: "root@000000",
      record: { rows: [{ resource: "factory", title: "for them", action: "add" }] },
    });
    const foreign = await signIn(app, "foreign");
    const reported = dataOf<{ readonly records: readonly { readonly createBy: string }[] }>(
      await call(app, foreign, "GET /blade-log/usual/list?size=100"),
    );
    expect(reported.records.map(({ createBy }) => createBy)).toContain("root@000000");
    const own = dataOf<{ readonly records: readonly { readonly createBy: string }[] }>(
      await call(app, await signIn(app, "admin"), "GET /blade-log/usual/list?size=100"),
    );
    expect(own.records.map(({ createBy }) => createBy)).not.toContain("root@000000");
  });

  test("is told of a tenant that is none", async () => {
    const { app, platform } = await scene();
    expect((await call(app, platform, "GET /digit-bind/factory/list?tenantId=999999")).body).toMatchObject({
      code: 400,
      msg: "租户不存在",
    });
  });

  test("alone does so: what others name is passed over", async () => {
    const { app, database } = await scene();
    const payload = { code: "F8", name: "mine after all", factoryType: 1, tenantId: "100002" };
    expect((await call(app, await signIn(app, "admin"), "POST /digit-bind/factory/submit", { payload })).body).toMatchObject({
      code: 200,
    });
    expect(await rowsOf(database, "select tenant_id from factory where code = 'F8'")).toEqual([{ tenant_id: "100001" }]);
  });
});

test("what people change of themselves is logged with each value, and their passwords as masks", async () => {
  const { app, database } = await scene();
  const clerk = await signIn(app, "clerk");
  const changed = await call(app, clerk, "POST /blade-user/update-info", {
    payload: { realName: "李娜", name: "nick clerk", phone: "13800000000" },
  });
  expect(changed.body).toMatchObject({ code: 200 });
  const record = (await lastLog(database, "user.updateInfo"))?.record;
  expect(record?.rows).toMatchObject([{ resource: "user", id: people.clerk.id, action: "edit" }]);
  expect(record?.rows[0]?.changes).toContainEqual({ field: "realName", before: "clerk", after: "李娜" });
  const [before, after] = ["correct horse", "another good horse"].map((word) => transformed(word, "md5"));
  const words = new URLSearchParams({ oldPassword: before ?? "", newPassword: after ?? "", newPassword1: after ?? "" });
  const renewed = await call(app, clerk, "POST /blade-user/update-password", {
    payload: words.toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(renewed.body).toMatchObject({ code: 200 });
  const [row] = (await lastLog(database, "user.updatePassword"))?.record?.rows ?? [];
  expect(row?.changes).toContainEqual({ field: "password", before: "****", after: "****", masked: true });
  for (const column of ["log_data", "params"])
    expect(
      await rowsOf(database, `select id from log_usual where ${column} like any($1)`, [
        [`%${before ?? ""}%`, `%${after ?? ""}%`, "%$scrypt$%"],
      ]),
    ).toEqual([]);
});
