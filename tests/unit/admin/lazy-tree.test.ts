// A tree that is asked for level by level: what is shown, and which level is read anew after a write.
import { expect, test } from "vitest";
import { nestedRows, touchedParents, withLevel, type Levels } from "#admin/screens/data/lazy-tree.ts";

const root = "0";
const start: Levels = withLevel(new Map(), root, [{ id: "1", hasChildren: true }, { id: "2", hasChildren: false }], "id");
const opened = withLevel(start, "1", [{ id: "11", hasChildren: false }, { id: "12", hasChildren: true }], "id");

test("a row whose children nobody has asked for can be opened, a leaf cannot", () => {
  expect(nestedRows(start, root, "id")).toEqual([{ id: "1", hasChildren: true, children: [] }, { id: "2", hasChildren: false }]);
});

test("rows stand below their parents once they were asked for", () => {
  expect(nestedRows(opened, root, "id")[0]).toMatchObject({ id: "1", children: [{ id: "11" }, { id: "12", children: [] }] });
});

test("the last child that is removed makes its parent a leaf", () => {
  const emptied = withLevel(opened, "1", [], "id");
  expect(nestedRows(emptied, root, "id")[0]).toEqual({ id: "1", hasChildren: false });
});

test("the first child that is added makes its parent one that can be closed", () => {
  const grown = withLevel(opened, "2", [{ id: "21", hasChildren: false }], "id");
  expect(nestedRows(grown, root, "id")[1]).toMatchObject({ id: "2", hasChildren: true, children: [{ id: "21" }] });
});

test("levels below a row that is gone are forgotten", () => {
  const deep = withLevel(opened, "12", [{ id: "121", hasChildren: false }], "id");
  expect([...withLevel(deep, root, [{ id: "2", hasChildren: false }], "id").keys()]).toEqual([root]);
});

test("only the levels that a write touched are read anew", () => {
  expect(touchedParents(opened, root, "id", { ids: ["11"], target: undefined })).toEqual(["1"]);
  expect(touchedParents(opened, root, "id", { ids: ["11"], target: "2" })).toEqual(["1", "2"]);
  expect(touchedParents(opened, root, "id", { ids: ["99"], target: "1" })).toEqual(["1"]);
  expect(touchedParents(opened, root, "id", { ids: [], target: "" })).toEqual([root]);
  expect(touchedParents(opened, root, "id", { ids: [], target: undefined })).toEqual([root]);
});
