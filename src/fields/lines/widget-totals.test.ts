// The sums below entered rows: exact, with the digits of their field, over the rows that count.
import { describe, expect, it } from "vitest";
import type { ScreenField } from "#schema/screen";
import { totalsOf } from "./widget-totals.tsx";

const fieldOf = (name: string, kind: string, more: Partial<ScreenField> = {}): ScreenField => ({
  name,
  kind,
  label: ["一", "One"],
  wire: kind === "money" ? "decimal" : "number",
  ...more,
});
const fields = [
  fieldOf("num", "integer"),
  fieldOf("amount", "money", { showWhen: { gift: { not: 1 } } }),
  fieldOf("gift", "bool"),
  fieldOf("back", "bool"),
];
const of = (sum: string, more: object = {}) => ({ label: ["合计", "Sum"] as const, sum, ...more });

describe("the totals of rows", () => {
  it("lose nothing to binary fractions, and have the digits of their field", () => {
    const rows = [{ num: 1, amount: "0.10" }, { num: 2, amount: "0.20" }, { amount: "99999999999999.99" }, {}];
    expect(totalsOf([of("num"), of("amount")], fields, rows)).toEqual(["3", "100000000000000.29"]);
    expect(totalsOf([of("num"), of("amount")], fields, [])).toEqual(["0", "0.00"]);
  });

  it("pass over what is no number, and over what is not stored as its cell is hidden", () => {
    expect(
      totalsOf([of("num"), of("amount")], fields, [
        { num: "1.5万", amount: "5" },
        { num: 2, amount: "7", gift: 1 },
      ]),
    ).toEqual(["2", "5.00"]);
  });

  it("are of the rows that a condition names, and less those of another one", () => {
    const rows = [
      { num: 5, back: 0 },
      { num: 2, back: 1 },
    ];
    expect(totalsOf([of("num", { where: { back: 1 } }), of("num", { less: { back: 1 } })], fields, rows)).toEqual(["2", "3"]);
  });
});
