// Rows as they are read and as they are submitted (docs/wire.md §2.1). A row that was read may be submitted unchanged: whatever a row may
// hold, its submit takes.
import { hasDetailsMember, needsDetailsSomewhere } from "../needed-details.ts";
import { formJsonSchema, type JsonSchema } from "../json-schema.ts";
import { listedChoicesOf } from "../kinds.ts";
import type { FieldModel, ResourceModel } from "../model.ts";
import { mustBeSent } from "../validation.ts";
import { noNumber } from "../wire.ts";
import { both, object, refTo, type Node } from "./node.ts";

/** Columns of every table that no definition shapes; the others are described with the fields. */
const commonColumns = ["id", "createUser", "createDept", "createTime", "updateUser", "updateTime", "isDeleted", "version"] as const;

/** Schemas that those of rows share. */
export const rowComponents: Readonly<Record<string, Node>> = {
  BaseRow: object({
    id: { type: "string" },
    createUser: { type: ["string", "integer"] },
    createDept: { type: ["string", "integer"] },
    createTime: { type: "string" },
    updateUser: { type: ["string", "integer"] },
    updateTime: { type: "string" },
    isDeleted: { type: "integer" },
    version: { type: "integer", description: "Grows by one with each update; a submit that carries a stale one is answered 409" },
  } satisfies Readonly<Record<(typeof commonColumns)[number], Node>>),
  Json: {
    description: "{}: none",
    anyOf: [
      { type: "object", additionalProperties: true },
      { type: "array", items: {} },
    ],
  },
};

// ---------------------------------------------------------------- as they are read
const wireSchemas: Readonly<Record<FieldModel["wire"], Node>> = {
  text: { type: "string" },
  time: { type: "string" },
  number: { type: "number", description: "-1: none" },
  decimal: { type: ["string", "integer"], description: "Text, so that nothing is rounded; -1: none" },
  id: { type: ["string", "integer"], description: "-1: none" },
  parent: { type: "string", description: "0: a root" },
  key: { type: ["integer", "string"], description: "-1: none" },
  list: { type: "string", description: "Comma-joined" },
  json: refTo("schemas", "Json"),
  rows: { type: "array" },
};

/** Rows within a row are kept as they were sent: without members that hold nothing. */
const innerSchemas: Readonly<Record<FieldModel["wire"], Node>> = {
  ...wireSchemas,
  number: { type: "number" },
  decimal: { type: ["string", "integer"] },
  id: { type: ["string", "integer"] },
  key: { type: ["string", "integer"] },
  list: { type: ["array", "string"], items: { type: ["string", "number"] } },
};

/** Whether every row has a value in the field. */
const isNeverEmpty = ({ required, showWhen, readonly }: FieldModel): boolean =>
  required !== undefined && showWhen === undefined && !readonly;

/** The values that a field may have, where these are a fixed set; with the sentinel for none where it may be empty. */
function enumOf(field: FieldModel): Node {
  const choices = field.wire === "number" || field.wire === "text" ? listedChoicesOf(field) : undefined;
  if (choices === undefined) return {};
  const none = field.wire === "number" ? noNumber(field) : "";
  const values = choices.map(([value]) => value);
  if (isNeverEmpty(field) || values.includes(none)) return { enum: values };
  return { ...(field.wire === "number" && none === "" ? { type: ["number", "string"] } : {}), enum: [...values, none] };
}

const labelOf = (field: FieldModel): Node =>
  field.labelKey === undefined ? {} : { [field.labelKey]: { type: "string", description: `Label of ${field.name}` } };

/** Members that every row within a row has. */
const requiredInside = (field: FieldModel): readonly string[] =>
  field.readonly
    ? []
    : field.fields.filter((inner) => inner.required !== undefined && inner.showWhen === undefined).map(({ name }) => name);

function wireSchema(field: FieldModel, schemas: Readonly<Record<FieldModel["wire"], Node>> = wireSchemas): Node {
  // What is made as the row is read is "" where there is none, like a label.
  const base = field.data.computed === true && field.wire === "json" ? { anyOf: [schemas.json, { const: "" }] } : schemas[field.wire];
  const values = (listedChoicesOf(field) ?? []).map(([value, zh, en]) => `${value} ${zh} / ${en}`);
  const tellsNone = typeof base["description"] === "string" && !isNeverEmpty(field) && !field.admitsMinusOne;
  const facts = [tellsNone ? base["description"] : "", values.join("; ")].filter((fact) => fact !== "");
  const inner = Object.assign({}, ...field.fields.map((one) => ({ [one.name]: wireSchema(one, innerSchemas), ...labelOf(one) }))) as Node; // each has its own names
  return {
    ...base,
    // "" is its "none".
    ...(field.wire === "number" && field.admitsMinusOne ? { type: ["number", "string"] } : {}),
    ...enumOf(field),
    title: both(field.label),
    ...(facts.length === 0 ? { description: undefined } : { description: facts.join(". ") }),
    ...(field.wire === "rows" ? { items: object({ id: { type: "string" }, ...inner }, requiredInside(field)) } : {}),
  };
}

const isRead = (field: FieldModel): boolean => !field.traits.isSecret && (field.stored || field.data.computed === true);

/** A row as reads answer it. Fields outside of the reader's data scopes are absent, and long ones are in lists. */
export function rowSchema(resource: ResourceModel): Node {
  const status = resource.hasBaseColumns ? { status: { type: "integer" } } : {};
  const tenant = resource.hasBaseColumns && resource.scope === "tenant" ? { tenantId: { type: "string" } } : {};
  const own = Object.assign(
    {},
    ...resource.fields.filter(isRead).map((field) => ({ [field.name]: wireSchema(field), ...labelOf(field) })),
  ) as Node; // each has its own names
  const details = needsDetailsSomewhere(resource.actions)
    ? { [hasDetailsMember]: { type: "boolean", description: "Whether it has lines; in the rows of lists and details" } }
    : {};
  const row = { title: both(resource.label), ...object({ ...tenant, ...status, ...own, ...details }) };
  return resource.hasBaseColumns ? { allOf: [refTo("schemas", "BaseRow")], ...row } : row;
}

// ---------------------------------------------------------------- as they are submitted
/** The pattern that also takes "". */
const orEmpty = (pattern: string): string => `^$|${pattern}`;

/** Several values of a pattern, comma-joined. */
function joined(pattern: string, isFilled: boolean): string {
  const one = pattern.replace(/^\^/, "").replace(/\$$/, "");
  return isFilled ? `^${one}(?:,${one})*$` : `^(?:${one}(?:,${one})*)?$`;
}

const patternOf = ({ pattern }: JsonSchema): string | undefined => (typeof pattern === "string" ? pattern : undefined);

function textValue(made: JsonSchema): Node {
  const { minLength: _least, ...rest } = made;
  const pattern = patternOf(made);
  return pattern === undefined ? rest : { ...rest, pattern: orEmpty(pattern) };
}

function numberValue(field: FieldModel, made: JsonSchema): Node {
  if (field.admitsMinusOne) return { anyOf: [made, { const: noNumber(field) }] };
  const { minimum } = made;
  if (typeof minimum !== "number" || minimum <= -1) return made;
  return minimum === 0 ? { ...made, minimum: -1 } : { anyOf: [made, { const: -1 }] };
}

function listValue(made: JsonSchema, isFilled: boolean): Node {
  const items = typeof made["items"] === "object" && made["items"] !== null ? patternOf(made["items"] as JsonSchema) : undefined; // zod writes the schema of an array's items
  if (items !== undefined) return { type: "string", pattern: joined(items, isFilled) };
  return { type: "string", ...(isFilled ? { minLength: 1 } : {}) };
}

/** A value with the limits of its field, or the sentinel for none where the field may be empty. */
function submitValue(field: FieldModel, made: JsonSchema): Node {
  // Masked values are sent back as they were shown.
  if (field.sensitive) return { type: "string", maxLength: made["maxLength"] };
  const pattern = patternOf(made);
  const isFilled = isNeverEmpty(field);
  const limits = pattern === undefined ? {} : { pattern: isFilled ? pattern : orEmpty(pattern) };
  if (Array.isArray(made["enum"])) return { ...made, ...enumOf(field) };
  switch (field.wire) {
    case "text":
    case "time":
      return isFilled ? made : textValue(made);
    case "number":
      return isFilled ? made : numberValue(field, made);
    case "decimal":
      return { type: ["string", "number"], ...limits };
    case "id":
      return { type: ["string", "integer"], minimum: isFilled ? 1 : -1, ...limits };
    case "key":
      return { type: ["integer", "string"] };
    case "parent":
      return { type: "string", ...(pattern === undefined ? {} : { pattern: `^0?$|${pattern}` }) };
    case "list":
      return listValue(made, isFilled);
    case "json":
      return refTo("schemas", "Json");
    case "rows":
      return rowsValue(field, made, isFilled);
  }
}

function rowsValue(field: FieldModel, made: JsonSchema, isFilled: boolean): Node {
  const { minItems, maxItems } = made;
  return {
    type: "array",
    ...(isFilled ? { minItems } : {}),
    maxItems,
    items: object({ id: { type: "string" }, ...submitValues(field.fields, innerValue) }, requiredInside(field)),
  };
}

/** A value of a row within the row; a list is kept, and answered, as it was sent. */
function innerValue(field: FieldModel, made: JsonSchema): Node {
  return field.wire === "list" ? { type: ["array", "string"], items: { type: ["string", "number"] } } : submitValue(field, made);
}

function submitValues(fields: readonly FieldModel[], valueOf: (field: FieldModel, made: JsonSchema) => Node): Node {
  const made = formJsonSchema(fields)["properties"] as Readonly<Record<string, JsonSchema>>; // zod writes properties of an object
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, made[field.name] ?? {})]));
}

/**
 * The body of a submit. Updates are partial, and rows may be sent back as they were read: members that are no fields are ignored, and another
 * value of a field that no submit changes is refused (docs/wire.md §4); what a new row needs is required without an id.
 */
export function submitSchema(resource: ResourceModel): Node {
  const fields = resource.fields.filter((field) => field.inForm.create || field.inForm.edit);
  const ofNewRow = fields.filter((field) => field.inForm.create && (field.required ?? field.requiredWhen) !== undefined);
  const needed = ofNewRow.filter(mustBeSent).map(({ name }) => name);
  const conditional = ofNewRow
    .filter((field) => (field.showWhen ?? field.requiredWhen) !== undefined || field.data.administratorOnly === true)
    .map(({ name, data }) => (data.administratorOnly === true ? `${name} (of the platform's administrator)` : name));
  const key =
    resource.key === "id"
      ? { id: { type: "string", description: "There: update. Absent or empty: insert" }, version: { type: "integer" } }
      : {};
  return {
    title: both(resource.label),
    ...(conditional.length === 0
      ? {}
      : { description: `A new row also needs, where its other values ask for it: ${conditional.join(", ")}` }),
    ...object({ ...key, ...submitValues(fields, submitValue) }),
    ...(needed.length === 0 || resource.key !== "id"
      ? {}
      : {
          if: { properties: { id: { type: "string", minLength: 1 } }, required: ["id"] },
          else: object(Object.fromEntries(needed.map((name) => [name, {}])), needed),
        }),
  };
}
