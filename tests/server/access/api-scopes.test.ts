// API scopes: paths that only roles which hold a scope may call, whatever keys they have (docs/wire.md §8).
import { describe, expect, it, test } from "vitest";
import { isPathPattern, pathMatcher } from "../../../src/server/access/api-scopes.ts";
import { call, people, serversOfFile, signIn, type TestServer, type Token } from "../auth/fixture.ts";
import { apiScope, dataOf, grantTo, type Granted } from "./scope-fixture.ts";

const startTestServer = serversOfFile();

const menus = ["factory", "factory_add", "factory_edit", "factory_view", "shop"];
const factories = "/digit-bind/factory/list";

interface Scene extends TestServer {
  readonly platform: Token;
  readonly admin: Token;
  readonly clerk: Token;
  hold(held: Granted): Promise<void>;
}

async function furnished(): Promise<Scene> {
  const server = await startTestServer();
  const { app } = server;
  const [platform, admin, clerk] = [await signIn(app, "platform"), await signIn(app, "admin"), await signIn(app, "clerk")];
  const hold = async (held: Granted) => {
    expect((await grantTo(app, admin, { menus, ...held })).body).toMatchObject({ code: 200 });
  };
  await hold({});
  return { ...server, platform, admin, clerk, hold };
}

describe("a pattern", () => {
  it.each([
    ["/blade-user/**", ["/blade-user", "/blade-user/page", "/blade-user/a/b"], ["/blade-users", "/blade-user2/page", "/a/blade-user"]],
    ["/blade-user/*", ["/blade-user/page"], ["/blade-user", "/blade-user/a/b"]],
    ["/digit-*/factory/**", ["/digit-bind/factory/list", "/digit-/factory"], ["/digit-bind/x/factory/list", "/Digit-bind/factory"]],
    ["/**/remove", ["/remove", "/a/remove", "/a/b/remove"], ["/a/remove/x", "/a/removed"]],
    ["/a/**/b/**/c", ["/a/b/c", "/a/x/b/y/z/c", "/a/b/b/c"], ["/a/c/b", "/a/b"]],
    ["/a/d?tail", ["/a/detail", "/a/d.tail"], ["/a/dtail", "/a/deetail"]],
    ["/a/x.y", ["/a/x.y"], ["/a/xzy"]],
    ["/digit-manage/code-set/download/**", ["/digit-manage/code-set/download/17"], ["/digit-manage/code-set/list"]],
  ])("%s covers what Blade lets it cover", (pattern, covered, others) => {
    expect(isPathPattern(pattern)).toBe(true);
    const covers = pathMatcher(pattern);
    expect([covered.filter((path) => !covers(path)), others.filter(covers)]).toEqual([[], []]);
  });

  it.each(["", "/", "blade-user/**", "https://a/b", "/a//b", "/a/", "/a b", "/a/***", "/a**b", "/a/{id}", "/a/(.*)+", "/a?x=1&y", "/a\\b"])(
    "%j is none",
    (text) => expect(isPathPattern(text)).toBe(false),
  );

  it("of many stars is decided in no time: one possibility tried after the other would take longer than anybody lives", () => {
    const covers = pathMatcher(`${"/**".repeat(30)}/${"*a".repeat(60)}*b`);
    const before = process.cpuUsage();
    expect([covers("/a".repeat(60)), covers(`/${"a".repeat(200)}`), covers(`/x/${"a".repeat(200)}b`)]).toEqual([false, false, true]);
    // Processor time, which others on the machine do not take.
    expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  });
});

describe("a path that a scope covers", () => {
  test("closes calls that do its work as well, such as a document with its lines", async () => {
    const { app, platform, clerk, hold } = await furnished();
    await hold({ menus: ["stock-out-doc", "stockoutdoc_add", "warehousebillproduct_add"] });
    const save = () => call(app, clerk, "POST /digit-bind/stock-out-doc/submit-with-lines", { payload: {} });
    expect((await save()).status).toBe(400);
    await apiScope(app, platform, "/digit-bind/doc-detail/**");
    expect(await save()).toMatchObject({ status: 403, body: { data: { error: "closedPath" } } });
  });

  test("is closed to roles without it, open to those that hold it, from the next request on; the person stays signed in", async () => {
    const { app, platform, clerk, hold } = await furnished();
    expect((await call(app, clerk, `GET ${factories}`)).body.code).toBe(200);
    const id = await apiScope(app, platform, "/digit-bind/factory/**");
    const refused = await call(app, clerk, `GET ${factories}`);
    expect(refused).toMatchObject({ status: 403, body: { code: 403, success: false, data: { error: "closedPath" } } });
    expect((await call(app, clerk, "GET /digit-bind/shop/list")).body.code).toBe(200);
    await hold({ apis: [id] });
    expect((await call(app, clerk, `GET ${factories}`)).body.code).toBe(200);
    await hold({});
    expect((await call(app, clerk, `GET ${factories}`)).status).toBe(403);
    expect((await call(app, platform, "POST /blade-system/api-scope/remove", { query: { ids: id } })).body.code).toBe(200);
    expect((await call(app, clerk, `GET ${factories}`)).body.code).toBe(200);
  });

  test("is open to who holds any of the scopes that cover it", async () => {
    const { app, platform, clerk, hold } = await furnished();
    await apiScope(app, platform, "/digit-bind/factory/**");
    const list = await apiScope(app, platform, "/digit-bind/*/list");
    await hold({ apis: [list] });
    expect((await call(app, clerk, `GET ${factories}`)).body.code).toBe(200);
    expect((await call(app, clerk, "GET /digit-bind/factory/detail", { query: { id: "1" } })).status).toBe(403);
  });

  test("still asks for the key of the call", async () => {
    const { app, platform, clerk, hold } = await furnished();
    const id = await apiScope(app, platform, "/digit-bind/**");
    await hold({ menus: ["shop"], apis: [id] });
    expect((await call(app, clerk, "GET /digit-bind/shop/list")).body.code).toBe(200);
    expect(await call(app, clerk, `GET ${factories}`)).toMatchObject({ status: 403, body: { data: { error: "forbidden" } } });
  });

  test("is refused before anything is written", async () => {
    const { app, database, platform, clerk } = await furnished();
    await apiScope(app, platform, "/digit-bind/factory/submit");
    const payload = { code: "F1", name: "new", factoryType: 1 };
    expect((await call(app, clerk, "POST /digit-bind/factory/submit", { payload })).status).toBe(403);
    const [stored] = await database.owner.read([{ sql: "select count(*)::int as rows from factory", parameters: [] }]);
    expect(stored?.rows).toEqual([{ rows: 0 }]);
    expect((await call(app, clerk, `GET ${factories}`)).body.code).toBe(200);
  });

  test("is the same path however it is spelled", async () => {
    const { app, platform, clerk } = await furnished();
    await apiScope(app, platform, "/digit-bind/factory/**");
    for (const spelled of [
      "/digit-bind/factory/lis%74",
      "/digit-bind/f%61ctory/list",
      "/digit-bind/factory/list?x=/digit-bind/shop",
      "/digit-bind/factory/list#x",
      "/digit-bind/shop/../factory/list",
      "/digit-bind//factory/list",
      "/digit-bind/factory/list/",
    ]) {
      expect([spelled, (await call(app, clerk, `GET ${spelled}`)).body.success]).toEqual([spelled, false]);
    }
  });

  test("may hold the value of a parameter", async () => {
    const { app, platform, clerk, hold } = await furnished();
    await hold({ menus: ["device", "device_status"] });
    await apiScope(app, platform, "/digit-bind/device/disable/17");
    expect(await call(app, clerk, "POST /digit-bind/device/disable/17")).toMatchObject({
      status: 403,
      body: { data: { error: "closedPath" } },
    });
    expect(await call(app, clerk, "POST /digit-bind/device/disable/%317")).toMatchObject({
      status: 403,
      body: { data: { error: "closedPath" } },
    });
    expect(await call(app, clerk, "POST /digit-bind/device/disable/18")).toMatchObject({
      status: 400,
      body: { data: { error: "rowNotFound" } },
    });
  });

  test("is open to administrators, to the public where it is public, and to everybody in what is their own", async () => {
    const { app, platform, admin, clerk } = await furnished();
    await apiScope(app, platform, "/**");
    expect((await call(app, admin, `GET ${factories}`)).body.code).toBe(200);
    expect((await call(app, platform, `GET ${factories}`)).body.code).toBe(200);
    expect((await call(app, clerk, `GET ${factories}`)).status).toBe(403);
    expect(dataOf(await call(app, clerk, "GET /blade-user/info"))).toMatchObject({ id: people.clerk.id });
    expect((await call(app, clerk, "GET /blade-system/menu/routes")).body.code).toBe(200);
    expect((await call(app, undefined, "GET /blade-system/tenant/info", { query: { domain: "nowhere" } })).status).toBe(200);
    await signIn(app, "clerk");
  });
});

describe("an API scope", () => {
  test("is refused where its path is no pattern", async () => {
    const { app, platform } = await furnished();
    for (const scopePath of ["factory/**", "/a/***", "/a/(.*)+", "/a b"]) {
      const answer = await call(app, platform, "POST /blade-system/api-scope/submit", {
        payload: { menuId: "5001", scopeName: "x", resourceCode: "x", scopePath, scopeType: "1" },
      });
      expect([scopePath, answer.body]).toMatchObject([scopePath, { code: 400, data: { error: "invalid" } }]);
    }
  });

  test("is handed out only by who holds it, and not removed while a role does", async () => {
    const { app, platform, clerk, hold } = await furnished();
    const [held, other] = [await apiScope(app, platform, "/digit-bind/factory/**"), await apiScope(app, platform, "/digit-bind/shop/**")];
    await hold({ menus: ["role", "role_grant", "factory"], apis: [held] });
    const giving = { menus: ["role_grant"], apis: [held, other] };
    expect((await grantTo(app, clerk, giving)).body).toMatchObject({ code: 400, data: { error: "morePowerful" } });
    expect(
      dataOf(await call(app, clerk, "GET /blade-system/menu/role-tree-keys", { query: { roleIds: people.clerk.role } })),
    ).toMatchObject({ apiScope: [held] });
    expect((await call(app, platform, "POST /blade-system/api-scope/remove", { query: { ids: held } })).body).toMatchObject({
      code: 400,
      data: { error: "inUse" },
    });
    expect((await call(app, platform, "POST /blade-system/api-scope/remove", { query: { ids: other } })).body.code).toBe(200);
  });

  test("that a role of more power holds keeps that role out of reach", async () => {
    const { app, database, platform, admin, clerk, hold } = await furnished();
    const id = await apiScope(app, platform, "/digit-bind/factory/**");
    await hold({ menus: ["user", "user_edit", "user_role"] });
    await database.owner.transaction((tx) =>
      tx.query({
        sql: "insert into role (id, tenant_id, role_name, role_alias, role_type, sort) values ('2010', '100001', 'other', 'other', '1', 2)",
        parameters: [],
      }),
    );
    await grantTo(app, admin, { role: "2010", apis: [id] });
    expect((await call(app, clerk, "POST /blade-user/grant", { query: { userIds: people.clerk.id, roleIds: "2010" } })).body).toMatchObject(
      { code: 400, data: { error: "morePowerful" } },
    );
  });
});
