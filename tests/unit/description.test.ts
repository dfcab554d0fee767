// generated/openapi.json by the rules that linters of such descriptions recommend (docs/architecture.md, "The API's description").
import { isRecord } from "#schema/json";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";

type Node = Readonly<Record<string, unknown>>;

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Node[];
  readonly responses: Readonly<Record<string, Node>>;
}

interface Description {
  readonly info: { readonly version: string; readonly license: { readonly name: string; readonly identifier: string } };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<"parameters" | "responses" | "schemas", Readonly<Record<string, Node>>>>;
}

const text = readFileSync("generated/openapi.json", "utf8");
const description = JSON.parse(text) as Description;
const operations = Object.entries(description.paths).flatMap(([path, calls]) =>
  Object.entries(calls).map(([method, operation]) => ({ call: `${method} ${path}`, path, operation })),
);

/** Every object of the document, with where it is. */
function* nodesIn(value: unknown, place: string): Iterable<readonly [place: string, node: Node]> {
  if (Array.isArray(value)) for (const [index, member] of value.entries()) yield* nodesIn(member, `${place}/${index}`);
  if (!isRecord(value)) return;
  yield [place, value];
  for (const [name, member] of Object.entries(value)) yield* nodesIn(member, `${place}/${name}`);
}

test("tells where it is served, its version, and under which licence", () => {
  expect(description.servers.map(({ url }) => url)).toEqual(["/"]);
  const product = z.object({ version: z.string() }).parse(JSON.parse(readFileSync("package.json", "utf8")));
  expect(description.info.version).toBe(product.version);
  expect(description.info.license).toMatchObject({ name: expect.stringMatching(/./), identifier: expect.stringMatching(/^LicenseRef-/) });
});

test("each call has a name of its own, a summary, a tag that is explained, a success and a refusal", () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  const tags = new Set(description.tags.map(({ name }) => name));
  const has = ({ responses }: Operation, first: string) => Object.keys(responses).some((status) => status.startsWith(first));
  const wrong = operations.filter(
    ({ operation }) =>
      operation.summary === "" || !operation.tags.every((tag) => tags.has(tag)) || !has(operation, "2") || !has(operation, "4"),
  );
  expect(wrong.map(({ call }) => call)).toEqual([]);
  expect(operations.length).toBeGreaterThan(700);
});

test("a parameter of a list under a name of its own is described with its values, at the list as at its export", () => {
  for (const path of ["/api/blade-flow/manager/list", "/api/blade-flow/manager/list/export"])
    expect(description.paths[path]?.["get"]?.parameters).toContainEqual({
      name: "mode",
      in: "query",
      description: "1: 通用流程 / Of all tenants; 2: 租户流程 / Of one tenant",
      schema: { enum: ["1", "2"] },
    });
});

test("each parameter of a query says what it means", () => {
  const wrong = operations.flatMap(({ call, operation }) =>
    (operation.parameters ?? [])
      .map((one) => description.components.parameters[String(one["$ref"]).split("/").at(-1) ?? ""] ?? one)
      .filter((one) => one["in"] === "query" && !/./.test(String(one["description"] ?? "")))
      .map((one) => `${call}?${String(one["name"])}`),
  );
  expect(wrong).toEqual([]);
});

test("every segment of a path that is a parameter is one of the call", () => {
  const wrong = operations.filter(({ path, operation }) => {
    const named = (operation.parameters ?? [])
      .map((one) => description.components.parameters[String(one["$ref"]).split("/").at(-1) ?? ""] ?? one)
      .filter((one) => one["in"] === "path")
      .map((one) => String(one["name"]));
    const segments = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    return segments.join() !== named.join();
  });
  expect(wrong.map(({ call }) => call)).toEqual([]);
});

test("names only components that are there, and has none that nothing names", () => {
  const named = new Set([...text.matchAll(/"#\/components\/(\w+\/\w+)"/g)].map(([, name = ""]) => name));
  const there = Object.entries(description.components)
    .filter(([kind]) => kind !== "securitySchemes")
    .flatMap(([kind, components]) => Object.keys(components).map((name) => `${kind}/${name}`));
  expect({ unknown: [...named].filter((name) => !there.includes(name)), unused: there.filter((name) => !named.has(name)) }).toEqual({
    unknown: [],
    unused: [],
  });
});

test("whatever an object must have is described", () => {
  const wrong = [...nodesIn(description, "")].flatMap(([place, { required, properties }]) =>
    Array.isArray(required) && !required.every((name) => isRecord(properties) && String(name) in properties) ? [place] : [],
  );
  expect(wrong).toEqual([]);
});

test("each answer with 200 of a call that needs a token tells code 401 apart by `success`", () => {
  const { schemas } = description.components;
  expect(schemas["Done"]).toMatchObject({ required: expect.arrayContaining(["success"]), properties: { success: { const: true } } });
  expect(schemas["Refusal"]).toMatchObject({ required: expect.arrayContaining(["success"]), properties: { success: { const: false } } });
  const closed = operations.filter(({ operation }) => !JSON.stringify(operation).includes('"security":[{"client":[]}]'));
  const answers = closed.flatMap(({ operation }) => {
    const answer = operation.responses["200"];
    // Uploads in parts answer by their status alone.
    if (answer === undefined) return [];
    return JSON.stringify(description.components.responses[String(answer["$ref"]).split("/").at(-1) ?? ""] ?? answer);
  });
  expect(answers.filter((answer) => !answer.includes("#/components/schemas/SignInFirst"))).toEqual([]);
  expect(closed.length).toBeGreaterThan(700);
});
