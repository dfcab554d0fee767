// What the page of the API shows of the served description (docs/wire.md §1.2): its calls, and the values that a schema names.
import { isRecord, textOf } from "../../api/wire-data.ts";

type Node = Readonly<Record<string, unknown>>;

interface ApiParameter {
  readonly name: string;
  readonly place: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly meaning: string;
  readonly schema: Node;
}

export interface ApiCall {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** In both languages, as are `group`, `area` and meanings. */
  readonly label: string;
  readonly group: string;
  /** "" for the calls of no area. */
  readonly area: string;
  readonly meaning: string;
  readonly permissions: readonly string[];
  /** It needs no token. */
  readonly isPublic: boolean;
  readonly parameters: readonly ApiParameter[];
  readonly body: { readonly type: string; readonly schema: Node } | undefined;
  /** Of the payload in a successful answer; undefined for a file. */
  readonly answer: Node | undefined;
  readonly statuses: readonly { readonly status: string; readonly meaning: string }[];
}

/** A value in a body or an answer. */
export interface ApiValue {
  /** With the names of what it is in, and [] behind lists. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly meaning: string;
}

/** Security schemes of the description that prove who calls. */
const tokenSchemes = ["token", "tokenInAddress"] as const;

export interface ApiDocument {
  readonly calls: readonly ApiCall[];
  /** The values that a schema names, those of rows within rows too. */
  readonly valuesOf: (schema: Node) => readonly ApiValue[];
  /** A value as the schema wants it. */
  readonly exampleOf: (schema: Node) => unknown;
}

const nodeOf = (value: unknown): Node => (isRecord(value) ? value : {});
const nodesIn = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");

/** Rows within rows are shown to this depth; trees have no end. */
const maxDepth = 3;
const methods = ["get", "post", "put", "patch", "delete"];

/** A text in one language: "工厂 / Factory: list" has both in its first part. Some texts are in English alone. */
export function partIn(language: "zh" | "en", text: string): string {
  const localized = (one: string): string => {
    const [zh = one, en, ...more] = one.split(" / ");
    return en === undefined || more.length > 0 ? one : language === "zh" ? zh : en;
  };
  const parts = text.split(": ").map((part) => part.split("; ").map(localized).join("; "));
  const isBoth = parts.join(": ") !== text;
  return parts.join(language === "zh" && isBoth ? "：" : ": ");
}

/** What a reference leads to. */
function resolverOf(components: Node): (node: Node) => Node {
  const resolve = (node: Node): Node => {
    const [, kind = "", name = ""] = /^#\/components\/(\w+)\/(\w+)$/.exec(textOf(node["$ref"])) ?? [];
    return name === "" ? node : resolve(nodeOf(nodeOf(components[kind])[name]));
  };
  return resolve;
}

interface Members {
  readonly properties: Node;
  readonly required: ReadonlySet<string>;
}

/** The members of an object, whatever it is put together from; of alternatives the first. */
function membersOf(schema: Node, resolve: (node: Node) => Node): Members {
  const parts = [...nodesIn(schema["allOf"]), ...nodesIn(schema["oneOf"] ?? schema["anyOf"]).slice(0, 1)];
  const others = parts.map((part) => membersOf(resolve(part), resolve));
  // A row of a submit says in `else` what a new one needs.
  const own = [...textsIn(schema["required"]), ...textsIn(nodeOf(schema["else"])["required"])];
  return {
    properties: Object.assign({}, nodeOf(schema["properties"]), ...others.map(({ properties }) => properties)),
    required: new Set([...own, ...others.flatMap(({ required }) => [...required])]),
  };
}

function typeOf(schema: Node): string {
  if (Array.isArray(schema["enum"])) return schema["enum"].map(String).join(" | ");
  if (schema["const"] !== undefined) return String(schema["const"]);
  const types = textsIn(schema["type"]);
  if (schema["format"] === "binary") return "file";
  return types.length > 0 ? types.join(" | ") : isRecord(schema["properties"]) || Array.isArray(schema["allOf"]) ? "object" : "any";
}

function readersOf(components: Node): Pick<ApiDocument, "valuesOf" | "exampleOf"> {
  const resolve = resolverOf(components);
  const within = (schema: Node, prefix: string, depth: number): readonly ApiValue[] => {
    const { properties, required } = membersOf(resolve(schema), resolve);
    return Object.entries(properties).flatMap(([name, member]) => {
      const sent = resolve(nodeOf(member));
      const item = sent["type"] === "array" ? resolve(nodeOf(sent["items"])) : undefined;
      const type = item === undefined ? typeOf(sent) : `${typeOf(item)}[]`;
      const own = {
        name: prefix + name,
        type,
        isRequired: required.has(name),
        meaning: textOf(nodeOf(member)["description"] ?? sent["description"]),
      };
      const inner = item ?? sent;
      return [own, ...(depth < maxDepth ? within(inner, `${own.name}${item === undefined ? "" : "[]"}.`, depth + 1) : [])];
    });
  };
  const exampleOf = (schema: Node, depth = 0): unknown => {
    const node = resolve(schema);
    if (node["default"] !== undefined) return node["default"];
    if (node["const"] !== undefined) return node["const"];
    if (Array.isArray(node["enum"])) return node["enum"][0];
    const [type] = textsIn(node["type"]);
    if (type === "array") return depth < maxDepth ? [exampleOf(nodeOf(node["items"]), depth + 1)] : [];
    if (type === "integer" || type === "number") return typeof node["minimum"] === "number" ? node["minimum"] : 1;
    if (type === "boolean") return true;
    if (type === "string") return node["format"] === "date" ? "2026-01-01" : "…";
    const { properties, required } = membersOf(node, resolve);
    if (depth >= maxDepth) return {};
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => required.has(name))
        .map(([name, member]) => [name, exampleOf(nodeOf(member), depth + 1)]),
    );
  };
  return {
    exampleOf: (schema) => exampleOf(schema),
    valuesOf: (schema) => {
      const node = resolve(schema);
      const item = node["type"] === "array" ? resolve(nodeOf(node["items"])) : undefined;
      return item === undefined ? within(node, "", 1) : within(item, "[].", 1);
    },
  };
}

/** The payload in the envelope of a success. */
function payloadOf(schema: Node, resolve: (node: Node) => Node): Node {
  const { properties } = membersOf(resolve(schema), resolve);
  return isRecord(properties["data"]) ? properties["data"] : schema;
}

/** The description as the page shows it. */
export function documentIn(payload: unknown): ApiDocument {
  const document = nodeOf(payload);
  const components = nodeOf(document["components"]);
  const resolve = resolverOf(components);
  const tags = new Map(nodesIn(document["tags"]).map((tag) => [textOf(tag["name"]), tag]));
  const callOf = (path: string, method: string, operation: Node): ApiCall => {
    const tag = tags.get(textsIn(operation["tags"])[0] ?? "") ?? {};
    const responses = Object.entries(nodeOf(operation["responses"])).map(([status, node]) => ({ status, node: resolve(nodeOf(node)) }));
    const success = responses.find(({ status }) => status.startsWith("2"));
    const content = nodeOf(resolve(nodeOf(operation["requestBody"]))["content"]);
    const [type, sent] = Object.entries(content)[0] ?? [];
    const answer = nodeOf(success?.node["content"]);
    const isFile = Object.keys(answer).some((one) => one !== "application/json");
    return {
      id: textOf(operation["operationId"]),
      method: method.toUpperCase(),
      path,
      label: textOf(operation["summary"]),
      group: textOf(tag["description"]),
      area: textOf(tag["x-area"]),
      meaning: textOf(operation["description"]),
      permissions: textsIn(operation["x-permission"]),
      // Where a call names nothing of its own, it needs the token as all do.
      isPublic: nodesIn(operation["security"]).some((schemes) => !tokenSchemes.some((name) => name in schemes)),
      parameters: nodesIn(operation["parameters"]).map((node) => {
        const parameter = resolve(node);
        const schema = resolve(nodeOf(parameter["schema"]));
        return {
          name: textOf(parameter["name"]),
          place: textOf(parameter["in"]),
          type: typeOf(schema),
          isRequired: parameter["required"] === true,
          meaning: textOf(parameter["description"]),
          schema,
        };
      }),
      body: type === undefined ? undefined : { type, schema: nodeOf(nodeOf(sent)["schema"]) },
      answer: isFile ? undefined : payloadOf(nodeOf(nodeOf(answer["application/json"])["schema"]), resolve),
      statuses: responses.map(({ status, node }) => ({ status, meaning: textOf(node["description"]) })),
    };
  };
  const calls = Object.entries(nodeOf(document["paths"])).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = nodeOf(item)[method];
      return isRecord(operation) ? [callOf(path, method, operation)] : [];
    }),
  );
  return { calls, ...readersOf(components) };
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The call as a shell sends it, with what it cannot do without. */
export function curlOf(call: ApiCall, { exampleOf }: ApiDocument, origin: string): string {
  const needed = call.parameters.filter(({ isRequired, place }) => isRequired && place === "query");
  const query = needed.map(({ name, schema }) => `${name}=${encodeURIComponent(String(exampleOf(schema)))}`).join("&");
  const path = call.path.replaceAll(/\{(\w+)\}/g, "<$1>");
  const isKeyed = call.parameters.some(({ name }) => name === "Idempotency-Key");
  const body = call.body === undefined ? undefined : exampleOf(call.body.schema);
  const bodyLines = (): readonly string[] => {
    if (call.body === undefined) return [];
    const members = Object.entries(nodeOf(body)).map(
      ([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)] as const,
    );
    if (call.body.type === "multipart/form-data") return [...members.map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`)];
    if (call.body.type === "application/x-www-form-urlencoded")
      return members.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`);
    return [`-H ${quoted(`Content-Type: ${call.body.type}`)}`, `-d ${quoted(JSON.stringify(body))}`];
  };
  return [
    `curl -X ${call.method} ${quoted(`${origin}${path}${query === "" ? "" : `?${query}`}`)}`,
    call.isPublic ? `-u ${quoted("<client id>:<secret>")}` : `-H ${quoted("Authorization: Bearer <token>")}`,
    ...(isKeyed ? [`-H "Idempotency-Key: $(uuidgen)"`] : []),
    ...bodyLines(),
  ].join(" \\\n  ");
}
