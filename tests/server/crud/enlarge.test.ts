// A large tenant has the shape of the small one it was made of.
import { beforeAll, afterAll, describe, expect, it, onTestFinished } from "vitest";
import { copiedResources, enlargeTenant } from "../../../src/server/seed/enlarge.ts";
import { columnOf, columnsOf, isTenantTable } from "../../../src/server/store/columns.ts";
import { quoted } from "../../../src/server/store/names.ts";
import { isDistributedRun } from "../../support/coordinator-url.ts";
import { objectIn } from "../../support/samples.ts";
import { startTestServer, tenants, type TestServer } from "../../support/server.ts";

const scale = 4;
let server: TestServer;
let before: ReadonlyMap<string, number>;

const values = async (of: TestServer, sql: string): Promise<readonly unknown[]> =>
  (await of.database.owner.read([{ sql, parameters: [] }]))[0]?.rows.map((row) => Object.values(row)[0]) ?? [];
const countsOf = async (of: TestServer, tenantId: string): Promise<ReadonlyMap<string, number>> => {
  const tables = of.model.resources.filter((resource) => resource.hasTable && isTenantTable(resource));
  const answers = await of.database.owner.read(
    tables.map(({ table }) => ({ sql: `select count(*)::int as rows from ${quoted(table)} where tenant_id = $1`, parameters: [tenantId] })),
  );
  return new Map(tables.map(({ name }, index) => [name, Number(answers[index]?.rows[0]?.["rows"])]));
};

beforeAll(async () => {
  server = await startTestServer({ isSeeded: true });
});

afterAll(() => server.close());

it.runIf(isDistributedRun())("on a cluster no tenant is enlarged, and the refusal says when it can be", async () => {
  const enlarging = enlargeTenant({ model: server.model, database: server.database, tenantId: tenants.one, scale, seed: 7 });
  await expect(enlarging).rejects.toThrow("enlarge before npm run distribute");
});

describe.skipIf(isDistributedRun())("a tenant that was enlarged", () => {
  beforeAll(async () => {
    before = await countsOf(server, tenants.one);
    await enlargeTenant({ model: server.model, database: server.database, tenantId: tenants.one, scale, seed: 7 });
  });

  it("has so many times the rows of daily business, and of everything else what it had", async () => {
    const copied = new Set(copiedResources(server.model).map(({ name }) => name));
    expect(copied.size).toBeGreaterThan(40);
    const wanted = [...before].map(([name, rows]) => [name, copied.has(name) ? rows * scale : rows]);
    expect([...(await countsOf(server, tenants.one))]).toEqual(wanted);
  });

  it("has references that all lead somewhere", async () => {
    const lost: string[] = [];
    for (const resource of server.model.resources.filter((one) => one.hasTable && isTenantTable(one))) {
      for (const field of resource.fields) {
        const target = field.reference === undefined ? undefined : server.model.resource.get(field.reference.resource);
        if (target === undefined || field.reference === undefined || !field.stored || !target.hasTable) continue;
        const [own, other] = [columnOf(resource, field.name), columnOf(target, field.reference.valueField)];
        const value = own.isArray ? `unnest(c.${quoted(own.column)})` : `c.${quoted(own.column)}`;
        const [count] = await values(
          server,
          `select count(*)::int from (select ${value} as value from ${quoted(resource.table)} c) v where value is not null and value::text <> '' and not exists (select 1 from ${quoted(target.table)} t where t.${quoted(other.column)}::text = value::text)`,
        );
        if (count !== 0) lost.push(`${resource.name}.${field.name}: ${String(count)}`);
      }
    }
    expect(lost).toEqual([]);
  });

  it("has no copy that belongs to a first row, in whatever column that is said", async () => {
    const copied = copiedResources(server.model);
    const firstIds = copied.map(({ table }) => `select id::text from ${quoted(table)} where id > ${2n ** 44n}`).join(" union all ");
    const texts = copied.flatMap((resource) =>
      [...columnsOf(resource).values()].flatMap(({ column, columnType, isArray, name }) =>
        columnType !== "text" || isArray ? [] : [{ table: resource.table, column, name: `${resource.name}.${name}` }],
      ),
    );
    expect(texts.length).toBeGreaterThan(200);
    const copies = texts.map(
      ({ table, column, name }) =>
        `select '${name}' as name, ${quoted(column)}::text as value from ${quoted(table)} where id < ${2n ** 44n}`,
    );
    const wrong = await values(server, `select distinct name from (${copies.join(" union all ")}) copied where value in (${firstIds})`);
    expect(wrong).toEqual([]);
  });

  it("keeps lines with their document and gives each document a number of its own day", async () => {
    const isCopy = (row: string) => `${row}.id < ${2n ** 44n}`;
    expect(
      await values(
        server,
        `select count(*)::int from order_detail d join "order" o on o.tenant_id = d.tenant_id and o.id = d.order_id where (${isCopy("d")}) <> (${isCopy("o")})`,
      ),
    ).toEqual([0]);
    expect(
      await values(
        server,
        `select count(*)::int from order_detail d join "order" o on o.tenant_id = d.tenant_id and o.id = d.order_id where ${isCopy("o")}`,
      ),
    ).toEqual([(before.get("order-detail") ?? 0) * (scale - 1)]);
    expect(
      await values(
        server,
        `select count(*)::int from stock_out_doc where id < ${2n ** 44n} and doc_no not like 'CK' || to_char(create_time, 'YYYYMMDD') || '%'`,
      ),
    ).toEqual([0]);
  });

  it("is searched, paged and opened like any other", async () => {
    const person = server.as("zhangwei");
    const page = objectIn(await person.get("/digit-bind/stock-out-doc/list", { current: 3, size: 10 }));
    expect(page["records"]).toHaveLength(10);
    expect(page["total"]).toBe((before.get("stock-out-doc") ?? 0) * scale);
  });

  it("is not enlarged again", async () => {
    await expect(enlargeTenant({ model: server.model, database: server.database, tenantId: tenants.one, scale, seed: 7 })).rejects.toThrow(
      "was enlarged before",
    );
  });
});

it.skipIf(isDistributedRun())("the same seed gives the same rows, and another one others", async () => {
  // Of the first copy of each row, which is the same at whatever scale. Its number holds its day, which is chance.
  const numbers = (of: TestServer) => values(of, `select doc_no from stock_out_doc where (id - ${2n ** 40n}) >> 20 = 1 order by id`);
  const made = async (seed: number) => {
    const other = await startTestServer({ isSeeded: true });
    onTestFinished(() => other.close());
    await enlargeTenant({ model: other.model, database: other.database, tenantId: tenants.one, scale: 2, seed });
    return numbers(other);
  };
  const first = await numbers(server);
  expect(first).toHaveLength(before.get("stock-out-doc") ?? 0);
  expect(first).not.toEqual([]);
  expect(await made(7)).toEqual(first);
  expect(await made(2)).not.toEqual(first);
});

it.skipIf(isDistributedRun())("a tenant without rows is refused, and a scale that is none", async () => {
  const enlarge = (more: object) =>
    enlargeTenant({ model: server.model, database: server.database, tenantId: "999999", scale, seed: 1, ...more });
  await expect(enlarge({})).rejects.toThrow("no rows");
  await expect(enlarge({ scale: 0 })).rejects.toThrow("whole number");
});
