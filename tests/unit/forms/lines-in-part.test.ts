// A document that was saved in part: the lines with which its form goes on, and how those that are left are named.
import { describe, expect, it } from "vitest";
import type { ScreenField } from "#schema/screen";
import { linesInPart, rangesOf } from "../../../src/admin/forms/record/lines-of-record.ts";

const lines: ScreenField = {
  name: "lines",
  kind: "lines",
  label: ["明细", "Lines"],
  wire: "rows",
  fields: [{ name: "num", kind: "integer", label: ["数量", "Quantity"], wire: "number" }],
};
const before = [
  { id: "1", num: 1 },
  { id: "2", num: 2 },
];
/** The first was changed, and three were added; all of them but the second were sent. */
const entered = [{ id: "1", num: 10 }, { id: "2", num: 2 }, { num: 3 }, { num: 4 }, { num: 5 }];
const part = { before, entered, places: [0, 2, 3, 4], isUncertain: false };
const stored = [
  { id: "1", num: 10 },
  { id: "2", num: 2 },
  { id: "7", num: 3 },
];

describe("the lines of a document that was saved in part", () => {
  it("are those that are saved, and after them those that are not", () => {
    const left = linesInPart({ lines }, { ...part, stored, saved: 2 });
    expect(left.lines).toEqual([...stored, { num: 4 }, { num: 5 }]);
    expect(left.unsaved).toEqual([4, 5]);
  });

  it("stand at their places where they were there before", () => {
    const left = linesInPart({ lines }, { ...part, stored: before, saved: 0 });
    expect(left.lines).toEqual([{ id: "1", num: 10 }, { id: "2", num: 2 }, { num: 3 }, { num: 4 }, { num: 5 }]);
    expect(left.unsaved).toEqual([1, 3, 4, 5]);
  });

  it("have one whose answer was lost once", () => {
    const all = [...stored, { id: "8", num: 4 }];
    const left = linesInPart({ lines }, { ...part, stored: all, saved: 2, isUncertain: true });
    expect(left.lines).toEqual([...all, { num: 5 }]);
    expect(left.unsaved).toEqual([5]);
    // What somebody else has added meanwhile is not taken for it, nor is one that was refused.
    const others = [...stored, { id: "8", num: 40 }];
    expect(linesInPart({ lines }, { ...part, stored: others, saved: 2, isUncertain: true }).unsaved).toEqual([5, 6]);
    expect(linesInPart({ lines }, { ...part, stored: all, saved: 2 }).unsaved).toEqual([5, 6]);
  });

  it("are those that are left where the others cannot be read", () => {
    expect(linesInPart({ lines }, { ...part, stored: undefined, saved: 1 })).toEqual({
      lines: [{ num: 3 }, { num: 4 }, { num: 5 }],
      basis: [],
      unsaved: [],
    });
    expect(linesInPart({ lines }, { ...part, stored: undefined, saved: 0 }).basis).toEqual([{ id: "1", num: 1 }]);
  });
});

it.each([
  [[], ""],
  [[3], "3"],
  [[2, 3, 4, 7, 9, 10], "2–4、7、9–10"],
])("the numbers %j are said as %j", (numbers, said) => {
  expect(rangesOf(numbers, "、")).toBe(said);
});
