// Distributing an installation over a cluster by tenant. What needs the engine runs with `npm test -- --citus`; what is planned and refused
// without it always.
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Model } from "#schema/model";
import type { LoadedDefinition } from "#schema/resource-data";
import { defineResource, integer, ref, text } from "#schema";
import type { Definition } from "#schema/resource";
import { distribute } from "../../../scripts/distribute/command.ts";
import { prepareAccess } from "../../../src/server/auth/prepare.ts";
import type { PostgresConnection } from "../../../src/server/postgres/connection.ts";
import { prepareRoles } from "../../../src/server/postgres/roles.ts";
import { allowsOutputPlugins, isSupportedEngine } from "../../../src/server/store/cluster.ts";
import { openDatabase, type Database } from "../../../src/server/store/database.ts";
import { distributeTables, planDistribution } from "../../../src/server/store/distribute.ts";
import { moveTenant, nodeOfTenant, rebalance } from "../../../src/server/store/distributed-tenants.ts";
import { migrate } from "../../../src/server/store/migrate.ts";
import { withSoleUse } from "../../../src/server/store/sole-use.ts";
import { refreshStatistics } from "../../../src/server/store/statistics.ts";
import { isDistributedRun } from "../../support/coordinator-url.ts";
import { freshDatabase } from "../../support/postgres.ts";
import { databaseUrl, migratedProduct, productModel } from "../../support/product.ts";
import { modelOf } from "../../support/server.ts";

type Data = LoadedDefinition["data"];

function definition(name: string, fields: Definition["fields"], more: Partial<Data> = {}): Data {
  const made = { name, label: ["测试", "Test"], path: `/test/${name}`, title: "name", fields, ...more };
  // The type checker knows the product's names only; at run time a definition is the data it was given.
  return defineResource(made as unknown as Parameters<typeof defineResource>[0]) as unknown as Data;
}

const name = () => text("名称", "Name", { required: true, max: 20, unique: "tenant" });
// As the type checker sees it, a reference leads to a resource of the product.
const to = (resource: string) => ref(resource as "region", "引用", "Reference");
const colour = definition("colour", { name: text("名称", "Name", { max: 20 }) }, { scope: "platform" });
const shelf = (fields: Definition["fields"] = {}) => definition("shelf", { name: name(), colourId: to("colour"), ...fields });
const box = definition("box", { name: name(), shelfId: to("shelf") });
const stock = (): Model => modelOf([colour, shelf(), box]);

const tenants = ["100001", "100002", "100003"] as const;
const [one, two] = tenants;

const run = async (database: Database, sql: string) => (await database.owner.transaction((tx) => tx.query({ sql, parameters: [] }))).rows;

async function opened(connection: PostgresConnection): Promise<Database> {
  const database = await openDatabase({ connection });
  onTestFinished(() => database.close());
  return database;
}

/** A database with the tables of a model and a few rows of each tenant. */
async function filled(model = stock()): Promise<PostgresConnection> {
  const connection = await freshDatabase();
  await prepareRoles(connection);
  const database = await openDatabase({ connection });
  await migrate(database, model);
  await run(database, "insert into colour (id, name) values (1, 'red')");
  for (const tenant of tenants) {
    await run(database, `insert into shelf (tenant_id, id, name, colour_id) values ('${tenant}', 1, 'A', 1), ('${tenant}', 2, 'B', 1)`);
    await run(database, `insert into box (tenant_id, id, name, shelf_id) values ('${tenant}', 1, 'x', 2)`);
  }
  await database.close();
  return connection;
}

async function distributeAll(connection: PostgresConnection, model: Model): Promise<readonly string[]> {
  const placed: string[] = [];
  const before = await openDatabase({ connection });
  await distributeTables({ database: before, model, onTable: ({ table }) => void placed.push(table) });
  await before.close();
  const database = await openDatabase({ connection });
  await migrate(database, model);
  await database.close();
  return placed;
}

const placementsOf = async (database: Database, model: Model) =>
  Object.fromEntries(
    (await database.owner.transaction((tx) => planDistribution(tx, model))).map(({ table, existing }) => [table, existing]),
  );

/** What the command prints in a language, and its exit code. */
async function command(locale: string, variables: NodeJS.ProcessEnv, ...given: readonly string[]) {
  const lines: string[] = [];
  vi.stubEnv("LC_ALL", locale);
  for (const stream of ["log", "error"] as const) vi.spyOn(console, stream).mockImplementation((line: string) => void lines.push(line));
  try {
    const code = await distribute(given, variables, () => productModel);
    return { code, text: lines.join("\n") };
  } finally {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  }
}

describe("the plan", () => {
  it("puts tables of tenants beside each other, those of the platform on every node, and the rest on the coordinator", async () => {
    const database = await opened(await freshDatabase(await migratedProduct()));
    const planned = await database.owner.transaction((tx) => planDistribution(tx, productModel));
    // The tables of a cluster's databases are distributed as soon as they are made.
    const existing = isDistributedRun() ? "distributed" : "local";
    expect(planned[0]).toMatchObject({ table: "tm_counter", placement: "distributed", existing, isDone: isDistributedRun() });
    const placements = Object.fromEntries(planned.map(({ table, placement }) => [table, placement]));
    expect(placements).toMatchObject({
      user: "distributed",
      code_item: "distributed",
      tm_job: "distributed",
      tm_idempotency_key: "distributed",
      region: "reference",
      menu: "reference",
      stored_file: "local",
      tm_schedule: "local",
    });
    // A table of tenants that stayed on the coordinator could not be joined with any other.
    const ofTenants = productModel.resources.filter(({ scope, hasTable }) => hasTable && scope !== "platform");
    expect(ofTenants.map(({ table }) => table).filter((table) => placements[table] !== "distributed")).toEqual([]);
  });
});

describe.runIf(!isDistributedRun())("without Citus", () => {
  it("the command says what is missing, changes nothing, and fails", async () => {
    const connection = await freshDatabase(await migratedProduct());
    const variables = { DATABASE_URL: databaseUrl(connection) };
    for (const given of [[], ["--apply"]]) {
      expect(await command("zh_CN.UTF-8", variables, ...given)).toEqual({
        code: 1,
        text: expect.stringMatching(
          /^该 PostgreSQL（\d+\S*.*）没有安装 Citus.*请在每个节点安装 Citus 13\.2 或更高版本（docs\/scale\.md）。$/,
        ),
      });
      expect(await command("C", variables, ...given)).toEqual({ code: 1, text: expect.stringMatching(/^Citus is not installed in this/) });
    }
    for (const given of [["--tenant", "000000"], ["--rebalance"]])
      expect(await command("C", variables, ...given)).toMatchObject({ code: 1 });
    expect((await command("zh_CN.UTF-8", variables, "--rebalance")).text).toContain("npm run distribute -- --apply");
    const { rows } = await opened(connection).then((database) =>
      database.owner.transaction((tx) =>
        tx.query({ sql: "select rolcanlogin from pg_roles where rolname = 'tracemark_app'", parameters: [] }),
      ),
    );
    expect(rows).toEqual([{ rolcanlogin: false }]);
  });

  it("the command refuses a database without tables, none at all, and one that does not answer", async () => {
    const empty = await freshDatabase();
    expect(await command("zh_CN.UTF-8", { DATABASE_URL: databaseUrl(empty) })).toMatchObject({
      code: 1,
      text: expect.stringContaining("请先用它启动一次服务器"),
    });
    expect(await command("C", {})).toMatchObject({ code: 1, text: expect.stringContaining("bundled PostgreSQL is one machine") });
    expect(await command("C", { DATABASE_URL: "postgres://x@127.0.0.1:1/x" })).toMatchObject({
      code: 1,
      text: expect.stringContaining("Nobody listens on 127.0.0.1:1"),
    });
  });
});

describe("parameters of the command", () => {
  it.each([
    [["--to", "a:1"], "--to needs --tenant."],
    [["--apply", "--rebalance"], "--apply, --tenant and --rebalance are given one at a time."],
    [["--tenant", "100001", "--apply"], "--apply, --tenant and --rebalance are given one at a time."],
    [["--node", "a"], "Unknown option '--node'. npm run distribute -- --help shows its parameters."],
  ])("%j are refused before anything is asked", async (given, sentence) => {
    expect(await command("C", { DATABASE_URL: "postgres://x@127.0.0.1:1/x" }, ...given)).toEqual({ code: 1, text: sentence });
  });
});

it.each([
  ["13.2-1", true],
  ["13.3-1", true],
  ["14.0-1", true],
  ["13.1-1", false],
  ["12.1-1", false],
  ["9.5-2", false],
])("Citus %s is supported: %s", (version, isSupported) => {
  expect(isSupportedEngine(version)).toBe(isSupported);
});

it.each([
  ["pgoutput, test_decoding, citus", true],
  ['pgoutput,"citus"', true],
  ["pgoutput, test_decoding", false],
  ["citus", false],
  ['"pgoutput, test_decoding, citus"', false],
  ["", false],
])("rows move while they are written where PostgreSQL allows the output plugins %s: %s", (setting, isAllowed) => {
  expect(allowsOutputPlugins(setting)).toBe(isAllowed);
});

describe("sole use of a database", () => {
  it("is refused while a server is connected, while a schema is changed, and given again after that", async () => {
    const connection = await freshDatabase();
    await prepareRoles(connection);
    const database = await openDatabase({ connection });
    await run(database, "select 1");
    const alone = () => withSoleUse(connection, async () => "alone", { waitMs: 0 });
    await expect(alone()).rejects.toThrow(/in use by \d connections? \(process \d+/);
    await database.close();
    await withSoleUse(connection, async () => {
      await expect(alone()).rejects.toThrow("Another npm run distribute works");
    });
    expect(await alone()).toBe("alone");
  });

  it("waits for the connection of a run that was killed", async () => {
    const connection = await freshDatabase();
    await prepareRoles(connection);
    const left = new pg.Client({ ...connection, application_name: "tracemark" });
    await left.connect();
    const alone = withSoleUse(connection, async () => "alone");
    await left.end();
    expect(await alone).toBe("alone");
  });

  it("aborts its signal when the connection is lost that keeps others away", async () => {
    const connection = await freshDatabase();
    const signal = await withSoleUse(connection, async (lost) => {
      const other = new pg.Client(connection);
      await other.connect();
      await other.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tracemark setup' and datname = current_database()",
      );
      await other.end();
      await vi.waitFor(() => expect(lost.aborted).toBe(true));
      return lost;
    });
    expect(signal.aborted).toBe(true);
  });
});

it("a process that waited in its start while the tables were distributed is told to start again, and changes nothing", async () => {
  const database = await opened(await filled());
  await expect(
    migrate({ ...database, isDistributed: !database.isDistributed }, modelOf([colour, shelf({ size: integer("大小", "Size") }), box])),
  ).rejects.toThrow("start it again");
  expect(await run(database, "select 1 from pg_attribute where attrelid = 'shelf'::regclass and attname = 'size'")).toEqual([]);
});

describe.runIf(isDistributedRun())("on a cluster", () => {
  it("an interrupted distribution loses nothing, keeps servers away, and is continued", async () => {
    const model = stock();
    const connection = await filled(model);
    const interrupted = await openDatabase({ connection });
    const stop = new AbortController();
    const first: string[] = [];
    const work = distributeTables({
      database: interrupted,
      model,
      signal: stop.signal,
      onTable: ({ table }) => {
        first.push(table);
        if (first.length === 3) stop.abort(new Error("the connection was lost"));
      },
    });
    await expect(work).rejects.toThrow("the connection was lost");
    await interrupted.close();
    expect(first).toEqual(["tm_counter", "colour", "box"]);

    const started = await openDatabase({ connection });
    await expect(migrate(started, model)).rejects.toThrow(
      /was interrupted, and \d+ of them are missing: continue it with npm run distribute/,
    );
    await started.close();

    const rest = await distributeAll(connection, model);
    expect(rest).toContain("shelf");
    for (const table of first) expect(rest).not.toContain(table);
    const database = await opened(connection);
    expect(await placementsOf(database, model)).toMatchObject({
      box: "distributed",
      shelf: "distributed",
      colour: "reference",
      tm_schedule: "local",
    });
    expect(await run(database, "select (select count(*)::int from shelf) as shelves, (select count(*)::int from box) as boxes")).toEqual([
      { shelves: 6, boxes: 3 },
    ]);
    await expect(run(database, `insert into box (tenant_id, id, name, shelf_id) values ('${one}', 9, 'y', 9)`)).rejects.toThrow(
      "foreign key",
    );
    expect(await distributeAll(connection, model)).toEqual([]);
    expect(await migrate(database, model)).toEqual({ applied: [], notes: [] });
  });

  it("a definition's new table, column, index and references are distributed by the migration", async () => {
    const connection = await filled();
    await distributeAll(connection, stock());
    const database = await opened(connection);
    const label = definition("label", { name: name(), boxId: to("box"), colourId: to("colour") });
    const size = definition("size", { name: text("名称", "Name", { max: 20 }) }, { scope: "platform" });
    const later = modelOf([
      colour,
      shelf({ ean: text("条码", "Barcode", { max: 20, unique: "tenant" }), sizeId: to("size") }),
      box,
      label,
      size,
    ]);
    await migrate(database, later);
    expect(await placementsOf(database, later)).toMatchObject({ label: "distributed", size: "reference", shelf: "distributed" });
    await run(database, "insert into size (id, name) values (1, 'L')");
    const scope = { tenantId: one };
    const change = (sql: string) => database.transaction(scope, (tx) => tx.query({ sql, parameters: [] }));
    await change(`insert into label (tenant_id, id, name, box_id, colour_id) values ('${one}', 1, 'l', 1, 1)`);
    await change(`update shelf set ean = 'e' || id, size_id = 1 where tenant_id = '${one}'`);
    await expect(change(`update shelf set ean = 'e1' where tenant_id = '${one}'`)).rejects.toThrow("unique");
    await expect(change(`insert into label (tenant_id, id, name, box_id) values ('${one}', 2, 'm', 7)`)).rejects.toThrow("foreign key");
    const join = `select l.name as label, s.name as shelf from label l join box b on b.tenant_id = l.tenant_id and b.id = l.box_id
      join shelf s on s.tenant_id = b.tenant_id and s.id = b.shelf_id where l.tenant_id = '${one}'`;
    const [rows] = await database.read(scope, [{ sql: join, parameters: [] }]);
    expect(rows?.rows).toEqual([{ label: "l", shelf: "B" }]);
    // Nodes keep the tenants apart on the new table as well.
    const [others] = await database.read({ tenantId: two }, [{ sql: "select name from label", parameters: [] }]);
    expect(others?.rows).toEqual([]);
    expect(await migrate(database, later)).toEqual({ applied: [], notes: [] });
  });

  it("a table of the platform that is to be one of tenants, and the other way round, is refused with a sentence", async () => {
    const connection = await filled();
    await distributeAll(connection, stock());
    const database = await opened(connection);
    const other = modelOf([definition("colour", { name: text("名称", "Name", { max: 20 }) }), shelf(), box]);
    await expect(migrate(database, other)).rejects.toThrow(
      /the table "colour" is stored on every node, and should be by tenant\nPut the definition back, or give the resource a new name/,
    );
    const boxes = definition("box", { name: text("名称", "Name", { max: 20 }) }, { scope: "platform" });
    await expect(migrate(database, modelOf([colour, shelf(), boxes]))).rejects.toThrow(
      'the table "box" is stored by tenant, and should be on every node',
    );
    expect(await migrate(database, stock())).toEqual({ applied: [], notes: [] });
  });

  it("the statistics of a table are made anew where its parts on the nodes have grown", async () => {
    const connection = await filled();
    await distributeAll(connection, stock());
    const database = await opened(connection);
    const sizes = async () => {
      const parts = `select result::int as rows from run_command_on_shards('shelf', $$select reltuples::int from pg_class where oid = '%s'::regclass$$) order by 1 desc`;
      return (await run(database, parts))[0]?.["rows"];
    };
    await run(
      database,
      `insert into shelf (tenant_id, id, name, colour_id) select '${one}', n, 'shelf ' || n, 1 from generate_series(100, 1099) n`,
    );
    await refreshStatistics(database, { grown: ["shelf", "not there"] });
    const counted = await sizes();
    expect(counted).toBeGreaterThan(999);
    await run(database, `insert into shelf (tenant_id, id, name, colour_id) values ('${one}', 2000, 'one more', 1)`);
    await refreshStatistics(database, { grown: ["shelf"] });
    expect(await sizes()).toBe(counted);
  });

  it("a table of sign-in that a later version of the server brings is distributed", async () => {
    const connection = await filled();
    await distributeAll(connection, stock());
    const database = await opened(connection);
    await prepareAccess(database, stock());
    expect(await placementsOf(database, stock())).toMatchObject({
      auth_identity: "distributed",
      auth_second_factor: "distributed",
      auth_session: "local",
    });
    const policies = await run(
      database,
      "select pg_get_expr(polqual, polrelid) as expression from pg_policy where polrelid = 'auth_identity'::regclass",
    );
    expect(policies).toEqual([{ expression: expect.stringContaining("ANY (ARRAY") }]);
    await prepareAccess(database, stock());
  });

  it("a tenant moves to another node while it writes, and no row is lost; then all are spread", { timeout: 120_000 }, async () => {
    const connection = await filled();
    await distributeAll(connection, stock());
    const database = await opened(connection);
    const nodes = await run(
      database,
      "select nodename || ':' || nodeport as node from pg_dist_node where shouldhaveshards order by nodeid",
    );
    const before = await nodeOfTenant(database, one);
    const node = String(nodes.find((other) => other["node"] !== before)?.["node"]);
    await expect(moveTenant(database, { tenantId: one, node: "nowhere:1" })).rejects.toThrow(`has no node nowhere:1`);
    const coordinator = `${connection.host}:${connection.port}`;
    await expect(moveTenant(database, { tenantId: one, node: coordinator })).rejects.toThrow("stores no rows of tenants");

    let isOver = false;
    let acknowledged = 0;
    const writing = (async () => {
      for (; !isOver; await delay(5)) {
        const insert = `insert into shelf (tenant_id, id, name, colour_id) values ('${one}', ${acknowledged + 100}, 'n${acknowledged}', 1)`;
        await database.transaction({ tenantId: one }, (tx) => tx.query({ sql: insert, parameters: [] }));
        acknowledged += 1;
      }
    })();
    await moveTenant(database, { tenantId: one, node });
    isOver = true;
    await writing;
    expect(await nodeOfTenant(database, one)).toBe(`${node}, in a shard of its own`);
    expect(acknowledged).toBeGreaterThan(10);
    const rows = await run(database, `select count(*)::int as stored from shelf where tenant_id = '${one}' and id >= 100`);
    expect(rows).toEqual([{ stored: acknowledged }]);
    // Again: it is there.
    await moveTenant(database, { tenantId: one, node });

    const lines: string[] = [];
    await rebalance(database, { onProgress: (line) => void lines.push(line), betweenLooksMs: 200 });
    await rebalance(database, { onProgress: (line) => void lines.push(line) });
    expect(lines.at(-1)).toBe("The shards are spread evenly already.");
    expect(await run(database, "select count(*)::int as boxes from box")).toEqual([{ boxes: 3 }]);
  });
});
