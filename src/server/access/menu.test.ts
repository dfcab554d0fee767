// The menu as a forest, what of it a person may use, and versions by which that is looked up anew.
import { describe, expect, it } from "vitest";
import { defineArea, text } from "#schema";
import { loadedModel } from "../../../tests/support/loaded-model.ts";
import { descendantsOf, menuForest, withAncestors, type MenuEntry } from "./menu-forest.ts";
import { nameOfEntry } from "./menu-names.ts";
import { codesOf, entitledEntries, entriesOfPackage, managedByTenants } from "./permissions.ts";
import { Shared } from "./shared.ts";
import { loadedOnce, PerVersion } from "./version.ts";

const entry = (id: string, parentId: string | undefined, more: Partial<MenuEntry> = {}): MenuEntry => ({
  id,
  parentId,
  code: `code${id}`,
  name: `name${id}`,
  alias: "",
  path: "",
  source: "",
  sort: 0,
  category: 1,
  action: 1,
  isOpen: 1,
  component: "",
  remark: "",
  ...more,
});
const button = (id: string, parentId: string, more: Partial<MenuEntry> = {}) => entry(id, parentId, { category: 2, ...more });
/** 1 ─ 2 (buttons 21, 22), 3 (button 31); 4 by itself with button 41. */
const forest = menuForest([
  entry("1", undefined),
  entry("2", "1"),
  button("21", "2"),
  button("22", "2"),
  entry("3", "1"),
  button("31", "3"),
  entry("4", undefined, { code: "parcel" }),
  button("41", "4", { code: "parcel_add" }),
]);
const ids = (entries: readonly MenuEntry[] | undefined) => entries?.map(({ id }) => id);
const sorted = (entries: ReadonlySet<string>) => [...entries].sort();

describe("a forest", () => {
  it("has siblings by their sort, then the older first, and the orphans at the top", () => {
    const made = menuForest([
      entry("10", "1"),
      entry("9", "1"),
      entry("8", "1", { sort: -1 }),
      entry("1", "gone"),
      entry("2", undefined, { sort: -1 }),
    ]);
    expect(ids(made.children.get("1"))).toEqual(["8", "9", "10"]);
    expect(ids(made.children.get(undefined))).toEqual(["2", "1"]);
    expect(made.byId.get("9")?.name).toBe("name9");
    expect(made.children.get("9")).toBeUndefined();
    expect(ids(menuForest([entry("b", undefined), entry("a", undefined)]).children.get(undefined))).toEqual(["a", "b"]);
  });

  it("tells what is above an entry, itself first, and what is below", () => {
    expect(ids(withAncestors(forest, "21"))).toEqual(["21", "2", "1"]);
    expect(ids(withAncestors(forest, "1"))).toEqual(["1"]);
    expect(withAncestors(forest, "gone")).toEqual([]);
    expect(ids(descendantsOf(forest, "1"))).toEqual(["2", "21", "22", "3", "31"]);
    expect(descendantsOf(forest, "21")).toEqual([]);
  });

  it("that turns in a circle is gone round once", () => {
    const round = menuForest([entry("1", "2"), entry("2", "1")]);
    expect(ids(withAncestors(round, "1"))).toEqual(["1", "2"]);
    expect(ids(descendantsOf(round, "1"))).toEqual(["2", "1"]);
  });
});

describe("a package", () => {
  it.each([
    { what: "a container has all below it", named: ["1"], has: ["1", "2", "21", "22", "3", "31"] },
    { what: "a container with one of its screens has that alone", named: ["1", "2"], has: ["1", "2", "21", "22"] },
    { what: "a screen has its buttons", named: ["3"], has: ["3", "31"] },
    { what: "a screen with some of its buttons has all of them", named: ["2", "21"], has: ["2", "21", "22"] },
    { what: "a container with a button far below has all the same", named: ["1", "21"], has: ["1", "2", "21", "22", "3", "31"] },
    { what: "what is gone has nothing", named: ["9"], has: [] },
  ])("that names $what", ({ named, has }) => {
    expect(sorted(entriesOfPackage(forest, named))).toEqual(has);
  });
});

const common = { label: ["包裹", "Parcel"], title: "code", fields: { code: text("编号", "Code") } };
const model = loadedModel(
  [
    { ...common, name: "parcel", path: "/digit-bind/parcel" },
    { ...common, name: "shared", path: "/digit-bind/shared", scope: "platform" },
    { ...common, name: "guarded", path: "/digit-bind/guarded", writeAccess: "administrator" },
    { ...common, name: "mine", path: "/digit-bind/mine", scope: "platform", ownRows: "tenantId" },
  ],
  [defineArea({ name: "production", label: ["生产管理", "Production"], icon: "tool", sort: 20, order: [] })],
);

describe("what a person may use", () => {
  const nobody = { model, forest, isAdministrator: false, isTenantAdmin: false, granted: [], packaged: undefined };

  it.each([
    {
      what: "the platform's administrator: all",
      of: { isAdministrator: true, packaged: ["3"] },
      may: ["1", "2", "21", "22", "3", "31", "4", "41"],
    },
    { what: "others: what was granted and is there", of: { granted: ["2", "21", "gone"] }, may: ["2", "21"] },
    {
      what: "a tenant's administrator: what tenants manage, and what was granted",
      of: { isTenantAdmin: true, granted: ["21"] },
      may: ["21", "4", "41"],
    },
    { what: "within a package: no more than that", of: { isTenantAdmin: true, granted: ["21", "31"], packaged: ["3"] }, may: ["31"] },
    { what: "nobody: nothing", of: {}, may: [] },
  ])("is for $what", ({ of, may }) => {
    expect(sorted(entitledEntries({ ...nobody, ...of }))).toEqual(may);
  });

  it("of tenants is all but what the platform writes, of which they see their own", () => {
    const managed = managedByTenants(model);
    expect(["parcel", "parcel_add", "parcel_view"].every((code) => managed.has(code))).toBe(true);
    expect(["mine", "mine_view"].every((code) => managed.has(code))).toBe(true);
    expect([...managed].filter((code) => /^(?:shared|guarded)/.test(code) || code === "mine_add")).toEqual([]);
  });

  it("has the codes of screens and buttons, not of what only holds others", () => {
    expect([...codesOf(forest, new Set(["1", "2", "21", "gone"]))]).toEqual(["code2", "code21"]);
  });

  it("of an entry with screens and buttons below is a container all the same", () => {
    const mixed = menuForest([entry("1", undefined), button("2", "1"), entry("3", "1")]);
    expect([...codesOf(mixed, new Set(["1", "2", "3"]))]).toEqual(["code2", "code3"]);
  });

  it("is named as its definition says while nobody has renamed it", () => {
    expect(nameOfEntry(model, entry("5", undefined, { code: "parcel", name: "包裹" }), "en")).toBe("Parcels");
    expect(nameOfEntry(model, entry("5", undefined, { code: "parcel", name: "包裹" }), "zh")).toBe("包裹");
    expect(nameOfEntry(model, entry("5", undefined, { code: "parcel", name: "我的包裹" }), "en")).toBe("我的包裹");
    expect(nameOfEntry(model, entry("5", undefined, { code: "production", name: "生产管理" }), "en")).toBe("Production");
    expect(nameOfEntry(model, entry("5", undefined, { code: "parcel_add", name: "新增" }), "en")).toBe("Add");
    expect(nameOfEntry(model, entry("5", undefined, { code: "gone", name: "旧的" }), "en")).toBe("旧的");
  });
});

describe("a look-up that requests share", () => {
  function sharing() {
    const requested: (readonly string[])[] = [];
    const ends: ((failed?: Error) => void)[] = [];
    const shared = new Shared<string, string>((keys) => {
      requested.push(keys);
      return new Promise((resolve, reject) => {
        ends.push((failed) =>
          failed === undefined ? resolve(new Map(keys.map((key) => [key, `${key}${requested.length}`]))) : reject(failed),
        );
      });
    });
    return { requested, ends, shared };
  }
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

  it("answers what came while one was under way by one that begins afterwards, together", async () => {
    const { requested, ends, shared } = sharing();
    const first = shared.get("a");
    const later = [shared.get("b"), shared.get("c"), shared.get("b")];
    expect(requested).toEqual([["a"]]);
    ends[0]?.();
    expect(await first).toBe("a1");
    await turn();
    expect(requested).toEqual([["a"], ["b", "c"]]);
    const last = shared.get("d");
    ends[1]?.();
    expect(await Promise.all(later)).toEqual(["b2", "c2", "b2"]);
    await turn();
    ends[2]?.();
    expect(await last).toBe("d3");
    const alone = shared.get("e");
    expect(requested.at(-1)).toEqual(["e"]);
    ends[3]?.();
    expect(await alone).toBe("e4");
  });

  it("that fails fails those that began with it, and no others", async () => {
    const { ends, shared } = sharing();
    const first = shared.get("a");
    const second = shared.get("b");
    ends[0]?.(new Error("away"));
    await expect(first).rejects.toThrow("away");
    await turn();
    ends[1]?.();
    expect(await second).toBe("b2");
  });
});

describe("a value of a version", () => {
  it("is made once for each", () => {
    let made = 0;
    const value = new PerVersion(() => (made += 1));
    expect([value.of("1"), value.of("1"), value.of("2"), value.of("2"), value.of("1")]).toEqual([1, 1, 2, 2, 3]);
  });

  it("that is loaded once is loaded again only after a failure", async () => {
    let turns = 0;
    const value = loadedOnce(async () => {
      turns += 1;
      if (turns === 1) throw new Error("away");
      return turns;
    });
    await expect(value()).rejects.toThrow("away");
    expect([await value(), await value()]).toEqual([2, 2]);
  });
});
