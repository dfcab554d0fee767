// Statements of the areas pass no formulas and no guards, so they write nothing that a formula or a rule about ranges reads.
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { fieldsOfFormula } from "#schema/formulas";
import type { ResourceModel } from "#schema/model";
import { readSourceTree } from "../../scripts/import-graph.ts";
import { findWriteStatements, type WriteStatement } from "../../scripts/unlogged-writes.ts";
import { linkFields } from "../../src/server/store/inverses.ts";
import { productModel } from "../support/product.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const area = "src/server/domain/probe/thing.ts";

/** What a write of a resource has to be judged or followed by: fields that formulas give or read, those of ranges, links that other rows show. */
function judgedFields(resource: ResourceModel): ReadonlySet<string> {
  const { formulas = {}, noOverlap = {} } = resource.data;
  return new Set([
    ...linkFields(productModel, resource),
    ...Object.entries(formulas).flatMap(([name, formula]) => [name, ...fieldsOfFormula(formula)]),
    ...Object.values(noOverlap).flatMap(({ per, from, to, where = {} }) => [
      ...per,
      from,
      to,
      ...[where].flat().flatMap((condition) => Object.keys(condition)),
    ]),
  ]);
}

/** Statements that write such fields, as `file: resource field`. */
const pastGuards = (statements: readonly WriteStatement[]): readonly string[] =>
  statements.flatMap(({ file, name, resource, columns }) => {
    const model = productModel.resource.get(resource);
    const judged = model === undefined ? new Set<string>() : judgedFields(model);
    if (name.startsWith("insert") && judged.size > 0) return [`${file}: ${resource}`];
    return columns.filter((column) => judged.has(column)).map((column) => `${file}: ${resource} ${column}`);
  });

test("of the tree as it is none writes what a formula or a range is made of", () => {
  const statements = findWriteStatements(readSourceTree(root));
  expect(statements.length).toBeGreaterThan(150);
  expect(pastGuards(statements)).toEqual([]);
});

test("one that does is found: an update of what a formula reads or gives, of a range, and an insert", () => {
  const text = `
    run(tx, update(context, unscoped("order", "o")).set({ paidAmount: "1", remark: "x" }));
    run(tx, updateDerived(unscoped("order", "o")).set({ refundableAmount: "1" }));
    run(tx, updateWithoutVersion(unscoped("membership", "m")).set({ endTime: now, status: 2 }));
    run(tx, insert(context, "membership", rows), update(context, unscoped("spec", "s")).set({ name }));`;
  expect(pastGuards(findWriteStatements(new Map([[area, text]])))).toEqual([
    "probe/thing.ts: order paidAmount",
    "probe/thing.ts: order refundableAmount",
    "probe/thing.ts: membership endTime",
    "probe/thing.ts: membership status",
    "probe/thing.ts: membership",
  ]);
});
