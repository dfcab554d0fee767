// Where a dragged row goes, where it cannot, and how the rows look until the server has answered.
import { describe, expect, it } from "vitest";
import type { Row } from "#admin/api/wire-data.ts";
import { dropOf, rowsAfter, type DropInput, type DropZone, type RowDrop } from "#admin/screens/row-actions/row-drop.ts";

const row = (id: string, ...children: readonly Row[]): Row => ({ id, ...(children.length === 0 ? {} : { children }) });
/** spirits (baijiu (sauce), brandy), tea, ware: closed, with rows that are not loaded. */
const rows: readonly Row[] = [
  row("spirits", row("baijiu", row("sauce")), row("brandy")),
  row("tea"),
  { ...row("ware"), children: [], hasChildren: true },
];
const input: DropInput = {
  screen: { key: "id", tree: { parent: "parentId", root: "0", addChildLevel: 3 } },
  rows,
  mayChangeParent: true,
  isOpen: (key) => key !== "ware",
};
const drop = (key: string, target: string, zone: DropZone, more: Partial<DropInput> = {}) =>
  dropOf({ ...input, ...more }, key, target, zone);
const shapeOf = (some: readonly Row[]): unknown =>
  some.map(({ id, children }) =>
    Array.isArray(children) && children.length > 0 ? { [String(id)]: shapeOf(children as readonly Row[]) } : id,
  );
const after = (key: string, target: string, zone: DropZone) => {
  const place = drop(key, target, zone);
  if (place === undefined || "refused" in place) throw new Error("it stays");
  return shapeOf(rowsAfter(rows, "id", key, place));
};

describe("a dragged row", () => {
  it("goes before and behind the rows beside it", () => {
    expect(after("tea", "spirits", "before")).toEqual(["tea", { spirits: [{ baijiu: ["sauce"] }, "brandy"] }, "ware"]);
    expect(after("tea", "ware", "behind")).toEqual([{ spirits: [{ baijiu: ["sauce"] }, "brandy"] }, "ware", "tea"]);
    expect(drop("brandy", "baijiu", "before")).toMatchObject({ parent: "spirits", isElsewhere: false, at: 0, depth: 1 });
  });

  it("goes below another row, behind those that are there", () => {
    expect(drop("tea", "spirits", "inside")).toMatchObject({ parent: "spirits", isElsewhere: true, at: 2, depth: 1 });
    expect(after("tea", "spirits", "inside")).toEqual([{ spirits: [{ baijiu: ["sauce"] }, "brandy", "tea"] }, "ware"]);
  });

  it("dropped behind an open row becomes the first below it, as the line shows", () => {
    expect(drop("tea", "spirits", "behind")).toMatchObject({ parent: "spirits", at: 0 });
    expect(drop("tea", "spirits", "behind", { isOpen: () => false })).toBeUndefined();
  });

  it("goes up to the top, and leaves no empty branch behind", () => {
    expect(drop("sauce", "tea", "before")).toMatchObject({ parent: undefined, isElsewhere: true, at: 1, depth: 0 });
    expect(after("sauce", "tea", "before")).toEqual([{ spirits: ["baijiu", "brandy"] }, "sauce", "tea", "ware"]);
  });

  it("goes behind rows that are not loaded, and out of sight", () => {
    const place = drop("tea", "ware", "inside") as RowDrop;
    expect(place).toMatchObject({ parent: "ware", siblings: undefined });
    expect(shapeOf(rowsAfter(rows, "id", "tea", place))).toEqual([{ spirits: [{ baijiu: ["sauce"] }, "brandy"] }, "ware"]);
  });

  it.each([
    ["on itself", "tea", "tea", "inside"],
    ["before the row that follows it", "spirits", "tea", "before"],
    ["behind the row before it", "ware", "tea", "behind"],
  ] as const)("stays where it is %s", (_what, key, target, zone) => {
    expect(drop(key, target, zone)).toBeUndefined();
  });

  it.each([
    ["below itself", "spirits", "brandy", "inside", "branch"],
    ["beside what is below it", "spirits", "sauce", "before", "branch"],
    ["below the last level", "tea", "sauce", "inside", "level"],
    ["where its own rows would be too deep", "spirits", "tea", "inside", "level"],
    ["with rows that are not loaded, too deep", "ware", "baijiu", "inside", "level"],
  ] as const)("is refused %s", (...[, key, target, zone, refused]) => {
    expect(drop(key, target, zone)).toEqual({ refused });
  });

  it("takes what is below it along, down to the last level", () => {
    expect(drop("baijiu", "ware", "inside")).toMatchObject({ parent: "ware", depth: 1 });
  });

  it("keeps its parent where that cannot be changed", () => {
    expect(drop("tea", "spirits", "inside", { mayChangeParent: false })).toEqual({ refused: "parent" });
    expect(drop("tea", "spirits", "before", { mayChangeParent: false })).toMatchObject({ isElsewhere: false });
  });
});
