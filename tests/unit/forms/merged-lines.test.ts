// Lines that were entered before others changed the document: nobody's lines go without being asked for.
import { describe, expect, it } from "vitest";
import type { ScreenField } from "#schema/screen";
import { basisOf, mergedLines } from "../../../src/admin/forms/record/lines-of-record.ts";

const field: ScreenField = {
  name: "lines",
  kind: "lines",
  label: ["明细", "Lines"],
  wire: "rows",
  fields: [{ name: "num", kind: "integer", label: ["数量", "Quantity"], wire: "number" }],
};
const line = (id: string, num: number, version = 1) => ({ id, num, version });
const began = [line("1", 1), line("2", 2), line("3", 3)];
const merged = (mine: readonly object[], stored: readonly object[], uncertain?: Parameters<typeof mergedLines>[2]["uncertain"]) =>
  mergedLines(field, mine, { basis: basisOf(began), stored, uncertain });

describe("lines of a draft", () => {
  it("are as they were entered where nobody has changed them", () => {
    const mine = [{ id: "1", num: 10 }, { id: "3", num: 3 }, { num: 40 }];
    expect(merged(mine, began)).toEqual(mine);
  });

  it("leave what others have added, changed or removed", () => {
    const stored = [line("1", 1), line("2", 20, 2), line("4", 4)];
    const mine = [{ id: "1", num: 10 }, { id: "3", num: 30 }, { num: 40 }];
    expect(merged(mine, stored)).toEqual([{ id: "1", num: 10 }, { id: "2", num: 20 }, { id: "4", num: 4 }, { num: 40 }]);
  });

  it("have one whose answer was lost once, whether it is stored or not", () => {
    const mine = [...began, { num: 40 }, { num: 50 }];
    const uncertain = { known: ["1", "2", "3"], alike: 0 };
    expect(merged(mine, [...began, line("4", 40)], uncertain).map((row) => row["num"])).toEqual([1, 2, 3, 40, 50]);
    expect(merged(mine, began, uncertain).map((row) => row["num"])).toEqual([1, 2, 3, 40, 50]);
    // A line like it that is known to be saved is not taken for it.
    expect(merged(mine, [...began, line("4", 40)], { ...uncertain, alike: 1 }).map((row) => row["num"])).toEqual([1, 2, 3, 40, 40, 50]);
    expect(merged(mine, [...began, line("4", 40)]).map((row) => row["num"])).toEqual([1, 2, 3, 40, 40, 50]);
  });
});
