// Decimals as text: nothing is rounded on the way between input, form and limit.
import { describe, expect, it } from "vitest";
import { compareDecimals } from "#schema/decimals";
import { groupThousands, shortestDecimal } from "#admin/inputs/values/decimals.ts";

describe("decimals", () => {
  it.each([
    ["1.5", "1.50", 0],
    ["0", "-0", 0],
    ["-1", "1", -1],
    ["0.1", "0.09", 1],
    ["999999999999999.99", "999999999999999.98", 1],
    ["-2.5", "-2.49", -1],
    ["10", "9", 1],
    ["0.5", 0.05, 1],
    ["0.0000001", 1e-7, 0],
    ["0.00000009", 1.5e-7, -1],
    ["1000000000000000000000", 1e21, 0],
  ])("%s compared with %s gives %i", (left, right, expected) => {
    expect(compareDecimals(left, right)).toBe(expected);
  });

  it.each(["1e3", "", "1.", "+1", "１", "NaN", Number.NaN, Infinity])("%s is compared with nothing: no limit is passed by it", (value) => {
    expect(() => compareDecimals(value, "10")).toThrow(TypeError);
    expect(() => compareDecimals("10", value)).toThrow(TypeError);
  });

  it.each([
    ["1.50", "1.5"],
    ["007", "7"],
    ["0.00", "0"],
    ["-0.0", "0"],
    ["-1.20", "-1.2"],
    ["100", "100"],
    ["no number", "no number"],
  ])("the shortest text of %s is %s", (text, expected) => {
    expect(shortestDecimal(text)).toBe(expected);
  });

  it.each([
    ["1234567.5", "1,234,567.5"],
    ["-1234", "-1,234"],
    ["999", "999"],
    ["1234.123456", "1,234.123456"],
    ["12a", "12a"],
  ])("%s is shown as %s", (text, expected) => {
    expect(groupThousands(text)).toBe(expected);
  });
});
