// What no field can hold is refused by the field's name, whatever the definition: nothing of it fails on its way, and nothing becomes "no value".
import { expect, test } from "vitest";
import type { FieldModel } from "#schema/model";
import { readSubmit } from "#schema/validation";
import { productModel as model } from "../support/product-model.ts";

const odd: readonly (readonly [what: string, value: unknown])[] = [
  ["an object with a toString of its own", { toString: "a" }],
  ["an object whose toString is none", { toString: false, valueOf: 1 }],
  ["a list of such objects", [{ toString: "a" }]],
  ["an empty list", []],
];

/** Fields whose value is a list or an object. */
const holds = (field: FieldModel, value: unknown): boolean =>
  field.wire === "json" || (Array.isArray(value) && (field.wire === "rows" || (field.wire === "list" && value.length === 0)));

test.each(odd)("%s", (_what, value) => {
  const wrong: string[] = [];
  for (const resource of model.resources)
    for (const field of resource.fields.filter(
      (one) => !one.readonly && !one.createOnly && one.showWhen === undefined && !holds(one, value),
    )) {
      const { issues } = readSubmit(resource, { [field.name]: value }, { mode: "update", current: {}, isAdministrator: true });
      if (!issues.some(({ path }) => path[0] === field.name)) wrong.push(`${resource.name}.${field.name}`);
    }
  expect(wrong).toEqual([]);
});

test("blanks are no text where one is required", () => {
  const factory = model.resource.get("factory");
  if (factory === undefined) throw new Error("the definition is gone");
  const { issues } = readSubmit(factory, { name: " \u3000 ", remark: "  " }, { mode: "update", current: {}, isAdministrator: true });
  expect(issues).toMatchObject([{ code: "required", path: ["name"] }]);
});
