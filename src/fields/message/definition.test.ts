// A sentence in both languages: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { expect, it } from "vitest";
import { message, messageKind } from "./definition.ts";

describeKind("message", [
  {
    what: "in both languages",
    field: message("错误", "Error"),
    valid: [["余额不足", "No credit is left"]],
    wrong: [
      ["one text", "type"],
      [["one language"], "tooFew"],
      [["one", "two", "three"], "tooMany"],
    ],
  },
]);

it.each([
  ["zh", ["甲", "A"], "甲"],
  ["en", ["甲", "A"], "A"],
  ["en", "甲", null],
  ["en", ["甲"], null],
  ["en", null, null],
] as const)("says to a reader of %s of %j: %j", (language, value, text) => {
  expect(messageKind.localized?.(value, language)).toBe(text);
});
