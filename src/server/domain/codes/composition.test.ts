// Codes as rules write them.
import { describe, expect, it } from "vitest";
import { capacity, charactersOf, checkDigit, codeMaker, totalLength, verificationPart, type Rule } from "./composition.ts";

const secret = Buffer.alloc(32, "a secret of a rule");
const day = "2025-03-12 12:00:00";
const bottle: Rule = { prefix: "MXB", datePart: 0, layerMark: 0, serialMode: 1, alphabet: 2, bodyLength: 10, checkMode: 2 };
const make = (rule: Rule, first: bigint, count: number) => codeMaker({ rule, secret, day, layerMark: "P" }).make(first, count);

/** Wrong characters, one at a time, that a check digit does not tell. */
function missed(radix: number, length: number, number: bigint): number {
  const body = Array.from({ length }, (_, index) => Number((number / BigInt(radix) ** BigInt(length - 1 - index)) % BigInt(radix)));
  const check = checkDigit(body, radix);
  let count = 0;
  for (const [place, digit] of body.entries())
    for (let other = 0; other < radix; other += 1) if (other !== digit && checkDigit(body.with(place, other), radix) === check) count += 1;
  return count;
}

describe("a code", () => {
  it("is prefix, date, layer mark, body and check digit, as long as its rule says", () => {
    const rule: Rule = { ...bottle, prefix: "AB", datePart: 3, layerMark: 1, serialMode: 3, alphabet: 1, checkMode: 1 };
    expect(make(rule, 1n, 2)).toEqual(["AB250312P00000000018", "AB250312P00000000026"]);
    expect(totalLength(rule)).toBe(20);
    expect(make({ ...rule, datePart: 1 }, 1n, 1)).toEqual(["AB25P00000000018"]);
    expect(make({ ...rule, datePart: 2, layerMark: 0 }, 1n, 1)).toEqual(["AB250300000000018"]);
    expect(make({ ...rule, datePart: 0, layerMark: 0, prefix: "MXC" }, 1n, 1)).toEqual(["MXC00000000018"]);
  });

  it("has characters of its alphabet only", () => {
    expect(charactersOf({ alphabet: 2 }).join("")).toBe("23456789ABCDEFGHJKLMNPQRSTUVWXYZ");
    expect(charactersOf({ alphabet: 2 })).toHaveLength(32);
    expect(charactersOf({ alphabet: 3 })).toHaveLength(62);
    for (const code of make(bottle, 1n, 1000)) expect(code).toMatch(/^MXB[2-9A-HJ-NP-Z]{11}$/);
    for (const code of make({ ...bottle, alphabet: 9, customAlphabet: "abcd" }, 1n, 200)) expect(code).toMatch(/^MXB[a-d]{11}$/);
    for (const code of make({ ...bottle, alphabet: 3, serialMode: 2, checkMode: 0 }, 1n, 1000))
      expect(code).toMatch(/^MXB[0-9A-Za-z]{10}$/);
  });

  it("of a sequence is its serial in the alphabet", () => {
    const rule: Rule = { ...bottle, prefix: "", serialMode: 3, alphabet: 9, customAlphabet: "01", bodyLength: 8, checkMode: 0 };
    expect(make(rule, 5n, 2)).toEqual(["00000101", "00000110"]);
    expect(make({ ...rule, alphabet: 3, bodyLength: 32 }, 62n ** 31n + 61n, 1)).toEqual([`1${"0".repeat(30)}z`]);
  });

  it("whose serial is scrambled is the same at every making, differs from all others, and depends on the secret", () => {
    const rule: Rule = { ...bottle, alphabet: 1, bodyLength: 4, checkMode: 0, prefix: "" };
    const all = make(rule, 0n, 10_000);
    expect(new Set(all).size).toBe(10_000);
    expect(make(rule, 5000n, 10)).toEqual(all.slice(5000, 5010));
    expect(codeMaker({ rule, secret: Buffer.alloc(32, "another"), day, layerMark: "" }).make(0n, 10_000)).not.toEqual(all);
  });

  it("that is random is another one every time, with every character equally likely", () => {
    const rule: Rule = { ...bottle, serialMode: 2, alphabet: 3, bodyLength: 32, checkMode: 0, prefix: "" };
    const codes = make(rule, 1n, 2000);
    expect(new Set(codes).size).toBe(2000);
    const counts = new Map<string, number>();
    for (const character of codes.join("")) counts.set(character, (counts.get(character) ?? 0) + 1);
    const expected = (2000 * 32) / 62;
    const deviation = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(counts.size).toBe(62);
    // Chi-squared with 61 degrees of freedom: beyond 130 once in a million runs.
    expect(deviation).toBeLessThan(130);
  });

  it("has a space of as many bodies as there are", () => {
    expect(capacity(bottle)).toBe(32n ** 10n);
    expect(capacity({ ...bottle, alphabet: 9, customAlphabet: "abc", bodyLength: 4 })).toBe(81n);
  });
});

describe("a check digit", () => {
  it("is the usual one of ten digits", () => {
    expect(checkDigit([7, 9, 9, 2, 7, 3, 9, 8, 7, 1], 10)).toBe(3);
    expect(checkDigit([...Array.from({ length: 9 }, () => 0), 1], 10)).toBe(8);
  });

  it.each([
    [10, 10, 79_927_398_71n],
    [32, 10, 123_456_789_012n],
    [62, 16, 987_654_321_987_654_321n],
    [2, 8, 173n],
    [64, 6, 12_345_678n],
  ])("of %i characters tells every single wrong one of %i", (radix, length, number) => {
    expect(missed(radix, length, number)).toBe(0);
  });

  it("of an odd number of characters would miss some, which is why rules with one are refused", () => {
    expect(missed(3, 6, 100n)).toBeGreaterThan(0);
  });
});

describe("a verification part", () => {
  it("is so many decimal digits of the HMAC-SHA256 of the code", () => {
    const part = verificationPart({ verifyMode: 1, verifyLength: 6 }, Buffer.from("key"), "The quick brown fox jumps over the lazy dog");
    // f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8, as a number
    expect(part).toBe(String(BigInt("0xf7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8") % 1_000_000n).padStart(6, "0"));
    expect(verificationPart({ verifyMode: 1, verifyLength: 8 }, secret, "A")).toMatch(/^\d{8}$/);
    expect(verificationPart({ verifyMode: 1, verifyLength: 6 }, secret, "A")).not.toBe(
      verificationPart({ verifyMode: 1, verifyLength: 6 }, secret, "B"),
    );
  });

  it("is there only where the rule has one", () => {
    expect(verificationPart({ verifyMode: 0, verifyLength: 6 }, secret, "A")).toBeUndefined();
  });
});
