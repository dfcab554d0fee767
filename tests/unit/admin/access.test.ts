// What a person may see and do (docs/specification.md §6, docs/wire.md §7, §8).
import { expect, test, vi } from "vitest";
import { rightsFrom } from "#admin/access/use-rights.ts";
import { accessProvider, decide, isAdministrator, type DecidedScreen, type Holder, type Person } from "#admin/access/access-provider.ts";
import { permissionsIn } from "#admin/workspace/load-separately.ts";
import { flatMenu, menuIn, breadcrumbsTo } from "#admin/workspace/menu.ts";
import type { ScreenAction } from "#schema/screen";

vi.mock("#admin/data/screen-models/load.ts", () => ({ loadList: async (name: string) => (name === screen.name ? screen : undefined) }));

const person = (permissions: readonly string[], more: Partial<Person["user"]> = {}, tenantId = "100001"): Person => ({
  user: { userId: "1", account: "a", name: "a", roleAliases: ["user"], avatar: "", deptId: "", roleId: "", ext: "", ...more },
  tenantId,
  permissions: new Set(permissions),
});
const start: ScreenAction = {
  name: "start",
  label: ["开始", "Start"],
  on: "row",
  method: "POST",
  path: "/x",
  permission: "factory_start",
  send: "query",
};
const screen: DecidedScreen = {
  name: "factory",
  permission: "factory",
  buttons: { add: true, edit: true, view: true, delete: true },
  scope: "tenant",
  actions: [start],
};

test("only leaves of the answer are keys, since a menu may bear the code of a button", () => {
  const forest = [{ code: "factory", children: [{ code: "factory_add" }, { code: "factory_edit", children: [] }] }, { code: "wel" }];
  expect([...permissionsIn(forest)]).toEqual(["factory_add", "factory_edit", "wel"]);
});

const holder = (who: Person, menuCodes: readonly string[] = []): Holder => ({ person: who, menuCodes: new Set(menuCodes) });
const rightsOf = (requested: DecidedScreen, who: Person) =>
  rightsFrom((action) => decide(holder(who), requested, action), isAdministrator(who));

test("a role gets what its keys say; whoever sees the list may open a row with the key to view alone", () => {
  const rights = rightsOf(screen, person(["factory_edit", "factory_start"]));
  expect(rights).toMatchObject({ list: true, add: false, edit: true, view: false, delete: false });
  expect(rights.may(start)).toBe(true);
  expect(rightsOf(screen, person([])).may(start)).toBe(false);
  expect(rightsOf(screen, person(["factory_view"]))).toMatchObject({ list: true, view: true, edit: false });
});

test("the platform's administrator may do everything, a tenant's what is not kept for the platform's", () => {
  const platform = person([], { roleAliases: ["administrator"] }, "000000");
  const tenant = person([], { roleAliases: ["admin"] });
  const stored = { ...screen, writeAccess: "administrator" as const };
  expect(rightsOf(stored, platform)).toMatchObject({ list: true, add: true, edit: true, view: true, delete: true, isAdministrator: true });
  expect(rightsOf(screen, tenant)).toMatchObject({ add: true, edit: true, view: true, delete: true, isAdministrator: false });
  for (const one of [stored, { ...screen, scope: "platform" as const }])
    expect(rightsOf(one, tenant)).toMatchObject({ add: false, edit: false, view: false, delete: false });
  expect(rightsOf(stored, person(["factory_view", "factory_edit"], { roleAliases: ["admin"] }))).toMatchObject({ edit: false, view: true });
});

test("the alias administrator outside the platform's tenant gives nothing", () => {
  expect(rightsOf(screen, person([], { roleAliases: ["administrator"] }))).toMatchObject({ add: false, isAdministrator: false });
});

test("a screen opens for its menu or any of its keys, and for nobody else", () => {
  const opens = (who: Person, menuCodes: readonly string[]) => decide(holder(who, menuCodes), screen, "list");
  expect(opens(person(["factory_view"]), [])).toBe(true);
  expect(opens(person(["factory_start"]), [])).toBe(true);
  expect(opens(person([]), ["factory"])).toBe(true);
  expect(opens(person(["factorypart_view", "factory_of_another"]), ["shop"])).toBe(false);
});

test("an action nobody has declared is nobody's", () => {
  expect(decide(holder(person(["factory_edit"])), screen, "action:edit")).toBe(false);
  expect(decide(holder(person(["factory_edit"])), screen, "clone")).toBe(false);
});

test("Refine's provider answers by the screens of the definitions, and closes what none is for", async () => {
  const { can } = accessProvider(holder(person(["factory_edit"])));
  expect(await can({ resource: "factory", action: "edit" })).toEqual({ can: true });
  expect(await can({ resource: "factory", action: "show" })).toEqual({ can: false });
  expect(await can({ resource: "nothing", action: "list" })).toEqual({ can: false });
  expect(await can({ action: "list" })).toEqual({ can: false });
  expect(await can({ action: "administer" })).toEqual({ can: false });
});

const routes = [
  {
    id: "1",
    code: "production",
    name: "生产管理",
    path: "/production",
    source: "tool",
    children: [{ id: "2", code: "factory", name: "工厂", path: "/production/factory", source: "bank" }],
  },
  { id: "3", code: "doc", name: "文档", path: "https://example.cn/doc", isOpen: 1 },
  { id: "4", code: "report", name: "报表", path: "/report.html", isOpen: 2 },
  { id: "5", code: "bad", name: "坏", path: "javascript:alert(1)//html" },
  { id: "1", code: "production", name: "重复", path: "/production" },
];

test("a parent is a container, a leaf a screen, an address of another site an embedded page, or a link of its own where it says so", () => {
  const [production, doc, report, bad] = menuIn(routes);
  expect(production).toMatchObject({ path: undefined, children: [{ label: "工厂", path: "/production/factory", icon: "bank" }] });
  expect(doc).toMatchObject({ path: expect.stringMatching(/^\/myiframe\//), href: undefined, embedded: "https://example.cn/doc" });
  expect(report).toMatchObject({ path: undefined, href: "/report.html", embedded: undefined });
  expect(bad).toMatchObject({ href: undefined, embedded: bad?.path === undefined ? undefined : "" });
});

test("two rows of one id or path do not break the menu", () => {
  const keys = flatMenu(menuIn(routes)).map((item) => item.key);
  expect(new Set(keys).size).toBe(keys.length);
});

test("the containers around a screen are found by its path", () => {
  expect(breadcrumbsTo(menuIn(routes), "/production/factory").map((item) => item.label)).toEqual(["生产管理", "工厂"]);
  expect(breadcrumbsTo(menuIn(routes), "/nowhere")).toEqual([]);
});

test("somebody without a role has an empty menu", () => {
  expect(menuIn(null)).toEqual([]);
});
