// Stored definitions of reports as the designer reads them.
import { expect, test } from "vitest";
import { definitions } from "../../../generated/registry.ts";
import { templatesOf } from "../../../src/schema/report-templates.ts";
import { written } from "../../../src/admin/reports/shown-report.ts";
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

test("amounts are written with the sign of their currency, as lists do", () => {
  const amount = { kind: "number", scale: 2, prefix: "¥" } as const;
  expect([written("1234.5", amount), written("-3", amount), written(null, amount)]).toEqual(["¥1,234.50", "-¥3.00", "–"]);
  expect(written("1234", { kind: "number", unit: "瓶" })).toBe("1,234 瓶");
});

test("a resource offers where to begin: how many by what is chosen, how many and how much by month", () => {
  const field = (path: string, more: object) => ({
    path,
    label: path,
    resource: "order",
    name: path,
    aggregates: ["distinct"],
    type: "text" as const,
    ...more,
  });
  const fields = [
    field("no", {}),
    field("num", { type: "number", aggregates: ["sum"] }),
    field("paid", { type: "number", aggregates: ["sum"], isAmount: true }),
    field("kind", { isChosen: true }),
    field("status", { isChosen: true, leads: true }),
    field("auditTime", { type: "time" }),
    field("createTime", { type: "time", leads: true }),
    field("channelId.kind", { isChosen: true, of: "渠道" }),
  ];
  const made = templatesOf("order", fields);
  expect(made.map(({ words }) => words)).toEqual([
    ["byChoice", "status"],
    ["byChoice", "kind"],
    ["byMonth", "createTime"],
    ["sumByMonth", "createTime", "paid"],
  ]);
  expect(made[3]?.made).toMatchObject({
    rows: [{ field: "createTime", part: "month" }],
    totals: [{ of: "sum", field: "paid" }, { of: "count" }],
  });
  expect(templatesOf("note", [field("no", {})])).toEqual([]);
});
