// A tree that ids are chosen from: what a search leaves of it, what is counted below, what saving changes, and the sidebar that comes of
// it.
import { describe, expect, test } from "vitest";
import { branchOf, choiceTreeIn, contains, countsBelow, narrowed, shownNodes } from "#admin/forms/trees/choice-tree.ts";
import { areDifferent, countNotOffered, changeOf, checkedInAny, partlyChecked } from "#admin/forms/trees/checked-lists.ts";
import { menuTreeIn } from "#admin/forms/trees/menu-tree.ts";
import { limitsIn } from "#admin/forms/trees/role-limits.ts";
import { visibleWith, isBelow, menusMissing, menusOutside, noLimits, sidebarOf, type Limits } from "#admin/forms/trees/sidebar-of.ts";
import { visibleTo } from "#admin/forms/trees/use-preview-menu.ts";
import type { MenuItem } from "#admin/workspace/menu.ts";

const menu = (id: string, title: string, children: readonly object[] = [], more: object = {}) => ({
  id,
  title,
  category: 1,
  source: "tool",
  children,
  ...more,
});
const button = (id: string, title: string) => ({ id, title, category: 2, source: "plus" });

const tree = choiceTreeIn([
  menu("1", "生产管理", [menu("11", "工厂", [button("111", "新增"), button("112", "编辑")]), menu("12", "车间", [button("121", "新增")])], {
    disabled: true,
  }),
  menu("2", "Warehousing", [menu("21", "Stock", [button("211", "Add")])]),
]);
const idsOf = (ids: Iterable<string>) => [...ids].sort();
const set = (...ids: readonly string[]) => new Set(ids);
const nodeOf = (id: string) => {
  const node = tree.byId.get(id);
  if (node === undefined) throw new Error(`no node ${id}`);
  return node;
};

describe("a tree", () => {
  test("knows what may be chosen, and what only holds others", () => {
    expect(idsOf(tree.offered)).toEqual(["11", "111", "112", "12", "121", "2", "21", "211"]);
    expect(branchOf(nodeOf("1"))).toEqual(["11", "111", "112", "12", "121"]);
    expect(branchOf(nodeOf("21"))).toEqual(["21", "211"]);
  });

  test("takes an id that is told twice where it stands first, and nothing that is no node", () => {
    const twice = choiceTreeIn([
      { id: "1", title: "a", children: [{ id: "2", title: "b" }, null, { title: "no id" }] },
      { id: "2", title: "c" },
    ]);
    expect([...twice.byId.keys()]).toEqual(["1", "2"]);
    expect(twice.byId.get("2")).toMatchObject({ title: "b", depth: 1 });
    expect(choiceTreeIn(undefined).roots).toEqual([]);
  });

  test("counts what is chosen below a node, itself not among it", () => {
    const counts = countsBelow(tree, set("11", "111", "2"));
    expect(counts.get("1")).toEqual({ chosen: 2, all: 5 });
    expect(counts.get("2")).toEqual({ chosen: 0, all: 2 });
    expect(counts.has("111")).toBe(false);
  });

  test("shows the rows of open nodes, with their places among their siblings", () => {
    const rows = shownNodes(tree.roots, (node) => node.id === "1");
    expect(rows.map(({ node, position, siblings, isOpen }) => [node.id, position, siblings, isOpen])).toEqual([
      ["1", 1, 2, true],
      ["11", 1, 2, false],
      ["12", 2, 2, false],
      ["2", 2, 2, false],
    ]);
  });
});

describe("a narrowed tree", () => {
  test("keeps what matches, what is above it and what is below it", () => {
    const left = narrowed(tree, (node) => contains(node, "工厂"));
    expect(idsOf(left.matches)).toEqual(["11"]);
    expect(idsOf(left.visible)).toEqual(["1", "11", "111", "112"]);
    expect(idsOf(left.leading)).toEqual(["1"]);
    expect(shownNodes(tree.roots, (node) => left.leading.has(node.id), left.visible).map(({ node }) => node.id)).toEqual(["1", "11"]);
  });

  test("is found whatever the letters are, and empty where nothing matches", () => {
    expect(idsOf(narrowed(tree, (node) => contains(node, "STOCK")).matches)).toEqual(["21"]);
    expect(narrowed(tree, () => false).visible.size).toBe(0);
  });
});

describe("what is held", () => {
  const held = [set("11", "111", "900"), set("11", "2")];

  test("by any of the rows is what the dialog begins with, of what may be chosen", () => {
    expect(idsOf(checkedInAny(held, tree))).toEqual(["11", "111", "2"]);
    expect(countNotOffered([...held, set("1")], tree)).toBe(2);
  });

  test("differs, and says how many hold it", () => {
    expect(areDifferent(held, tree)).toBe(true);
    expect(areDifferent([set("11", "900"), set("11", "901")], tree)).toBe(false);
    expect([...partlyChecked(held, tree)]).toEqual([
      ["111", 1],
      ["2", 1],
    ]);
  });

  test("changes for every row that gets or loses something", () => {
    const change = changeOf(held, set("11", "2", "21"), tree);
    expect(idsOf(change.added)).toEqual(["2", "21"]);
    expect(idsOf(change.removed)).toEqual(["111"]);
    const nothing = changeOf([set("11", "900")], set("11"), tree);
    expect([nothing.added.size, nothing.removed.size]).toEqual([0, 0]);
  });
});

const reported = (menu: readonly MenuItem[]): unknown =>
  menu.map(({ label, children }) => (children.length === 0 ? label : [label, reported(children)]));

describe("the sidebar", () => {
  const seenBy = (held: ReadonlySet<string>, limits?: Limits) => reported(sidebarOf(tree, visibleWith(held, limits)));

  test("has the chosen menus with all above them, in their order, and no buttons", () => {
    expect(seenBy(set("211", "12", "111"))).toEqual([["生产管理", ["车间"]]]);
    expect(seenBy(set("21", "11", "12"))).toEqual([
      ["生产管理", ["工厂", "车间"]],
      ["Warehousing", ["Stock"]],
    ]);
    expect(seenBy(set("2"))).toEqual(["Warehousing"]);
    expect(seenBy(set())).toEqual([]);
  });

  test("has what a role holds without being granted it, and nothing outside of its tenant's package", () => {
    expect(seenBy(set("12"), { implied: set("11", "21"), within: undefined })).toEqual([
      ["生产管理", ["工厂", "车间"]],
      ["Warehousing", ["Stock"]],
    ]);
    expect(seenBy(set("12", "2"), { implied: set("11"), within: set("11", "2", "21") })).toEqual([["生产管理", ["工厂"]], "Warehousing"]);
    expect(menusOutside(tree, set("12", "121", "2"), { implied: set(), within: set("2") }).map(({ title }) => title)).toEqual(["车间"]);
    expect(menusOutside(tree, set("12"), noLimits)).toEqual([]);
  });

  test("of an entry of the header has what is below the chosen ones as well", () => {
    expect(reported(sidebarOf(tree, (node) => isBelow(node, set("1"))))).toEqual([["生产管理", ["工厂", "车间"]]]);
  });

  test("of a role below an entry of the header has what is in both", () => {
    const granted = set("11", "21");
    expect(reported(sidebarOf(tree, visibleTo({ granted, limits: noLimits, top: set("1") })))).toEqual([["生产管理", ["工厂"]]]);
    expect(reported(sidebarOf(tree, visibleTo({ packaged: set("12", "2", "21"), top: set("2") })))).toEqual([["Warehousing", ["Stock"]]]);
    expect(reported(sidebarOf(tree, visibleTo({})))).toEqual([
      ["生产管理", ["工厂", "车间"]],
      ["Warehousing", ["Stock"]],
    ]);
  });

  test("knows which menus open a window of their own, and leads nowhere", () => {
    const [page, site] = sidebarOf(choiceTreeIn([menu("1", "Page"), menu("2", "Site", [], { isOpen: 2 })]), () => true);
    expect([page?.href, page?.path, site?.href, site?.path]).toEqual([undefined, undefined, "", undefined]);
  });

  test("lacks the menus of buttons that are chosen alone", () => {
    expect(menusMissing(tree, set("111", "112", "211", "21")).map(({ id }) => id)).toEqual(["11"]);
    expect(menusMissing(tree, set("11", "111"))).toEqual([]);
  });
});

describe("a tree of a back-end that tells only ids and names", () => {
  const bare = [
    {
      id: "1",
      title: "生产管理",
      children: [
        { id: "11", title: "新增" },
        { id: "12", title: "工厂" },
      ],
    },
  ];
  const list = [
    {
      id: "1",
      name: "生产管理",
      category: 1,
      source: "tool",
      children: [
        { id: "11", name: "新增", category: 2, source: "plus" },
        { id: "12", name: "工厂", category: "1", source: "bank" },
      ],
    },
  ];
  const kindsOf = async (data: unknown, answer: () => Promise<unknown>) =>
    [...(await menuTreeIn(data, answer)).byId.values()].map(({ title, icon, isButton }) => [title, icon, isButton]);

  test("learns from the list of menus which of them are buttons", async () => {
    expect(await kindsOf(bare, async () => list)).toEqual([
      ["生产管理", "tool", false],
      ["新增", "plus", true],
      ["工厂", "bank", false],
    ]);
  });

  test("is there without it, where the list may not be read", async () => {
    expect(await kindsOf(bare, () => Promise.reject(new Error("403")))).toEqual([
      ["生产管理", "", false],
      ["新增", "", false],
      ["工厂", "", false],
    ]);
  });

  test("is not asked about where it tells it, nor where it is empty", async () => {
    let calls = 0;
    const count = async () => void (calls += 1);
    await menuTreeIn([menu("1", "生产管理")], count);
    await menuTreeIn([], count);
    expect(calls).toBe(0);
  });
});

describe("what roles have besides what they hold", () => {
  const answer = (besides: readonly string[] | undefined, within?: readonly string[]) => ({
    menu: [],
    ...(besides === undefined ? {} : { besides: { menu: besides } }),
    ...(within === undefined ? {} : { within: { menu: within } }),
  });

  test("is what all of them have, and no more is left out than from any of them", () => {
    expect(limitsIn([answer(["1", "2"], ["1"]), answer(["2"], ["3"])], "menu")).toEqual({ implied: set("2"), within: set("1", "3") });
    expect(limitsIn([answer(["1"], ["1"]), answer(undefined)], "menu")).toEqual(noLimits);
  });

  test("is nothing on a back-end that does not tell it", () => {
    expect(limitsIn([{ menu: ["1"] }, undefined], "menu")).toEqual(noLimits);
    expect(limitsIn([], "menu")).toEqual(noLimits);
  });
});
