// The description of the API in OpenAPI 3.1, made from the model: every call of every resource, and the fixed ones (docs/wire.md §§2–9).
import { conditionLimits, conditionsParameter } from "./list-conditions.ts";
import type { Model } from "./model.ts";
import type { IsHandled } from "./missing.ts";
import { answerComponents, answersOf, sharedAnswers } from "./openapi/answers.ts";
import { batchChange } from "./openapi/batch.ts";
import { operationsOf, query } from "./openapi/calls.ts";
import { fixedPaths } from "./openapi/fixed.ts";
import { importedFile, importedTable, importParameterComponents } from "./openapi/imports.ts";
import { both, schemaName, type Node } from "./openapi/node.ts";
import { rowComponents, rowSchema, submitSchema } from "./openapi/rows.ts";
import { largestPageNumber, largestPageSize } from "./paging.ts";

/** A description in OpenAPI 3.1. */
export interface ApiDescription extends Node {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  /** By path and method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Node>>>>;
  readonly components: Components & { readonly securitySchemes: Node };
}

type Components = Readonly<Record<"parameters" | "responses" | "schemas", Readonly<Record<string, Node>>>>;

function schemasOf(model: Model): Readonly<Record<string, Node>> {
  const schemas: Record<string, Node> = {
    ...answerComponents,
    ...rowComponents,
    ImportedTable: importedTable,
    ImportedFile: importedFile,
    BatchChange: batchChange,
  };
  for (const resource of model.resources) {
    schemas[`${schemaName(resource.name)}Row`] = rowSchema(resource);
    if (resource.calls.has("submit") || resource.calls.has("save") || resource.calls.has("update"))
      schemas[`${schemaName(resource.name)}Submit`] = submitSchema(resource);
  }
  return schemas;
}

const parameters: Readonly<Record<string, Node>> = {
  current: query("current", {
    description: "Page, from 1",
    schema: { type: "integer", minimum: 1, maximum: largestPageNumber, default: 1 },
  }),
  size: query("size", { description: "Rows of a page", schema: { type: "integer", minimum: 1, maximum: largestPageSize, default: 10 } }),
  ascs: query("ascs", { description: "Fields to sort by, smallest first, comma-joined" }),
  descs: query("descs", { description: "Fields to sort by, largest first, comma-joined; after ascs" }),
  orders: query("orders", {
    description: "Fields to sort by in turn, comma-joined, those with a minus sign largest first; in place of ascs and descs",
  }),
  conditions: query(conditionsParameter, {
    description: "Conditions in groups, as JSON: { all: […] } or { any: […] }, of which each has field, operator and value, or is a group",
    schema: { type: "string", maxLength: conditionLimits.length },
  }),
  key: query("id", {
    required: true,
    description: "An unknown one gives an empty object",
    schema: { type: "string", pattern: "^[0-9]{1,19}$" },
  }),
  ids: query("ids", {
    required: true,
    description: "Comma-joined; one that is refused refuses all",
    schema: { type: "string", pattern: "^[0-9]{1,19}(?:,[0-9]{1,19})*$" },
  }),
  idempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    description:
      "A text of the caller's choice, new for each call. The same call sent again with it is answered as before and writes nothing",
    schema: { type: "string", pattern: "^[\\w.:+/=~-]{1,128}$" },
  },
  earlierMoment: query("from", {
    description:
      "Id of a change, with `to`: one entry with what differs between the two moments; before the first change where it is empty",
  }),
  laterMoment: query("to", { description: "Id of a change: the later of two moments that are compared" }),
  ...importParameterComponents,
  row: { name: "id", in: "path", required: true, schema: { type: "string", pattern: "^[0-9]{1,19}$" } },
};

const referencesIn = (node: unknown): readonly string[] =>
  [...JSON.stringify(node).matchAll(/"#\/components\/(\w+\/\w+)"/g)].map(([, name = ""]) => name);

/** The components that paths lead to, by way of others or not. */
function usedComponents(all: Components, paths: Node): Components {
  const used = new Set<string>();
  const found = [...referencesIn(paths)];
  for (let name = found.pop(); name !== undefined; name = found.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    const [kind = "", own = ""] = name.split("/");
    found.push(...referencesIn(all[kind as keyof Components][own])); // references name one of the kinds
  }
  const onlyUsed = (kind: keyof Components) =>
    Object.fromEntries(Object.entries(all[kind]).filter(([name]) => used.has(`${kind}/${name}`)));
  return { parameters: onlyUsed("parameters"), responses: onlyUsed("responses"), schemas: onlyUsed("schemas") };
}

/** A call of a description. */
export interface DescribedCall {
  readonly method: string;
  readonly path: string;
  readonly operation: Node;
}

/** The calls of a description, in its order. */
export function callsIn({ paths }: Pick<ApiDescription, "paths">): readonly DescribedCall[] {
  return Object.entries(paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, operation]) => ({ method, path, operation })),
  );
}

/** A part of a description: some of its calls, with the components and tags that these lead to. */
export function partOf(description: ApiDescription, isKept: (call: DescribedCall) => boolean): ApiDescription {
  const paths: Record<string, Record<string, Node>> = {};
  for (const call of callsIn(description).filter(isKept)) paths[call.path] = { ...paths[call.path], [call.method]: call.operation };
  const tags = new Set(callsIn({ paths }).flatMap(({ operation }) => operation["tags"]));
  return {
    ...description,
    tags: description.tags.filter(({ name }) => tags.has(name)),
    paths,
    components: { ...description.components, ...usedComponents(description.components, paths) },
  };
}

/** The whole document, of a version of the product. `isHandled`: marks calls that need a handler and have none. */
export function openApiOf(model: Model, isHandled: IsHandled, version: string): ApiDescription {
  const described: Record<string, Record<string, Node>> = {};
  for (const { path, method, operation } of model.resources.flatMap((resource) => operationsOf(resource, isHandled))) {
    described[path] = { ...described[path], [method]: operation };
  }
  const paths = {
    ...fixedPaths(),
    ...Object.fromEntries(Object.entries(described).sort(([left], [right]) => (left < right ? -1 : 1))),
  };
  const answers = Object.assign({}, ...model.resources.map(answersOf)) as Readonly<Record<string, Node>>; // the names of two resources never meet
  const all: Components = { parameters, responses: { ...sharedAnswers, ...answers }, schemas: schemasOf(model) };
  const areas = new Map(model.areas.map((area) => [area.name, area.label]));
  const whole: ApiDescription = {
    openapi: "3.1.0",
    info: {
      title: "Tracemark",
      version,
      license: { name: "All rights reserved", identifier: "LicenseRef-UNLICENSED" },
      description:
        "Filters: any stored field with a suffix (_equal, _like, _ge, _datege …); texts without one are searched by what they contain, everything else by equality. A method that a path does not have is answered 405. `x-permission` is the key that a call needs, and of several keys any one.",
    },
    servers: [{ url: "/", description: "The installation that serves this description" }],
    security: [{ client: [], token: [] }],
    tags: [
      { name: "auth", description: "登录 / Sign-in" },
      { name: "description", description: "接口描述 / API description" },
      { name: "desk", description: "工作台 / Desk" },
      { name: "payments", description: "支付 / Payments" },
      ...model.resources.map((resource) => ({
        name: resource.name,
        description: both(resource.label),
        "x-area": both(areas.get(resource.area) ?? [resource.area, resource.area]),
      })),
    ],
    paths,
    components: {
      securitySchemes: {
        client: { type: "http", scheme: "basic", description: "The client and its secret, with every request" },
        token: { type: "apiKey", in: "header", name: "Blade-Auth", description: "bearer <access_token>" },
        tokenInAddress: { type: "apiKey", in: "query", name: "blade-auth", description: "bearer <access_token>; of downloads only" },
      },
      ...all,
    },
  };
  return partOf(whole, () => true);
}
