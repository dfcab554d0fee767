// What a typed, pasted or imported text is as a number: what it clearly means, or none.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { amount, seed } from "../../tests/support/amounts.ts";
import { writtenNumberIn, wholeOf } from "./written-number.ts";

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
  ])("%s is %s", (text, number) => expect(writtenNumberIn(text)).toBe(number));
});

describe("no number, rather than another one", () => {
  it.each([
    ...[
      "3\t456",
      "3\n456",
      "0,123",
      "0 500",
      "00,123",
      "-\t5",
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
  ])("%s", (text) => expect(writtenNumberIn(text)).toBeUndefined());
});

it("reads back every number that it has written, in any of the usual spellings", () => {
  for (const digits of ["0", "7", "999", "1000", "1234567", "100000000"]) {
    for (const fraction of ["", ".5", ".05", ".50"]) {
      const number = digits + fraction;
      const grouped = (by: string) => digits.replace(/\B(?=(?:\d{3})+$)/gu, by) + fraction;
      const full = number.replace(/[\d.]/gu, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));
      for (const written of [number, grouped(","), grouped(" "), grouped("\u00a0"), full, `¥${number}`, `+${number}`, `${number}e0`])
        expect(writtenNumberIn(written), written).toBe(number);
    }
  }
});

it("is a whole number only where it is one exactly; any other text stays, and is refused by validation", () => {
  expect(["300", "-7", "12.0", "9007199254740991"].map(wholeOf)).toEqual([300, -7, 12, 9_007_199_254_740_991]);
  for (const text of ["12.9", "1.0000000000000000001", "9007199254740993"]) expect(wholeOf(text)).toBe(text);
});

interface Written {
  readonly isNegative: boolean;
  readonly whole: string;
  readonly fraction: string;
}

describe("any number", () => {
  const tried = { seed, numRuns: amount(300, 20_000) };
  const digits = (min: number, max: number) =>
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((all) => all.join(""));
  const written = fc.record({ isNegative: fc.boolean(), whole: digits(1, 15), fraction: digits(0, 8) });

  /** What the digits mean: without zeros in front, and never a negative nothing. */
  const meant = ({ isNegative, whole, fraction }: Written): string => {
    const value = `${whole.replace(/^0+(?=.)/u, "")}${fraction === "" ? "" : `.${fraction}`}`;
    return isNegative && /[1-9]/u.test(value) ? `-${value}` : value;
  };
  const plainly = ({ isNegative, whole, fraction }: Written, group = ""): string =>
    `${isNegative ? "-" : ""}${whole.replace(/\B(?=(?:\d{3})+$)/gu, group)}${fraction === "" ? "" : `.${fraction}`}`;
  const fullWidth = (text: string): string =>
    [...text].map((sign) => (sign >= "!" && sign <= "~" ? String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0) : sign)).join("");

  it("means the same with separators, in full width, and behind a currency sign", () => {
    fc.assert(
      fc.property(
        written,
        fc.constantFrom("", ",", " ", "\u00a0", "\u202f", "'"),
        fc.constantFrom("", "¥", "￥", "CNY "),
        fc.boolean(),
        (one, group, sign, isWide) => {
          const text = plainly(one, group).replace(/^-?/u, (minus) => minus + sign);
          // Groups of three do not begin with zeros: "0,123" is somebody's decimal comma.
          const isOdd = group !== "" && one.whole.length > 3 && one.whole.startsWith("0");
          expect(writtenNumberIn(isWide ? fullWidth(text) : text)).toBe(isOdd ? undefined : meant(one));
        },
      ),
      tried,
    );
  });

  it("with an exponent is the number whose point has moved as far, to the last digit", () => {
    fc.assert(
      fc.property(
        written,
        fc.integer({ min: -12, max: 12 }),
        fc.constantFrom("e", "E", "ｅ"),
        fc.boolean(),
        (one, exponent, letter, hasPlus) => {
          const text = `${plainly(one)}${letter}${hasPlus && exponent >= 0 ? "+" : ""}${exponent}`;
          const [number = ""] = [writtenNumberIn(text)];
          // In units of the last place that either of them can have.
          const units = (value: string, shift: number): bigint => {
            const [whole = "0", fraction = ""] = value.split(".");
            return BigInt(`${whole}${fraction.padEnd(30 + shift, "0")}`);
          };
          expect(units(number, 0)).toBe(units(meant(one), exponent));
        },
      ),
      tried,
    );
  });

  it("is read from no text but one of its digits, and read again is the same", () => {
    const odd = fc
      .array(fc.constantFrom(..."0123456789.,'eE+- ()%/万kK¥$元．，"), { minLength: 1, maxLength: 9 })
      .map((all) => all.join(""));
    const readable = odd.filter((text) => writtenNumberIn(text) !== undefined);
    fc.assert(
      fc.property(readable, (text) => {
        const number = writtenNumberIn(text) ?? "";
        expect(number).toMatch(/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/u);
        expect(writtenNumberIn(number)).toBe(number);
        expect(text).not.toMatch(/[()%/万kK]/u);
        const [mantissa = ""] = text.replaceAll("．", ".").split(/e/iu);
        const significant = (one: string) => one.replace(/\D/gu, "").replace(/^0+|0+$/gu, "");
        expect(significant(number)).toBe(significant(mantissa));
      }),
      tried,
    );
  });
});
