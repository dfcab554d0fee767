// What the definition half of every kind of field promises, as tests over the fields that a kind's own test file gives.
import { describe, expect, test } from "vitest";
import type { FieldData } from "#schema/field";
import type { SampleContext } from "#schema/field-kind";
import { formJsonSchema } from "#schema/json-schema";
import { checkSchema, generatedSchema } from "#schema/json-schema-subset";
import { kindOf } from "#schema/kinds";
import { buildModel, type FieldModel } from "#schema/model";
import { sampleValue } from "#schema/sample";
import { checkValue } from "#schema/validation";
import { fromWire, toWire } from "#schema/wire";

interface FieldCase {
  /** What is special about the field, for the name of the test. */
  readonly what: string;
  readonly field: { readonly kind: string };
  /** Further values that are right. */
  readonly valid?: readonly unknown[];
  /** Further values that are wrong, with the code of the error. */
  readonly wrong?: readonly (readonly [value: unknown, code: string])[];
  /** Rules that JSON Schema cannot say: the server alone refuses what breaks them. */
  readonly onlyOnServer?: readonly string[];
}

/** The model of a field, in a resource of its own. */
export function modelOf(field: { readonly kind: string }): FieldModel {
  // A builder's result is the field's data; only the type checker knows it as more.
  const data = {
    name: "factory",
    label: ["工厂", "Factory"],
    path: "/digit-bind/factory",
    title: "id",
    fields: { field: field as FieldData },
  } as const;
  const made = buildModel([{ data, file: "resources/production/factory.ts", area: "production" }], [])
    .resource.get("factory")
    ?.field.get("field");
  if (made === undefined) throw new Error("the model lacks the field it was made of");
  return made;
}

/** Rows to refer to, and dictionaries, as if there were some of every kind. */
export function sampleContext(number: number): SampleContext {
  return {
    number,
    referenceTo: (_resource, valueField) =>
      valueField === undefined ? String(1_834_567_890_123_456_000n + BigInt(number)) : `52${String(number).padStart(4, "0")}`,
    dictionaryKey: (_dictionary, isBusiness) => `${isBusiness ? "B" : "S"}${number}`,
  };
}

function formErrors(model: FieldModel, value: unknown): number {
  return checkSchema(generatedSchema(formJsonSchema([model])), { field: value }).length;
}

/** Tests one kind with some of its fields. */
export function describeKind(kind: string, cases: readonly FieldCase[]): void {
  describe.each(cases)(`${kind}: $what`, ({ field, valid = [], wrong = [], onlyOnServer = [] }) => {
    const model = modelOf(field);
    const samples = [1, 2, 3, 7, 10, 31, 100]
      .map((number) => sampleValue(model.data, sampleContext(number)))
      .filter((value) => value !== undefined);

    test("is data of its kind that can be written down and read back", () => {
      expect(field.kind).toBe(kind);
      expect(JSON.parse(JSON.stringify(field))).toEqual(field);
    });

    test("admits every sample, in the form as on the server", () => {
      expect([...samples, ...valid].map((value) => [value, checkValue(model, value), formErrors(model, value)])).toEqual(
        [...samples, ...valid].map((value) => [value, [], 0]),
      );
    });

    test("refuses what is just beyond each limit, by its code", () => {
      const refused = [
        ...kindOf(model.data)
          .forbidden(model.data)
          .map(({ value, code }) => [value, code] as const),
        ...wrong,
      ];
      expect(refused.filter(([value, code]) => !checkValue(model, value).some((issue) => issue.code === code))).toEqual([]);
      expect(refused.filter(([value, code]) => !onlyOnServer.includes(code) && formErrors(model, value) === 0)).toEqual([]);
    });

    test("has a JSON Schema that says something", () => {
      const properties = formJsonSchema([model])["properties"];
      expect(properties).toMatchObject({ field: expect.any(Object) });
      expect(Object.keys((properties as { readonly field: object }).field)).not.toEqual([]);
    });

    test("sends and receives its values, and none, without a loss", () => {
      expect([...samples, ...valid].map((value) => fromWire(model, toWire(model, value)))).toEqual([...samples, ...valid]);
      expect(fromWire(model, toWire(model, null)) ?? []).toEqual([]);
    });

    test("can be searched as it says", () => {
      expect([undefined, ...kindOf(model.data).searches]).toContain(model.search);
    });
  });
}
