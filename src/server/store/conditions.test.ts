// Conditions as SQL: alternatives in one piece, each with its own placeholders.
import { expect, test } from "vitest";
import { choice, integer, text } from "#schema";
import { buildModel } from "#schema/model";
import type { LoadedDefinition, ResourceData } from "#schema/resource-data";
import { conditionFragments } from "./conditions.ts";

const data = {
  name: "factory",
  label: ["工厂", "Factory"],
  path: "/digit-bind/factory",
  title: "name",
  fields: {
    name: text("名称", "Name"),
    kind: choice("类型", "Kind", {
      options: [
        [1, "自有", "Own"],
        [2, "代工", "Contract"],
      ],
    }),
    rank: integer("等级", "Rank"),
  },
} as unknown as ResourceData; // as definitions are loaded, without the types of their builders
const definition: LoadedDefinition = { data, file: "resources/production/factory.ts", area: "production" };
const [factory] = buildModel([definition], []).resources;
if (factory === undefined) throw new Error("no model");

const now = "2025-03-12 12:00:00";

const sqlOf = (condition: Parameters<typeof conditionFragments>[1]) => {
  let taken = 0;
  return conditionFragments(factory, condition, { now }).map(({ sql, parameters }) => ({
    sql: sql(parameters.map(() => `$${(taken += 1)}`)),
    parameters,
  }));
};

test("what must hold together is a piece for each field", () => {
  expect(sqlOf({ kind: 1, name: "a" })).toHaveLength(2);
});

test("alternatives are one piece that keeps their placeholders apart", () => {
  expect(sqlOf([{ kind: [1, 2], name: "a" }, { rank: { not: 3 } }])).toEqual([
    {
      sql: '((t."kind" = ANY($1::bigint[]) AND t."name" = ANY($2::text[])) OR ((t."rank" IS NULL OR NOT (t."rank" = ANY($3::bigint[])))))',
      parameters: [["1", "2"], ["a"], ["3"]],
    },
  ]);
  const [either] = conditionFragments(factory, [{ kind: 1 }, { rank: 1 }], { now });
  const [both] = conditionFragments(factory, [{ kind: 1, rank: 1 }, { rank: 2 }], { now });
  expect(either?.shape).not.toBe(both?.shape);
});
