// JSON Schema of a form, made by zod's own converter from the schemas that the server validates with. This is the one
// file that does it; zod-to-json-schema returns empty schemas for zod 4 (docs/packages.md).
import { isRecord } from "./json.ts";
import { z } from "zod";
import type { FieldModel } from "./model.ts";
import { alternativesOf, isComparison, isNegation, meets, type AllOf, type Expected } from "./text.ts";
import { formSchema } from "./validation.ts";

export type JsonSchema = { readonly [keyword: string]: unknown };

/** Additions of zod that no reader needs: its safe-integer limits, the dialect, patterns next to a format. */
function tidy(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tidy);
  if (!isRecord(schema)) return schema;
  const entries = Object.entries(schema)
    .filter(
      ([keyword, value]) =>
        keyword !== "$schema" &&
        keyword !== "propertyNames" &&
        !(keyword === "maximum" && value === Number.MAX_SAFE_INTEGER) &&
        !(keyword === "minimum" && value === -Number.MAX_SAFE_INTEGER),
    )
    .filter(([keyword]) => !(keyword === "pattern" && "format" in schema));
  return Object.fromEntries(entries.map(([keyword, value]) => [keyword, keyword === "properties" ? tidyMembers(value) : tidy(value)]));
}

/** The names in `properties` are field names, which may equal a keyword. */
function tidyMembers(properties: unknown): unknown {
  return isRecord(properties) ? Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, tidy(schema)])) : properties;
}

function expectedSchema(expected: Expected): JsonSchema {
  const oneOf = (value: string | number | readonly (string | number)[]) => (Array.isArray(value) ? { enum: value } : { const: value });
  if (isNegation(expected)) return { not: oneOf(expected.not) };
  return oneOf(expected as string | number | readonly (string | number)[]);
}

function conditionalRequirement(field: FieldModel): JsonSchema | undefined {
  if (field.showWhen === undefined || field.required === undefined) return undefined;
  // JSON Schema compares with constants of one kind only: forms and the server ask such conditions themselves.
  if (alternativesOf(field.showWhen).some((all) => Object.values(all).some(isComparison))) return undefined;
  const alternatives = alternativesOf(field.showWhen).map(allOfSchema);
  const [only] = alternatives;
  return { if: alternatives.length === 1 && only !== undefined ? only : { anyOf: alternatives }, then: { required: [field.name] } };
}

function allOfSchema(all: AllOf): JsonSchema {
  const properties = Object.fromEntries(Object.entries(all).map(([name, expected]) => [name, expectedSchema(expected)]));
  // `properties` accepts an absent member; where an absent one does not meet the condition, the schema requires it.
  const needed = Object.entries(all)
    .filter(([name, expected]) => !meets({ [name]: expected }, {}))
    .map(([name]) => name);
  return { properties, ...(needed.length === 0 ? {} : { required: needed }) };
}

/** The JSON Schema (draft 7) of a form with these fields. Throws when zod cannot express one of them. */
export function formJsonSchema(fields: readonly FieldModel[]): JsonSchema {
  const made = tidy(z.toJSONSchema(formSchema(fields), { target: "draft-7", io: "input" }));
  if (!isRecord(made)) throw new Error("zod made no JSON Schema");
  const conditional = fields.flatMap((field) => conditionalRequirement(field) ?? []);
  return conditional.length === 0 ? made : { ...made, allOf: conditional };
}
