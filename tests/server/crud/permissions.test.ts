// Who may call what: every endpoint of every definition has a rule, and the rule holds (docs/wire.md §8).
import { beforeAll, describe, expect, it } from "vitest";
import { permissionKeys } from "../../../src/server/caller/rule.ts";
import { endpointsOf, type Endpoint } from "../../../src/server/crud/routes.ts";
import { largeLists, sizeOf } from "../../../src/server/crud/read/total.ts";
import { permissionOf } from "../../../src/server/crud/guards/permissions.ts";
import { isDistributedRun } from "../../support/coordinator-url.ts";
import { arrayIn, objectIn } from "../../support/samples.ts";
import { businessDomain, modelOf, serverOfFile, startTestServer, type Client, type TestServer } from "../../support/server.ts";
import { definitions } from "#generated/registry.ts";
import type { ResourceModel } from "#schema/model";

let server: TestServer;

beforeAll(async () => {
  server = await serverOfFile();
});

function resourceNamed(name: string): ResourceModel {
  const resource = server.model.resource.get(name);
  if (resource === undefined) throw new Error(`there is no ${name}`);
  return resource;
}

interface Case {
  readonly resource: ResourceModel;
  readonly endpoint: Endpoint;
}

function cases(): readonly Case[] {
  const seen = new Set<string>();
  return server.model.resources
    .flatMap((resource) => endpointsOf(resource, server.services).map((endpoint) => ({ resource, endpoint })))
    .filter(({ endpoint: { method, path } }) => !seen.has(`${String(method)} ${path}`) && seen.add(`${String(method)} ${path}`));
}

function call(client: Client, { endpoint: { method, path } }: Case) {
  const filled = path.replaceAll(/\{\w+\}/g, "1");
  return method === "GET" ? client.get(filled) : method === "POST" ? client.post(filled, {}) : undefined;
}

/** The statuses of all these calls, each once; a call with another one than the first is named. */
async function statusesOf(client: Client, calls: readonly Case[]): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const one of calls) {
    const answer = await call(client, one);
    if (answer === undefined || found.includes(answer.status)) continue;
    found.push(found.length === 0 ? answer.status : `${nameOf(one)}: ${answer.status}`);
  }
  return found;
}

const nameOf = ({ endpoint: { method, path } }: Case) => `${String(method)} ${path}`;

describe("every endpoint", () => {
  it("is closed to people without any right, unless its definition opens it", async () => {
    const nobody = server.as("nobody");
    const isClosed = ({ endpoint: { access } }: Case) =>
      access.to === "readers" || access.to === "viewers" || access.to === "holders" || access.to === "administrator";
    expect(await statusesOf(nobody, cases().filter(isClosed))).toEqual([403]);
    const open = cases()
      .filter((one) => !isClosed(one))
      .map(nameOf);
    expect(open.length).toBeGreaterThan(20);
    // Whoever has made a request may take it back; the call refuses everybody else. Everybody marks notices of their own as read, and keeps views of their own.
    const meantFor =
      /\/(update-password|update-info|list\/ids|register-guest|attach-to-record|remove-from-record|add-comment|edit-comment|remove-comment|follow|unfollow|(?:add|save|rename|remove|restore)-view|send-logs|withdraw-approval\/\{id\}|give-up\/\{id\}|read-notice|read-all-notices)$/;
    expect(open.filter((name) => name.startsWith("POST") && !meantFor.test(name))).toEqual([]);
  });

  it("of another resource stays closed to who holds every key of one", async () => {
    const keys = new Set(["factory", ...permissionKeys(resourceNamed("factory"))]);
    const person = server.as("nobody", { permissions: keys });
    const others = cases().filter(
      ({ resource, endpoint: { access } }) => resource.name !== "factory" && access.to !== "signed-in" && access.to !== "anybody",
    );
    expect(await statusesOf(person, others)).toEqual([403]);
  });

  it("answers nonsense with its envelope and never with a fault", async () => {
    // Handlers of the area of authority are not part of this server.
    const isHere = ({ resource, endpoint }: Case) =>
      resource.reads.every(
        (read) => read.path !== endpoint.path || read.shape !== "custom" || `${resource.name}.${read.name}` in businessDomain.reads,
      );
    for (const name of ["administrator", "zhangwei"] as const) {
      const person = server.as(name);
      const faults: string[] = [];
      for (const one of cases().filter(isHere)) {
        const answer = await call(person, one);
        if (answer !== undefined && answer.data !== null && answer.status === 500) faults.push(nameOf(one));
      }
      expect(faults).toEqual([]);
    }
  });

  it("asks who calls", async () => {
    for (const one of cases()) {
      if (one.endpoint.method !== "GET" || one.endpoint.access.to === "anybody") continue;
      const response = await server.app.inject({ method: "GET", url: `/api${one.endpoint.path.replaceAll(/\{\w+\}/g, "1")}` });
      expect({ name: nameOf(one), status: response.statusCode, code: response.json<{ code: number }>().code }).toEqual({
        name: nameOf(one),
        status: 200,
        code: 401,
      });
    }
  });
});

describe("opening a row", () => {
  const open = (permissions: readonly string[], path = "/digit-bind/factory/detail") =>
    server.as("nobody", { permissions: new Set(permissions) }).get(path, { id: "1" });

  it("asks for the key to view, and readable of the list is not enough", async () => {
    expect(await open(["factory", "factory_add", "factory_delete"])).toMatchObject({ status: 403, data: { permission: "factory_view" } });
    expect(await open(["factory_view"])).toMatchObject({ status: 200 });
  });

  it("is not needed for the names of rows: readable of the list is, by their ids", async () => {
    const reader = server.as("nobody", { permissions: new Set(["factory"]) });
    expect(await reader.get("/digit-bind/factory/list", { current: 1, size: 2, id_in: "1,2" })).toMatchObject({ status: 200, code: 200 });
  });

  it("comes with the key to edit, whose form shows it", async () => {
    expect(await open(["factory_edit"])).toMatchObject({ status: 200 });
  });

  it("of what only the platform's administrator edits does not come with that key", async () => {
    expect(await open(["tenant_edit"], "/blade-system/tenant/detail")).toMatchObject({ status: 403, data: { permission: "tenant_view" } });
    expect(await open(["tenant_view"], "/blade-system/tenant/detail")).toMatchObject({ status: 200 });
  });
});

describe("writes of what belongs to the whole platform", () => {
  it("are for its administrator alone", () => {
    for (const resource of server.model.resources.filter((one) => one.scope === "platform")) {
      for (const verb of ["add", "edit", "delete"] as const)
        expect([resource.name, permissionOf(resource, verb).to]).toEqual([resource.name, "administrator"]);
    }
    expect(permissionOf(resourceNamed("factory"), "delete")).toMatchObject({ to: "holders", permission: "factory_delete" });
  });
});

describe("tables that grow without bound", () => {
  it("are counted up to a limit, and told about beyond it: every page is within reach, and the last ones know the total", async () => {
    const data = definitions.find((one) => one.data.name === "media-category")?.data;
    if (data === undefined) throw new Error("the definition is gone");
    const growing = await startTestServer({ model: modelOf([{ ...data, unbounded: true, seed: [] }]), exactTotals: 1000 });
    const run = (...statements: readonly string[]) =>
      growing.database.owner.transaction((tx) => tx.batch(statements.map((sql) => ({ sql, parameters: [] }))));
    const isSmallTable = async () => {
      const sizes = largeLists(1000);
      const [answer] = await growing.database.owner.read([sizeOf("media_category")]);
      sizes.rememberSize("media_category", answer);
      return sizes.isBounded("media_category");
    };
    await run(
      "analyze media_category",
      "insert into media_category (id, tenant_id, name) select n, '100001', 'n' || n from generate_series(1, 400) n",
    );
    // Of a cluster only the nodes know the sizes of tables: what they expect of a list is asked for, and nothing else.
    expect(!isDistributedRun() && (await isSmallTable())).toBe(false);
    await run("analyze media_category");
    expect(await isSmallTable()).toBe(true);
    const client = growing.as("zhangwei");
    const page = (query: Readonly<Record<string, string | number>>) => client.get("/blade-resource/media-category/list", query);
    const total = async (query: Readonly<Record<string, string | number>>) => {
      const { total: number, pages, estimated, records } = objectIn(await page(query));
      return { total: number, pages, estimated, found: Array.isArray(records) ? records.length : undefined };
    };
    // A table that is known to be small is counted without a limit, and may grow beyond it meanwhile.
    for (const _time of [1, 2]) expect(await total({ size: 10 })).toEqual({ total: 400, pages: 40, estimated: undefined, found: 10 });
    expect(growing.services.largeLists.isBounded("media_category")).toBe(!isDistributedRun());
    await run(
      "insert into media_category (id, tenant_id, name) select n, '100001', 'n' || n from generate_series(401, 2500) n",
      "insert into media_category (id, tenant_id, name) select n, '100002', 'n' || n from generate_series(5001, 6000) n",
      "analyze media_category",
    );
    // The tenant's share of the table, as the planner knows it, on the first page and, no longer counted, on the next.
    expect(await total({ size: 10 })).toEqual({ total: 2500, pages: 250, estimated: true, found: 10 });
    expect(await total({ size: 100, current: 25 })).toEqual({ total: 2501, pages: 26, estimated: true, found: 100 });
    expect(await total({ size: 99, current: 26 })).toEqual({ total: 2500, pages: 26, estimated: undefined, found: 25 });
    expect(await total({ size: 10, current: 2_147_483_647 })).toEqual({ total: 2500, pages: 250, estimated: undefined, found: 0 });
    expect(await total({ size: 10, name_likeright: "n1" })).toEqual({
      total: expect.any(Number),
      pages: expect.any(Number),
      estimated: true,
      found: 10,
    });
    expect(await total({ size: 10, name_likeright: "n23" })).toEqual({ total: 111, pages: 12, estimated: undefined, found: 10 });
    const exact = objectIn(await growing.as("chenqing").get("/blade-resource/media-category/list"));
    expect(exact).toMatchObject({ total: 1000, pages: 100 });
    expect(exact).not.toHaveProperty("estimated");
    // One row more than are counted: its page is within reach, and knows the total.
    await run("insert into media_category (id, tenant_id, name) values (6001, '100002', 'n6001')");
    const beyond = async (current: number) =>
      objectIn(await growing.as("chenqing").get("/blade-resource/media-category/list", { size: 10, current }));
    expect(await beyond(1)).toMatchObject({ total: 1001, pages: 101, estimated: true });
    const lastPage = await beyond(101);
    expect(lastPage).toMatchObject({ total: 1001, pages: 101, records: [{ name: "n5001" }] });
    expect(lastPage).not.toHaveProperty("estimated");
    expect(arrayIn(await client.get("/blade-resource/media-category/select", { size: 5 }))).toHaveLength(5);
    await growing.close();
  });
});
