// Statements by their shape: the order of the first requests does not decide which statements are fast.
import { expect, test } from "vitest";
import { StatementCache } from "./statement-cache.ts";

const text = (shape: string) => () => `select ${shape}`;

test("a shape has a name from its second use on, and the same text under it", () => {
  const cache = new StatementCache();
  const [first, second, third] = [1, 2, 3].map((value) => cache.statement("rows", [value], text("rows")));
  expect(first?.name).toBeUndefined();
  expect(second?.name).toMatch(/^tm_[0-9a-f]{20}$/);
  expect(third).toEqual({ sql: "select rows", parameters: [3], name: second?.name });
});

test("odd filters use up no names, neither once nor twice", () => {
  const cache = new StatementCache();
  for (let odd = 0; odd < 1000; odd += 1) for (let use = 0; use < 2; use += 1) cache.statement(`odd ${odd}`, [], text(`odd_${odd}`));
  cache.statement("rows", [], text("rows"));
  expect(cache.statement("rows", [], text("rows")).name).toMatch(/^tm_/);
});

test("what is used stays, whatever else comes", () => {
  const cache = new StatementCache();
  let built = 0;
  const use = () => cache.statement("rows", [], () => `select ${(built += 1)}`);
  for (let odd = 0; odd < 5000; odd += 1) {
    if (odd % 1000 === 0) use();
    cache.statement(`odd ${odd}`, [], text(`odd_${odd}`));
  }
  use();
  expect(built).toBe(1);
});

test("a name never means another text", () => {
  const [one, other] = ["select 1", "select 2"].map((sql) => {
    const cache = new StatementCache();
    cache.statement("rows", [], () => sql);
    return cache.statement("rows", [], () => sql).name;
  });
  expect(one).not.toBe(other);
});
