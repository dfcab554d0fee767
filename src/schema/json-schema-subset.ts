// Checks values against the JSON Schema keywords that our field kinds produce. It generates no code, so it runs under a
// Content-Security-Policy without unsafe-eval; `assertSupported` keeps the generator from writing keywords it would ignore.
import { isRecord } from "./json.ts";
import { isGtin } from "./check-digit.ts";
import type { JsonSchema } from "./json-schema.ts";

type TypeName = "string" | "number" | "integer" | "boolean" | "array" | "object" | "null";

/** A JSON Schema (draft 7) with only the keywords checked here. */
export interface SubsetSchema {
  readonly type?: TypeName;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** A trade item number with the right check digit. */
  readonly format?: "gtin";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: SubsetSchema;
  readonly properties?: Readonly<Record<string, SubsetSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | SubsetSchema;
  readonly anyOf?: readonly SubsetSchema[];
  readonly allOf?: readonly SubsetSchema[];
  readonly not?: SubsetSchema;
  readonly if?: SubsetSchema;
  readonly then?: SubsetSchema;
}

export type SchemaKeyword =
  | "type"
  | "enum"
  | "const"
  | "minLength"
  | "maxLength"
  | "pattern"
  | "minimum"
  | "maximum"
  | "minItems"
  | "maxItems"
  | "required"
  | "additionalProperties"
  | "anyOf"
  | "not";

/** One keyword that a value does not keep. */
export interface SchemaError {
  readonly keyword: SchemaKeyword;
  /** Where; for "required" and "additionalProperties" the path of the member that is missing or too many. */
  readonly path: readonly (string | number)[];
  /** The limit that was passed, where the keyword has one. */
  readonly limit?: number;
}

const typeNames: ReadonlySet<unknown> = new Set<TypeName>(["string", "number", "integer", "boolean", "array", "object", "null"]);

const isText = (value: unknown) => typeof value === "string";
const isLimit = (value: unknown) => typeof value === "number" && Number.isFinite(value);
const isList = (value: unknown) => Array.isArray(value);

/** The allowed values of each keyword. `title`, `description` and `default` do not affect validity. */
const keywords: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => typeNames.has(value),
  enum: isList,
  const: () => true,
  minLength: isLimit,
  maxLength: isLimit,
  minimum: isLimit,
  maximum: isLimit,
  minItems: isLimit,
  maxItems: isLimit,
  pattern: isText,
  format: (value) => value === "gtin",
  title: isText,
  description: isText,
  default: () => true,
  items: isRecord,
  properties: isRecord,
  not: isRecord,
  if: isRecord,
  then: isRecord,
  additionalProperties: (value) => typeof value === "boolean" || isRecord(value),
  required: (value) => Array.isArray(value) && value.every(isText),
  anyOf: (value) => Array.isArray(value) && value.length > 0 && value.every(isRecord),
  allOf: (value) => Array.isArray(value) && value.every(isRecord),
};

/** Throws, naming the place, where a schema uses a keyword or a form of one that {@link checkSchema} would not honour. */
export function assertSupported(schema: unknown, at = "#"): asserts schema is SubsetSchema {
  if (!isRecord(schema)) throw new Error(`${at}: a schema must be an object here; the form validator knows no other`);
  for (const [keyword, value] of Object.entries(schema)) {
    const admits = keywords[keyword];
    if (admits === undefined)
      throw new Error(
        `${at}: the form validator does not know the keyword "${keyword}"; teach src/schema/json-schema-subset.ts, or let the kind of field do without it`,
      );
    if (!admits(value)) throw new Error(`${at}/${keyword}: the form validator does not know this form of the keyword`);
  }
  if (schema["then"] !== undefined && schema["if"] === undefined) throw new Error(`${at}: "then" without "if" has no effect`);
  const inner: [string, unknown][] = ["items", "not", "if", "then", "additionalProperties"]
    .filter((keyword) => isRecord(schema[keyword]))
    .map((keyword) => [keyword, schema[keyword]]);
  for (const keyword of ["anyOf", "allOf"]) {
    const members = schema[keyword];
    if (Array.isArray(members)) members.forEach((member: unknown, index) => inner.push([`${keyword}/${index}`, member]));
  }
  if (isRecord(schema["properties"]))
    for (const [name, member] of Object.entries(schema["properties"])) inner.push([`properties/${name}`, member]);
  for (const [place, member] of inner) assertSupported(member, `${at}/${place}`);
}

/**
 * A schema of a generated screen as this file knows it. The generator has put it through {@link assertSupported}, so the
 * browser does not look again.
 */
export function generatedSchema(schema: JsonSchema): SubsetSchema {
  return schema as SubsetSchema;
}

/** Characters as PostgreSQL and JSON Schema count them: Unicode code points. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _point of text) length += 1;
  return length;
}

function isOfType(type: TypeName, value: unknown): boolean {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isRecord(value);
    case "null":
      return value === null;
    case "string":
    case "boolean":
      return typeof value === type;
  }
}

function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => isSame(item, right[index]));
  if (!isRecord(left) || !isRecord(right)) return false;
  const names = Object.keys(left);
  return names.length === Object.keys(right).length && names.every((name) => Object.hasOwn(right, name) && isSame(left[name], right[name]));
}

const patterns = new Map<string, RegExp>();

function patternOf(source: string): RegExp {
  let pattern = patterns.get(source);
  if (pattern === undefined) {
    pattern = new RegExp(source, "u");
    patterns.set(source, pattern);
  }
  return pattern;
}

type Path = readonly (string | number)[];

/** The problems with a value; empty when it is valid. For a value of the wrong type only that is reported. */
export function checkSchema(schema: SubsetSchema, value: unknown, path: Path = []): readonly SchemaError[] {
  const errors: SchemaError[] = [];
  collect(schema, value, path, errors);
  return errors;
}

/** Whether a value keeps a schema. */
export function isValid(schema: SubsetSchema, value: unknown): boolean {
  return checkSchema(schema, value).length === 0;
}

function collect(schema: SubsetSchema, value: unknown, path: Path, errors: SchemaError[]): void {
  if (schema.type !== undefined && !isOfType(schema.type, value)) {
    errors.push({ keyword: "type", path });
    return;
  }
  if (schema.enum !== undefined && !schema.enum.some((option) => isSame(option, value))) errors.push({ keyword: "enum", path });
  if ("const" in schema && !isSame(schema.const, value)) errors.push({ keyword: "const", path });
  if (typeof value === "string") collectOfText(schema, value, path, errors);
  else if (typeof value === "number") collectOfNumber(schema, value, path, errors);
  else if (Array.isArray(value)) collectOfArray(schema, value, path, errors);
  else if (isRecord(value)) collectOfObject(schema, value, path, errors);
  for (const member of schema.allOf ?? []) collect(member, value, path, errors);
  if (schema.anyOf !== undefined && !schema.anyOf.some((member) => isValid(member, value))) errors.push({ keyword: "anyOf", path });
  if (schema.not !== undefined && isValid(schema.not, value)) errors.push({ keyword: "not", path });
  if (schema.if !== undefined && schema.then !== undefined && isValid(schema.if, value)) collect(schema.then, value, path, errors);
}

function collectOfText(schema: SubsetSchema, value: string, path: Path, errors: SchemaError[]): void {
  const { minLength, maxLength, pattern, format } = schema;
  // Code units are never fewer than code points, so most texts need not be counted.
  if (minLength !== undefined && minLength > 0 && lengthOf(value) < minLength)
    errors.push({ keyword: "minLength", path, limit: minLength });
  if (maxLength !== undefined && value.length > maxLength && lengthOf(value) > maxLength)
    errors.push({ keyword: "maxLength", path, limit: maxLength });
  if (pattern !== undefined && !patternOf(pattern).test(value)) errors.push({ keyword: "pattern", path });
  if (format === "gtin" && !isGtin(value)) errors.push({ keyword: "pattern", path });
}

function collectOfNumber({ minimum, maximum }: SubsetSchema, value: number, path: Path, errors: SchemaError[]): void {
  if (minimum !== undefined && value < minimum) errors.push({ keyword: "minimum", path, limit: minimum });
  if (maximum !== undefined && value > maximum) errors.push({ keyword: "maximum", path, limit: maximum });
}

function collectOfArray({ minItems, maxItems, items }: SubsetSchema, value: readonly unknown[], path: Path, errors: SchemaError[]): void {
  if (minItems !== undefined && value.length < minItems) errors.push({ keyword: "minItems", path, limit: minItems });
  if (maxItems !== undefined && value.length > maxItems) errors.push({ keyword: "maxItems", path, limit: maxItems });
  if (items !== undefined) value.forEach((item, index) => collect(items, item, [...path, index], errors));
}

function collectOfObject(schema: SubsetSchema, value: Readonly<Record<string, unknown>>, path: Path, errors: SchemaError[]): void {
  const { required, properties, additionalProperties } = schema;
  for (const name of required ?? []) if (value[name] === undefined) errors.push({ keyword: "required", path: [...path, name] });
  for (const [name, member] of Object.entries(properties ?? {}))
    if (value[name] !== undefined) collect(member, value[name], [...path, name], errors);
  if (additionalProperties === undefined || additionalProperties === true) return;
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined || (properties !== undefined && Object.hasOwn(properties, name))) continue;
    if (additionalProperties === false) errors.push({ keyword: "additionalProperties", path: [...path, name] });
    else collect(additionalProperties, member, [...path, name], errors);
  }
}
