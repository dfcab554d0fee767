// Blanks that nobody sees are no part of a text: forms and the server tidy by the same function.
import fc from "fast-check";
import { expect, it } from "vitest";
import { normalized, tidied } from "./plain-text.ts";

const blank = fc.constantFrom(" ", "\t", "\u3000", "\u00a0", "\u2003", "\u200b", "\ufeff", "\u2060", "\u202f");
const blanks = fc.array(blank, { maxLength: 4 }).map((all) => all.join(""));
/** Texts as people type them, joiners of emoji and Indic scripts among them. */
const typed = fc
  .array(fc.oneof(blank, fc.constantFrom("a", "茅", "溪", "\u200d", "\n", "1")), { maxLength: 12 })
  .map((all) => all.join(""));

it("takes blanks off both ends of a text of either kind, and nothing else of what people see", () => {
  fc.assert(
    fc.property(typed, blanks, blanks, fc.constantFrom("line" as const, "ends" as const), (text, before, after, tidying) => {
      const tidy = tidied(text, tidying);
      expect(tidied(before + text + after, tidying)).toBe(tidy);
      expect(tidied(tidy, tidying)).toBe(tidy);
      const seen = (one: string) => one.replace(/[\s\u200b\u2060\ufeff]/gu, "");
      expect(seen(tidy)).toBe(seen(text));
    }),
  );
});

it.each([
  ["line", "茅溪\u3000总厂\u200b", "茅溪 总厂"],
  ["line", "\u00a0MX\ufeff01 ", "MX01"],
  ["line", "\u3000\u200b ", ""],
  ["line", "茅溪  总厂", "茅溪 总厂"],
  ["line", "茅溪\t\r\n总厂", "茅溪 总厂"],
  ["line", "茅溪\u2028\u0085总厂", "茅溪 总厂"],
  ["line", "茅\u00ad溪\u202e\u2069总\u0007\u007f厂\u2063", "茅溪总厂"],
  ["line", "茅溪\u3164\u2800总厂", "茅溪 总厂"],
  ["ends", "\u3000第一行\u3000。\n\n 第二行\u200b\n", "第一行\u3000。\n\n 第二行"],
  ["line", "👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"],
] as const)("a text of kind %s: %j is %j", (tidying, text, tidy) => {
  expect(tidied(text, tidying)).toBe(tidy);
});

it.each([
  [true, " 黔b12345\u3000", "黔B12345"],
  [undefined, " 黔b12345\u3000", "黔b12345"],
] as const)("with capitals %s %j is kept as %j", (capitals, text, expected) => {
  expect(normalized(text, { tidying: "line", capitals })).toBe(expected);
});
