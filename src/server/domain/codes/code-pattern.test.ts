// Patterns of codes: what every engine reads alike, and nothing that takes long.
import { expect, it } from "vitest";
import { patternFault } from "./code-pattern.ts";

it.each([
  "^[0-9A-Z]{16}$",
  "^(?:MX|YH)[0-9]{2,12}[A-Z]?$",
  "c/([0-9A-Z-]+)$",
  "^\\d{20}$",
  "[^/]+",
  "^(AB+)?C*$",
  "码[0-9]{4}",
  "a\\.b\\/[\\d\\-]{3,}",
])("%s is read", (pattern) => {
  expect(patternFault(pattern)).toBeUndefined();
});

it.each([
  ["(a+)+$", "嵌套"],
  ["(?:[0-9]{2}){3}", "嵌套"],
  ["((ab*)c)*", "嵌套"],
  ["(a)\\1", "反向引用"],
  ["(?=a)b", "环视"],
  ["(?<name>a)", "环视"],
  ["[0-9]{129}", "128"],
  ["[0-9]{5,2}", "不正确"],
  ["[0-9", "不正确"],
  ["(ab", "不正确"],
  ["ab)", "不正确"],
  ["a**", "不正确"],
  ["*a", "不正确"],
  ["^*", "不正确"],
  ["[z-a]", "不正确"],
  ["a{", "不正确"],
  ["\\p{L}", "不正确"],
])("%s is refused", (pattern, why) => {
  expect(patternFault(pattern)?.[0]).toContain(why);
});
