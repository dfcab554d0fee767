// Lines that two people changed: what each did to which, what is offered, and what follows from a choice.
import { describe, expect, it } from "vitest";
import type { ScreenField } from "#schema/screen";
import { chosenLines, lineDifferences, offeredSide } from "./line-differences.ts";

const cell = (name: string): ScreenField => ({ name, kind: "integer", label: [name, name], wire: "number" });
const field: ScreenField = {
  name: "lines",
  kind: "lines",
  label: ["明细", "Lines"],
  wire: "rows",
  fields: [cell("num"), cell("price"), { ...cell("amount"), visibleIn: ["view"] }],
};
const row = (id: string, num: number, price = 1) => ({ id, num, price });

const before = [row("a", 1), row("b", 2), row("c", 3), row("d", 4), row("e", 5)];
/** I changed a and d, removed b, and added one; they changed a and c, removed d, and added f. */
const mine = [row("a", 10), row("c", 3), row("d", 40), row("e", 5), { num: 7, price: 1 }];
const theirs = [row("a", 1, 9), row("b", 2), row("c", 30), row("e", 5), row("f", 6)];
const versions = { before, mine, theirs };

describe("lines that differ", () => {
  it("are told one by one, with what each side did", () => {
    const told = lineDifferences(field, versions).map(({ key, number, changes }) => [key, number, changes.mine, changes.theirs]);
    expect(told).toEqual([
      ["a", 1, "changed", "changed"],
      ["b", 2, "removed", "same"],
      ["c", 3, "same", "changed"],
      ["f", 5, "absent", "added"],
      ["d", 3, "changed", "removed"],
      ["4", 5, "added", "absent"],
    ]);
  });

  it("are none where both did the same, or changed what nobody enters", () => {
    expect(lineDifferences(field, { before, mine: before, theirs: before.map((one) => ({ ...one, amount: 5 })) })).toEqual([]);
    expect(lineDifferences(field, { before, mine, theirs: mine.slice(0, 4) })).toHaveLength(1);
    expect(lineDifferences(field, { before: undefined, mine: undefined, theirs: undefined })).toEqual([]);
  });

  it("are offered as the side has them that changed them, and mine where both did", () => {
    expect(lineDifferences(field, versions).map((one) => [one.key, offeredSide(one)])).toEqual([
      ["a", "mine"],
      ["b", "mine"],
      ["c", "theirs"],
      ["f", "theirs"],
      ["d", "mine"],
      ["4", "mine"],
    ]);
  });
});

describe("the lines that are chosen", () => {
  it("hold what both sides did where nothing else is said; what others removed is added anew", () => {
    expect(chosenLines(field, versions, {})).toEqual([
      row("a", 10),
      row("c", 30),
      row("e", 5),
      row("f", 6),
      { num: 40, price: 1 },
      { num: 7, price: 1 },
    ]);
  });

  it("are theirs, or mine, where that is chosen of all", () => {
    const keys = lineDifferences(field, versions).map(({ key }) => key);
    const all = (side: "mine" | "theirs") => Object.fromEntries(keys.map((key) => [key, side]));
    expect(chosenLines(field, versions, all("theirs"))).toEqual(theirs);
    expect(chosenLines(field, versions, all("mine"))).toEqual([
      row("a", 10),
      row("c", 3),
      row("e", 5),
      { num: 40, price: 1 },
      { num: 7, price: 1 },
    ]);
  });

  it("are none where none is left", () => {
    expect(chosenLines(field, { before, mine: undefined, theirs: before }, {})).toBeUndefined();
  });
});
