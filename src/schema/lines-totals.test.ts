// Which sums stand below lines while they are entered with their record.
import { expect, test } from "vitest";
import { buildModel } from "./model.ts";
import type { FieldData } from "./field.ts";
import { linesTotalsOf } from "./lines-totals.ts";
import type { ResourceData } from "./resource-data.ts";
import { bool, code, integer, money, ref } from "./index.ts";

// Builders return the data of a field; only the type checker knows them as more.
const dataOf = (fields: object) => fields as unknown as Readonly<Record<string, FieldData>>;

const bill: ResourceData = {
  name: "warehouse-out-bill",
  label: ["账单", "Bill"],
  path: "/digit-bind/warehouse-out-bill",
  title: "code",
  fields: dataOf({ code: code("编码", "Code", { required: true }) }),
  details: { resource: "line", by: "billId" },
};

const sumOf = (sum: string, more: object = {}) => ({ label: [sum, sum] as const, sum, ...more });

function totalsOf(totals: ResourceData["totals"]): readonly string[] | undefined {
  const line: ResourceData = {
    name: "line",
    label: ["明细", "Line"],
    path: "/digit-bind/line",
    title: "num",
    fields: dataOf({
      billId: ref("warehouse-out-bill", "账单", "Bill", { required: true, search: "equal", createOnly: true, visibleIn: ["view"] }),
      num: integer("数量", "Quantity", { required: true }),
      price: money("单价", "Price"),
      amount: money("金额", "Amount", { readonly: true }),
      unitNum: integer("最小单位", "Base units", { readonly: true }),
      back: bool("退回", "Returned"),
      done: bool("完成", "Done", { readonly: true }),
    }),
    formulas: { amount: { multiply: ["num", "price"] } },
    ...(totals === undefined ? {} : { totals }),
  };
  const model = buildModel(
    [bill, line].map((data) => ({ data, file: `resources/warehousing/${data.name}.ts`, area: "warehousing" })),
    [],
  );
  const resource = model.resource.get("warehouse-out-bill");
  if (resource === undefined) throw new Error("the model has no bill");
  return linesTotalsOf(resource, model)?.map(({ sum }) => sum);
}

test("numbers that people enter, and those that follow from them by a formula, are summed", () => {
  expect(totalsOf({ quantity: sumOf("num"), amount: sumOf("amount") })).toEqual(["num", "amount"]);
});

test("numbers that the server alone knows, and conditions on such values, leave a sum out", () => {
  expect(
    totalsOf({ units: sumOf("unitNum"), amount: sumOf("amount", { less: { back: 1 } }), done: sumOf("num", { where: { done: 1 } }) }),
  ).toEqual(["amount"]);
});

test("lines without sums have none", () => {
  expect(totalsOf(undefined)).toBeUndefined();
  expect(totalsOf({ units: sumOf("unitNum") })).toBeUndefined();
});
