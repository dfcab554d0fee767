// The list of what is missing may only become shorter (scripts/check/missing.ts).
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { allowedFile, allowedIn, missingProblems, missingProblemsIn, namesIn } from "../../scripts/check/missing.ts";

const root = path.resolve(import.meta.dirname, "../..");

describe("the list of what is missing", () => {
  test("must not grow", () => {
    expect(missingProblems(["order.creation", "order.refund"], ["order.creation"])).toEqual([
      "order.refund is declared and missing → implement it in src/server/domain, or take it out of its definition",
    ]);
  });

  test("shrinks with what is implemented", () => {
    expect(missingProblems(["order.creation"], ["order.creation", "order.refund"])).toEqual([
      `order.refund is no longer missing → take its line out of ${allowedFile}`,
    ]);
  });

  test("is read past comments and empty lines, and out of calls and effects", () => {
    expect(allowedIn("# why\n\norder.refund\n  order.creation \n")).toEqual(["order.refund", "order.creation"]);
    expect(namesIn('{ "calls": [{ "name": "order.refund" }], "effects": [{ "name": "order.creation" }] }')).toEqual([
      "order.refund",
      "order.creation",
    ]);
  });

  test("is that of this checkout, with each name once", async () => {
    expect(await missingProblemsIn(root)).toEqual([]);
    const allowed = allowedIn(readFileSync(path.join(root, allowedFile), "utf8"));
    expect([...new Set(allowed)]).toEqual(allowed);
  });
});
