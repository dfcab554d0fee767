// Describes the objects of a JSON Schema, or of the components of an OpenAPI description, as tables.
import { isRecord } from "../schema/json.ts";
import type { ColumnDescription, ColumnType, TableDescription } from "./description.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Schemas that are read of one file. */
const maxSchemas = 60;
/** How deep references and compositions are followed; a schema may refer to itself. */
const deepest = 8;

const schemaText = (schema: Schema, name: string): string | undefined => {
  const value = schema[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};
const schemaNumber = (schema: Schema, name: string): number | undefined => {
  const value = schema[name];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
};

interface Document {
  readonly whole: Schema;
}

/** What a reference inside the document leads to; the name of the schema is its last part. */
function referred(document: Document, reference: string): { readonly name: string; readonly schema: Schema } | undefined {
  if (!reference.startsWith("#/")) return undefined;
  const parts = reference
    .slice(2)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  let value: unknown = document.whole;
  for (const part of parts) value = isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  return isRecord(value) ? { name: parts.at(-1) ?? "", schema: value } : undefined;
}

interface Members {
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
}

/** The members of an object, with those of the schemas that it is composed of. */
function membersOf(document: Document, schema: Schema, depth = 0): Members {
  if (depth > deepest) return { properties: new Map(), required: new Set() };
  const reference = schemaText(schema, "$ref");
  const target = reference === undefined ? undefined : referred(document, reference);
  const parts = [
    ...(target === undefined ? [] : [target.schema]),
    ...(Array.isArray(schema["allOf"]) ? schema["allOf"].filter(isRecord) : []),
  ].map((part) => membersOf(document, part, depth + 1));
  const properties = new Map(parts.flatMap((part) => [...part.properties]));
  const own = schema["properties"];
  if (isRecord(own)) for (const [name, value] of Object.entries(own)) if (isRecord(value)) properties.set(name, value);
  const required = new Set(parts.flatMap((part) => [...part.required]));
  if (Array.isArray(schema["required"])) for (const name of schema["required"]) if (typeof name === "string") required.add(name);
  return { properties, required };
}

/** The type of a value, and whether it may be null: ["string", "null"], or a choice between null and something. */
function plain(
  document: Document,
  schema: Schema,
  depth = 0,
): { readonly schema: Schema; readonly type: string; readonly isNullable: boolean; readonly name?: string } {
  const reference = schemaText(schema, "$ref");
  const target = reference === undefined || depth > deepest ? undefined : referred(document, reference);
  if (target !== undefined) return { ...plain(document, { ...target.schema, ...schema, $ref: undefined }, depth + 1), name: target.name };
  const types = Array.isArray(schema["type"])
    ? schema["type"].filter((one) => typeof one === "string")
    : [schema["type"]].filter((one) => typeof one === "string");
  const choices = [schema["anyOf"], schema["oneOf"]].flatMap((list) => (Array.isArray(list) ? list.filter(isRecord) : []));
  const real = choices.filter((one) => one["type"] !== "null");
  const [only] = real;
  if (types.length === 0 && only !== undefined && real.length === 1 && depth <= deepest) {
    const inner = plain(document, { ...only, ...(schemaText(schema, "title") === undefined ? {} : { title: schema["title"] }) }, depth + 1);
    return { ...inner, isNullable: inner.isNullable || choices.length > 1 };
  }
  const type = String(
    types.find((one) => one !== "null") ?? (isRecord(schema["properties"]) ? "object" : Array.isArray(schema["enum"]) ? "string" : ""),
  );
  return { schema, type, isNullable: types.includes("null") || schema["nullable"] === true };
}

function typeOf(type: string, schema: Schema): ColumnType {
  const format = schemaText(schema, "format") ?? "";
  if (type === "integer") return "integer";
  if (type === "number") return "decimal";
  if (type === "boolean") return "boolean";
  if (type === "array" || type === "object") return "json";
  if (type !== "string") return "json";
  if (format === "date") return "date";
  if (format === "date-time") return "datetime";
  if (format === "time") return "time";
  if (format === "binary" || format === "byte") return "binary";
  return (schemaNumber(schema, "maxLength") ?? 255) > 500 ? "long-text" : "text";
}

/** Patterns that definitions can use: anchored, and without what only some engines know. */
const usablePattern = (pattern: string | undefined) =>
  pattern !== undefined && /^\^.*\$$/.test(pattern) && !/\(\?|\\[bBpPdDwWsS]|[+*]/.test(pattern) ? pattern : undefined;

function columnFrom(
  document: Document,
  name: string,
  given: Schema,
  isRequired: boolean,
): ColumnDescription & { readonly refersTo?: string } {
  const { schema, type, isNullable, name: refersTo } = plain(document, given);
  const values = Array.isArray(schema["enum"])
    ? schema["enum"].filter((one): one is string | number => typeof one === "string" || typeof one === "number")
    : [];
  const constant = schema["default"];
  const comment =
    schemaText(given, "title") ?? schemaText(given, "description") ?? schemaText(schema, "title") ?? schemaText(schema, "description");
  const pattern = usablePattern(schemaText(schema, "pattern"));
  const [length, min, max] = [schemaNumber(schema, "maxLength"), schemaNumber(schema, "minimum"), schemaNumber(schema, "maximum")];
  const format = schemaText(schema, "format");
  return {
    name,
    type: typeOf(type, schema),
    isNullable: isNullable || !isRequired,
    ...(comment === undefined ? {} : { comment }),
    ...(length === undefined ? {} : { length }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(pattern === undefined ? {} : { pattern }),
    ...(format === undefined ? {} : { format }),
    ...(values.length < 2 ? {} : { values }),
    ...(typeof constant === "string" || typeof constant === "number" || typeof constant === "boolean" ? { default: constant } : {}),
    ...(schema["readOnly"] === true ? { isGenerated: true } : {}),
    ...(refersTo === undefined || type !== "object" ? {} : { refersTo }),
  };
}

function tableFrom(document: Document, name: string, schema: Schema, names: ReadonlySet<string>): TableDescription | undefined {
  const { properties, required } = membersOf(document, schema);
  if (properties.size === 0) return undefined;
  const columns = [...properties].map(([member, value]) => columnFrom(document, member, value, required.has(member)));
  const comment = schemaText(schema, "title") ?? schemaText(schema, "description");
  // An object that stands for a row of another table is a reference to it.
  const references = columns.filter(({ refersTo, name: member }) => refersTo !== undefined && names.has(refersTo) && member !== "");
  return {
    name,
    ...(comment === undefined ? {} : { comment }),
    columns: columns.map(({ refersTo, ...column }) =>
      refersTo !== undefined && names.has(refersTo) ? { ...column, type: "integer" as const, name: `${column.name}Id` } : column,
    ),
    primaryKey: properties.has("id") && columns.find((one) => one.name === "id")?.type === "integer" ? ["id"] : [],
    foreignKeys: references.map(({ name: member, refersTo = "" }) => ({
      columns: [`${member}Id`],
      table: refersTo,
      targetColumns: ["id"],
    })),
    uniques: [],
    checks: [],
  };
}

/** The objects of a parsed file; empty where it has none. */
export function tablesOfSchema(name: string, content: unknown): readonly TableDescription[] {
  if (!isRecord(content)) return [];
  const document = { whole: content };
  const components = isRecord(content["components"]) ? content["components"]["schemas"] : undefined;
  const lists = [components, content["definitions"], content["$defs"]].filter(isRecord);
  const named = new Map(lists.flatMap((list) => Object.entries(list).filter((entry): entry is [string, Schema] => isRecord(entry[1]))));
  if (isRecord(content["properties"])) named.set(schemaText(content, "title") ?? name, content);
  const names = new Set(named.keys());
  return [...named].slice(0, maxSchemas).flatMap(([one, schema]) => tableFrom(document, one, schema, names) ?? []);
}
