// The JSON Schema of a form: it matches the server's validation, and the conversion from zod loses nothing.
import { describe, expect, test } from "vitest";
import { choice, code, integer, lines, money, ref, text, treeRef } from "./index.ts";
import type { FieldData } from "./field.ts";
import { fieldKinds } from "./kinds.ts";
import { buildModel, type FieldModel } from "./model.ts";
import { formJsonSchema } from "./json-schema.ts";

function fieldsOf(fields: Readonly<Record<string, { readonly kind: string }>>): readonly FieldModel[] {
  // Builders return the data of a field; only the type checker knows them as more.
  const data = {
    name: "factory",
    label: ["工厂", "Factory"],
    path: "/f",
    title: "id",
    fields: fields as Readonly<Record<string, FieldData>>,
  } as const;
  return buildModel([{ data, file: "", area: "" }], []).resource.get("factory")?.fields ?? [];
}

test("has limits, patterns, options and what is required", () => {
  expect(
    formJsonSchema(
      fieldsOf({
        code: code("编号", "Code", { required: true, max: 32, pattern: "^[A-Z]+$" }),
        kind: choice("类型", "Kind", {
          options: [
            [1, "一", "One"],
            [2, "二", "Two"],
          ],
        }),
        num: integer("数量", "Number", { min: 1, max: 9 }),
        price: money("价格", "Price"),
      }),
    ),
  ).toEqual({
    type: "object",
    properties: {
      code: { type: "string", minLength: 1, maxLength: 32, pattern: "^[A-Z]+$" },
      kind: { type: "number", enum: [1, 2] },
      num: { type: "integer", minimum: 1, maximum: 9 },
      price: { type: "string", pattern: "^-?[0-9]{1,16}(?:\\.[0-9]{1,2})?$" },
    },
    required: ["code"],
    additionalProperties: false,
  });
});

test("keeps fields that are called like keywords", () => {
  const schema = formJsonSchema(
    fieldsOf({
      format: text("格式", "Format"),
      pattern: text("样式", "Pattern"),
      propertyNames: text("属性", "Property names"),
      maximum: integer("上限", "Maximum"),
    }),
  );
  expect(Object.keys(schema["properties"] as object)).toEqual(["format", "pattern", "propertyNames", "maximum"]);
});

test("asks for a field under its condition, and not otherwise", () => {
  const schema = formJsonSchema(
    fieldsOf({
      kind: choice("类型", "Kind", {
        options: [
          [1, "一", "One"],
          [2, "二", "Two"],
        ],
      }),
      a: text("甲", "A", { required: true, showWhen: { kind: [1, 2] } }),
      b: ref("factory", "乙", "B", { required: true, showWhen: { kind: { not: 2 } } }),
      c: text("丙", "C", { showWhen: { kind: 1 } }),
      parentId: treeRef("factory", "上级", "Parent"),
      d: text("丁", "D", { required: true, showWhen: { parentId: { not: ["", "0"] } } }),
      e: text("戊", "E", { required: true, showWhen: { parentId: ["", "7"] } }),
      f: text("己", "F", { required: true, showWhen: [{ kind: 1 }, { parentId: "7" }] }),
    }),
  );
  expect(schema["required"]).toBeUndefined();
  expect(schema["allOf"]).toEqual([
    { if: { properties: { kind: { enum: [1, 2] } }, required: ["kind"] }, then: { required: ["a"] } },
    { if: { properties: { kind: { not: { const: 2 } } } }, then: { required: ["b"] } },
    // What must not be empty must be there; what may be empty may be absent.
    { if: { properties: { parentId: { not: { enum: ["", "0"] } } }, required: ["parentId"] }, then: { required: ["d"] } },
    { if: { properties: { parentId: { enum: ["", "7"] } } }, then: { required: ["e"] } },
    {
      if: {
        anyOf: [
          { properties: { kind: { const: 1 } }, required: ["kind"] },
          { properties: { parentId: { const: "7" } }, required: ["parentId"] },
        ],
      },
      then: { required: ["f"] },
    },
  ]);
});

describe("rows within a form", () => {
  test("have a schema of their own", () => {
    const schema = formJsonSchema(
      fieldsOf({ rows: lines("明细", "Lines", { max: 3, fields: { num: integer("数量", "Number", { required: true, min: 1 }) } }) }),
    );
    expect(schema["properties"]).toMatchObject({
      rows: { type: "array", minItems: 1, maxItems: 3, items: { required: ["num"], properties: { num: { minimum: 1 } } } },
    });
  });
});

test("is never empty, whatever the kind: an empty schema would let everything pass", () => {
  const options = {
    options: [[1, "一", "One"]],
    states: { a: [1, "一", "One"] },
    dictionary: "sex",
    to: "factory",
    fields: { a: { kind: "text", label: ["甲", "A"] } },
  };
  for (const kind of fieldKinds.keys()) {
    const schema = formJsonSchema(fieldsOf({ field: Object.assign({ kind, label: ["字段", "Field"] }, options) }));
    const field = (schema["properties"] as Readonly<Record<string, object>>)["field"] ?? {};
    expect([kind, Object.keys(field).length > 0]).toEqual([kind, true]);
  }
});
