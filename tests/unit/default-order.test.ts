// The order that lists have without a word in their definition.
import { expect, test } from "vitest";
import { productModel } from "../support/product-model.ts";

const orderOf = (name: string) => productModel.resource.get(name)?.order.map(({ field, descending }) => `${descending ? "-" : ""}${field}`);

test("rows with a life cycle come newest first by a time that is seen", () => {
  expect(orderOf("logistics-out-doc")).toEqual(["-createTime", "-id"]);
  expect(orderOf("code-replace")).toEqual(["-createTime", "-id"]);
  expect(orderOf("terminal-device")).toEqual(["-createTime", "-id"]);
  const unordered = productModel.resources.filter(
    ({ stateField, screen, data, hasTable, order }) =>
      stateField !== undefined && screen === "table" && hasTable && data.highVolume === true && order.length < 2,
  );
  expect(unordered.map(({ name }) => name)).toEqual([]);
});

test("rows that users order are in their order, and tables without bound in that of their ids", () => {
  expect(orderOf("factory")).toEqual(["sort", "id"]);
  expect(orderOf("job")).toEqual(["-id"]);
});
