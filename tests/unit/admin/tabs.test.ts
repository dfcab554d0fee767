// The rules of the tab bar and of the menu search, on plain lists.
import { expect, test } from "vitest";
import { pagesFor, pagesIn, recentPagesIn, withoutAdding, type MenuPage } from "#admin/shell/palette/entries.ts";
import { beginsWithInitials, initialsOf } from "#admin/shell/palette/initials.ts";
import { searchOnNavigation, withPage } from "#admin/shell/tabs/open-pages.tsx";
import { homeTab, mayClose, opened, othersOf, shownAfter, swapped, tabsIn, tagOf, withVisit, type Tab } from "#admin/workspace/tab-set.ts";

const tab = (path: string, search = ""): Tab => ({ path, search, label: path.slice(1) });
const [a, b, c] = [tab("/a"), tab("/b"), tab("/c")];
const tabs = [homeTab, a, b, c];

test("a page that is open already keeps its place and takes over its address", () => {
  expect(opened(tabs, tab("/d")).map((one) => one.path)).toEqual(["/wel/index", "/a", "/b", "/c", "/d"]);
  expect(opened(tabs, tab("/b", "?current=2"))[2]).toMatchObject({ path: "/b", search: "?current=2" });
  expect(opened(tabs, { ...b, label: "" })).toBe(tabs);
});

test("a page takes the place of another, and leaves it where it has one of its own", () => {
  expect(swapped(tabs, "/b", "/d")[2]).toEqual({ path: "/d", search: "", label: "b" });
  expect(swapped(tabs, "/b", "/c").map(({ path }) => path)).toEqual(["/wel/index", "/a", "/c"]);
});

test("home and the last one stay, unless the first-page setting lets home go", () => {
  expect(mayClose(tabs, "/wel/index", false)).toBe(false);
  expect(mayClose(tabs, "/wel/index", true)).toBe(true);
  expect(mayClose(tabs, "/a", false)).toBe(true);
  expect(mayClose([a], "/a", true)).toBe(false);
});

test("closing the active one shows the one before that stays, or the first", () => {
  expect(shownAfter(tabs, new Set(["/b"]), "/b")).toBe(a);
  expect(shownAfter(tabs, new Set(["/a", "/b"]), "/b")).toBe(homeTab);
  expect(shownAfter([a, b], new Set(["/a"]), "/a")).toBe(b);
  expect(shownAfter(tabs, new Set(["/a"]), "/b")).toBeUndefined();
  expect(othersOf(tabs, "/b")).toEqual([a, c]);
});

test("what is stored are tags as the specification names their members, and come back as they were", () => {
  const filtered = tab("/b", "?current=2&f.name=%E7%94%B2");
  expect(tagOf(filtered, true)).toEqual({
    label: "b",
    value: "/b",
    params: {},
    query: { current: "2", "f.name": "甲" },
    meta: {},
    group: [],
    close: true,
  });
  expect(tabsIn([tagOf(homeTab, false), tagOf(filtered, true)])).toEqual([homeTab, filtered]);
});

test("tabs that others stored lead nowhere else, and are there once", () => {
  const tag = (value: unknown) => ({ label: "x", value });
  expect(
    tabsIn([tag("//evil.example"), tag("https://evil.example"), tag("/404"), tag(7), "x", tag("/a"), tag("/a")]).map((one) => one.path),
  ).toEqual(["/a"]);
  expect(tabsIn("nonsense")).toEqual([homeTab]);
});

test("a plain link leads to where the tab was left; back, and a link with a search of its own, to where they say", () => {
  const left = tab("/a", "?current=3");
  expect(searchOnNavigation({ search: "" }, false, left, false)).toBe("?current=3");
  expect(searchOnNavigation({ search: "" }, true, left, false)).toBe("");
  expect(searchOnNavigation({ search: "?f.name=x" }, false, left, false)).toBe("?f.name=x");
  expect(searchOnNavigation({ search: "?f.name=x" }, false, undefined, false)).toBe("?f.name=x");
});

test("nothing leads a tab away from what is typed in it", () => {
  const form = tab("/a", "?mode=create");
  expect(searchOnNavigation({ search: "?mode=edit&id=1" }, false, form, true)).toBe("?mode=create");
  expect(searchOnNavigation({ search: "" }, true, form, true)).toBe("?mode=create");
});

test("twenty pages are kept; beyond that the oldest goes that holds nothing typed", () => {
  const routerLocation = {
    location: { pathname: "/", search: "", hash: "", key: "", state: null, mask: undefined },
    navigationType: "PUSH" as never,
  };
  const page = (number: number) => ({ path: `/${number}`, outlet: null, routerLocation });
  const pages = Array.from({ length: 20 }, (_, index) => page(index));
  const stored = withPage(pages, page(20), new Set(["/0"])).map((one) => one.path);
  expect(stored).toHaveLength(20);
  expect(stored).toContain("/0");
  expect(stored).not.toContain("/1");
  expect(stored.at(-1)).toBe("/20");
});

test("the pages visited last are few, each once, newest first", () => {
  expect(withVisit(["/b", "/a"], "/a")).toEqual(["/a", "/b"]);
  expect(withVisit(["/1", "/2", "/3", "/4", "/5", "/6", "/7", "/8"], "/9")).toEqual(["/9", "/1", "/2", "/3", "/4", "/5", "/6", "/7"]);
});

test("Chinese names have the initials that people type, also where a character has two readings", () => {
  const readAs = (name: string, typed: string) => beginsWithInitials(initialsOf(name), typed);
  for (const [name, typed] of [
    ["工厂", "gc"],
    ["车间", "cj"],
    ["生产线", "scx"],
    ["班组", "bz"],
    ["入库单", "RKD"],
    ["窜货", "ch"],
    ["租户", "zh"],
    ["字典", "zd"],
    ["SPU 属性", "spusx"],
    ["重复扫码", "cfsm"],
    ["参数", "cs"],
    ["银行", "yh"],
    ["其他日志", "qtrz"],
  ] as const) {
    expect([name, readAs(name, typed)]).toEqual([name, true]);
  }
  expect(readAs("工厂", "c")).toBe(false);
  expect(readAs("工厂", "gcx")).toBe(false);
  expect(readAs("工厂", "")).toBe(false);
});

const item = (label: string, path: string | undefined, children: Parameters<typeof pagesIn>[0] = []) => ({
  key: label,
  code: label,
  label,
  icon: "",
  path,
  href: undefined,
  embedded: undefined,
  children,
});
const menu = [
  item("Production", undefined, [item("工厂", "/production/factory"), item("车间", "/production/shop")]),
  item("权限", undefined, [item("用户", "/authority/user"), item("User role", "/authority/role")]),
];
const labels = (places: readonly MenuPage[]) => places.map((place) => place.label);

test("the search offers leaves only: names that begin so first, whatever the case, then initials", () => {
  const places = pagesIn(menu);
  expect(labels(places)).toEqual(["工厂", "车间", "用户", "User role"]);
  expect(labels(pagesFor(places, "工"))).toEqual(["工厂"]);
  expect(labels(pagesFor(places, "USER"))).toEqual(["User role"]);
  expect(labels(pagesFor(places, "role"))).toEqual(["User role"]);
  expect(labels(pagesFor(places, "yh"))).toEqual(["用户"]);
  expect(pagesFor(places, " ")).toEqual([]);
  expect(places[0]?.areas).toEqual(["Production"]);
});

test("a word for adding may stand before the name, and pages visited are offered while they are in the menu", () => {
  expect(withoutAdding("新增 工厂", ["新增", "xz"])).toBe("工厂");
  expect(withoutAdding("xzgc", ["新增", "xz"])).toBe("gc");
  expect(withoutAdding("工厂", ["新增", "xz"])).toBeUndefined();
  expect(labels(recentPagesIn(pagesIn(menu), ["/authority/user", "/gone", "/production/shop"], "/production/shop"))).toEqual(["用户"]);
});
