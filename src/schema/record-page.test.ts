// Which records have a page unless the definition says so.
import { expect, test } from "vitest";
import { buildModel } from "./model.ts";
import type { FieldData } from "./field.ts";
import { hasRecordPage } from "./record-page.ts";
import type { ResourceData } from "./resource-data.ts";
import { code, ref, state, text } from "./index.ts";

// Builders return the data of a field; only the type checker knows them as more.
const dataOf = (fields: object) => fields as unknown as Readonly<Record<string, FieldData>>;

const small: ResourceData = {
  name: "factory",
  label: ["工厂", "Factory"],
  path: "/digit-bind/factory",
  title: "code",
  fields: dataOf({ code: code("编码", "Code", { required: true }) }),
};

const shop: ResourceData = {
  ...small,
  name: "shop",
  path: "/digit-bind/shop",
  fields: dataOf({ code: code("编码", "Code"), factoryId: ref("factory", "工厂", "Factory", { required: true }) }),
};

function hasPage(changed: Partial<ResourceData>): boolean {
  const model = buildModel(
    [{ ...small, ...changed }, shop].map((data) => ({ data, file: `resources/production/${data.name}.ts`, area: "production" })),
    [],
  );
  const factory = model.resource.get("factory");
  return factory !== undefined && hasRecordPage(factory);
}

const withStates = {
  fields: dataOf({
    ...small.fields,
    status: state("状态", "State", { draft: [1, "草稿", "Draft"], done: [2, "完成", "Done", "green"] }),
  }),
  actions: { finish: { label: ["完成", "Finish"], from: "draft", to: "done" } },
} as const satisfies Partial<ResourceData>;

const fieldsOf = (count: number) =>
  dataOf(Object.fromEntries(Array.from({ length: count }, (_none, index) => [`text${index}`, text(`文本${index}`, `Text ${index}`)])));

test.each<[string, Partial<ResourceData>]>([
  ["lines", { details: { resource: "shop", by: "factoryId" } }],
  ["rows that refer to it", { related: [{ resource: "shop", by: "factoryId" }] }],
  ["a life cycle", withStates],
  ["more values than a dialog shows", { fields: { ...small.fields, ...fieldsOf(20) } }],
  ["the definition's word", { record: "page" }],
])("a record with %s has a page", (_what, changed) => {
  expect(hasPage(changed)).toBe(true);
});

test.each<[string, Partial<ResourceData>]>([
  ["of a few values", {}],
  ["that the definition gives no lists", { related: [] }],
  ["of twenty values", { fields: { ...small.fields, ...fieldsOf(19) } }],
  ["with lines, where the definition says so", { details: { resource: "shop", by: "factoryId" }, record: "dialog" }],
  ["without a call that reads it", { ...withStates, calls: ["list"], record: "page" }],
  ["without a list", { ...withStates, screen: "none" }],
  ["of a hand-written page", { ...withStates, screen: { page: "code-detail" } }],
  ["that nobody may view", { ...withStates, buttons: { view: false } }],
])("a record %s has none", (_what, changed) => {
  expect(hasPage(changed)).toBe(false);
});
