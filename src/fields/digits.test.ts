// Digits for people.
import { expect, it } from "vitest";
import { groupDigits, withScale } from "./digits.ts";

it.each([
  ["0", "0"],
  ["123", "123"],
  ["1234", "1,234"],
  ["123456", "123,456"],
  ["1234567.50", "1,234,567.50"],
  ["1.23456", "1.23456"],
  ["-1234", "-1,234"],
  ["--1234", "--1234"],
  ["1234.", "1234."],
  ["1234.5.6", "1234.5.6"],
  ["x1234", "x1234"],
  ["1234x", "1234x"],
  ["", ""],
])("%j is grouped as %j", (text, grouped) => {
  expect(groupDigits(text)).toBe(grouped);
});

it.each([
  ["5", 2, "5.00"],
  ["5.1", 2, "5.10"],
  ["-5.1", 2, "-5.10"],
  ["5.123", 2, "5.123"],
  ["15.25", 4, "15.2500"],
  ["5.1", 0, "5.1"],
  ["5", 0, "5"],
  ["5", -1, "5"],
  ["5.", 2, "5."],
  ["x5.1", 2, "x5.1"],
  ["5.1x", 2, "5.1x"],
  ["abc", 2, "abc"],
])("%j with %i digits behind the point is %j", (text, scale, padded) => {
  expect(withScale(text, scale)).toBe(padded);
});
