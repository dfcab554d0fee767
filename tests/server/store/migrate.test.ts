// Tables follow the definitions: what can be added is added, what would lose data is refused with the statements.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { LoadedDefinition } from "#schema/resource-data";
import { choice, date, defineResource, integer, json, lines, message, ref, refs, state, text, textarea } from "#schema";
import type { Definition } from "#schema/resource";
import { prepareRoles } from "../../../src/server/postgres/roles.ts";
import { openDatabase, type Database } from "../../../src/server/store/database.ts";
import { migrate, MigrationFailedError, MigrationRefusedError, planMigration } from "../../../src/server/store/migrate.ts";
import { onConnection } from "../../support/cluster-nodes.ts";
import { freshDatabase, maintenance } from "../../support/postgres.ts";
import { productModel as model } from "../../support/product.ts";
import { modelOf } from "../../support/server.ts";

type Data = LoadedDefinition["data"];

/** Definitions of a test bear names that the product does not know. */
function definition(name: string, fields: Definition["fields"], more: Partial<Data> = {}): Data {
  const made = { name, label: ["架子", "Shelf"], path: `/test/${name}`, title: "name", fields, ...more };
  // The type checker knows the product's names only; at run time a definition is the data it was given.
  return defineResource(made as unknown as Parameters<typeof defineResource>[0]) as unknown as Data;
}

const name = () => text("名称", "Name", { required: true, max: 20, unique: "tenant" });

/** Before PostgreSQL 16 nothing tells whether a text is a value of a type, and the column stays as it is. */
const knowsInput = await onConnection(maintenance(), async (client) => {
  const { rows } = await client.query<{ version: string }>("select current_setting('server_version_num') as version");
  return Number(rows[0]?.version) >= 160_000;
});

async function emptyDatabase(): Promise<Database> {
  const connection = await freshDatabase();
  await prepareRoles(connection);
  const database = await openDatabase({ connection });
  onTestFinished(() => database.close());
  return database;
}

function run(database: Database, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return database.owner.transaction(async (tx) => (await tx.query({ sql, parameters: [] })).rows);
}

async function columnTypes(database: Database, table: string): Promise<Readonly<Record<string, unknown>>> {
  const rows = await run(
    database,
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped`,
  );
  return Object.fromEntries(rows.map((row) => [String(row["name"]), row["type"]]));
}

const shelf = (fields: Definition["fields"], more: Partial<Data> = {}) => modelOf([definition("shelf", fields, more)]);

async function refusalOf(work: Promise<unknown>): Promise<MigrationRefusedError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof MigrationRefusedError)) throw new Error(`not refused: ${String(error)}`);
  return error;
}

describe("a first start", () => {
  it("makes every table of the product once, by one of the processes that start together, and a later one finds nothing to do", async () => {
    const connection = await freshDatabase();
    await prepareRoles(connection);
    const databases = await Promise.all([1, 2, 3].map(() => openDatabase({ connection })));
    onTestFinished(async () => void (await Promise.all(databases.map((one) => one.close()))));
    const results = await Promise.all(databases.map((one) => migrate(one, model)));
    const [made, ...others] = results.toSorted((one, other) => other.applied.length - one.applied.length);
    expect(made?.applied.length).toBeGreaterThan(model.resources.length);
    expect(made?.notes).toEqual([]);
    expect(others).toEqual([
      { applied: [], notes: [] },
      { applied: [], notes: [] },
    ]);
    const [database] = databases;
    if (database === undefined) throw new Error("there are three");
    expect(await migrate(database, model)).toEqual({ applied: [], notes: [] });
    expect(await columnTypes(database, "factory")).toMatchObject({
      id: "bigint",
      tenant_id: "character varying(12)",
      code: "character varying(32)",
      images: "text[]",
      region_code: "character varying(12)",
      status: "smallint",
      create_time: "timestamp(0) without time zone",
      version: "integer",
    });
    expect(await columnTypes(database, "param")).not.toHaveProperty("tenant_id");
  });

  it("makes them once when two begin together in one process", async () => {
    const database = await emptyDatabase();
    const few = shelf({ name: name() });
    const results = await Promise.all([migrate(database, few), migrate(database, few)]);
    expect(results.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
    expect(await migrate(database, few)).toEqual({ applied: [], notes: [] });
  });

  it("adds to the queue of jobs what an earlier version of it lacks", async () => {
    const database = await emptyDatabase();
    await migrate(database, shelf({ name: name() }));
    await run(database, "alter table tm_job drop column traceparent");
    await migrate(database, shelf({ name: name() }));
    expect(await columnTypes(database, "tm_job")).toMatchObject({ traceparent: "text" });
    expect(await migrate(database, shelf({ name: name() }))).toMatchObject({ applied: [] });
  });

  it("goes on where an earlier one was cut off", async () => {
    const database = await emptyDatabase();
    const { statements } = await planMigration(database, model);
    // What the first of its transactions does.
    await database.owner.transaction(
      async (tx) => void (await Promise.all(statements.slice(0, 2_000).map((sql) => tx.query({ sql, parameters: [] })))),
    );
    expect((await migrate(database, model)).applied.length).toBe(statements.length - 2_000);
    expect(await migrate(database, model)).toEqual({ applied: [], notes: [] });
  });
});

describe("tenants", () => {
  it("are kept apart by PostgreSQL itself: a forgotten condition shows nothing of others", async () => {
    const database = await emptyDatabase();
    await migrate(database, shelf({ name: name() }));
    await run(database, "insert into shelf (id, tenant_id, name) values (1, '100001', 'ours'), (2, '100002', 'theirs')");
    const [seen] = await database.read({ tenantId: "100001" }, [{ sql: "select name from shelf", parameters: [] }]);
    expect(seen?.rows).toEqual([{ name: "ours" }]);
    await expect(
      database.transaction({ tenantId: "100001" }, (tx) =>
        tx.query({ sql: "insert into shelf (id, tenant_id, name) values (3, '100002', 'planted')", parameters: [] }),
      ),
    ).rejects.toThrow(/row-level security/);
    await expect(
      database.transaction({ tenantId: "100001" }, (tx) => tx.query({ sql: "update shelf set name = 'x' where id = 2", parameters: [] })),
    ).resolves.toMatchObject({ rowCount: 0 });
  });

  it("cannot refer to each other's rows", async () => {
    const database = await emptyDatabase();
    await migrate(
      database,
      modelOf([
        definition("shelf", { name: name() }),
        definition("box", { name: name(), shelfId: ref("shelf" as never, "架子", "Shelf") }),
      ]),
    );
    await run(database, "insert into shelf (id, tenant_id, name) values (1, '100001', 'ours')");
    await expect(run(database, "insert into box (id, tenant_id, name, shelf_id) values (1, '100002', 'theirs', 1)")).rejects.toThrow(
      /foreign key/,
    );
    await expect(run(database, "insert into box (id, tenant_id, name, shelf_id) values (1, '100001', 'ours', 1)")).resolves.toEqual([]);
  });
});

describe("formulas", () => {
  const fields = () => ({
    name: name(),
    count: integer("数量", "Count"),
    broken: integer("破损", "Broken"),
    good: integer("完好", "Good", { readonly: true }),
  });
  const good = (database: Database) => run(database, "select id::int, good, version from shelf order by id");

  it("are worked out for rows that were there before, anew where they are changed, and left alone otherwise", async () => {
    const database = await emptyDatabase();
    await migrate(database, shelf(fields()));
    // More than are read at a time, one removed, one of another tenant.
    await run(
      database,
      `insert into shelf (id, tenant_id, name, count, broken, is_deleted)
       select n, case n when 3 then '100002' else '100001' end, 'shelf ' || n, n, case n when 4 then null else 1 end, case n when 2 then 1 else 0 end from generate_series(1, 501) n`,
    );
    await migrate(database, shelf(fields(), { formulas: { good: { subtract: ["count", "broken"] } } }));
    const rows = await good(database);
    expect(rows.slice(0, 4)).toEqual([
      { id: 1, good: 0, version: 1 },
      { id: 2, good: 1, version: 1 },
      { id: 3, good: 2, version: 1 },
      { id: 4, good: null, version: 1 },
    ]);
    expect(rows.at(-1)).toEqual({ id: 501, good: 500, version: 1 });
    const whole = { subtract: ["count", { firstOf: ["broken", 0] }] } as const;
    await migrate(database, shelf(fields(), { formulas: { good: whole } }));
    expect((await good(database)).slice(2, 4).map((row) => row["good"])).toEqual([2, 4]);
    await run(database, "update shelf set good = 99 where id = 1");
    await migrate(database, shelf(fields(), { formulas: { good: whole } }));
    expect((await good(database))[0]).toMatchObject({ good: 99 });
  });

  it("that are made of others, or of rows within the row, follow them", async () => {
    const database = await emptyDatabase();
    const boxes = (formulas: Readonly<Record<string, unknown>>) => ({
      ...fields(),
      sum: integer("合计", "Sum", { readonly: true }),
      boxes: lines("箱", "Boxes", {
        fields: { num: integer("数量", "Number"), worth: integer("价值", "Worth", { readonly: true }) },
        formulas: formulas as never,
      }),
    });
    const made = (factor: number, less: number) =>
      shelf(boxes({ worth: { multiply: ["num", factor] } }), {
        formulas: {
          good: { subtract: [{ firstOf: ["count", 0] }, less] },
          sum: { add: ["good", { sum: "boxes", of: "worth" }] },
        },
      });
    await migrate(database, made(10, 1));
    await run(
      database,
      `insert into shelf (id, tenant_id, name, count, good, sum, boxes) values (1, '100001', 'a', 5, 4, 34, '[{"num": 1, "worth": 10}, {"num": 2, "worth": 20}]')`,
    );
    const stored = async () => (await run(database, "select good, sum, boxes from shelf"))[0];
    await migrate(database, made(10, 3));
    expect(await stored()).toMatchObject({ good: 2, sum: 32 });
    await migrate(database, made(100, 3));
    expect(await stored()).toEqual({
      good: 2,
      sum: 302,
      boxes: [
        { num: 1, worth: 100 },
        { num: 2, worth: 200 },
      ],
    });
  });
});

describe("additive changes", () => {
  it("are made at start and keep the rows", async () => {
    const database = await emptyDatabase();
    await migrate(database, shelf({ name: name(), count: integer("数量", "Count"), kind: text("种类", "Kind", { max: 10 }) }));
    await run(database, "insert into shelf (id, tenant_id, name, count, kind) values (1, '100001', 'a', 7, 'wood')");
    await migrate(
      database,
      shelf({
        name: name(),
        count: integer("数量", "Count", { max: 9_000_000_000 }),
        kind: text("种类", "Kind", { max: 40, search: "equal" }),
        note: textarea("备注", "Note", { required: true }),
      }),
    );
    expect(await columnTypes(database, "shelf")).toMatchObject({ count: "bigint", kind: "character varying(40)", note: "text" });
    expect(await run(database, "select name, count, kind, note from shelf")).toEqual([{ name: "a", count: "7", kind: "wood", note: null }]);
    expect(
      (
        await planMigration(
          database,
          shelf({
            name: name(),
            count: integer("数量", "Count", { max: 9_000_000_000 }),
            kind: text("种类", "Kind", { max: 40, search: "equal" }),
            note: textarea("备注", "Note", { required: true }),
          }),
        )
      ).statements,
    ).toEqual([]);
  });

  it("turn structured data into a text that says the same", async () => {
    const database = await emptyDatabase();
    await migrate(database, shelf({ name: name(), note: json("说明", "Note") }));
    await run(
      database,
      `insert into shelf (id, tenant_id, name, note) values (1, '100001', 'a', '{"name": "管理后台"}'), (2, '100001', 'b', null)`,
    );
    await migrate(database, shelf({ name: name(), note: textarea("说明", "Note", { max: 4096 }) }));
    expect(await run(database, "select note from shelf order by id")).toEqual([{ note: '{"name": "管理后台"}' }, { note: null }]);
  });

  it("turn one reference into several without losing it", async () => {
    const database = await emptyDatabase();
    const box = (field: Definition["fields"][string]) =>
      modelOf([definition("shelf", { name: name() }), definition("box", { name: name(), shelfId: field })]);
    await migrate(database, box(ref("shelf" as never, "架子", "Shelf")));
    await run(database, "insert into shelf (id, tenant_id, name) values (5, '100001', 's')");
    await run(database, "insert into box (id, tenant_id, name, shelf_id) values (1, '100001', 'b', 5)");
    await migrate(database, box(refs("shelf" as never, "架子", "Shelf")));
    expect(await run(database, "select shelf_id from box")).toEqual([{ shelf_id: ["5"] }]);
  });

  it("turn a sentence in one language into one that readers of both see", async () => {
    const database = await emptyDatabase();
    await migrate(database, shelf({ name: name(), fault: text("错误", "Fault") }));
    await run(
      database,
      "insert into shelf (id, tenant_id, name, fault) values (1, '100001', 'a', '文件有误'), (2, '100001', 'b', ''), (3, '100001', 'c', null)",
    );
    await migrate(database, shelf({ name: name(), fault: message("错误", "Fault") }));
    expect(await run(database, "select fault from shelf order by id")).toEqual([
      { fault: ["文件有误", "文件有误"] },
      { fault: null },
      { fault: null },
    ]);
  });

  it("drop a column that never held anything", async () => {
    const database = await emptyDatabase();
    await migrate(database, shelf({ name: name(), mistake: text("写错", "Mistake") }));
    await run(database, "insert into shelf (id, tenant_id, name) values (1, '100001', 'a')");
    const { applied } = await migrate(database, shelf({ name: name() }));
    expect(applied.filter((statement) => !statement.startsWith("COMMENT"))).toEqual(['ALTER TABLE "shelf" DROP COLUMN "mistake"']);
  });

  it("narrow a text that fits", async () => {
    const database = await emptyDatabase();
    await migrate(database, shelf({ name: name(), kind: text("种类", "Kind", { max: 40 }) }));
    await run(database, "insert into shelf (id, tenant_id, name, kind) values (1, '100001', 'a', 'wood')");
    await migrate(database, shelf({ name: name(), kind: text("种类", "Kind", { max: 4 }) }));
    expect(await columnTypes(database, "shelf")).toMatchObject({ kind: "character varying(4)" });
  });
});

describe("changes that would lose data", () => {
  it("are refused with the statement, and nothing is changed", async () => {
    const database = await emptyDatabase();
    await migrate(database, shelf({ name: name(), kind: text("种类", "Kind") }));
    await run(database, "insert into shelf (id, tenant_id, name, kind) values (1, '100001', 'a', 'wood')");
    const before = await columnTypes(database, "shelf");
    const refusal = await refusalOf(migrate(database, shelf({ name: name(), colour: integer("颜色", "Colour") })));
    expect(refusal.refused).toEqual([
      {
        table: "shelf",
        column: "kind",
        place: expect.anything(),
        reason: expect.stringContaining("holds data and no field any more"),
        statements: ['ALTER TABLE "shelf" DROP COLUMN "kind"'],
        remedy: expect.stringContaining('renamedFrom: "kind"'),
      },
    ]);
    expect(refusal.message).toContain('ALTER TABLE "shelf" DROP COLUMN "kind";');
    expect(refusal.message).toContain(`TRACEMARK_ACCEPT_CHANGES=${refusal.acceptance}`);
    expect(await columnTypes(database, "shelf")).toEqual(before);
  });

  it("are made once they are accepted by name, and only those", async () => {
    const database = await emptyDatabase();
    await migrate(database, shelf({ name: name(), kind: text("种类", "Kind"), size: text("尺寸", "Size") }));
    await run(database, "insert into shelf (id, tenant_id, name, kind, size) values (1, '100001', 'a', 'wood', 'XL')");
    const first = await refusalOf(migrate(database, shelf({ name: name(), size: text("尺寸", "Size") })));
    const second = await refusalOf(migrate(database, shelf({ name: name() }), { accept: first.acceptance }));
    expect(second.refused).toHaveLength(2);
    await migrate(database, shelf({ name: name(), size: text("尺寸", "Size") }), { accept: first.acceptance });
    expect(await run(database, "select * from shelf")).toMatchObject([{ name: "a", size: "XL" }]);
    expect(await columnTypes(database, "shelf")).not.toHaveProperty("kind");
  });

  it("name a rename as one, and accepting it keeps the values", async () => {
    const database = await emptyDatabase();
    await migrate(database, shelf({ name: name(), kind: text("种类", "Kind", { max: 30 }), other: integer("其他", "Other") }));
    await run(database, "insert into shelf (id, tenant_id, name, kind) values (1, '100001', 'a', 'wood')");
    const renamed = shelf({ name: name(), sort1: text("种类", "Kind", { max: 30 }), other: integer("其他", "Other") });
    const refusal = await refusalOf(migrate(database, renamed));
    expect(refusal.message).toContain("looks like a rename");
    expect(refusal.message).toContain('Write renamedFrom: "kind" in the options of sort1');
    expect(refusal.refused.flatMap(({ statements }) => statements)).toEqual(['ALTER TABLE "shelf" RENAME COLUMN "kind" TO "sort1"']);
    await migrate(database, renamed, { accept: refusal.acceptance });
    expect(await run(database, "select sort1 from shelf")).toEqual([{ sort1: "wood" }]);
    expect((await planMigration(database, renamed)).statements).toEqual([]);
  });

  it("include a type that does not hold what is there", async () => {
    const database = await emptyDatabase();
    await migrate(database, shelf({ name: name(), kind: text("种类", "Kind") }));
    await run(database, "insert into shelf (id, tenant_id, name, kind) values (1, '100001', 'a', 'wood')");
    expect(
      (await refusalOf(migrate(database, shelf({ name: name(), kind: text("种类", "Kind", { max: 3 }) })))).refused[0]?.reason,
    ).toContain("character varying(3) cannot hold");
    expect(
      (await refusalOf(migrate(database, shelf({ name: name(), kind: choice("种类", "Kind", { options: [[1, "木", "Wood"]] }) }))))
        .refused[0]?.reason,
    ).toContain("integer cannot hold");
  });

  it("include a value that must be there and is not", async () => {
    const database = await emptyDatabase();
    await run(
      database,
      "create table shelf (id bigint primary key, name varchar(20), is_deleted smallint, status smallint default 1 not null, version integer default 1 not null)",
    );
    await run(database, "insert into shelf (id, name) values (1, 'a')");
    const refusal = await refusalOf(migrate(database, shelf({ name: text("名称", "Name", { max: 20 }) }, { scope: "platform" })));
    expect(refusal.refused[0]).toMatchObject({
      column: "is_deleted",
      statements: [
        'UPDATE "shelf" SET "is_deleted" = 0 WHERE "is_deleted" IS NULL',
        'ALTER TABLE "shelf" ALTER COLUMN "is_deleted" SET NOT NULL',
      ],
    });
  });

  it("include a unique key that rows already break", async () => {
    const database = await emptyDatabase();
    await migrate(database, shelf({ name: text("名称", "Name") }));
    await run(database, "insert into shelf (id, tenant_id, name) values (1, '100001', 'a'), (2, '100001', 'a'), (3, '100002', 'a')");
    const error: unknown = await migrate(database, shelf({ name: text("名称", "Name", { unique: "tenant" }) })).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(MigrationFailedError);
    expect(String(error)).toContain("(100001, a)");
    expect(String(error)).toContain("shelf.ts name: This statement failed");
    expect(String(error)).toContain("Rows that are there already share the value of name (Name) that the definition says is unique");
  });

  it.runIf(knowsInput)("are told in the language of who runs the server", async () => {
    vi.stubEnv("LC_ALL", "zh_CN.UTF-8");
    onTestFinished(() => void vi.unstubAllEnvs());
    const database = await emptyDatabase();
    await migrate(database, shelf({ name: text("名称", "Name"), kind: text("种类", "Kind", { max: 40 }) }));
    await run(database, "insert into shelf (id, tenant_id, name, kind) values (1, '100001', 'a', 'wood'), (2, '100001', 'a', null)");
    const refusal = await refusalOf(
      migrate(database, shelf({ name: text("名称", "Name"), kind: integer("种类", "Kind", { required: true }) })),
    );
    expect(refusal.message).toMatch(
      /^定义与现有数据不符，未做任何更改。\n {2}\S*shelf\.ts kind（种类）："shelf"\."kind" 现为 .*有 1 个值（如“wood”）无法存为 integer：\n/,
    );
    expect(refusal.message).toMatch(/请恢复定义；.*TRACEMARK_ACCEPT_CHANGES=/);
    const failure: unknown = await migrate(
      database,
      shelf({ name: text("名称", "Name", { unique: "tenant" }), kind: text("种类", "Kind", { max: 40 }) }),
    ).catch((reason: unknown) => reason);
    expect(String(failure)).toMatch(/shelf\.ts name：以下语句执行失败，未做任何更改：[^]*已有数据行的name（名称）相同，而定义要求唯一/);
  });

  it("include a state and an option that rows have, with what rows have", async () => {
    const database = await emptyDatabase();
    const parked = (states: Record<string, [number, string, string]>, options: [number, string, string][]) =>
      shelf({ name: name(), stage: state("阶段", "Stage", states), kind: choice("种类", "Kind", { options }) });
    const [bought, retired] = [
      [0, "已购", "Bought"],
      [2, "报废", "Retired"],
    ] as [number, string, string][];
    const [wood, steel] = [
      [1, "木", "Wood"],
      [2, "钢", "Steel"],
    ] as [number, string, string][];
    if (bought === undefined || retired === undefined || wood === undefined || steel === undefined) throw new Error("no values");
    await migrate(database, parked({ bought, retired }, [wood, steel]));
    await run(
      database,
      "insert into shelf (id, tenant_id, name, stage, kind) values (1, '100001', 'a', 2, 1), (2, '100002', 'b', 2, 2), (3, '100001', 'c', 0, 1)",
    );
    const { refused, acceptance } = await refusalOf(migrate(database, parked({ bought }, [wood])));
    expect(refused.map(({ column, reason, statements }) => [column, reason, ...statements])).toEqual([
      [
        "stage",
        '2 rows of "shelf" have 2 in "stage", which is among its states no more',
        `UPDATE "shelf" SET "stage" = '0' WHERE "stage"::text <> ALL (ARRAY['0']::text[])`,
      ],
      [
        "kind",
        '1 row of "shelf" has 2 in "kind", which is among its options no more',
        `UPDATE "shelf" SET "kind" = NULL WHERE "kind"::text <> ALL (ARRAY['1']::text[])`,
      ],
    ]);
    // Still: an unused one may go, and nothing was kept of the refused definition.
    await run(database, "update shelf set kind = 1");
    await refusalOf(migrate(database, parked({ bought }, [wood])));
    await migrate(database, parked({ bought, retired }, [wood]));
    const accepted = (await refusalOf(migrate(database, parked({ bought }, [wood])))).acceptance;
    expect(accepted).not.toBe(acceptance);
    await migrate(database, parked({ bought }, [wood]), { accept: accepted });
    expect(await run(database, "select stage, kind from shelf order by id")).toEqual([
      { stage: 0, kind: 1 },
      { stage: 0, kind: 1 },
      { stage: 0, kind: 1 },
    ]);
  });
});

describe("a field that is required from now on", () => {
  it("is told with the rows that lack it, once, whether it is new or was optional", async () => {
    const database = await emptyDatabase();
    await migrate(database, shelf({ name: name(), kind: text("种类", "Kind") }));
    await run(database, "insert into shelf (id, tenant_id, name, kind) values (1, '100001', 'a', 'wood'), (2, '100001', 'b', null)");
    const stricter = shelf({
      name: name(),
      kind: text("种类", "Kind", { required: true }),
      place: text("位置", "Place", { required: true }),
    });
    const { notes } = await migrate(database, stricter);
    expect(notes).toEqual([
      expect.stringMatching(/shelf\.ts kind \(Kind\) is required now, and 1 row of "shelf" has no value in it/),
      expect.stringMatching(/shelf\.ts place \(Place\) is required now, and 2 rows of "shelf" have no value in it/),
    ]);
    expect((await migrate(database, stricter)).notes).toEqual([]);
  });
});

describe("a field that says what it was called", () => {
  it.runIf(knowsInput)("keeps its values under the new name, with its index and another type, and the word may stay", async () => {
    const database = await emptyDatabase();
    await migrate(database, shelf({ name: name(), insuranceDate: text("保险", "Insured", { max: 30, search: "equal" }) }));
    await run(
      database,
      "insert into shelf (id, tenant_id, name, insurance_date) values (1, '100001', 'a', '2027-03-31'), (2, '100001', 'b', '')",
    );
    const renamed = shelf({
      name: name(),
      insuredUntil: date("保险到期", "Insured until", { search: "range", renamedFrom: "insuranceDate" }),
    });
    await migrate(database, renamed);
    expect(await run(database, "select insured_until::text as day from shelf order by id")).toEqual([{ day: "2027-03-31" }, { day: null }]);
    expect(await migrate(database, renamed)).toEqual({ applied: [], notes: [] });
  });
});

describe("a kind that changes", () => {
  it.runIf(knowsInput)("keeps what has an exact counterpart, and offers the cast for the rest", async () => {
    const database = await emptyDatabase();
    const kinds = (fields: Definition["fields"]) => shelf({ name: name(), ...fields });
    const [asText, asDay, asCount] = [
      kinds({ due: text("到期", "Due", { max: 20 }) }),
      kinds({ due: date("到期", "Due") }),
      kinds({ due: integer("到期", "Due") }),
    ];
    await migrate(database, asDay);
    await run(database, "insert into shelf (id, tenant_id, name, due) values (1, '100001', 'a', '2027-03-31')");
    await migrate(database, asText); // a day is a text of ten characters
    expect(await run(database, "select due from shelf")).toEqual([{ due: "2027-03-31" }]);
    await run(database, "insert into shelf (id, tenant_id, name, due) values (2, '100001', 'b', 'soon'), (3, '100001', 'c', '03/31/2027')");
    const refusal = await refusalOf(migrate(database, asDay));
    expect(refusal.refused[0]?.reason).toBe(
      '"shelf"."due" is character varying(20) and holds 2 values (such as "03/31/2027") that date cannot hold',
    );
    // 03/31/2027 is one day in one country only: it is not converted silently, but PostgreSQL can read it.
    await migrate(database, asDay, { accept: refusal.acceptance });
    expect(await run(database, "select due::text from shelf order by id")).toEqual([
      { due: "2027-03-31" },
      { due: null },
      { due: "2027-03-31" },
    ]);
    expect((await refusalOf(migrate(database, asCount))).refused[0]?.reason).toContain("that integer cannot hold");
  });
});

describe("a resource that is gone", () => {
  it("leaves its table and its rows, and is spoken of", async () => {
    const database = await emptyDatabase();
    await migrate(database, modelOf([definition("shelf", { name: name() }), definition("box", { name: name() })]));
    await run(database, "insert into box (id, tenant_id, name) values (1, '100001', 'kept')");
    const { applied, notes } = await migrate(database, modelOf([definition("shelf", { name: name() })]));
    expect(applied).toEqual([]);
    expect(notes).toEqual(['the table "box" belongs to no resource; it is left as it is']);
    expect(await run(database, "select name from box")).toEqual([{ name: "kept" }]);
  });

  it("is said to look like a rename when another has its fields", async () => {
    const database = await emptyDatabase();
    await migrate(database, modelOf([definition("box", { name: name() })]));
    const { notes } = await migrate(database, modelOf([definition("crate", { name: name() })]));
    expect(notes[0]).toContain('looks like a rename to "crate"');
  });
});

describe("rules between fields", () => {
  const fields = { name: name(), low: integer("下限", "Low"), high: integer("上限", "High"), kind: integer("类型", "Kind") };
  const ruled = (high: object) => shelf(fields, { rules: { limits: { check: { high }, when: { kind: [1, 2] } } } });
  const insert = (id: number, low: number, high: number, more = "1, 0") =>
    `insert into shelf (id, tenant_id, name, low, high, kind, is_deleted) values (${id}, '100001', 'n${id}', ${low}, ${high}, ${more})`;

  it("are constraints of the table, and follow the definition", async () => {
    const database = await emptyDatabase();
    await migrate(database, ruled({ ge: { field: "low" } }));
    await run(database, insert(1, 5, 5));
    await expect(run(database, insert(2, 5, 4))).rejects.toThrow(/ck_shelf_limits_/);
    // Its condition leaves rows out, and removed ones keep no rule.
    await run(database, insert(3, 5, 4, "3, 0"));
    await run(database, insert(4, 5, 4, "1, 1"));
    const { applied } = await migrate(database, ruled({ le: 10 }));
    expect(applied).toEqual([
      expect.stringMatching(/DROP CONSTRAINT "ck_shelf_limits_/),
      expect.stringMatching(/ADD CONSTRAINT "ck_shelf_limits_/),
    ]);
    await expect(run(database, insert(5, 1, 11))).rejects.toThrow(/ck_shelf_limits_/);
    expect(await migrate(database, ruled({ le: 10 }))).toEqual({ applied: [], notes: [] });
  });

  it("leave rows alone that break them already, and say how many", async () => {
    const database = await emptyDatabase();
    await migrate(database, shelf(fields));
    await run(database, insert(1, 5, 4));
    const { applied, notes } = await migrate(database, ruled({ ge: { field: "low" } }));
    expect([applied, notes]).toEqual([[], [expect.stringContaining('1 row of "shelf" breaks')]]);
    await run(database, "update shelf set high = 5");
    expect((await migrate(database, ruled({ ge: { field: "low" } }))).applied).toHaveLength(1);
  });
});

describe("ranges that must not overlap", () => {
  const fields = {
    name: name(),
    kind: integer("类型", "Kind"),
    begin: date("开始", "Begin"),
    end: date("结束", "End"),
    status: integer("状态", "Status"),
  };
  const lettable = shelf(fields, { noOverlap: { let: { per: ["kind"], from: "begin", to: "end", where: { status: { not: 9 } } } } });
  const insert = (id: number, begin: string | null, end: string | null, more = "1, 1, 0") =>
    `insert into shelf (id, tenant_id, name, begin, "end", kind, status, is_deleted) values (${id}, '100001', 'n${id}', ${begin === null ? "null" : `'${begin}'`}, ${end === null ? "null" : `'${end}'`}, ${more})`;

  it("are a constraint of the table", async () => {
    const database = await emptyDatabase();
    await migrate(database, lettable);
    await run(database, insert(1, "2026-01-01", "2026-01-31"));
    await expect(run(database, insert(2, "2026-01-31", "2026-02-01"))).rejects.toThrow(/ex_shelf_let_/);
    await expect(run(database, insert(2, null, "2026-01-01"))).rejects.toThrow(/ex_shelf_let_/);
    // The next day, another kind, a row that its condition leaves out, a removed one, and one without a range.
    await run(database, insert(3, "2026-02-01", null));
    await run(database, insert(4, "2026-01-01", "2026-01-31", "2, 1, 0"));
    await run(database, insert(5, "2026-01-01", "2026-01-31", "1, 9, 0"));
    await run(database, insert(6, "2026-01-01", "2026-01-31", "1, 1, 1"));
    await run(database, insert(7, null, null));
    await expect(run(database, insert(8, "2030-01-01", "2030-01-02"))).rejects.toThrow(/ex_shelf_let_/);
    expect(await migrate(database, lettable)).toEqual({ applied: [], notes: [] });
    expect((await migrate(database, shelf(fields))).applied).toEqual([expect.stringMatching(/DROP CONSTRAINT "ex_shelf_let_/)]);
  });

  it("leave rows alone that overlap already, and say how many", async () => {
    const database = await emptyDatabase();
    await migrate(database, shelf(fields));
    await run(database, insert(1, "2026-01-01", "2026-12-31"));
    await run(database, insert(2, "2026-02-01", "2026-02-28"));
    await run(database, insert(3, "2026-12-31", null));
    await run(database, insert(4, "2027-01-01", "2027-01-01", "2, 1, 0"));
    const { applied, notes } = await migrate(database, lettable);
    expect([applied, notes]).toEqual([[], [expect.stringContaining('2 rows of "shelf" overlap one before (such as id 2) against "let"')]]);
    await run(database, "update shelf set is_deleted = 1 where id = 1");
    expect((await migrate(database, lettable)).applied).toEqual([expect.stringMatching(/ADD CONSTRAINT "ex_shelf_let_/)]);
  });

  it("are looked at by the server alone where there is no extension for them", async () => {
    const database = await emptyDatabase();
    await run(database, "drop extension btree_gist");
    expect((await migrate(database, lettable)).applied.filter((one) => one.includes("EXCLUDE"))).toEqual([]);
    await run(database, insert(1, "2026-01-01", "2026-12-31"));
    await run(database, insert(2, "2026-02-01", "2026-02-28"));
    const { applied, notes } = await migrate(database, lettable);
    expect([applied, notes]).toEqual([[], [expect.stringMatching(/^1 row of "shelf" overlaps one before .* from now on$/)]]);
  });
});
