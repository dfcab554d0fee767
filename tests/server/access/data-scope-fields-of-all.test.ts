// Every resource under a data scope that names none of its fields: no read answers what is not seen, and none finds anything by it.
import { isRecord } from "#schema/json";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasHistory } from "#schema/history";
import type { ResourceModel } from "#schema/model";
import { isLimitable } from "../../../src/server/access/row-rule.ts";
import { columnsOf } from "../../../src/server/store/columns.ts";
import { addOperator, limitToStoredFields, openProofServer, type Operator, type ProofServer } from "../../support/proof/server.ts";
import { createSamples, type Samples } from "../../support/samples.ts";
import { menuIds, model } from "../auth/fixture.ts";

let server: ProofServer;
let samples: Samples;
let operator: Operator;
let rows = 0;
let filters = 0;

const resources = model.resources.filter(isLimitable);

beforeAll(async () => {
  server = await openProofServer();
  samples = createSamples(server.forSamples);
  operator = await addOperator(server, 1);
  await limitToStoredFields(server, operator, resources);
  await operator.holds(new Set(menuIds.keys()));
}, 600_000);

afterAll(async () => {
  console.log(`fields: ${rows} rows of ${resources.length} resources, ${filters} filters refused`);
  await server.close();
});

/** What every row keeps. A line keeps what it is a line of, too. */
function readableBy(resource: ResourceModel): ReadonlySet<string> {
  const masters = model.resources.flatMap(({ name, details }) =>
    details?.resource === resource.name && name !== resource.name ? [details.by] : [],
  );
  return new Set([
    "id",
    resource.key,
    "tenantId",
    "version",
    "updateTime",
    resource.title,
    ...(resource.tree === undefined ? [] : [resource.tree.parent]),
    ...masters,
  ]);
}

/** Keys of a row that it must not have: columns, and titles of what they refer to. */
function unseenOf(resource: ResourceModel): readonly string[] {
  const stored = readableBy(resource);
  return [...columnsOf(resource).values()]
    .filter(({ name }) => !stored.has(name))
    .flatMap(({ name, field }) => [name, ...(field?.labelKey === undefined ? [] : [field.labelKey])]);
}

/** The objects of an answer that bear the key of a row, at any depth. */
function rowsWith(resource: ResourceModel, key: string, data: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (Array.isArray(data)) return data.flatMap((one: unknown) => rowsWith(resource, key, one));
  if (!isRecord(data)) return [];
  const inside = Object.values(data).flatMap((one) => (typeof one === "object" ? rowsWith(resource, key, one) : []));
  return String(data[resource.key]) === key ? [data, ...inside] : inside;
}

interface Call {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Members of the history itself that fields may be named like. */
const ofEntries: ReadonlySet<string> = new Set(["resource", "row", "title", "action", "fields", "time", "account", "person", "call"]);

/** Calls that answer rows as the common pattern reads them. */
function readsOf(resource: ResourceModel, key: string): readonly Call[] {
  const common = [...resource.calls]
    .filter((name) => ["list", "page", "detail"].includes(name))
    .map((name): Call => ({ path: `${resource.path}/${name}`, query: name === "detail" ? { [resource.key]: key } : { size: "200" } }));
  const declared = resource.reads
    .filter(({ shape, path }) => shape !== "custom" && !path.includes("{"))
    .map(({ shape, path }): Call => ({ path, query: shape === "by-ids" ? { ids: key } : {} }));
  return [...declared, ...common.filter(({ path }) => !declared.some((read) => read.path === path))];
}

const read = resources.filter((resource) => readsOf(resource, "").length > 0);

describe.each(read.map((resource) => [resource.name, resource] as const))("%s", (_name, resource) => {
  it("answers of its rows what every row keeps", async () => {
    const made = await samples.row(resource);
    const key = String(made[resource.key]);
    const hidden = unseenOf(resource);
    const leaks: string[] = [];
    for (const { path, query } of readsOf(resource, key)) {
      const received = await server.send(operator.token.access_token, { method: "GET", path, query });
      // A read that only takes a body, or asks for more than this test knows, answers nothing.
      const found = received.code === 200 ? rowsWith(resource, key, received.data) : [];
      rows += found.length;
      leaks.push(...found.flatMap((row) => hidden.filter((name) => name in row)).map((name) => `${path}: ${name}`));
    }
    if (hasHistory(resource)) {
      const sent = { path: `${resource.path}/history`, query: { [resource.key]: key } };
      const received = await server.send(operator.token.access_token, { method: "GET", ...sent });
      // Changes name their fields as members and in lists; the parts of the answer have names of their own.
      const told = JSON.stringify(Object.values(Object(received.data)));
      const named = (name: string) => told.includes(`"${name}"`);
      leaks.push(...hidden.filter((name) => !ofEntries.has(name) && named(name)).map((name) => `${sent.path}: ${name}`));
    }
    expect(leaks).toEqual([]);
  });
});

describe.each(read.filter(({ calls }) => calls.has("list")).map((resource) => [resource.name, resource] as const))(
  "%s",
  (_name, resource) => {
    it("finds no row by a field that it does not answer", async () => {
      const hidden = [...columnsOf(resource).values()].filter(
        ({ name, columnType }) => columnType !== "none" && !readableBy(resource).has(name),
      );
      const answers = await Promise.all(
        hidden.map(async ({ name }) => {
          const received = await server.send(operator.token.access_token, {
            method: "GET",
            path: `${resource.path}/list`,
            query: { [`${name}_notnull`]: "1" },
          });
          return [name, received.status, received.text.includes("unseenField")];
        }),
      );
      filters += answers.length;
      expect(answers).toEqual(hidden.map(({ name }) => [name, 403, true]));
    });
  },
);
