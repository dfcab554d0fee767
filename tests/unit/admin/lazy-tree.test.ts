// A tree that is asked for level by level: what is shown of the levels that are there.
import { expect, test } from "vitest";
import { nestedRows, parentOf, touchedParents, type Levels } from "#admin/screens/data/lazy-tree.ts";

const root = "0";
const start: Levels = new Map([
  [
    root,
    [
      { id: "1", hasChildren: true },
      { id: "2", hasChildren: false },
    ],
  ],
]);
const opened: Levels = new Map([
  ...start,
  [
    "1",
    [
      { id: "11", hasChildren: false },
      { id: "12", hasChildren: true },
    ],
  ],
]);

test("a row whose children nobody has asked for can be opened, a leaf cannot", () => {
  expect(nestedRows(start, root, "id")).toEqual([
    { id: "1", hasChildren: true, children: [] },
    { id: "2", hasChildren: false },
  ]);
});

test("rows stand below their parents once they were asked for", () => {
  expect(nestedRows(opened, root, "id")[0]).toMatchObject({ id: "1", children: [{ id: "11" }, { id: "12", children: [] }] });
});

test("a parent whose level turned out empty is a leaf", () => {
  expect(nestedRows(new Map([...opened, ["1", []]]), root, "id")[0]).toEqual({ id: "1", hasChildren: true });
});

test("the parent of a row is found at any depth, and that of a row that is gone is not", () => {
  expect(parentOf(opened, "12", "id")).toBe("1");
  expect(parentOf(opened, "1", "id")).toBe(root);
  expect(parentOf(opened, "99", "id")).toBeUndefined();
});

test("only the levels that a write touched are read anew", () => {
  expect(touchedParents(opened, root, "id", { ids: ["11"], target: undefined })).toEqual(["1"]);
  expect(touchedParents(opened, root, "id", { ids: ["11"], target: "2" })).toEqual(["1", "2"]);
  expect(touchedParents(opened, root, "id", { ids: ["99"], target: "1" })).toEqual(["1"]);
  expect(touchedParents(opened, root, "id", { ids: [], target: "" })).toEqual([root]);
  expect(touchedParents(opened, root, "id", { ids: [], target: undefined })).toEqual([root]);
});
