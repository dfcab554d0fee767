// Stored definitions of reports as the designer reads them.
import { expect, test } from "vitest";
import { definitions } from "../../../generated/registry.ts";
import { definitionIn } from "../../../src/admin/reports/stored-definition.ts";

const stored = definitions.flatMap(({ data }) => (data.name === "report" ? (data.seed ?? []) : [])).map((row) => row["definition"]);

test("what the product's own reports say is read whole", () => {
  expect(stored.length).toBeGreaterThan(9);
  for (const definition of stored) expect(definitionIn(definition)).toEqual(definition);
});

test("what is none is left out, and nothing is read of what names no resource", () => {
  const read = definitionIn({
    resource: "brand",
    rows: [{ field: "name" }, { field: 7 }, "name"],
    totals: [{ of: "count" }, { of: "median", field: "sort" }],
    filters: [{ field: "name", operator: "matches", value: "x" }],
    chart: { type: "cube" },
    sort: "name",
    limit: "5",
  });
  expect(read).toEqual({ resource: "brand", rows: [{ field: "name" }], totals: [{ of: "count" }], filters: [] });
  for (const nothing of [undefined, null, "", [], {}, { resource: 1 }]) expect(definitionIn(nothing)).toBeUndefined();
});
