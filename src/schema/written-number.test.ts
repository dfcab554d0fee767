// What a typed, pasted or imported text is as a number: what it clearly means, or none.
import { describe, expect, it } from "vitest";
import { numberIn, wholeOf } from "./written-number.ts";

describe("a number", () => {
  it.each([
    ["12", "12"],
    ["-12.50", "-12.50"],
    ["+3", "3"],
    ["007", "7"],
    [".5", "0.5"],
    ["1.", "1"],
    ["-.50", "-0.50"],
    ["-0.00", "0.00"],
    ["１２．５", "12.5"],
    ["－3", "-3"],
    ["−3", "-3"],
    ["1。5", "1.5"],
    ["1,234,567.5", "1234567.5"],
    ["1，234", "1234"],
    ["1 234 567", "1234567"],
    ["1\u00a0234", "1234"],
    ["1\u202f234.5", "1234.5"],
    ["1'234", "1234"],
    ["¥1,234.50 元", "1234.50"],
    ["￥ 12", "12"],
    ["-$5", "-5"],
    ["US$5", "5"],
    ["CNY 5", "5"],
    ["3E2", "300"],
    ["1.5E+3", "1500"],
    ["１．５ｅ３", "1500"],
    ["1.25e1", "12.5"],
    ["2.5e-3", "0.0025"],
    ["1.50e1", "15.0"],
    ["0e5", "0"],
    ["\u200b12\u3000", "12"],
    ["123456789012345678901234567890.12", "123456789012345678901234567890.12"],
  ])("%s is %s", (text, number) => expect(numberIn(text)).toBe(number));
});

describe("no number, rather than another one", () => {
  it.each([
    ...[
      "(100)",
      "1.5万",
      "3亿",
      "2k",
      "1/2",
      "50%",
      "５０％",
      "10²",
      "①",
      "½",
      "1.2.3",
      "--5",
      "5-",
      "1-2",
      "3E",
      "E3",
      "1e1.5",
      "0x1F",
      "1e99",
    ],
    ...[
      "1,23",
      "12,34",
      "1,234,56",
      "1,234 567",
      "1 2",
      "1,5",
      ",123",
      "1234,567",
      "12:30",
      "2026-01-02",
      "abc",
      "12a",
      "5元5",
      "",
      " ",
      "-",
      ".",
      "$",
    ],
    ...["NaN", "Infinity", "1_000", "٣"],
  ])("%s", (text) => expect(numberIn(text)).toBeUndefined());
});

it("reads back every number that it has written, in any of the usual spellings", () => {
  for (const digits of ["0", "7", "999", "1000", "1234567", "100000000"]) {
    for (const fraction of ["", ".5", ".05", ".50"]) {
      const number = digits + fraction;
      const grouped = (by: string) => digits.replace(/\B(?=(?:\d{3})+$)/gu, by) + fraction;
      const full = number.replace(/[\d.]/gu, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));
      for (const written of [number, grouped(","), grouped(" "), grouped("\u00a0"), full, `¥${number}`, `+${number}`, `${number}e0`])
        expect(numberIn(written), written).toBe(number);
    }
  }
});

it("is a whole number only where it is one exactly; any other text stays, and is refused by validation", () => {
  expect(["300", "-7", "12.0", "9007199254740991"].map(wholeOf)).toEqual([300, -7, 12, 9_007_199_254_740_991]);
  for (const text of ["12.9", "1.0000000000000000001", "9007199254740993"]) expect(wholeOf(text)).toBe(text);
});
