// Saved views of lists: which one a list opens with, when a view counts as changed, and what is left out for somebody who does not see a field.
import { describe, expect, test } from "vitest";
import type { ScreenField } from "#schema/screen";
import { defaultViewOf, type SavedView } from "#admin/screens/views/saved-views.ts";
import { canonicalQuery, isSameLook, joinedQuery, readContent, splitQuery } from "#admin/screens/views/view-content.ts";

const field = (name: string, more: Partial<ScreenField>): ScreenField => ({
  name,
  kind: "text",
  label: [name, name],
  wire: "text",
  ...more,
});
const fields = [field("name", { search: "like", sortable: true }), field("cost", { search: "equal" })];
const known = { fields, searched: fields };

const view = (id: string, more: Partial<SavedView>): SavedView => ({
  ...{ id, listName: "thing", name: id, content: readContent({}), audience: "private", isDefaultHere: true, isOwn: true, mayChange: true },
  ...{ person: "", updateTime: "2025-01-01 00:00:00", hidden: [], row: {} },
  ...more,
});

describe("the view that a list opens with", () => {
  test("is one's own before that of a role, and this before everybody's", () => {
    const all = [view("all", { audience: "everyone" }), view("role", { audience: "roles" }), view("own", {})];
    expect(defaultViewOf(all)?.id).toBe("own");
    expect(defaultViewOf(all.slice(0, 2))?.id).toBe("role");
    expect(defaultViewOf(all.slice(0, 1))?.id).toBe("all");
    expect(defaultViewOf([view("no default", { isDefaultHere: false })])).toBeUndefined();
  });

  test("is of several for roles the one changed last", () => {
    const earlier = view("earlier", { audience: "roles" });
    expect(defaultViewOf([earlier, view("later", { audience: "roles", updateTime: "2025-02-01 00:00:00" })])?.id).toBe("later");
  });
});

describe("what a view holds", () => {
  test("is the same in whatever order its address was written, and on whichever page", () => {
    expect(canonicalQuery("view=3&sort=-name&f.name=a&current=4&size=10", known)).toBe(canonicalQuery("f.name=a&sort=-name", known));
    expect(canonicalQuery("f.name=a", known)).not.toBe(canonicalQuery("f.name=b", known));
  });

  test("parts with fields that somebody does not see, and has them again when they save it", () => {
    const query = "f.name=a&f.cost_ge=3&sort=-cost";
    const { used, leftOut } = splitQuery(query, new Set(["cost"]));
    expect(used).toBe("f.name=a");
    expect(new Set(new URLSearchParams(joinedQuery("f.name=b", leftOut)))).toEqual(
      new Set(new URLSearchParams("f.name=b&f.cost_ge=3&sort=-cost")),
    );
  });

  test("is read whatever was stored, and compared by what is shown", () => {
    expect(readContent("nonsense")).toEqual({
      query: "",
      columns: { order: [], shown: {}, pinned: [], widths: {} },
      density: "middle",
      shape: undefined,
    });
    expect(readContent({ shape: "board" }).shape).toBe("board");
    expect(readContent({ shape: "circle" }).shape).toBeUndefined();
    expect(readContent({ isTable: true }).shape).toBe("table");
    const one = readContent({ columns: { order: ["name"], shown: { name: true, cost: false } } });
    const other = readContent({ columns: { order: ["name"], shown: { cost: false, name: true } } });
    expect(isSameLook(one, other)).toBe(true);
    expect(isSameLook(one, { ...other, density: "small" })).toBe(false);
    expect(isSameLook(one, { ...other, shape: "board" })).toBe(false);
    expect(isSameLook(one, { ...other, columns: { ...other.columns, pinned: ["name"] } })).toBe(false);
    expect(isSameLook(one, { ...other, columns: { ...other.columns, widths: { name: 120 } } })).toBe(false);
  });
});
