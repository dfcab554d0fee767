// What the options of fields and the formulas of a definition look like.
import { expect, it } from "vitest";
import { commonOptions, condition, formula, rules } from "./option-shapes.ts";

const deep = { add: ["price", 1] };

it.each([
  ["a field", "price", true],
  ["a number", 5, true],
  ["a text", { text: "件" }, true],
  ["a sum of two", { add: [deep, "price"] }, true],
  ["a sum of nothing", { add: [] }, false],
  ["a sum with something odd", { add: [true] }, false],
  ["a difference", { subtract: [deep, "price"] }, true],
  ["a difference of three", { subtract: ["a", "b", "c"] }, false],
  ["a difference with something odd", { subtract: ["a", true] }, false],
  ["a difference from something odd", { subtract: [true, "a"] }, false],
  ["a product", { multiply: [deep, "price"] }, true],
  ["a quotient", { divide: [deep, "price"] }, true],
  ["a rounded number", { round: deep, digits: 2 }, true],
  ["a rounded something odd", { round: true, digits: 2 }, false],
  ["too many digits", { round: deep, digits: 13 }, false],
  ["fewer digits than none", { round: deep, digits: -1 }, false],
  ["the least", { least: [deep] }, true],
  ["the greatest", { greatest: [deep] }, true],
  ["a sum of rows", { sum: "lines", of: deep }, true],
  ["a sum of rows of something odd", { sum: "lines", of: true }, false],
  ["a number of rows", { count: "lines" }, true],
  ["a joined text", { join: [deep, "unit"] }, true],
  ["an initial", { initial: "name" }, true],
  ["an initial of something odd", { initial: true }, false],
  ["the first that is there", { firstOf: ["a", deep] }, true],
  ["a choice", { if: { kind: 1 }, then: deep, else: "b" }, true],
  ["a choice without another", { if: { kind: 1 }, then: deep }, true],
  ["a choice of something odd", { if: { kind: 1 }, then: true }, false],
  ["a choice with something odd else", { if: { kind: 1 }, then: "a", else: true }, false],
  ["a word that there is not", { power: ["a", 2] }, false],
])("a formula may be %s: %#", (_what, value, isOne) => {
  expect(formula.safeParse(value).success).toBe(isOne);
});

it.each([
  [{ kind: 1 }, true],
  [{ kind: [1, "a"] }, true],
  [{ kind: { not: [1] } }, true],
  [{ amount: { gt: 5, le: { field: "limit" } } }, true],
  [{ amount: { empty: true } }, true],
  [[{ kind: 1 }, { amount: { eq: { field: "limit" } } }], true],
  [{ amount: { eq: 5 } }, false],
  [{ amount: { about: 5 } }, false],
  [{ amount: { gt: { field: "a", more: 1 } } }, false],
  [{ kind: true }, false],
])("%j is a condition: %j", (value, isOne) => {
  expect(condition.safeParse(value).success).toBe(isOne);
});

it("rules compare the fields of a row", () => {
  expect(
    rules.safeParse({ order: { check: { end: { ge: { field: "start" } } }, when: { kind: 1 }, message: ["止", "End"] } }).success,
  ).toBe(true);
  expect(rules.safeParse({ order: { check: { end: { empty: true } } } }).success).toBe(false);
  expect(rules.safeParse({ order: {} }).success).toBe(false);
});

it.each([
  ["required", true, true],
  ["required", ["请填", "Fill in"], true],
  ["required", false, false],
  ["readonly", true, true],
  ["readonly", false, false],
  ["visibleIn", ["create", "edit", "view"], true],
  ["visibleIn", ["elsewhere"], false],
  ["width", 90, true],
  ["width", 0, false],
  ["leadsTo", { screen: "box", by: "id" }, true],
  ["leadsTo", { screen: { field: "kind", of: { 1: "box" } }, by: "id" }, true],
  ["leadsTo", { screen: "box" }, false],
] as const)("the option %s may be %j: %j", (name, value, isOne) => {
  expect(commonOptions[name].safeParse(value).success).toBe(isOne);
});
