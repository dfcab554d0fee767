// What is told of a role is what its people see: granted, held without that, and left of it by the tenant's package (docs/wire.md §§7, 8).
import { expect, test } from "vitest";
import { scenesOfFile, grantTo, type Scene } from "../../access/scope-fixture.ts";
import { shownMenuOf } from "../../../../src/schema/missing.ts";
import { call, menuIds, model, people, type Answered, type Token, type Who } from "../../auth/fixture.ts";

const furnished = scenesOfFile();

interface Keys {
  readonly menu: readonly string[];
  readonly besides?: { readonly menu: readonly string[] };
  readonly within?: { readonly menu: readonly string[] };
}

interface MenuRow {
  readonly id: string;
  readonly children?: readonly MenuRow[];
}

const idOf = (code: string): string => menuIds.get(code) ?? `no menu ${code}`;
const dataOf = <T>({ body: { data } }: Answered): T => data;

async function keysOf({ app }: Scene, token: Token, who: Who): Promise<Keys> {
  return dataOf<Keys>(await call(app, token, `GET /blade-system/menu/role-tree-keys?roleIds=${people[who].role}`));
}

/** Leaves of the menu that somebody gets. */
async function seenBy({ app }: Scene, token: Token): Promise<ReadonlySet<string>> {
  const leaves = (rows: readonly MenuRow[]): readonly string[] =>
    rows.flatMap(({ id, children = [] }) => (children.length === 0 ? [id] : leaves(children)));
  return new Set(leaves(dataOf(await call(app, token, "GET /blade-system/menu/routes"))));
}

/** Every screen that the menu shows. */
const screens = shownMenuOf(model, () => true).flatMap((area) => area.screens.map(({ code }) => idOf(code)));

/** The screens that the answer says somebody with the role sees. */
function reported({ menu, besides, within }: Keys): ReadonlySet<string> {
  const held = new Set([...menu, ...(besides?.menu ?? [])]);
  return new Set(screens.filter((id) => held.has(id) && (within === undefined || within.menu.includes(id))));
}

async function limitTo({ app, platform }: Scene, codes: readonly string[]): Promise<void> {
  const made = await call(app, platform, "POST /blade-system/tenant-package/submit", {
    payload: { packageName: "small", menuId: codes.map(idOf).join(",") },
  });
  const { id } = dataOf<{ readonly id: string }>(made);
  expect((await call(app, platform, `POST /blade-system/tenant/package-setting?tenantId=100001&packageId=${id}`)).body).toMatchObject({
    code: 200,
  });
}

test("of a role that was granted menus these are told, and nothing besides", async () => {
  const scene = await furnished();
  await grantTo(scene.app, scene.platform, { menus: ["factory", "shop", "factory_add"] });
  const keys = await keysOf(scene, scene.platform, "clerk");
  expect({ ...keys, menu: new Set(keys.menu) }).toEqual({
    menu: new Set(["factory", "shop", "factory_add"].map(idOf)),
    dataScope: [],
    apiScope: [],
  });
  expect(await seenBy(scene, scene.clerk)).toEqual(new Set(["factory", "shop"].map(idOf)));
});

test("of a role whose tenant has a package it is told what the package contains, to the platform's administrator and to the tenant's own", async () => {
  const scene = await furnished();
  await grantTo(scene.app, scene.platform, { menus: ["factory", "shop"] });
  await limitTo(scene, ["production", "factory", "role"]);
  const seen = await seenBy(scene, scene.clerk);
  expect(seen).toEqual(new Set([idOf("factory")]));
  for (const token of [scene.platform, scene.admin]) {
    const keys = await keysOf(scene, token, "clerk");
    expect(new Set(keys.menu)).toEqual(new Set(["factory", "shop"].map(idOf)));
    expect(reported(keys)).toEqual(seen);
  }
});

test("of a tenant's administrator everything it sees is told, within the package and without one", async () => {
  const scene = await furnished();
  for (const limit of [undefined, ["production", "factory", "role"]] as const) {
    if (limit !== undefined) await limitTo(scene, limit);
    const seen = await seenBy(scene, scene.admin);
    const keys = await keysOf(scene, scene.platform, "admin");
    expect(keys.menu).toEqual([]);
    expect(reported(keys)).toEqual(seen);
    expect(keys.within === undefined).toBe(limit === undefined);
  }
});

test("of the platform's administrator everything is told", async () => {
  const scene = await furnished();
  const seen = await seenBy(scene, scene.platform);
  expect(reported(await keysOf(scene, scene.platform, "platform"))).toEqual(seen);
});

test("of another tenant's role a tenant's administrator is told nothing", async () => {
  const scene = await furnished();
  expect(await keysOf(scene, scene.admin, "foreign")).toEqual({ menu: [], dataScope: [], apiScope: [] });
});
