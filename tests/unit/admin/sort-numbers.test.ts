// Moving a row: which rows get which numbers, on cases people meet and on random ones.
import { describe, expect, it } from "vitest";
import { newNumbers, type Bounds, type Numbered } from "../../../src/admin/screens/row-actions/sort-numbers.ts";
import {
  futureSiblings,
  numberBehind,
  orderField,
  placeAfter,
  siblingsOf,
  isShownInOrder,
} from "../../../src/admin/screens/row-actions/row-moves.ts";
import type { ScreenField } from "../../../src/schema/screen.ts";

const free: Bounds = { lowest: 0, highest: 9999 };
const rowsOf = (numbers: readonly (number | undefined)[]): readonly Numbered[] => numbers.map((number) => ({ number }));

/** The numbers after a row was moved, in the new order. */
function after(numbers: readonly (number | undefined)[], from: number, to: number, bounds: Bounds = free): readonly number[] | undefined {
  return newNumbers(rowsOf(numbers), from, to, bounds)?.map(({ number }) => number);
}

describe("a row that is moved", () => {
  it("alone is written where there is room for it", () => {
    expect(after([10, 20, 30, 40], 2, 1)).toEqual([10, 11, 20, 40]);
    expect(after([1, 2, 3], 1, 0)).toEqual([0, 1, 3]);
    expect(after([1, 2, 3], 1, 2)).toEqual([1, 3, 4]);
  });

  it("takes as few others along as it must where there is none", () => {
    expect(after([0, 1, 2, 9], 1, 0)).toEqual([0, 1, 2, 9]);
    expect(after([0, 1], 1, 0)).toEqual([1, 2]);
  });

  it("parts rows of one number, and leaves those before it alone", () => {
    expect(after([0, 0, 0, 0], 2, 1)).toEqual([0, 0, 1, 2]);
    expect(after([5, 5, 5], 2, 0)).toEqual([4, 5, 5]);
  });

  it("gives numbers to rows that have none", () => {
    expect(after([1, undefined, undefined], 2, 1)).toEqual([1, 2, 3]);
  });

  it("goes nowhere where the numbers do not suffice", () => {
    expect(after([0, 0, 0], 1, 0, { lowest: 0, highest: 0 })).toBeUndefined();
    const fixed: readonly Numbered[] = [{ number: 3, isFixed: true }, { number: 3 }, { number: 4, isFixed: true }];
    expect(newNumbers(fixed, 2, 1, free)?.map(({ number }) => number)).toEqual([3, 4, 5]);
    expect(newNumbers([{ number: 0, isFixed: true }, { number: 0 }], 1, 0, free)).toBeUndefined();
  });
});

it("whatever the numbers were, the new ones are in the order wished, within bounds, and no row was written that could have stayed", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  for (let round = 0; round < 1000; round += 1) {
    const length = 2 + random(6);
    const numbers = Array.from({ length }, () => random(8)).sort((left, right) => left - right);
    const [from, to] = [random(length), random(length)];
    const bounds = { lowest: 0, highest: 6 + random(8) };
    const rows = rowsOf(numbers);
    const reported = newNumbers(rows, from, to, bounds);
    const found = reported?.map(({ number }) => number);
    const others = rows.map((_row, index) => index).filter((index) => index !== from);
    const wished = [...others.slice(0, to), from, ...others.slice(to)];
    expect(reported?.map(({ row }) => row) ?? wished).toEqual(wished);
    const isRight = (given: readonly number[]) =>
      given.every((number, place) => {
        const [left, right] = [wished[place - 1] ?? -1, wished[place] ?? -1];
        const isWritten = number !== numbers[right];
        const before = given[place - 1];
        if (isWritten && (number < bounds.lowest || number > bounds.highest)) return false;
        if (before === undefined || before < number) return true;
        // Equal numbers leave the order to what it was, which only two rows that keep theirs can rely on.
        return before === number && !isWritten && before === numbers[left] && left < right;
      });
    const writes = (given: readonly number[]) => given.filter((number, place) => number !== numbers[wished[place] ?? -1]).length;
    expect(found === undefined || isRight(found), JSON.stringify({ numbers, wished, bounds, found })).toBe(true);
    if (length > 4) continue;
    const all = (rest: number): readonly (readonly number[])[] =>
      rest === 0
        ? [[]]
        : all(rest - 1).flatMap((given) => Array.from({ length: bounds.highest + 1 }, (_one, number) => [...given, number]));
    const fewest = Math.min(Number.POSITIVE_INFINITY, ...all(length).filter(isRight).map(writes));
    expect(found === undefined ? Number.POSITIVE_INFINITY : writes(found), JSON.stringify({ numbers, wished, bounds, found })).toBe(fewest);
  }
});

describe("the rows that can be moved", () => {
  const sort: ScreenField = {
    name: "sort",
    kind: "integer",
    label: ["排序", "Sort"],
    wire: "number",
    visibleIn: ["create", "edit", "view"],
  };
  const order = [
    { field: "sort", descending: false },
    { field: "id", descending: false },
  ];
  const rows = [{ id: "1", children: [{ id: "11" }, { id: "12" }] }, { id: "2" }];

  it("are those of a list in an order that the person may change", () => {
    expect(orderField({ order, fields: [sort] }, { edit: true })).toBe("sort");
    expect(orderField({ order, fields: [sort] }, { edit: false })).toBeUndefined();
    expect(orderField({ order, fields: [{ ...sort, visibleIn: ["view"] }] }, { edit: true })).toBeUndefined();
    expect(orderField({ order: [{ field: "id", descending: true }], fields: [sort] }, { edit: true })).toBeUndefined();
  });

  it("stand in that order, with all their siblings where they are a tree", () => {
    const tree = { tree: { parent: "parentId", root: "0" } };
    expect(isShownInOrder({}, { sorts: [], filters: { name: "x" } }, "sort")).toBe(true);
    expect(isShownInOrder({}, { sorts: [{ field: "sort", descending: false }], filters: {} }, "sort")).toBe(true);
    expect(isShownInOrder({}, { sorts: [{ field: "sort", descending: true }], filters: {} }, "sort")).toBe(false);
    expect(isShownInOrder({}, { sorts: [{ field: "name", descending: false }], filters: {} }, "sort")).toBe(false);
    expect(isShownInOrder(tree, { sorts: [], filters: { name: "x" } }, "sort")).toBe(false);
    expect(isShownInOrder(tree, { sorts: [], filters: {} }, "sort")).toBe(true);
  });

  it("leave the place behind them to a new one, where all of them are known", () => {
    const numbered = [
      { id: "1", sort: 3, hasChildren: true },
      { id: "2", sort: 7, hasChildren: false },
    ];
    const whole = { rows: numbered, isPaged: false, total: 2 };
    const behind = (data: Parameters<typeof futureSiblings>[0], parent?: string) =>
      numberBehind(futureSiblings(data, "id", parent), "sort");
    expect(behind(whole)).toBe(8);
    expect(behind(whole, "2")).toBe(1);
    expect(behind(whole, "1")).toBeUndefined();
    expect(behind({ ...whole, isPaged: true, total: 30 })).toBeUndefined();
  });

  it("have a sibling to pass, and may be changed as they are now", () => {
    expect(siblingsOf(rows, "id", "12").map((row) => row["id"])).toEqual(["11", "12"]);
    expect(siblingsOf(rows, "id", "gone")).toEqual([]);
    const siblings = siblingsOf(rows, "id", "11");
    expect(placeAfter({ key: "id" }, siblings, "11", "up")).toBeUndefined();
    expect(placeAfter({ key: "id" }, siblings, "11", "down")).toBe(1);
    expect(
      placeAfter(
        { key: "id", editableWhen: { status: 0 } },
        [
          { id: "1", status: 0 },
          { id: "2", status: 1 },
        ],
        "2",
        "up",
      ),
    ).toBeUndefined();
  });
});
