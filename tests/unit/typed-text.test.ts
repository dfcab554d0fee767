// How much has to be typed before rows are searched.
import { describe, expect, it } from "vitest";
import { minTypedLength, lengthTyped } from "../../src/schema/typed-text.ts";

describe("a text that rows are found by", () => {
  it.each([
    ["1380", true],
    ["138", false],
    ["张伟", true],
    ["张", false],
    ["李 四", true],
    ["  DD2  ", false],
    ["", false],
  ])("%j is long enough: %s", (text, expected) => {
    expect(lengthTyped(text) >= minTypedLength).toBe(expected);
  });
});
