// The calls of resources as operations: their parameters, bodies and answers.
import { endpointsOf, labelOfEndpoint, takesIdempotencyKey, type Endpoint, type Parameter } from "../endpoints.ts";
import { linesMember, maxEnteredLines, removedLinesMember } from "../entered-lines.ts";
import { formJsonSchema, type JsonSchema } from "../json-schema.ts";
import { isMissing, missingWrites, type IsHandled } from "../missing.ts";
import { kindData, type FieldModel, type ResourceModel } from "../model.ts";
import { commonPermissions, type PermissionKind } from "../permissions.ts";
import { treeListsSchema } from "../tree-lists.ts";
import { mustBeSent } from "../validation.ts";
import { uploadLimits } from "../../fields/upload-limits.ts";
import { responsesOf } from "./answers.ts";
import { importParameter } from "./imports.ts";
import { both, object, refTo, schemaName, type Node } from "./node.ts";

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: Node;
}

/** A parameter in the query. */
export const query = (
  name: string,
  { description, required, schema = required === true ? present : { type: "string" } }: QueryOptions = {},
): Node => ({
  name,
  in: "query",
  ...(required === true ? { required } : {}),
  ...(description === undefined ? {} : { description }),
  schema,
});

/** A text that must be there. */
const present: Node = { type: "string", minLength: 1 };

interface QueryOptions {
  readonly description?: string;
  readonly schema?: Node;
  readonly required?: boolean | undefined;
}

const filterWords = {
  contains: "contains",
  is: "is",
  oneOf: "is one of these, comma-joined",
  after: "after",
  before: "before",
  atLeast: "at least",
  atMost: "at most",
} as const;

function parameterNode(parameter: Parameter, { kind, action }: Endpoint, resource: ResourceModel): Node {
  const { name, meaning, field, required, described } = parameter;
  switch (meaning) {
    case "page":
    case "size":
    case "ascending":
    case "descending":
    case "orders":
    case "conditions":
      return refTo("parameters", name);
    case "inPath":
      return name === "id" && resource.key === "id" ? refTo("parameters", "row") : { name, in: "path", required: true, schema: present };
    case "key":
      return name === "id" ? refTo("parameters", "key") : query(name, { required, description: "An unknown one gives an empty object" });
    case "ids":
    case "removedRows":
      return refTo("parameters", "ids");
    case "keyToRemove":
      return query(name, { required, description: `The ${resource.key}` });
    case "rows":
      return query(name, { required, description: "Comma-joined" });
    case "row":
      return query(name, { required, description: `The row's ${action?.idField ?? resource.key}` });
    case "asked":
      return field === undefined
        ? query(name, { required })
        : query(name, { required, description: both(field.label), schema: dialogSchema(field) });
    case "confirmed":
      return query(name, { description: `1: goes on although it was asked about: ${action?.warning?.[1] ?? ""}` });
    case "format":
      return query(name, {
        description: "Of the file: text with commas, or a workbook",
        schema: { enum: ["csv", "xlsx"], default: parameter.preset ?? "csv" },
      });
    case "columns":
      return query(name, { description: "Names of fields, comma-joined, in their order; those of the list by default" });
    case "chosen": {
      const values = parameter.values ?? [];
      const description = values.map(([value, label]) => `${value}: ${both(label)}`).join("; ");
      return query(name, { description, schema: { enum: values.map(([value]) => value) } });
    }
    case "handled": {
      const { about, is } = described ?? { about: [name, name], is: "text" };
      const description = `${both(about)}${is === "ids" ? "; comma-joined" : ""}`;
      return query(name, {
        required,
        description,
        ...(is === "day" ? { schema: { type: "string", format: "date" } } : {}),
        ...(is === "whole" ? { schema: { type: "integer" } } : {}),
      });
    }
    case "olderThan":
      return query(name, { description: "Id of a change: those before it, for the next page" });
    case "earlierMoment":
    case "laterMoment":
      return refTo("parameters", meaning);
    case "contained":
      return query(name, {
        description: "Only the steps of approvals whose comments or people contain it, and no changes",
        schema: { type: "string", maxLength: 100 },
      });
    case "inTitle":
      return query(name, { description: "Only rows whose title contains it", schema: { type: "string", maxLength: 100 } });
    case "inShown":
      return query(name, {
        description: "Only rows of which a list shows it, among the latest 2,000",
        schema: { type: "string", maxLength: 100 },
      });
    case "moment":
      return query(name, { required, description: "Id of a change of the row: the moment whose values it gets back" });
    case "sideOfMoment":
      return query(name, {
        description: "The values as the change has left them, or has found them",
        schema: { enum: ["after", "before"], default: "after" },
      });
    case "ofImport":
      return refTo("parameters", importParameter(name));
    case "fields":
      return query(name, { description: "Names of fields, comma-joined; all that a submit writes by default" });
    case "ignored":
      return query(name, { description: "Taken, without effect" });
    default:
      if (field === undefined) return query(name, { required });
      return query(name, {
        required,
        description: kind === "read" ? both(field.label) : `${both(field.label)}: ${filterWords[meaning]}`,
      });
  }
}

/** A value in the query is written as text; lists comma-joined. */
function dialogSchema(field: FieldModel): Node {
  const properties = formJsonSchema([field])["properties"] as Readonly<Record<string, JsonSchema>>; // zod writes properties of an object
  return field.wire === "list" ? { type: "string" } : { ...properties[field.name] };
}

const neededNames = (fields: readonly FieldModel[]): readonly string[] => fields.filter(mustBeSent).map(({ name }) => name);

const jsonBody = (schema: Node): Node => ({ required: true, content: { "application/json": { schema } } });

/** Values in a form are written as in the query. They may also travel there. */
function formBody(fields: readonly FieldModel[]): Node {
  const required = neededNames(fields);
  const schema = object(Object.fromEntries(fields.map((field) => [field.name, dialogSchema(field)])), required);
  return { required: required.length > 0, content: { "application/x-www-form-urlencoded": { schema } } };
}

/** Values and files in parts. A file is sent as itself, not as an address. */
function partsBody(fields: readonly FieldModel[]): Node {
  const partOf = (field: FieldModel): Node => {
    if (field.traits.files === undefined) return dialogSchema(field);
    const { endings, maxKb } = uploadLimits(field.traits.files, kindData(field.data));
    const description = `${endings.length === 0 ? "Any file" : endings.join(", ")}, up to ${maxKb} KiB`;
    const file = { type: "string", format: "binary", description };
    return field.wire === "list" ? { type: "array", items: file } : file;
  };
  const schema = object(Object.fromEntries(fields.map((field) => [field.name, partOf(field)])), neededNames(fields));
  return { required: true, content: { "multipart/form-data": { schema } } };
}

/** The same, but what the server fills in need not be there. */
function valuesBody(fields: readonly FieldModel[]): Node {
  const { required: _all, ...schema } = formJsonSchema(fields);
  const required = neededNames(fields);
  return jsonBody({ ...schema, ...(required.length === 0 ? {} : { required }) });
}

/** A row as it is submitted, with its lines. */
function withLinesBody(row: string, line: string): Node {
  const lines = { type: "array", maxItems: maxEnteredLines, items: refTo("schemas", `${line}Submit`) };
  const removed = { type: "array", maxItems: maxEnteredLines, items: { type: "string" }, description: "Ids of lines that go" };
  return jsonBody({ allOf: [refTo("schemas", `${row}Submit`), object({ [linesMember]: lines, [removedLinesMember]: removed })] });
}

function bodyOf(body: NonNullable<Endpoint["body"]>, { action }: Endpoint, resource: ResourceModel): Node {
  const name = schemaName(resource.name);
  switch (body) {
    case "table":
      return {
        required: false,
        content: {
          "application/json": { schema: refTo("schemas", "ImportedTable") },
          "multipart/form-data": { schema: refTo("schemas", "ImportedFile") },
        },
      };
    case "batch":
      return jsonBody(refTo("schemas", "BatchChange"));
    case "rowWithLines":
      return withLinesBody(name, schemaName(resource.details?.resource ?? ""));
    case "lists":
      return jsonBody(action?.trees === undefined ? {} : treeListsSchema(action.trees, action.idParam ?? "ids"));
    case "row":
      return jsonBody(refTo("schemas", `${name}Submit`));
    case "rows": {
      const rows = { type: "array", minItems: 1, maxItems: 200, items: refTo("schemas", `${name}Submit`) };
      return jsonBody({ anyOf: [object({ data: rows }, ["data"]), rows] });
    }
    case "ids":
      return {
        ...jsonBody({ type: "array", items: { type: "string" }, description: "The ids, unless they are in the query, comma-joined" }),
        required: false,
      };
    default:
      if (action?.send === "multipart") return partsBody(body);
      return action?.send === "form" ? formBody(body) : valuesBody(body);
  }
}

/** What a list needs before it answers. */
function neededFilters({ kind, name, read }: Endpoint, { data: { listNeeds } }: ResourceModel): string | undefined {
  const isList =
    (kind === "common" && (name === "list" || name === "page")) || ((kind === "export" || kind === "charts") && read === undefined);
  return listNeeds === undefined || !isList ? undefined : `Needs one of these filters, by equality: ${listNeeds.join(", ")}`;
}

const chartsText = "All rows that the filters find, in the groups of the charts above the list";
const exportText = "All rows that the filters find, in the order of the list, as a file: labels in place of ids, in the caller's language";

function effectOf(endpoint: Endpoint, resource: ResourceModel): string | undefined {
  const { kind, answer, action } = endpoint;
  if (kind === "export" || kind === "charts")
    return [kind === "export" ? exportText : chartsText, neededFilters(endpoint, resource)].filter(Boolean).join(". ");
  if (kind === "refused")
    return answer === "refusedState" ? "Refused: no action leads to such a state" : "Refused: the server alone writes these rows";
  if (typeof action?.effect === "string") return action.effect;
  return action?.effect?.[1] ?? neededFilters(endpoint, resource);
}

/** What opens a common call that has no key of its own: a submit the key for new rows or for changes, a row that to view or to edit it. */
function kindsOf({ name, kind }: Endpoint, { scope }: ResourceModel): readonly PermissionKind[] | undefined {
  if (kind !== "common") return undefined;
  if (name === "submit" || name === "submit-with-lines" || name === "import-rows" || name === "import-template") return ["add", "edit"];
  // Rows that were added go, and those that were changed are changed again.
  if (name === "import-undo") return ["edit", "delete"];
  // Rows of the platform are edited by its administrator alone, whatever keys others have.
  if (name === "detail" || name === "history") return scope === "platform" ? ["view"] : ["view", "edit"];
  return undefined;
}

/** The key that a call needs; of a list of them any one, of a submit that for what it does. */
function permissionOf(endpoint: Endpoint, resource: ResourceModel): Node {
  const kinds = kindsOf(endpoint, resource);
  const several = [...new Set(commonPermissions(resource).flatMap((one) => (kinds?.includes(one.kind) === true ? [one.key] : [])))];
  const keys = kinds === undefined ? endpoint.permission : several.length === 1 ? several[0] : several;
  return keys === undefined ? {} : { "x-permission": keys };
}

/** A browser that saves a file by its address sends no headers. */
const ofFiles: readonly Node[] = [{ client: [], token: [] }, { tokenInAddress: [] }];

function operationOf(endpoint: Endpoint, resource: ResourceModel, isHandled: IsHandled): Operation {
  const { name, method, path, open, body, answer } = endpoint;
  const isUnavailable = isMissing(endpoint, resource, isHandled);
  const unavailable = missingWrites(endpoint, resource, isHandled);
  const parameters = [
    ...endpoint.parameters.map((parameter) => parameterNode(parameter, endpoint, resource)),
    ...(takesIdempotencyKey(endpoint) ? [refTo("parameters", "idempotencyKey")] : []),
  ];
  const description = [
    effectOf(endpoint, resource),
    isUnavailable ? "Not available: answers 501" : unavailable.map((kind) => `Not available to ${kind} rows: answers 501`).join(". "),
  ]
    .filter(Boolean)
    .join(". ");
  const operation: Node = {
    tags: [resource.name],
    operationId: `${resource.name}.${name}`,
    summary: `${both(resource.label)}: ${both(labelOfEndpoint(endpoint))}`,
    ...permissionOf(endpoint, resource),
    ...(description === "" ? {} : { description }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: bodyOf(body, endpoint, resource) }),
    responses: responsesOf(endpoint, resource, isUnavailable ? "all" : unavailable.length > 0 ? "some" : "nothing"),
    ...(open === "anonymous" ? { security: [{ client: [] }] } : answer === "file" ? { security: ofFiles } : {}),
  };
  return { path: `/api${path}`, method: method.toLowerCase(), operation };
}

/** All calls of a resource. */
export function operationsOf(resource: ResourceModel, isHandled: IsHandled): readonly Operation[] {
  return endpointsOf(resource).map((endpoint) => operationOf(endpoint, resource, isHandled));
}
