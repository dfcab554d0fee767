// What a grant replaces, and what it leaves: the lists of its body, and what a role holds beyond the reach of whoever grants (docs/wire.md
// §7).
import { expect, test } from "vitest";
import { dataScope, scenesOfFile, grantTo, type Scene } from "../../access/scope-fixture.ts";
import { call, menuIds, people, type Answered, type Token } from "../../auth/fixture.ts";

const furnished = scenesOfFile();

interface Node {
  readonly id: string;
  readonly category?: number;
  readonly disabled?: true;
  readonly children?: readonly Node[];
}

interface Keys {
  readonly menu: readonly string[];
  readonly dataScope: readonly string[];
  readonly apiScope: readonly string[];
}

const path = "/blade-system/role/grant";
const idOf = (code: string): string => menuIds.get(code) ?? `no menu ${code}`;
const dataOf = <T>({ body: { data } }: Answered): T => data;
const whole = { roleIds: [people.clerk.role], menuIds: [], dataScopeIds: [], apiScopeIds: [] };

async function keysOf(
  { app }: Scene,
  token: Token,
  role: string = people.clerk.role,
): Promise<{ readonly menus: ReadonlySet<string>; readonly data: ReadonlySet<string> }> {
  const { menu, dataScope } = dataOf<Keys>(await call(app, token, `GET /blade-system/menu/role-tree-keys?roleIds=${role}`));
  return { menus: new Set(menu), data: new Set(dataScope) };
}

test("a grant names roles and sends every list, of ids, and of no more than anybody needs", async () => {
  const scene = await furnished();
  const send = (payload: object) => call(scene.app, scene.admin, `POST ${path}`, { payload });
  for (const name of Object.keys(whole)) {
    const { [name as keyof typeof whole]: _left, ...rest } = whole; // a member of `whole`
    expect((await send(rest)).body).toMatchObject({
      code: 400,
      msg: expect.stringContaining(name) as string,
      data: { error: "missingParameter" },
    });
  }
  for (const menuIds of [
    "5001,5002",
    ["5001", "x"],
    [{ id: "5001" }],
    { 0: "5001" },
    ["1,2"],
    Array.from({ length: 5001 }, (_one, index) => String(index + 1)),
  ]) {
    expect((await send({ ...whole, menuIds })).body).toMatchObject({ code: 400, data: { error: "malformedParameter" } });
  }
  expect((await send({ ...whole, menuIds: [idOf("factory"), idOf("factory")] })).body).toMatchObject({ code: 200 });
  expect((await keysOf(scene, scene.admin)).menus).toEqual(new Set([idOf("factory")]));
});

test("what a role holds beyond the giver's reach stays with it; the platform's administrator replaces all of it", async () => {
  const scene = await furnished();
  const { app, admin, platform } = scene;
  const own = await dataScope(app, platform, { scopeClass: "factory", scopeType: "3" });
  // Of a menu that no tenant has.
  const foreign = await dataScope(app, platform, { scopeClass: "factory", scopeType: "3", menuId: idOf("client") });
  expect((await grantTo(app, platform, { menus: ["factory", "client", "client_add"], data: [own, foreign] })).body).toMatchObject({
    code: 200,
  });

  expect((await grantTo(app, admin, { menus: ["shop"] })).body).toMatchObject({ code: 200 });
  expect(await keysOf(scene, admin)).toEqual({ menus: new Set(["client", "client_add", "shop"].map(idOf)), data: new Set([foreign]) });

  expect((await grantTo(app, platform, { menus: ["shop"] })).body).toMatchObject({ code: 200 });
  expect(await keysOf(scene, platform)).toEqual({ menus: new Set([idOf("shop")]), data: new Set() });
});

test("menus that only hold others are told from those that may be chosen, and buttons from menus", async () => {
  const scene = await furnished();
  await scene.limit([], ["role", "role_grant", "factory_add"]);
  const { menu } = dataOf<{ menu: readonly Node[] }>(await call(scene.app, scene.clerk, "GET /blade-system/menu/grant-tree"));
  const flat = (nodes: readonly Node[]): readonly Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
  const reported = new Map(flat(menu).map((node) => [node.id, [node.category, node.disabled === true]]));
  for (const [code, category, isDisabled] of [
    ["production", 1, false],
    ["factory", 1, true],
    ["factory_add", 2, false],
    ["role", 1, false],
    ["role_grant", 2, false],
  ] as const) {
    expect(reported.get(idOf(code)), code).toEqual([category, isDisabled]);
  }
});

test("of a role that holds everything it administers the reader is told so", async () => {
  const { app, platform, admin } = await furnished();
  const noteOf = async (token: Token, role: string) =>
    dataOf<{ note?: string }>(await call(app, token, `GET /blade-system/menu/role-tree-keys?roleIds=${role}`)).note;
  for (const role of [people.platform.role, people.admin.role]) expect(await noteOf(platform, role)).toContain("无需授权即拥有");
  expect(await noteOf(admin, people.clerk.role)).toBeUndefined();
});

test("areas, which give nothing by themselves, are granted and taken with what is in them", async () => {
  const scene = await furnished();
  await scene.limit([], ["role", "role_grant", "factory", "factory_add"]);
  const grant = (menus: readonly string[]) => grantTo(scene.app, scene.clerk, { menus });
  expect((await grant(["role", "role_grant", "production", "factory", "factory_add"])).body).toMatchObject({ code: 200 });
  expect((await grant(["role", "role_grant", "factory"])).body).toMatchObject({ code: 200 });
  expect((await keysOf(scene, scene.admin)).menus).toEqual(new Set(["role", "role_grant", "factory"].map(idOf)));
  expect((await grant(["role", "role_grant", "warehousing"])).body).toMatchObject({ code: 400, data: { error: "morePowerful" } });
});

test("roles of several tenants are not granted to in one call", async () => {
  const { app, platform } = await furnished();
  const answer = await call(app, platform, `POST ${path}`, { payload: { ...whole, roleIds: [people.clerk.role, people.foreign.role] } });
  expect(answer.body).toMatchObject({ code: 400, data: { error: "severalTenants" } });
});
