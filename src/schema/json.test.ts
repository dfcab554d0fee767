// Texts that may be JSON.
import { expect, test } from "vitest";
import { parsedJson } from "./json.ts";

test.each([
  ['{"a":[1,null]}', { a: [1, null] }],
  ["null", null],
  ["0", 0],
  ['""', ""],
])("%s has a value", (text, value) => {
  expect(parsedJson(text)).toEqual(value);
});

test.each(["", " ", "undefined", "{", "<html></html>"])("%j has none", (text) => {
  expect(parsedJson(text)).toBeUndefined();
});
