// What the designer of reports offers of one resource can be told apart by its name.
import { expect, test } from "vitest";
import { callerWithoutRights } from "../../src/server/caller/caller.ts";
import { fieldAt, fieldsOf, reportableResources, stepsOf, type ReportField } from "../../src/server/crud/report/fields.ts";
import { productModel } from "../support/product-model.ts";

const context = { caller: { ...callerWithoutRights(), isAdministrator: true }, model: productModel };

test("no two fields that are offered of a resource have the same name, in neither language", () => {
  const resources = reportableResources(context);
  expect(resources.length).toBeGreaterThan(100);
  const repeated = resources.flatMap((resource) => {
    const fields = [...fieldsOf(context, resource), ...stepsOf(context, resource).flatMap((step) => fieldsOf(context, resource, step))];
    return ([0, 1] as const).flatMap((language) => {
      const byLabel = new Map<string, ReportField[]>();
      for (const field of fields) byLabel.set(field.label[language], [...(byLabel.get(field.label[language]) ?? []), field]);
      return [...byLabel]
        .filter(([, some]) => some.length > 1)
        .map(([label, some]) => `${resource.name} ${label}: ${some.map(({ path }) => path).join(", ")}`);
    });
  });
  expect(repeated).toEqual([]);
});

test.each([
  ["channel", "pid.pid", "上级渠道·上级渠道"],
  ["order-detail", "commodityId.name", "商品·商品名称"],
  ["order-detail", "commodityName", "商品名称"],
])("of %s the field %s is called %s, wherever its path is used", (name, path, label) => {
  const resource = productModel.resource.get(name);
  if (resource === undefined) throw new Error(`there is no resource ${name}`);
  expect(fieldAt(context, resource, path)).toMatchObject({ label: [label, expect.any(String)] });
});
