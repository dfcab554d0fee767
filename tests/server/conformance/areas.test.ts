// Each area has a file of its own here, so that workers share them.
import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { productModel as model } from "../../support/product.ts";

it("every area with resources has its conformance file", () => {
  const files = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => name.replace(".test.ts", ""));
  expect(files.filter((name) => name !== "areas").sort()).toEqual([...new Set(model.resources.map(({ area }) => area))].sort());
});
