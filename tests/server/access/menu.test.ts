// What the menu tells each caller, and how roles are granted parts of it (docs/wire.md §7).
import { describe, expect, test } from "vitest";
import { permissionsIn } from "../../../src/admin/workspace/load-separately.ts";
import { menuIn } from "../../../src/admin/workspace/menu.ts";
import { call, menuIds, people, serversOfFile, signIn, type Answered, type TestServer, type Token } from "../auth/fixture.ts";

const startTestServer = serversOfFile();

interface Entry {
  readonly id: string;
  readonly parentId: string;
  readonly code: string;
  readonly name: string;
  readonly title: string;
  readonly category: number;
  readonly children?: readonly Entry[];
}

const dataOf = <T>({ body: { data } }: Answered): T => data;
const idOf = (code: string): string => menuIds.get(code) ?? `no menu ${code}`;

async function forest(
  app: TestServer["app"],
  token: Token,
  read: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly Entry[]> {
  return dataOf<readonly Entry[]>(await call(app, token, `GET /blade-system/menu/${read}`, { headers }));
}

/** Codes of a forest, each with those below it. */
const codes = (entries: readonly Entry[]): unknown => Object.fromEntries(entries.map((entry) => [entry.code, codes(entry.children ?? [])]));

test("the browser application gets menu, keys and header in one answer, which says the same as the calls of other clients", async () => {
  const { app, grant } = await startTestServer();
  await grant("factory", "factory_add", "shop_edit", "dict");
  const token = await signIn(app, "clerk");
  const answered = await call(app, token, "GET /blade-system/menu/workspace");
  const workspace = dataOf<{
    readonly routes: readonly Entry[];
    readonly permissions: readonly string[];
    readonly topMenus: readonly unknown[];
  }>(answered);
  expect(codes(workspace.routes)).toEqual(codes(await forest(app, token, "routes")));
  expect(new Set(workspace.permissions)).toEqual(permissionsIn(await forest(app, token, "buttons")));
  expect(workspace.permissions.toSorted()).toEqual(["factory_add", "shop_edit"]);
  expect(workspace.topMenus).toEqual(await forest(app, token, "top-menu"));
  expect(menuIn(workspace.routes)).toEqual(menuIn(await forest(app, token, "routes")));
});

describe("routes", () => {
  test("are the granted menus with what is above them, and nothing of buttons", async () => {
    const { app, grant } = await startTestServer();
    await grant("factory", "shop_add", "dict");
    const token = await signIn(app, "clerk");
    expect(codes(await forest(app, token, "routes"))).toEqual({ production: { factory: {} }, system: { dict: {} } });
  });

  test("carry what the browser builds its own from", async () => {
    const { app, grant } = await startTestServer();
    await grant("factory");
    const [area] = await forest(app, await signIn(app, "clerk"), "routes");
    expect(area).toMatchObject({ id: idOf("production"), parentId: "0", path: "/production", category: 1, isOpen: 1 });
    expect(area?.children?.[0]).toMatchObject({
      id: idOf("factory"),
      parentId: idOf("production"),
      code: "factory",
      path: "/production/factory",
      category: 1,
      isDeleted: 0,
    });
    expect(area?.children?.[0]).not.toHaveProperty("children");
  });

  test("are named in the reader's language, unless somebody has named them otherwise", async () => {
    const { app, grant, database } = await startTestServer();
    await grant("factory", "shop");
    await database.owner.transaction((tx) => tx.query({ sql: "update menu set name = '我的车间' where code = 'shop'", parameters: [] }));
    const token = await signIn(app, "clerk");
    const names = async (language: string) =>
      (await forest(app, token, "routes", { "accept-language": language })).flatMap((area) =>
        (area.children ?? []).map((entry) => entry.name),
      );
    expect(await names("zh-CN")).toEqual(["工厂", "我的车间"]);
    expect(await names("en")).toEqual(["Factories", "我的车间"]);
  });

  test("have of an area what was granted of it, also lists that are made of other rows", async () => {
    const { app, grant } = await startTestServer();
    await grant("flow", "work-todo", "flow-follow");
    expect(codes(await forest(app, await signIn(app, "clerk"), "routes"))).toEqual({ flow: { "work-todo": {}, "flow-follow": {} } });
  });

  test("of somebody without a grant are empty, of the platform's administrator everything", async () => {
    const { app } = await startTestServer();
    expect(await forest(app, await signIn(app, "clerk"), "routes")).toEqual([]);
    const all = await forest(app, await signIn(app, "platform"), "routes");
    expect(all.map((area) => area.code)).toContain("authority");
    expect(all.flatMap((area) => (area.children ?? []).map((entry) => entry.code))).toContain("client");
  });

  test("of a tenant's administrator are all but what belongs to the whole platform", async () => {
    const { app } = await startTestServer();
    const screens = (await forest(app, await signIn(app, "admin"), "routes")).flatMap((area) =>
      (area.children ?? []).map((entry) => entry.code),
    );
    expect(screens).toEqual(expect.arrayContaining(["factory", "user", "role", "tenant"]) as string[]);
    for (const code of ["menu", "client", "param", "dict", "tenant-package"]) expect(screens).not.toContain(code);
  });
});

test("buttons are those granted, each below its menu", async () => {
  const { app, grant } = await startTestServer();
  await grant("factory", "factory_add", "factory_edit", "dict");
  expect(codes(await forest(app, await signIn(app, "clerk"), "buttons"))).toEqual({ factory: { factory_add: {}, factory_edit: {} } });
});

describe("granting", () => {
  const grantBody = (menus: readonly string[]) => ({
    roleIds: [people.clerk.role],
    menuIds: menus.map(idOf),
    dataScopeIds: [],
    apiScopeIds: [],
  });

  test("replaces what a role holds, and its keys say so", async () => {
    const { app } = await startTestServer();
    const admin = await signIn(app, "admin");
    for (const menus of [["factory", "factory_add"], ["shop"]]) {
      expect((await call(app, admin, "POST /blade-system/role/grant", { payload: grantBody(menus) })).body.code).toBe(200);
      const keys = dataOf<{ menu: string[]; dataScope: string[]; apiScope: string[] }>(
        await call(app, admin, `GET /blade-system/menu/role-tree-keys?roleIds=${people.clerk.role}`),
      );
      expect(new Set(keys.menu)).toEqual(new Set(menus.map(idOf)));
      expect([keys.dataScope, keys.apiScope]).toEqual([[], []]);
    }
    expect(codes(await forest(app, await signIn(app, "clerk"), "routes"))).toEqual({ production: { shop: {} } });
  });

  test("gives no more than the giver holds", async () => {
    const { app, grant } = await startTestServer();
    await grant("role", "role_grant", "factory");
    const clerk = await signIn(app, "clerk");
    const refused = await call(app, clerk, "POST /blade-system/role/grant", {
      payload: grantBody(["role_grant", "factory", "factory_delete"]),
    });
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ data: { error: "morePowerful" } });
    expect(
      (await call(app, await signIn(app, "admin"), "POST /blade-system/role/grant", { payload: grantBody(["client_add"]) })).status,
    ).toBe(400);
  });

  test("does not reach roles of another tenant, except for the platform's administrator", async () => {
    const { app } = await startTestServer();
    const foreign = await call(app, await signIn(app, "foreign"), "POST /blade-system/role/grant", { payload: grantBody(["factory"]) });
    expect(foreign.status).toBe(400);
    expect(foreign.body).toMatchObject({ data: { error: "rowNotFound" } });
    expect(
      (await call(app, await signIn(app, "platform"), "POST /blade-system/role/grant", { payload: grantBody(["factory"]) })).body.code,
    ).toBe(200);
    expect(codes(await forest(app, await signIn(app, "clerk"), "routes"))).toEqual({ production: { factory: {} } });
  });

  test("is asked for what a role holds only by who may grant, or of one's own", async () => {
    const { app, grant } = await startTestServer();
    await grant("factory");
    const clerk = await signIn(app, "clerk");
    expect((await call(app, clerk, `GET /blade-system/menu/role-tree-keys?roleIds=${people.clerk.role}`)).body.code).toBe(200);
    expect((await call(app, clerk, `GET /blade-system/menu/role-tree-keys?roleIds=${people.admin.role}`)).status).toBe(403);
  });

  test("offers what the caller holds, as a tree with buttons", async () => {
    const { app, grant } = await startTestServer();
    await grant("factory", "factory_add");
    const tree = dataOf<{ menu: readonly Entry[]; dataScope: readonly Entry[]; apiScope: readonly Entry[] }>(
      await call(app, await signIn(app, "clerk"), "GET /blade-system/menu/grant-tree"),
    );
    const ids = (entries: readonly Entry[]): unknown => Object.fromEntries(entries.map((entry) => [entry.id, ids(entry.children ?? [])]));
    expect(ids(tree.menu)).toEqual({ [idOf("production")]: { [idOf("factory")]: { [idOf("factory_add")]: {} } } });
    expect(tree.menu[0]).toMatchObject({ key: idOf("production"), value: idOf("production"), parentId: "0" });
    expect([tree.dataScope, tree.apiScope]).toEqual([[], []]);
  });
});

test("a menu with a grant can be removed, and its grants go with it", async () => {
  const { app, grant, database } = await startTestServer();
  await grant("factory", "factory_sensitive");
  const platform = await signIn(app, "platform");
  const refused = await call(app, platform, `POST /blade-system/menu/remove?ids=${idOf("factory")}`);
  expect(refused.body).toMatchObject({ code: 400, msg: "请先删除子节点!" });
  expect((await call(app, platform, `POST /blade-system/menu/remove?ids=${idOf("factory_sensitive")}`)).body.code).toBe(200);
  const [left] = await database.owner.read([{ sql: "select count(*)::int as count from role_menu", parameters: [] }]);
  expect(left?.rows[0]).toEqual({ count: 1 });
});

test("nothing stands below a button", async () => {
  const { app } = await startTestServer();
  const entry = { name: "x", path: "/x", source: "tool", code: "x", category: "1", alias: "x", sort: 1, parentId: idOf("factory_add") };
  const answer = await call(app, await signIn(app, "platform"), "POST /blade-system/menu/submit", { payload: entry });
  expect(answer.body).toMatchObject({ code: 400, data: { error: "invalid", issues: [{ path: ["parentId"] }] } });
});
