// Ranges of cells: what is written for a spreadsheet comes back, and where pasted and filled cells go.
import { describe, expect, it } from "vitest";
import { tableOf } from "#fields/pasted-cell.ts";
import { placeAfter, adjacentPlace, isPrintable } from "./keys.ts";
import { fillPlan, isWithin, pastePlan, placesIn, rangeOf, readText, writtenTable } from "./range.ts";

const size = { rows: 4, columns: 3 };
const one = (row: number, column: number) => rangeOf({ row, column }, { row, column });

describe("a copied range", () => {
  it("comes back as it was, with tabs, line breaks, quotes and what a spreadsheet would calculate", () => {
    const rows = [
      ["a", "two words", "-3"],
      ["tab\there", 'say "hi"', "line\nbreak"],
      ["=1+1", "@x", "+86 138"],
      ["+8613800000000", "-x", "-2+3"],
    ];
    const text = writtenTable(rows);
    expect(text.split("\r\n")[2]).toBe("'=1+1\t'@x\t'+86 138");
    expect(tableOf(text).map((cells) => cells.map(readText))).toEqual(rows);
  });

  it("is the same whichever of its corners has the focus", () => {
    const range = { top: 1, left: 0, bottom: 2, right: 2 };
    expect(rangeOf({ row: 2, column: 0 }, { row: 1, column: 2 })).toEqual(range);
    expect(placesIn(range)).toHaveLength(6);
    expect([isWithin(range, 1, 2), isWithin(range, 3, 0), isWithin(range, 0, 1)]).toEqual([true, false, false]);
  });
});

describe("a pasted table", () => {
  const table = [
    ["a", "b"],
    ["c", "d"],
  ];

  it("goes from the selected cell on", () => {
    expect(pastePlan(table, one(1, 1), size)).toEqual({
      cells: [
        { row: 1, column: 1, text: "a" },
        { row: 1, column: 2, text: "b" },
        { row: 2, column: 1, text: "c" },
        { row: 2, column: 2, text: "d" },
      ],
      rowsBeyond: 0,
      columnsBeyond: 0,
    });
  });

  it("says how many of its rows and columns the list does not have", () => {
    const { cells, rowsBeyond, columnsBeyond } = pastePlan(table, one(3, 2), size);
    expect(cells).toEqual([{ row: 3, column: 2, text: "a" }]);
    expect([rowsBeyond, columnsBeyond]).toEqual([1, 1]);
  });

  it("is repeated in a range that it fits into several times, and begins at one that it does not fit into", () => {
    const range = rangeOf({ row: 0, column: 0 }, { row: 3, column: 0 });
    expect(pastePlan([["x"]], range, size).cells.map(({ row }) => row)).toEqual([0, 1, 2, 3]);
    expect(pastePlan([["x"], ["y"]], range, size).cells.map(({ text }) => text)).toEqual(["x", "y", "x", "y"]);
    expect(pastePlan([["x"], ["y"], ["z"]], range, size).cells).toHaveLength(3);
  });

  it("whose rows are of different lengths leaves alone what it says nothing of", () => {
    expect(pastePlan([["a", "b"], ["c"]], one(0, 0), size).cells.map(({ text }) => text)).toEqual(["a", "b", "c"]);
  });
});

describe("filling down", () => {
  it("takes the first of several rows, and the row above a single one", () => {
    expect(fillPlan(rangeOf({ row: 1, column: 0 }, { row: 3, column: 2 }))).toEqual({ from: 1, rows: [2, 3] });
    expect(fillPlan(one(2, 0))).toEqual({ from: 1, rows: [2] });
    expect(fillPlan(one(0, 0))).toBeUndefined();
  });
});

describe("a key", () => {
  const at = { row: 1, column: 1 };
  it.each([
    ["ArrowUp", false, { row: 0, column: 1 }],
    ["ArrowDown", true, { row: 3, column: 1 }],
    ["ArrowLeft", true, { row: 1, column: 0 }],
    ["ArrowRight", false, { row: 1, column: 2 }],
    ["Home", false, { row: 1, column: 0 }],
    ["Home", true, { row: 0, column: 0 }],
    ["End", false, { row: 1, column: 2 }],
    ["End", true, { row: 3, column: 2 }],
    ["PageUp", false, { row: 0, column: 1 }],
    ["PageDown", false, { row: 3, column: 1 }],
    ["x", false, undefined],
  ])("%s (with Ctrl: %s) leads to %j", (key, isCommand, place) => {
    expect(placeAfter(at, { key, isCommand }, size, 10)).toEqual(place);
  });

  it("leads from row to row, and out of the grid at its ends", () => {
    expect(adjacentPlace({ row: 0, column: 2 }, false, size)).toEqual({ row: 1, column: 0 });
    expect(adjacentPlace({ row: 1, column: 0 }, true, size)).toEqual({ row: 0, column: 2 });
    expect(adjacentPlace({ row: 3, column: 2 }, false, size)).toBeUndefined();
    expect(adjacentPlace({ row: 0, column: 0 }, true, size)).toBeUndefined();
  });

  it("writes where it is a character or begins one in an input method", () => {
    expect(["a", "中", "Process", "Enter"].map((key) => isPrintable({ key, isCommand: false }))).toEqual([true, true, true, false]);
    expect(isPrintable({ key: "a", isCommand: true })).toBe(false);
  });
});
