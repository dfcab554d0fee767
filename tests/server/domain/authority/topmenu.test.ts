// Entries of the header: the menus below them are configured, and choosing one narrows the sidebar to these (docs/wire.md §7).
import { expect, test } from "vitest";
import { call, menuIds, serversOfFile, signIn, type Answered, type TestServer, type Token } from "../../auth/fixture.ts";

const startTestServer = serversOfFile();

interface Node {
  readonly id: string;
  readonly title: string;
  readonly code: string;
  readonly children?: readonly Node[];
}

const dataOf = <T>({ body: { data } }: Answered): T => data;
const idOf = (code: string): string => menuIds.get(code) ?? `no menu ${code}`;
const idsIn = (nodes: readonly Node[]): readonly string[] => nodes.flatMap((node) => [node.id, ...idsIn(node.children ?? [])]);

async function addTop(app: TestServer["app"], token: Token, code: string): Promise<string> {
  const added = await call(app, token, "POST /blade-system/topmenu/submit", { payload: { name: code, source: "tool", code, sort: 1 } });
  return dataOf<{ id: string }>(added).id;
}

const grant = (app: TestServer["app"], token: Token, topMenuIds: readonly string[], menus: readonly string[]) =>
  call(app, token, "POST /blade-system/topmenu/grant", { payload: { topMenuIds, menuIds: menus.map(idOf) } });
const keys = async (app: TestServer["app"], token: Token, ...topMenuIds: readonly string[]) =>
  new Set(
    dataOf<{ menu: readonly string[] }>(await call(app, token, `GET /blade-system/menu/top-tree-keys?topMenuIds=${topMenuIds.join(",")}`))
      .menu,
  );

test("configuring replaces the menus of the chosen entries, and their keys say so", async () => {
  const { app } = await startTestServer();
  const admin = await signIn(app, "admin");
  const [first, second] = [await addTop(app, admin, "first"), await addTop(app, admin, "second")];
  expect((await grant(app, admin, [first, second], ["production", "factory"])).body.code).toBe(200);
  expect(await keys(app, admin, first, second)).toEqual(new Set(["production", "factory"].map(idOf)));
  expect((await grant(app, admin, [first], ["shop"])).body.code).toBe(200);
  expect(await keys(app, admin, first)).toEqual(new Set([idOf("shop")]));
  expect(await keys(app, admin, second)).toEqual(new Set(["production", "factory"].map(idOf)));
  expect((await grant(app, admin, [second], [])).body.code).toBe(200);
  expect(await keys(app, admin, second)).toEqual(new Set());
});

test("the sidebar of an entry has its menus only, with what is below them", async () => {
  const { app } = await startTestServer();
  const admin = await signIn(app, "admin");
  const top = await addTop(app, admin, "top");
  await grant(app, admin, [top], ["production", "brand"]);
  const routes = async (query: string) => dataOf<readonly Node[]>(await call(app, admin, `GET /blade-system/menu/routes${query}`));
  const narrowed = await routes(`?topMenuId=${top}`);
  expect(narrowed.map((area) => area.code)).toEqual(["product", "production"]);
  expect(narrowed[1]?.children?.map((entry) => entry.code)).toEqual(expect.arrayContaining(["factory", "shop"]) as string[]);
  expect(narrowed[0]?.children?.map((entry) => entry.code)).toEqual(["brand"]);
  expect((await routes("")).length).toBeGreaterThan(narrowed.length);
  expect(dataOf<readonly Node[]>(await call(app, admin, "GET /blade-system/menu/top-menu"))).toMatchObject([
    { id: top, code: "top", name: "top" },
  ]);
});

test("the tree to choose from is what the caller has, without buttons", async () => {
  const { app, grant: give } = await startTestServer();
  await give("factory", "factory_add");
  const { menu } = dataOf<{ menu: readonly Node[] }>(await call(app, await signIn(app, "clerk"), "GET /blade-system/menu/grant-top-tree"));
  expect(idsIn(menu)).toEqual([idOf("production"), idOf("factory")]);
});

test("nobody configures menus beyond their own, buttons, or entries of another tenant", async () => {
  const { app, grant: give } = await startTestServer();
  const admin = await signIn(app, "admin");
  const top = await addTop(app, admin, "top");
  await grant(app, admin, [top], ["factory"]);
  await give("topmenu", "topmenu_setting", "factory");
  const clerk = await signIn(app, "clerk");
  for (const [who, menu] of [
    [clerk, "shop"],
    [admin, "factory_add"],
    [admin, "client"],
  ] as const) {
    expect((await grant(app, who, [top], [menu])).body).toMatchObject({ code: 400, data: { error: "morePowerful" } });
  }
  const foreign = await signIn(app, "foreign");
  expect((await grant(app, foreign, [top], ["factory"])).body).toMatchObject({ code: 400, data: { error: "rowNotFound" } });
  expect(await keys(app, foreign, top)).toEqual(new Set());
  expect((await call(app, admin, "POST /blade-system/topmenu/grant", { payload: { topMenuIds: [top] } })).body).toMatchObject({
    code: 400,
    data: { error: "missingParameter" },
  });
  await give("topmenu", "factory");
  expect((await grant(app, await signIn(app, "clerk"), [top], ["factory"])).status).toBe(403);
  expect(await keys(app, admin, top)).toEqual(new Set([idOf("factory")]));
});

test("an entry that was configured goes with its configuration, and a menu with its place below entries", async () => {
  const { app, database } = await startTestServer();
  const admin = await signIn(app, "admin");
  const [first, second] = [await addTop(app, admin, "first"), await addTop(app, admin, "second")];
  await grant(app, admin, [first, second], ["factory", "shop"]);
  const settings = async () =>
    (
      await database.owner.read([
        { sql: "select top_menu_id::text as top from topmenu_setting where is_deleted = 0 order by id", parameters: [] },
      ])
    )[0]?.rows.map((row) => row["top"]);
  expect((await call(app, admin, `POST /blade-system/topmenu/remove?ids=${first}`)).body).toMatchObject({ code: 200 });
  expect(await settings()).toEqual([second, second]);
  // A leaf, which no other node holds back.
  await database.owner.transaction((tx) =>
    tx.query({
      sql: "insert into topmenu_setting (id, tenant_id, top_menu_id, menu_id) values (77, '100001', $1, $2)",
      parameters: [second, idOf("factory_sensitive")],
    }),
  );
  const platform = await signIn(app, "platform");
  expect((await call(app, platform, `POST /blade-system/menu/remove?ids=${idOf("factory_sensitive")}`)).body).toMatchObject({ code: 200 });
  expect(await settings()).toEqual([second, second]);
});
