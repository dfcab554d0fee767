// Texts: samples that match what definitions ask for, and what is just beyond their limits.
import { describe, expect, it } from "vitest";
import { code, email, text, textarea } from "#schema";
import { kindOf } from "#schema/kinds";
import { sampleValue } from "#schema/sample";
import { checkValue } from "#schema/validation";
import { modelOf, sampleContext } from "../../tests/support/field-kind.ts";
import { patternOf, textMatching } from "./textual.ts";

const sampleOf = (field: { readonly kind: string }, number: number) => sampleValue(modelOf(field).data, sampleContext(number));

describe("a sample of a pattern", () => {
  it.each([
    ["^[0-9]{4}$", 7, "0007"],
    ["^[0-9]{4}$", 123_456, "3456"],
    ["^[0-9]{2,4}$", 12_345, "2345"],
    ["^[0-9]{2,4}$", 7, "07"],
    ["^[0-9]{2,}$", 12_345, "12345"],
    ["^[0-9]{2,}$", 7, "07"],
    ["^[0-9]+$", 42, "42"],
    ["^[1-9][0-9]{2}$", 7, "707"],
    ["^[1-9]{3}$", 7, "117"],
    ["^[1-9]{1,2}$", 345, "45"],
    ["^[0-4]{2}$", 7, "00"],
    ["^\\d{3}$", 12_345, "345"],
    ["^\\d{3}$", 7, "007"],
    ["^\\d+$", 42, "42"],
    ["^\\d*$", 7, "7"],
    ["^\\w{3}$", 7, "AA7"],
    ["^\\w+$", 42, "42"],
    ["^\\w{2}$", 345, "45"],
    ["^[A-Z]{2}[0-9]{4}$", 7, "AA0007"],
    ["^[a-z]+$", 12, "a"],
    ["^[a-z]*$", 12, "a"],
    ["^[a-z]{3}$", 12, "aaa"],
    ["^[a-zA-Z]{2}$", 12, "AA"],
    ["^[A-Za-z0-9_-]{1,32}$", 12, "12"],
    ["^[0-9A-Z]{18}$", 31, "000000000000000031"],
    ["^[x-]{2}$", 1, "xx"],
    ["^[-x]{2}$", 1, "--"],
    ["^[\\.x]{2}$", 1, ".."],
    ["^[A|B]{2}$", 1, "AA"],
    ["^[A-Z]{0}y$", 1, "y"],
    ["^a\\.b$", 1, "a.b"],
    ["^a\\.{2}b$", 1, "a..b"],
    ["^x\\|y$", 1, "x|y"],
    ["^x{2,}$", 1, "xx"],
    ["^x+y$", 1, "xy"],
    ["^x*y$", 1, "y"],
    ["^x?y$", 1, "y"],
    ["^(?:ab|cd)x$", 1, "abx"],
    ["^(ab){2}$", 1, "abab"],
    ["^(?:ab)?x$", 1, "x"],
    ["^(?:[0-9]{2}){2}$", 7, "0707"],
    ["^(?:1[3-9][0-9]{2})$", 7, "1707"],
    ["^A|B$", 1, "A"],
    ["AB", 1, "AB"],
  ])("%s with the number %i is %s", (pattern, number, sample) => {
    expect(textMatching(pattern, {}, number)).toBe(sample);
    expect(sample).toMatch(new RegExp(pattern, "u"));
  });

  it("is no longer than the field, and 12 characters at most where that does not say", () => {
    expect(textMatching("^[0-9]+$", { max: 3 }, 12_345)).toBe("345");
    expect(textMatching("^\\d+$", { max: 3 }, 12_345)).toBe("345");
    expect(textMatching("^[0-9]{2,}$", { max: 3 }, 12_345)).toBe("345");
    expect(textMatching("^[0-9]*$", {}, 1_234_567_890_123)).toBe("234567890123");
    expect(textMatching("^\\w+$", {}, 1_234_567_890_123)).toBe("234567890123");
  });

  it.each([
    ["^(?=a)b$", "no sample can be made for the pattern ?=a"],
    ["^a{1}{2}$", "no sample can be made for the pattern ^a{1}{2}$"],
    ["^a\\b$", "the sample ab does not match ^a\\b$"],
  ])("%s is beyond it, and says so", (pattern, sentence) => {
    expect(() => textMatching(pattern, {}, 1)).toThrow(sentence);
  });
});

describe("a sample of a text", () => {
  it.each([
    ["is the field's English name with the number", text("名", "Name"), 7, "Name7"],
    ["has the first letters of a long name alone", text("名", "Loading dock 2 name"), 7, "Loadingdockn7"],
    ["is called a text where there is no name", text("名", "名"), 7, "text7"],
    ["just fits", text("名", "Name", { max: 5 }), 7, "Name7"],
    ["is its number where the name has no room", text("名", "Name", { max: 4 }), 7, "007"],
    ["is the end of its number in very little room", text("名", "Name", { max: 2 }), 123, "23"],
    ["fills little room with noughts", text("名", "Name", { max: 2 }), 7, "07"],
    ["is as long as the field wants it", text("名", "Name", { min: 8 }), 7, "Name7xxx"],
    ["follows the field's pattern", text("名", "Name", { pattern: "^[0-9]+$", max: 2 }), 345, "45"],
  ] as const)("%s", (_what, field, number, sample) => {
    expect(sampleOf(field, number)).toBe(sample);
  });
});

describe("beyond the limits of a text", () => {
  const beyond = (field: { readonly kind: string }) => {
    const { data } = modelOf(field);
    return kindOf(data).forbidden(data);
  };
  const tooLong = (length: number) => ({ value: "长".repeat(length), code: "tooLong", limit: "max" });
  const pattern = { value: "不 合规 !", code: "pattern", limit: "pattern" };

  it.each([
    ["is one character more than its kind takes", text("名", "Name"), [tooLong(256)]],
    ["is one character more than it takes", textarea("文", "Text", { max: 4 }), [tooLong(5)]],
    [
      "is one character fewer than it wants",
      text("名", "Name", { min: 3, max: 4 }),
      [tooLong(5), { value: "短短", code: "tooShort", limit: "min" }],
    ],
    ["is nothing shorter where one character is enough", text("名", "Name", { min: 1, max: 4 }), [tooLong(5)]],
    ["is what its pattern does not match", code("码", "Code", { pattern: "^[0-9]+$", min: 2, max: 4 }), [pattern]],
  ] as const)("%s", (_what, field, values) => {
    expect(beyond(field)).toEqual(values);
  });

  it.each([
    ["an empty text", text("名", "Name"), "", "tooShort"],
    ["a text that is too short", text("名", "Name", { min: 3 }), "ab", "tooShort"],
    ["a text that is too long", text("名", "Name", { max: 3 }), "abcd", "tooLong"],
    ["a text that does not match", text("名", "Name", { pattern: "^[0-9]$" }), "ab", "pattern"],
    ["a number", text("名", "Name"), 5, "type"],
  ] as const)("%s is refused", (_what, field, value, refusal) => {
    expect(checkValue(modelOf(field), value).map((issue) => issue.code)).toContain(refusal);
  });

  it("a pattern counts characters as people do", () => {
    expect(checkValue(modelOf(text("名", "Name", { pattern: "^.{2}$" })), "😀😀")).toEqual([]);
  });
});

it("a field's own pattern goes before that of its kind", () => {
  expect([patternOf({ kind: "text", label: ["", ""], pattern: "a" }, "b"), patternOf({ kind: "text", label: ["", ""] }, "b")]).toEqual([
    "a",
    "b",
  ]);
  expect(sampleOf(email("邮", "E-mail"), 3)).toBe("person3@example.cn");
});
