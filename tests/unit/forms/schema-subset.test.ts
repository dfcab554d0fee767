// Our check of JSON Schema against ajv's: the same verdict and the same places, for every generated schema, over random records.
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { isGtin } from "#schema/check-digit";
import { assertSupported, checkSchema, generatedSchema, type SubsetSchema } from "#schema/json-schema-subset";
import { amount, seed } from "../../support/amounts.ts";
import { allScreens } from "./screens.ts";

/** How many records each schema is tried with at least, and at most until one of them is wrong. */
const records = amount(40, 400);
const maxRecords = 400;

/** A small generator of reproducible numbers, so that a failure can be run again. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const letters = ["a", "Z", "7", "_", "-", ".", "@", " ", "/", ":", "长", "é", "😀", "\n", "<"];

type Random = () => number;

function pick<T>(random: Random, from: readonly T[]): T {
  const one = from[Math.floor(random() * from.length)];
  if (one === undefined) throw new Error("nothing to pick from");
  return one;
}

function textOf(random: Random, schema: SubsetSchema): string {
  const likely = [
    "https://example.cn/a",
    "/upload/a.png",
    "13800138000",
    "1",
    "0",
    "-1",
    "12.50",
    "2025-02-30",
    "2025-03-01",
    "2025-03-01 08:00:00",
    "23:59:59",
    "#1677ff",
    "1234567890123456789",
    "a@example.cn",
    "A-1",
    "",
  ];
  if (random() < 0.5) return pick(random, likely);
  const max = schema.maxLength ?? 8;
  const length = pick(random, [0, 1, 2, Math.min(max, 600), Math.min(max + 1, 600)]);
  return Array.from({ length }, () => pick(random, letters)).join("");
}

function anything(random: Random): unknown {
  return pick(random, [null, true, false, 0, 1, -1, 1.5, 1e300, "", "x", [], ["x"], {}, { a: 1 }, [[1]]]);
}

function valueFor(random: Random, schema: SubsetSchema): unknown {
  if (random() < 0.08) return anything(random);
  if (schema.enum !== undefined && random() < 0.6) return pick(random, schema.enum);
  const [first] = schema.anyOf ?? [];
  if (first !== undefined) return valueFor(random, pick(random, schema.anyOf ?? []));
  switch (schema.type) {
    case "string":
      return textOf(random, schema);
    case "integer":
    case "number":
      return pick(random, [
        schema.minimum ?? 0,
        (schema.minimum ?? 0) - 1,
        schema.maximum ?? 10,
        (schema.maximum ?? 10) + 1,
        1,
        2.5,
        -7,
        0,
      ]);
    case "array":
      return Array.from({ length: pick(random, [0, 1, 2, 3, random() < 0.05 ? Math.min((schema.maxItems ?? 5) + 1, 30) : 1]) }, () =>
        valueFor(random, schema.items ?? {}),
      );
    case "object":
      return recordFor(random, schema);
    default:
      return anything(random);
  }
}

function recordFor(random: Random, schema: SubsetSchema): Record<string, unknown> {
  const members = Object.entries(schema.properties ?? {})
    .filter(() => random() < 0.8)
    .map(([name, member]) => [name, valueFor(random, member)] as const);
  return { ...Object.fromEntries(members), ...(random() < 0.1 ? { nobodyKnows: anything(random) } : {}) };
}

/** ajv's errors as ours name them: it also tells that the `then` of an `if` failed, and what each branch of an `anyOf` missed. */
function errorsOfAjv(validate: ReturnType<Ajv["compile"]>, value: unknown): readonly string[] {
  if (validate(value)) return [];
  const found = (validate.errors ?? []).filter((error) => error.keyword !== "if" && !error.schemaPath.includes("/anyOf/"));
  return [
    ...new Set(
      found.map((error) => {
        const parameters: Readonly<Record<string, unknown>> = error.params;
        const member = parameters["missingProperty"] ?? parameters["additionalProperty"];
        // What is of another format is told like what does not match a pattern.
        return `${error.keyword === "format" ? "pattern" : error.keyword} ${error.instancePath}${member === undefined ? "" : `/${String(member)}`}`;
      }),
    ),
  ].sort();
}

function ours(schema: SubsetSchema, value: unknown): readonly string[] {
  return [
    ...new Set(checkSchema(schema, value).map((error) => `${error.keyword} ${error.path.map((part) => `/${part}`).join("")}`)),
  ].sort();
}

/** A wrong type is told alone; ajv tells the broken enum or limit of such a value as well. */
function withoutRest(errors: readonly string[]): readonly string[] {
  const wrong = new Set(errors.filter((error) => error.startsWith("type ")).map((error) => error.slice(5)));
  return errors.filter((error) => error.startsWith("type ") || !wrong.has(error.slice(error.indexOf(" ") + 1)));
}

const schemas = allScreens().flatMap((screen) => [
  [`${screen.name} create`, screen.schema.create] as const,
  [`${screen.name} edit`, screen.schema.edit] as const,
  ...screen.actions.flatMap((action) => (action.schema === undefined ? [] : [[`${screen.name} ${action.name}`, action.schema] as const])),
]);

// One for all: it compiles the schema of schemas once.
const ajv = new Ajv({ allErrors: true, strict: false, formats: { gtin: isGtin } });

describe("the form validator", () => {
  it.each(schemas)("knows every keyword of %s and agrees with ajv", (name, generated) => {
    assertSupported(generated);
    const schema = generatedSchema(generated);
    const validate = ajv.compile(generated);
    const random = randomFrom([...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 4_294_967_296, seed));
    let wrong = 0;
    const apart: unknown[] = [];
    for (let record = 0; record < records || (wrong === 0 && record < maxRecords); record += 1) {
      const value = record === 0 ? {} : recordFor(random, schema);
      const expected = withoutRest(errorsOfAjv(validate, value));
      const errors = ours(schema, value);
      if (errors.join() !== expected.join()) apart.push({ value, errors, expected });
      if (expected.length > 0) wrong += 1;
    }
    expect(apart).toEqual([]);
    expect(wrong, "some of the records are wrong, or the test says nothing").toBeGreaterThan(0);
  });

  it("is told of a requirement that hangs on another value", () => {
    const schema: SubsetSchema = {
      type: "object",
      properties: { a: { type: "number" }, b: { type: "string" } },
      allOf: [{ if: { properties: { a: { const: 1 } }, required: ["a"] }, then: { required: ["b"] } }],
    };
    expect(checkSchema(schema, { a: 1 })).toEqual([{ keyword: "required", path: ["b"] }]);
    expect(checkSchema(schema, { a: 2 })).toEqual([]);
    expect(checkSchema(schema, {})).toEqual([]);
  });

  it("counts characters as the database does, not as JavaScript does", () => {
    expect(checkSchema({ type: "string", maxLength: 2 }, "😀😀")).toEqual([]);
    expect(checkSchema({ type: "string", maxLength: 1 }, "😀😀")).toEqual([{ keyword: "maxLength", path: [], limit: 1 }]);
  });

  it.each([
    [
      "a keyword it does not know",
      { type: "string", contentEncoding: "base64" },
      '#: the form validator does not know the keyword "contentEncoding"',
    ],
    ["one inside a property", { properties: { a: { oneOf: [] } } }, '#/properties/a: the form validator does not know the keyword "oneOf"'],
    ["several types", { type: ["string", "null"] }, "#/type: the form validator does not know this form"],
    ["a list of item schemas", { items: [{}] }, "#/items: the form validator does not know this form"],
    ["a reference", { $ref: "#/x" }, '#: the form validator does not know the keyword "$ref"'],
    ["then without if", { then: {} }, '#: "then" without "if"'],
    ["a schema that is no object", { items: { not: true } }, "#/items/not: the form validator does not know this form"],
  ])("refuses %s, and says where", (_name, schema, message) => {
    expect(() => assertSupported(schema)).toThrow(message);
  });
});
