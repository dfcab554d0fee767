// Whatever filter the description of the API names is taken by its call, with a value of its kind (docs/wire.md §5). A sample, chosen by a seed,
// has each comparison with each kind of field; `npm test -- --full` sends every filter of every call.
import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { endpointsOf, type AnswerShape, type Endpoint, type Parameter } from "#schema/endpoints";
import { choicesOf } from "#schema/kinds";
import { isMissing } from "#schema/missing";
import type { FieldModel, ResourceModel } from "#schema/model";
import { sampleValue } from "#schema/sample";
import { toWire } from "#schema/wire";
import { prepareAccess } from "../../../src/server/auth/prepare.ts";
import { chanceFrom } from "../../../src/server/seed/chance.ts";
import { amount, isFull, seed } from "../../support/amounts.ts";
import { sampleContext } from "../../support/field-kind.ts";
import { serverOfFile, tenants, type TestServer } from "../../support/server.ts";

let server: TestServer;
let described: Description;

beforeAll(async () => {
  server = await serverOfFile();
  await prepareAccess(server.database, server.model);
  described = JSON.parse(await readFile("generated/openapi.json", "utf8")) as Description;
});

interface Named {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
}

interface Description {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly parameters?: readonly Named[] } }>>;
  readonly components: { readonly parameters: Readonly<Record<string, Named>> };
}

/** A filter that the description names at a call. */
interface Case {
  readonly resource: ResourceModel;
  readonly endpoint: Endpoint;
  readonly name: string;
  /** What the definitions say about it. */
  readonly meaning: Parameter["meaning"];
  readonly field: FieldModel | undefined;
  readonly value: string;
}

/** Calls that answer rows by what they are asked for; the others (a preview, a tree of one code) are about a row that must be there. */
const lists: ReadonlySet<AnswerShape> = new Set(["page", "rows", "forest", "level", "tree", "node-level", "export"]);

/** Of reads, those that the areas of these tests answer: what only a server with a sign-in answers has tests of its own. */
const isAnswered = (resource: ResourceModel, endpoint: Endpoint): boolean =>
  !isMissing(endpoint, resource, (owner, name) => `${owner}.${name}` in server.services.domain.reads);

function cases(): readonly Case[] {
  return server.model.resources.flatMap((resource) =>
    endpointsOf(resource)
      .filter((one) => one.method === "GET" && lists.has(one.answer) && isAnswered(resource, one))
      .flatMap((endpoint) =>
        (described.paths[`/api${endpoint.path}`]?.get?.parameters ?? []).flatMap(({ name = "", in: place }) => {
          const { meaning, field, values } = endpoint.parameters.find((one) => one.name === name) ?? {};
          const sent = values?.map(([one]) => one) ?? (field === undefined ? [] : [valueFor(field)]);
          return place === "query" && meaning !== undefined
            ? sent.map((value) => ({ resource, endpoint, name, meaning, field, value }))
            : [];
        }),
      ),
  );
}

/** What a case is an example of: a comparison of a kind of field by a kind of call. */
const exampleOf = ({ endpoint, meaning, field }: Case): string => [endpoint.kind, endpoint.answer, meaning, field?.data.kind].join(" ");

/** One of each, as the seed chooses. */
function sampled(all: readonly Case[]): readonly Case[] {
  const { oneOf } = chanceFrom(seed);
  const examples = new Map<string, Case[]>();
  for (const one of all) examples.set(exampleOf(one), [...(examples.get(exampleOf(one)) ?? []), one]);
  return [...examples.values()].map((group) => oneOf(group));
}

/** A value as a client writes it in the query; of tenants one that there is. */
function valueFor(field: FieldModel): string {
  if (field.reference?.resource === "tenant" && field.reference.valueField === "tenantId") return tenants.one;
  const [choice] = choicesOf(field) ?? [];
  return String(choice?.[0] ?? toWire(field, sampleValue(field.data, sampleContext(1))));
}

/** What a list is not answered without (docs/wire.md §5). */
function neededBy({ resource, endpoint, field }: Case): Readonly<Record<string, string>> {
  const { listNeeds = [] } = resource.data;
  if (endpoint.read !== undefined || listNeeds.includes(field?.name ?? "")) return {};
  const needed = resource.field.get(listNeeds[0] ?? "");
  return needed === undefined ? {} : { [needed.name]: valueFor(needed) };
}

test("each filter that the description names is taken by its call", async () => {
  const client = server.as("administrator");
  const tried = isFull ? cases() : sampled(cases());
  const refused: string[] = [];
  for (const one of tried) {
    const { resource, endpoint, name, value } = one;
    const { code, msg } = await client.get(endpoint.path.replaceAll(/\{\w+\}/g, "1"), { ...neededBy(one), [name]: value });
    if (code !== 200) refused.push(`${resource.name}.${endpoint.name}?${name}=${value}: ${code} ${msg}`);
  }
  expect(refused).toEqual([]);
  expect(tried.length).toBeGreaterThan(amount(70, 1_500));
});

/** The names of the query that the description has at a call. */
function describedNames(path: string): readonly string[] {
  const parameters = described.paths[`/api${path}`]?.get?.parameters ?? [];
  return parameters
    .map((one) => described.components.parameters[one.$ref?.split("/").at(-1) ?? ""] ?? one)
    .flatMap(({ name, in: place }) => (place === "query" && name !== undefined ? [name] : []));
}

test("the description names the parameters of each call, and no others", () => {
  const differing = server.model.resources.flatMap((resource) =>
    endpointsOf(resource)
      .filter((one) => one.method === "GET")
      .flatMap(({ name, path, parameters }) => {
        const own = parameters.filter(({ meaning }) => meaning !== "inPath").map((one) => one.name);
        const there = describedNames(path);
        return [...own.filter((one) => !there.includes(one)), ...there.filter((one) => !own.includes(one))].map(
          (one) => `${resource.name}.${name}?${one}`,
        );
      }),
  );
  expect(differing).toEqual([]);
});

test("what the search panel of a screen without a table sends is named where it is taken", async () => {
  const client = server.as("administrator");
  const unnamed: string[] = [];
  for (const resource of server.model.resources.filter(({ hasTable }) => !hasTable))
    for (const endpoint of endpointsOf(resource).filter(
      (one) => one.method === "GET" && lists.has(one.answer) && isAnswered(resource, one),
    )) {
      const there = describedNames(endpoint.path);
      for (const field of resource.fields.filter(({ search }) => search !== undefined))
        for (const name of field.search === "range" ? [`${field.name}_dategt`, `${field.name}_datelt`] : [field.name]) {
          if (there.includes(name)) continue;
          const { code } = await client.get(endpoint.path, {
            ...Object.fromEntries((endpoint.read?.needs ?? []).map((one) => [one, "1"])),
            [name]: valueFor(field),
          });
          if (code === 200) unnamed.push(`${resource.name}.${endpoint.name}?${name}`);
        }
    }
  expect(unnamed).toEqual([]);
});
