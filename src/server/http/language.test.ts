// The language of an answer, from the browser's Accept-Language header.
import { expect, test } from "vitest";
import { languageOf } from "./language.ts";

test.each([
  [undefined, "zh"],
  ["", "zh"],
  ["en", "en"],
  ["en-GB,en;q=0.9", "en"],
  ["zh-CN", "zh"],
  ["zh-CN,zh;q=0.9,en;q=0.8", "zh"],
  ["en;q=0.5,zh;q=0.9", "zh"],
  ["fr,en;q=0.4", "en"],
  ["fr", "zh"],
  ["*", "zh"],
  ["en;q=0", "zh"],
  ["EN", "en"],
  [`${"x,".repeat(10_000)}en`, "zh"],
])("Accept-Language %s is answered in %s", (header, language) => {
  expect(languageOf(header)).toBe(language);
});
