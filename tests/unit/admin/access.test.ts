// What a person may see and do (specification §6, contract §7, §8).
import { expect, test } from "vitest";
import { mayOpen, permissionsIn, rightsOf, type Person } from "#admin/providers/access.ts";
import { flatMenu, menuIn, trailTo } from "#admin/workspace/menu.ts";
import type { ScreenAction } from "#schema/screen";

const person = (permissions: readonly string[], more: Partial<Person["user"]> = {}, tenantId = "100001"): Person => ({
  user: { userId: "1", account: "a", name: "a", roleAliases: ["user"], avatar: "", deptId: "", roleId: "", ext: "", ...more },
  tenantId,
  permissions: new Set(permissions),
});
const screen = { name: "factory", permission: "factory", buttons: { add: true, edit: true, view: true, delete: true } };
const start: ScreenAction = { name: "start", label: ["开始", "Start"], on: "row", method: "POST", path: "/x", permission: "factory_start", send: "query" };

test("only leaves of the answer are keys, since a menu may bear the code of a button", () => {
  const forest = [{ code: "factory", children: [{ code: "factory_add" }, { code: "factory_edit", children: [] }] }, { code: "wel" }];
  expect([...permissionsIn(forest)]).toEqual(["factory_add", "factory_edit", "wel"]);
});

test("a role gets what its keys say and may always look", () => {
  const rights = rightsOf(screen, person(["factory_edit", "factory_start"]));
  expect(rights).toMatchObject({ add: false, edit: true, view: true, delete: false });
  expect(rights.may(start)).toBe(true);
  expect(rightsOf(screen, person([])).may(start)).toBe(false);
});

test("the platform's administrator may do everything, a tenant's what is not kept for the platform's", () => {
  const platform = person([], { roleAliases: ["administrator"] }, "000000");
  const tenant = person([], { roleAliases: ["admin"] });
  const kept = { ...screen, writeAccess: "administrator" as const };
  expect(rightsOf(kept, platform)).toMatchObject({ add: true, edit: true, delete: true, isAdministrator: true });
  expect(rightsOf(screen, tenant)).toMatchObject({ add: true, edit: true, delete: true, isAdministrator: false });
  expect(rightsOf(kept, tenant)).toMatchObject({ add: false, edit: false, view: true, delete: false });
});

test("the alias administrator outside the platform's tenant gives nothing", () => {
  expect(rightsOf(screen, person([], { roleAliases: ["administrator"] }))).toMatchObject({ add: false, isAdministrator: false });
});

test("a screen opens for its menu or any of its keys, and for nobody else", () => {
  expect(mayOpen(screen, person(["factory_view"]), new Set())).toBe(true);
  expect(mayOpen(screen, person([]), new Set(["factory"]))).toBe(true);
  expect(mayOpen(screen, person(["factorypart_view"]), new Set(["shop"]))).toBe(false);
});

const routes = [
  { id: "1", code: "production", name: "生产管理", path: "/production", source: "tool", children: [{ id: "2", code: "factory", name: "工厂", path: "/production/factory", source: "bank" }] },
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
  expect(trailTo(menuIn(routes), "/production/factory").map((item) => item.label)).toEqual(["生产管理", "工厂"]);
  expect(trailTo(menuIn(routes), "/nowhere")).toEqual([]);
});

test("somebody without a role has an empty menu", () => {
  expect(menuIn(null)).toEqual([]);
});
