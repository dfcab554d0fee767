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

  it("say of one whose answer was lost how it is found once the others can be read", () => {
    const lost = { ...part, stored: undefined, isUncertain: true };
    expect(linesInPart({ lines }, { ...lost, saved: 2 }).uncertain).toEqual({ known: ["1", "2"], alike: 0 });
    // Two lines may say the same: one of them is saved.
    const twice = [{ id: "1", num: 10 }, { id: "2", num: 2 }, { num: 3 }, { num: 3 }];
    expect(linesInPart({ lines }, { ...lost, entered: twice, places: [0, 2, 3], saved: 2 }).uncertain).toMatchObject({ alike: 1 });
    // A line that was there is only written once more with the same values.
    expect(linesInPart({ lines }, { ...lost, saved: 0 })).not.toHaveProperty("uncertain");
  });

  it("has two that say the same where only one of them is known to be saved", () => {
    const twice = { ...part, entered: [{ num: 3 }, { num: 3 }], before: [], places: [0, 1], saved: 1, isUncertain: true };
    expect(linesInPart({ lines }, { ...twice, stored: [{ id: "7", num: 3 }] }).unsaved).toEqual([2]);
    const both = [
      { id: "7", num: 3 },
      { id: "8", num: 3 },
    ];
    expect(linesInPart({ lines }, { ...twice, stored: both }).unsaved).toEqual([]);
  });
});

it.each([
  [[], ""],
  [[3], "3"],
  [[2, 3, 4, 7, 9, 10], "2–4、7、9–10"],
])("the numbers %j are said as %j", (numbers, said) => {
  expect(rangesOf(numbers, "、")).toBe(said);
});
