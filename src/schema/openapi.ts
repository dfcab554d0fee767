// The description of the API in OpenAPI 3.1, made from the model: every call of every resource, and the fixed ones (docs/wire.md §§2–9).
import { endpointsOf, labelOfEndpoint, type Endpoint, type Parameter } from "./endpoints.ts";
import { formJsonSchema, type JsonSchema } from "./json-schema.ts";
import { baseColumns, kindData, type FieldModel, type Model, type ResourceModel } from "./model.ts";
import { fixedPaths } from "./openapi-fixed.ts";
import { isMissing, type IsHandled } from "./missing.ts";
import type { ReadShape } from "./resource.ts";
import type { Text } from "./text.ts";
import { treeListsSchema } from "./tree-lists.ts";
import { uploadLimits } from "../fields/upload-limits.ts";

type Node = { readonly [member: string]: unknown };

const both = ([zh, en]: Text) => (zh === en ? zh : `${zh} / ${en}`);
const schemaName = (resource: string) => resource.replace(/(?:^|-)([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());
const refTo = (kind: "schemas" | "responses" | "parameters", name: string): Node => ({ $ref: `#/components/${kind}/${name}` });

// ---------------------------------------------------------------- rows as they travel (docs/wire.md §2.1)
const wireSchemas: Readonly<Record<FieldModel["wire"], Node>> = {
  text: { type: "string" },
  time: { type: "string" },
  number: { type: "number", description: "-1: none" },
  decimal: { type: ["string", "integer"], description: "Text, so that nothing is rounded; -1: none" },
  id: { type: ["string", "integer"], description: "-1: none" },
  parent: { type: "string", description: "0: a root" },
  list: { type: "string", description: "Comma-joined" },
  json: { type: "object" },
  rows: { type: "array" },
};

function wireSchema(field: FieldModel): Node {
  const base = wireSchemas[field.wire];
  const { options, states } = kindData(field.data);
  const values = (options ?? Object.values(states ?? {})).map(([value, zh, en]) => `${value} ${zh} / ${en}`);
  const title = both(field.label);
  const facts = [
    typeof base["description"] === "string" && !(field.admitsMinusOne && field.wire === "number") ? base["description"] : "",
    values.join("; "),
  ].filter((fact) => fact !== "");
  const items =
    field.wire === "rows"
      ? { items: { type: "object", properties: Object.fromEntries(field.fields.map((inner) => [inner.name, wireSchema(inner)])) } }
      : {};
  return { ...base, title, ...(facts.length === 0 ? { description: undefined } : { description: facts.join(". ") }), ...items };
}

const baseColumnSchemas: Readonly<Record<(typeof baseColumns)[number], Node>> = {
  id: { type: "string" },
  tenantId: { type: "string" },
  createUser: { type: ["string", "integer"] },
  createDept: { type: ["string", "integer"] },
  createTime: { type: "string" },
  updateUser: { type: ["string", "integer"] },
  updateTime: { type: "string" },
  status: { type: "integer" },
  isDeleted: { type: "integer" },
  version: { type: "integer", description: "Grows by one with each update; a submit that carries a stale one is answered 409" },
};

function rowSchema(resource: ResourceModel): Node {
  const properties: Record<string, unknown> = {};
  if (resource.hasBaseColumns)
    for (const name of baseColumns) if (name !== "tenantId" || resource.scope === "tenant") properties[name] = baseColumnSchemas[name];
  for (const field of resource.fields) {
    if (field.traits.isSecret || (!field.stored && field.data.computed !== true)) continue;
    properties[field.name] = wireSchema(field);
    if (field.labelKey !== undefined)
      properties[field.labelKey] = { type: "string", title: both(field.label), description: `Label of ${field.name}` };
  }
  return { type: "object", title: both(resource.label), properties };
}

/** The body of a submit: the fields of both forms as in the form schema, plus id and version. */
function submitSchema(resource: ResourceModel): Node {
  const schema = formJsonSchema(resource.fields.filter((field) => field.inForm.create || field.inForm.edit));
  const properties = {
    id: { type: "string", description: "There: update. Absent or empty: insert" },
    version: { type: "integer" },
    ...(schema["properties"] as Node),
  }; // zod writes properties of an object
  // Updates are partial and whole rows may be sent back (docs/wire.md §4), so nothing is required or refused here.
  return {
    type: "object",
    title: both(resource.label),
    properties,
    description: `Required when inserting: ${requiredNames(resource).join(", ") || "nothing"}.`,
  };
}

function requiredNames(resource: ResourceModel): readonly string[] {
  return resource.fields
    .filter((field) => field.required !== undefined && field.inForm.create)
    .map((field) => (field.showWhen === undefined ? field.name : `${field.name} (where it applies)`));
}

// ---------------------------------------------------------------- answers
function envelope(data: Node): Node {
  return { allOf: [refTo("schemas", "Envelope"), { type: "object", properties: { data } }] };
}

const answered = (schema: Node): Node => ({ description: "操作成功", content: { "application/json": { schema } } });

/** Success is one of the named answers, so that a call does not repeat its schema. */
function responses(answer: string, more: Node = {}): Node {
  return { 200: refTo("responses", answer), 400: refTo("responses", "Problem"), 403: refTo("responses", "Forbidden"), ...more };
}

const pageOf = (row: Node): Node => ({
  allOf: [refTo("schemas", "Page"), { type: "object", properties: { records: { type: "array", items: row } } }],
});
const treeNodes: Node = { type: "array", items: refTo("schemas", "TreeNode") };

const answerOfShape: Readonly<Record<ReadShape, (name: string) => string>> = {
  page: (name) => `${name}Page`,
  rows: (name) => `${name}Rows`,
  "by-ids": (name) => `${name}Rows`,
  forest: (name) => `${name}Forest`,
  level: (name) => `${name}Forest`,
  tree: () => "TreeNodes",
  "node-level": () => "TreeNodes",
  custom: () => "Success",
};

/** The answers that a resource's calls may give, by name. */
function answersOf(resource: ResourceModel): Readonly<Record<string, Node>> {
  const name = schemaName(resource.name);
  const row = refTo("schemas", `${name}Row`);
  const branch = { allOf: [row, { type: "object", properties: { children: { type: "array" }, hasChildren: { type: "boolean" } } }] };
  return {
    [`${name}Page`]: answered(envelope(pageOf(row))),
    [`${name}One`]: answered(envelope(row)),
    [`${name}Rows`]: answered(envelope({ type: "array", items: row })),
    [`${name}Forest`]: answered(envelope({ type: "array", items: branch })),
  };
}

// ---------------------------------------------------------------- calls
const query = (name: string, description: string, schema: Node = { type: "string" }): Node => ({ name, in: "query", description, schema });

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: Node;
}

const jsonBody = (schema: Node): Node => ({ required: true, content: { "application/json": { schema } } });

const filterWords = {
  contains: "contains",
  is: "is",
  oneOf: "is one of these, comma-joined",
  after: "after",
  before: "before",
  atLeast: "at least",
  atMost: "at most",
} as const;

function parameterNode({ name, meaning, field }: Parameter, { kind, action }: Endpoint, resource: ResourceModel): Node {
  switch (meaning) {
    case "page":
    case "size":
    case "ascending":
    case "descending":
      return refTo("parameters", name);
    case "inPath":
      return { name, in: "path", required: true, schema: { type: "string" } };
    case "key":
      return query(name, "An unknown one gives an empty object");
    case "ids":
      return query(name, "Comma-joined; one that cannot be removed refuses all");
    case "keyToRemove":
      return query(name, `The ${resource.key}`);
    case "rows":
      return query(name, "Comma-joined");
    case "row":
      return query(name, `The row's ${action?.idField ?? resource.key}`);
    case "asked":
      return field === undefined ? query(name, name) : query(name, both(field.label), askedSchema(field));
    case "confirmed":
      return query(name, `1: goes on although it was asked about: ${action?.warning?.[1] ?? ""}`);
    case "handled":
      return query(name, name);
    default:
      if (field === undefined) return query(name, name);
      return query(name, kind === "read" ? both(field.label) : `${both(field.label)}: ${filterWords[meaning]}`);
  }
}

/** A value in the query is written as text; lists comma-joined. */
function askedSchema(field: FieldModel): Node {
  const properties = formJsonSchema([field])["properties"] as Readonly<Record<string, JsonSchema>>; // zod writes properties of an object
  return field.wire === "list" ? { type: "string" } : { ...properties[field.name] };
}

/** Values in a form are written as in the query. They may also travel there. */
function formBody(fields: readonly FieldModel[]): Node {
  const required = fields.filter((field) => field.required !== undefined).map(({ name }) => name);
  const schema = {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.name, askedSchema(field)])),
    ...(required.length === 0 ? {} : { required }),
  };
  return { required: required.length > 0, content: { "application/x-www-form-urlencoded": { schema } } };
}

/** Values and files in parts. A file is sent as itself, not as an address. */
function partsBody(fields: readonly FieldModel[]): Node {
  const required = fields.filter((field) => field.required !== undefined).map(({ name }) => name);
  const partOf = (field: FieldModel): Node => {
    if (field.traits.files === undefined) return askedSchema(field);
    const { endings, maxKb } = uploadLimits(field.traits.files, kindData(field.data));
    const description = `${endings.length === 0 ? "Any file" : endings.join(", ")}, up to ${maxKb} KiB`;
    const file = { type: "string", format: "binary", description };
    return field.wire === "list" ? { type: "array", items: file } : file;
  };
  const schema = {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.name, partOf(field)])),
    ...(required.length === 0 ? {} : { required }),
  };
  return { required: true, content: { "multipart/form-data": { schema } } };
}

function responsesOf({ answer }: Endpoint, name: string): Node {
  switch (answer) {
    case "refused":
    case "refusedState":
      return { 400: refTo("responses", "Problem") };
    case "saved":
      return responses("Saved", { 409: refTo("responses", "StaleVersion") });
    case "one":
      return responses(`${name}One`);
    case "done":
      return responses("Success");
    default:
      return responses(answerOfShape[answer](name));
  }
}

function bodyOf(body: NonNullable<Endpoint["body"]>, action: Endpoint["action"], name: string): Node {
  switch (body) {
    case "lists":
      return jsonBody(action?.trees === undefined ? {} : treeListsSchema(action.trees, action.idParam ?? "ids"));
    case "row":
      return jsonBody(refTo("schemas", `${name}Submit`));
    case "rows":
      return jsonBody({
        type: "object",
        properties: { data: { type: "array", items: refTo("schemas", `${name}Submit`) } },
        description: "Also the bare array",
      });
    case "ids":
      return {
        ...jsonBody({ type: "array", items: { type: "string" }, description: "The ids; in the query they are comma-joined" }),
        required: false,
      };
    default:
      if (action?.send === "multipart") return partsBody(body);
      return action?.send === "form" ? formBody(body) : jsonBody(formJsonSchema(body));
  }
}

/** What a list needs before it answers. */
function neededFilters({ kind, name }: Endpoint, { data: { listNeeds } }: ResourceModel): string | undefined {
  return listNeeds === undefined || kind !== "common" || (name !== "list" && name !== "page")
    ? undefined
    : `Needs one of these filters, by equality: ${listNeeds.join(", ")}`;
}

function operationOf(endpoint: Endpoint, resource: ResourceModel): Operation {
  const { name, kind, method, path, permission, open, body, action } = endpoint;
  const row = schemaName(resource.name);
  const effect =
    kind === "refused"
      ? endpoint.answer === "refusedState"
        ? "Refused: no action leads to such a state"
        : "Refused: the server alone writes these rows"
      : typeof action?.effect === "string"
        ? action.effect
        : (action?.effect?.[1] ?? neededFilters(endpoint, resource));
  const parameters = endpoint.parameters.map((parameter) => parameterNode(parameter, endpoint, resource));
  const operation: Node = {
    tags: [resource.name],
    operationId: `${resource.name}.${name}`,
    summary: `${both(resource.label)}: ${both(labelOfEndpoint(endpoint))}`,
    ...(permission === undefined ? {} : { "x-permission": permission }),
    ...(effect === undefined ? {} : { description: effect }),
    ...(parameters.length === 0 && (kind === "refused" || body === "row") ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: bodyOf(body, action, row) }),
    responses: responsesOf(endpoint, row),
    ...(kind === "read" && open === "anonymous" ? { security: [{ client: [] }] } : {}),
  };
  return { path: `/api${path}`, method: method.toLowerCase(), operation };
}

/** A declared call without an implementation: the document includes it and marks it as unavailable. */
function unavailable({ operation, ...call }: Operation): Operation {
  return {
    ...call,
    operation: {
      ...operation,
      description: [operation["description"], "Not available: answers 501"].filter(Boolean).join(". "),
      responses: { 501: refTo("responses", "NotAvailable") },
    },
  };
}

function operationsOf(resource: ResourceModel, isHandled: IsHandled): readonly Operation[] {
  return endpointsOf(resource).map((endpoint) => {
    const described = operationOf(endpoint, resource);
    return isMissing(endpoint, resource, isHandled) ? unavailable(described) : described;
  });
}

const components: Readonly<Record<string, Node>> = {
  Envelope: {
    type: "object",
    required: ["code", "success", "data", "msg"],
    properties: {
      code: { type: "integer", description: "200: success; 401 (with HTTP 200): sign in" },
      success: { type: "boolean" },
      msg: { type: "string" },
    },
  },
  Page: {
    type: "object",
    required: ["records", "total", "size", "current", "pages"],
    properties: {
      total: { type: "integer" },
      size: { type: "integer" },
      current: { type: "integer" },
      pages: { type: "integer" },
      estimated: { const: true, description: "`total` is an estimate: the table is too large to be counted for each page." },
    },
  },
  TreeNode: {
    type: "object",
    properties: {
      id: { type: "string" },
      parentId: { type: "string" },
      key: { type: "string" },
      value: { type: "string" },
      title: { type: "string" },
      children: { type: "array", items: { $ref: "#/components/schemas/TreeNode" } },
      hasChildren: { type: "boolean" },
      disabled: { type: "boolean", description: "It only holds others and cannot be chosen" },
    },
  },
  Issue: {
    type: "object",
    required: ["code", "path", "parameters", "message"],
    properties: {
      code: { type: "string" },
      path: { type: "array", items: { type: ["string", "integer"] } },
      parameters: { type: "object" },
      message: { type: "string" },
    },
  },
};

const problem = (description: string, data: Node): Node => ({
  description,
  content: {
    "application/json": {
      schema: envelope({
        type: "object",
        required: ["error"],
        properties: { error: { type: "string", description: "A stable code" }, ...data },
      }),
    },
  },
});

/** The whole document. `isHandled`: marks calls that need a handler and have none. */
export function openApiOf(model: Model, isHandled: IsHandled): Node {
  const paths: Record<string, Record<string, Node>> = {};
  for (const { path, method, operation: described } of model.resources.flatMap((resource) => operationsOf(resource, isHandled))) {
    paths[path] = { ...paths[path], [method]: described };
  }
  const schemas: Record<string, Node> = { ...components };
  for (const resource of model.resources) {
    schemas[`${schemaName(resource.name)}Row`] = rowSchema(resource);
    if (resource.calls.has("submit") || resource.calls.has("save") || resource.calls.has("update"))
      schemas[`${schemaName(resource.name)}Submit`] = submitSchema(resource);
  }
  const answers = Object.assign({}, ...model.resources.map(answersOf)) as Readonly<Record<string, Node>>; // the names of two resources never meet
  const used = new Set([...JSON.stringify(paths).matchAll(/#\/components\/responses\/(\w+)/g)].map(([, name]) => name));
  return {
    openapi: "3.1.0",
    info: {
      title: "Tracemark",
      version: "1",
      description:
        "Filters: any stored field with a suffix (_equal, _like, _ge, _datege …); texts without one are searched by what they contain, everything else by equality.",
    },
    security: [{ client: [], token: [] }],
    tags: [
      { name: "auth", description: "登录 / Sign-in" },
      ...model.resources.map((resource) => ({ name: resource.name, description: both(resource.label) })),
    ],
    paths: { ...fixedPaths(envelope), ...Object.fromEntries(Object.entries(paths).sort(([left], [right]) => (left < right ? -1 : 1))) },
    components: {
      securitySchemes: {
        client: { type: "http", scheme: "basic", description: "The client and its secret, with every request" },
        token: { type: "apiKey", in: "header", name: "Blade-Auth", description: "bearer <access_token>" },
      },
      parameters: {
        current: query("current", "Page, from 1", { type: "integer", default: 1 }),
        size: query("size", "Rows of a page", { type: "integer", default: 10 }),
        ascs: query("ascs", "Fields to sort by, smallest first, comma-joined"),
        descs: query("descs", "Fields to sort by, largest first, comma-joined; after ascs"),
      },
      responses: {
        Success: answered(envelope({})),
        Saved: answered(envelope({ type: "object", properties: { id: { type: "string" } } })),
        TreeNodes: answered(envelope(treeNodes)),
        Problem: problem("A rule forbids it, or fields are wrong", { issues: { type: "array", items: refTo("schemas", "Issue") } }),
        NotAvailable: problem("Declared, and without a handler yet", {}),
        Forbidden: problem("Signed in, but the right is missing", { permission: { type: "string" } }),
        StaleVersion: problem("Somebody else changed the row since it was read", {
          current: { type: "object" },
          submitted: { type: "object" },
        }),
        ...Object.fromEntries(Object.entries(answers).filter(([name]) => used.has(name))),
      },
      schemas,
    },
  };
}
