// The tree beside a list without a browser: what is in view, what keys do, what a new row begins with, how the pane is kept.
import { describe, expect, it } from "vitest";
import type { Choice } from "../../../src/admin/api/choice-requests.ts";
import { readShape } from "../../../src/admin/screens/tree-filter/pane-shape.ts";
import { initiallyOpen, pathTo, shownNodes } from "../../../src/admin/screens/tree-filter/visible-nodes.ts";
import { suggestionOf } from "../../../src/admin/screens/tree-filter/suggestion.ts";
import { moveBy } from "../../../src/admin/ui/keyboard/tree-keys.ts";
import type { ScreenField } from "../../../src/schema/screen.ts";

const node = (value: string, children?: readonly Choice[]): Choice => ({
  value,
  label: value,
  row: {},
  ...(children === undefined ? {} : { children }),
});
const company = [node("head", [node("sales", [node("east"), node("west")]), node("store")]), node("plant")];
const none = new Map<string, readonly Choice[]>();

describe("the nodes in view", () => {
  it("are those below open nodes, each with its level and its place among its siblings", () => {
    const shown = shownNodes(company, none, new Set(["head"]));
    expect(shown.map(({ choice, level, isOpen, position, siblings }) => [choice.value, level, isOpen, position, siblings])).toEqual([
      ["head", 1, true, 1, 2],
      ["sales", 2, false, 1, 2],
      ["store", 2, undefined, 2, 2],
      ["plant", 1, undefined, 2, 2],
    ]);
  });

  it("can be opened where the server says that there is more, before anybody asked for it", () => {
    const lazy: Choice = { ...node("head"), hasChildren: true };
    expect(shownNodes([lazy], none, new Set())[0]?.isOpen).toBe(false);
    expect(shownNodes([lazy], new Map([["head", [node("sales")]]]), new Set(["head"])).map(({ choice }) => choice.value)).toEqual([
      "head",
      "sales",
    ]);
    expect(shownNodes([lazy], new Map([["head", []]]), new Set(["head"]))[0]?.isOpen).toBeUndefined();
  });

  it("begin with as many levels as fit", () => {
    expect([...initiallyOpen(company, 4)]).toEqual(["head"]);
    expect([...initiallyOpen(company, 30)]).toEqual(["head", "sales"]);
    expect([...initiallyOpen(company, 3)]).toEqual([]);
  });

  it("lead to what is chosen, however deep it stands", () => {
    expect(pathTo(company, none, "west")).toEqual(["head", "sales"]);
    expect(pathTo(company, none, "plant")).toEqual([]);
    expect(pathTo(company, none, "gone")).toBeUndefined();
  });
});

describe("the keys of the tree", () => {
  const lines = shownNodes(company, none, new Set(["head"]));
  it("go up and down and stop at the ends", () => {
    expect(moveBy("ArrowDown", lines, 0)).toEqual({ to: 1 });
    expect(moveBy("ArrowUp", lines, 0)).toEqual({ to: 0 });
    expect(moveBy("ArrowDown", lines, 3)).toEqual({ to: 3 });
    expect(moveBy("End", lines, 0)).toEqual({ to: 3 });
    expect(moveBy("x", lines, 0)).toBeUndefined();
  });

  it("open to the right and go in; close to the left and go out", () => {
    expect(moveBy("ArrowRight", lines, 1)).toEqual({ toggle: true });
    expect(moveBy("ArrowRight", lines, 0)).toEqual({ to: 1 });
    expect(moveBy("ArrowRight", lines, 2)).toBeUndefined();
    expect(moveBy("ArrowLeft", lines, 0)).toEqual({ toggle: true });
    expect(moveBy("ArrowLeft", lines, 2)).toEqual({ to: 0 });
    expect(moveBy("ArrowLeft", lines, 3)).toBeUndefined();
  });
});

describe("a new row", () => {
  const field = (name: string, more: Partial<ScreenField> = {}): ScreenField => ({
    name,
    kind: "refs",
    label: ["部门", "Department"],
    wire: "list",
    visibleIn: ["create", "edit", "view"],
    ...more,
  });
  const reference = { resource: "dept", path: "/dept", source: "tree", value: "id", show: "deptName" } as const;
  const tenant = field("tenantId", { administratorOnly: true });
  const dept = field("deptId", { reference: { ...reference, several: true, within: "tenantId" } });

  it("begins with the chosen node, as one of several where the field holds several", () => {
    expect(suggestionOf([dept], dept, { deptId: "7" }, false)).toEqual({ deptId: ["7"] });
    const menu = field("menuId", { reference });
    expect(suggestionOf([menu], menu, { menuId: "7", name: "x" }, true)).toEqual({ menuId: "7" });
  });

  it("begins with nothing of it where nothing is chosen or no form has the field", () => {
    expect(suggestionOf([dept], dept, {}, false)).toEqual({});
    const shown = field("menuId", { reference, visibleIn: ["view"] });
    expect(suggestionOf([shown], shown, { menuId: "7" }, false)).toEqual({});
  });

  it("brings what narrows the choice along, for whoever chooses that too", () => {
    expect(suggestionOf([tenant, dept], dept, { deptId: "7" }, false)).toEqual({ deptId: ["7"] });
    expect(suggestionOf([tenant, dept], dept, { deptId: "7" }, true)).toEqual({});
    expect(suggestionOf([tenant, dept], dept, { deptId: "7", tenantId: "100001" }, true)).toEqual({ tenantId: "100001", deptId: ["7"] });
  });
});

it("the pane is as wide as it was left, within bounds, whatever is stored", () => {
  expect(readShape({ width: 300, isFolded: true })).toEqual({ width: 300, isFolded: true });
  expect(readShape({ width: 9000 })).toEqual({ width: 480, isFolded: false });
  for (const strange of [undefined, null, "wide", { width: "300" }, { width: Number.NaN }])
    expect(readShape(strange)).toEqual({ width: 240, isFolded: false });
});
