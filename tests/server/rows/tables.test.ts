// Which rows typed queries mean: of the tenant, not removed, within the data scopes of the caller; and that a prepared query is one text
// for many callers but gives each their own rows.
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { RowLimit } from "../../../src/server/access/row-rule.ts";
import type { Caller } from "../../../src/server/caller/caller.ts";
import { prepared, type Given } from "../../../src/server/rows/prepared.ts";
import { anyOf, db, first, read, readAsOwner, rows, rowsOfAll, run, statementOf } from "../../../src/server/rows/query.ts";
import { accessibleIds, remove, tables, update, updateDerived, type TableContext } from "../../../src/server/rows/tables.ts";
import { insert } from "../../../src/server/rows/insert.ts";
import { people, serverOfFile, tenants } from "../../support/server.ts";

const server = await serverOfFile({});
const moment = "2025-03-12 12:00:00";

const contextOf = (caller: Caller, tenantId: string = caller.tenantId): TableContext & { readonly database: typeof server.database } => ({
  model: server.model,
  database: server.database,
  scope: { tenantId },
  caller,
  now: () => moment,
});
const zhangwei = contextOf(people.zhangwei);
const chenqing = contextOf(people.chenqing);

/** A data scope that leaves the rows that a person wrote. */
const written =
  (userId: string): RowLimit =>
  (alias) => ({ shape: `by ${userId}`, parameters: [userId], sql: ([place = ""]) => `${alias}."create_user" = ${place}` });
const limitedTo = (resource: string, userId: string) => contextOf({ ...people.nobody, rowLimits: new Map([[resource, written(userId)]]) });

const write = (context: TableContext, work: Parameters<typeof server.database.transaction<void>>[1]) =>
  server.database.transaction({ tenantId: context.scope.tenantId }, work);
const channels = (context: TableContext, kind: "accessible" | "unscoped" | "withRemoved" | "acrossTenants") =>
  db
    .selectFrom(tables(context)[kind]("channel", "c"))
    .where("c.id", "=", anyOf(["1", "2", "3", "4"]))
    .orderBy("c.id")
    .select("c.name");
const namesOf = (found: readonly { readonly name: string | null }[]) => found.map(({ name }) => name);

beforeAll(async () => {
  await write(zhangwei, (tx) =>
    run(
      tx,
      insert(zhangwei, "channel", [
        { id: "1", name: "own", code: "A", createUser: "11" },
        { id: "2", name: "of a colleague", code: "B", createUser: "12" },
        { id: "3", name: "removed", code: "C", isDeleted: 1 },
      ]),
    ),
  );
  await write(chenqing, (tx) => run(tx, insert(chenqing, "channel", [{ id: "4", name: "of another tenant", code: "A" }])));
});

describe("the rows of a table", () => {
  it("that are accessible are the tenant's, not removed, and within the caller's data scopes", async () => {
    const [all] = await read(zhangwei, [channels(zhangwei, "accessible")]);
    expect(namesOf(all)).toEqual(["own", "of a colleague"]);
    const limited = limitedTo("channel", "12");
    const [some] = await read(limited, [channels(limited, "accessible")]);
    expect(namesOf(some)).toEqual(["of a colleague"]);
  });

  it("that are unscoped are past the data scopes, and those with removed ones are past removal as well", async () => {
    const limited = limitedTo("channel", "12");
    const [unscoped, withRemoved] = await read(limited, [channels(limited, "unscoped"), channels(limited, "withRemoved")]);
    expect(namesOf(unscoped)).toEqual(["own", "of a colleague"]);
    expect(namesOf(withRemoved)).toEqual(["own", "of a colleague", "removed"]);
  });

  it("across tenants are all as the owner, and still the tenant's own under row-level security", async () => {
    const [[...own], [...all]] = [
      (await read(zhangwei, [channels(zhangwei, "acrossTenants")]))[0],
      (await readAsOwner(zhangwei, [channels(zhangwei, "acrossTenants")]))[0],
    ];
    expect(namesOf(own)).toEqual(["own", "of a colleague"]);
    expect(namesOf(all)).toEqual(["own", "of a colleague", "of another tenant"]);
  });

  it("name the tenant in the statement itself: the owner, past row-level security, gets no other's", async () => {
    for (const kind of ["accessible", "unscoped", "withRemoved"] as const) {
      const [found] = await readAsOwner(zhangwei, [channels(zhangwei, kind)]);
      expect(namesOf(found)).not.toContain("of another tenant");
    }
  });

  it("are joined by the same rules", async () => {
    const { accessible, withRemoved } = tables(zhangwei);
    const [found] = await readAsOwner(zhangwei, [
      db
        .selectFrom(accessible("channel", "c"))
        .leftJoin(withRemoved("channel", "o"), (join) => join.onTrue())
        .where("c.id", "=", "1")
        .orderBy("o.id")
        .select("o.name"),
    ]);
    expect(namesOf(found)).toEqual(["own", "of a colleague", "removed"]);
  });

  it('stand in a statement as plain tables: the tenant cannot be escaped by an "or", and a left join keeps the row that it joins nothing to', async () => {
    const { unscoped } = tables(zhangwei);
    const either = db
      .selectFrom(unscoped("channel", "c"))
      .where(({ ref }) => sql<boolean>`${ref("c.code")} = ${"A"} or ${ref("c.id")} = ${"3"}`)
      .orderBy("c.id")
      .select("c.name");
    const joined = db
      .selectFrom([unscoped("channel", "c"), unscoped("channel", "d")])
      .leftJoin(unscoped("channel", "o"), (join) => join.on(({ ref }) => sql<boolean>`${ref("o.id")} = 3 or ${ref("o.id")} = 4`))
      .innerJoin(unscoped("channel", "p"), "p.id", "d.id")
      .whereRef("c.id", "=", "d.id")
      .orderBy("c.id")
      .select(["c.name", "o.name as other"]);
    expect(statementOf(either)).toEqual({
      sql: `select "c"."name" from "channel" as "c" where "c"."tenant_id" = $1 and "c"."is_deleted" = 0 and ("c"."code" = $2 or "c"."id" = $3) order by "c"."id"`,
      parameters: [tenants.one, "A", "3"],
    });
    expect(statementOf(joined).sql).not.toContain("select *");
    const [some, pairs] = await readAsOwner(zhangwei, [either, joined]);
    expect(namesOf(some)).toEqual(["own"]);
    expect(pairs).toEqual([
      { name: "own", other: null },
      { name: "of a colleague", other: null },
    ]);
  });

  it("are the same in subqueries, unions, lateral joins and statements that write", async () => {
    const { unscoped } = tables(zhangwei);
    const ids = ["1", "2", "3", "4"];
    const own = db.selectFrom(unscoped("channel", "c")).where("c.id", "=", anyOf(ids)).select("c.name");
    const [united, existing, lateral] = await readAsOwner(zhangwei, [
      own.where("c.id", "=", "1").union(own).orderBy("name"),
      db
        .selectFrom(sql<{ id: string }>`unnest(${ids}::bigint[])`.as<"g">(sql`g(id)`))
        .where(({ exists, ref }) => exists(own.where(({ eb }) => eb("c.id", "=", ref("g.id") as never))))
        .orderBy("g.id")
        .select("g.id"),
      db
        .selectFrom(unscoped("channel", "c"))
        .crossJoinLateral(({ selectFrom }) =>
          selectFrom(unscoped("channel", "o"))
            .whereRef("o.id", ">=", "c.id")
            .select(({ fn }) => fn.countAll<string>().as("count"))
            .as("n"),
        )
        .where("c.id", "=", anyOf(ids))
        .orderBy("c.id")
        .select("n.count"),
    ]);
    expect(namesOf(united)).toEqual(["of a colleague", "own"]);
    expect(existing).toEqual([{ id: "1" }, { id: "2" }]);
    expect(lateral).toEqual([{ count: "2" }, { count: "1" }]);
    await server.database.owner.transaction((tx) =>
      run(
        tx,
        updateDerived(tables(zhangwei).withRemoved("channel", "c"))
          .from(unscoped("channel", "o"))
          .whereRef("o.code", "=", "c.code")
          .where("o.id", "in", ["3", "4"])
          .set({ remark: "reached" }),
      ),
    );
    const [reached] = await readAsOwner(zhangwei, [
      db.selectFrom(tables(zhangwei).acrossTenants("channel", "c")).where("c.remark", "=", "reached").select("c.name"),
    ]);
    expect(reached).toEqual([]);
  });

  it("are the same where a join keeps rows that find none", async () => {
    const { unscoped } = tables(zhangwei);
    const ids = sql<{ id: string }>`unnest(${["1", "3", "4"]}::bigint[])`.as<"g">(sql`g(id)`);
    const [right, full] = await readAsOwner(zhangwei, [
      db.selectFrom(unscoped("channel", "c")).rightJoin(ids, "g.id", "c.id").orderBy("g.id").select(["g.id", "c.name"]),
      db.selectFrom(unscoped("channel", "c")).fullJoin(ids, "g.id", "c.id").orderBy("g.id").orderBy("c.id").select(["g.id", "c.name"]),
    ]);
    const found = [
      { id: "1", name: "own" },
      { id: "3", name: null },
      { id: "4", name: null },
    ];
    expect(right).toEqual(found);
    expect(full).toEqual([...found, { id: null, name: "of a colleague" }]);
  });

  it("within data scopes are joined as far as these go, whatever alias they have", async () => {
    const limited = limitedTo("channel", "12");
    const { accessible, unscoped } = tables(limited);
    const [found] = await readAsOwner(limited, [
      db
        .selectFrom(unscoped("channel", "t"))
        .leftJoin(accessible("channel", "master"), "master.id", "t.id")
        .orderBy("t.id")
        .select(["t.name", "master.name as visible"]),
    ]);
    expect(found).toEqual([
      { name: "own", visible: null },
      { name: "of a colleague", visible: "of a colleague" },
    ]);
  });

  it("of a resource that is only known at run time are told by their ids", async () => {
    const channel = server.model.resource.get("channel");
    if (channel === undefined) throw new Error("there are no channels");
    const limited = limitedTo("channel", "12");
    const [found] = await read(limited, [accessibleIds(limited, channel, ["1", "2", "3", "4"], { isAcrossTenants: false })]);
    expect(found).toEqual([{ id: "2" }]);
  });

  it("that name their tenant in a table of the platform are those of the caller's tenant, but to the platform's administrator", async () => {
    await server.database.owner.transaction((tx) =>
      run(
        tx,
        insert(zhangwei, "flow-manager", [
          { id: "one:1", key: "one", tenantId: tenants.one },
          { id: "two:1", key: "two", tenantId: tenants.two },
        ]),
      ),
    );
    const keysOf = async (context: typeof zhangwei) =>
      (await read(context, [db.selectFrom(tables(context).accessible("flow-manager", "d")).orderBy("d.id").select("d.key")]))[0].map(
        ({ key }) => key,
      );
    expect(await keysOf(zhangwei)).toEqual(["one"]);
    expect(await keysOf(contextOf(people.administrator))).toEqual(["one", "two"]);
  });
});

describe("writing", () => {
  const stateOf = async (id: string) =>
    (
      await readAsOwner(zhangwei, [
        db
          .selectFrom(tables(zhangwei).withRemoved("channel", "c"))
          .where("c.id", "=", id)
          .select(["c.name", "c.remark", "c.version", "c.updateUser", "c.updateTime"]),
      ])
    )[0][0];

  it("an update changes the rows meant, and writes down who, when and the next version", async () => {
    await server.database.owner.transaction((tx) =>
      run(
        tx,
        update(chenqing, tables(zhangwei).unscoped("channel", "c"))
          .set({ remark: "x" })
          .where("c.id", "=", anyOf(["1", "3", "4"])),
      ),
    );
    expect(await stateOf("1")).toEqual({ name: "own", remark: "x", version: 2, updateUser: people.chenqing.userId, updateTime: moment });
    expect(await stateOf("3")).toMatchObject({ remark: null, version: 1 });
    const [[foreign]] = await readAsOwner(chenqing, [
      db.selectFrom(tables(chenqing).unscoped("channel", "c")).where("c.id", "=", "4").select("c.remark"),
    ]);
    expect(foreign).toEqual({ remark: null });
  });

  it("an update within data scopes changes no other rows", async () => {
    const limited = limitedTo("channel", "12");
    await write(limited, (tx) => run(tx, updateDerived(tables(limited).accessible("channel", "c")).set({ remark: "y" })));
    expect([(await stateOf("1"))?.remark, (await stateOf("2"))?.remark]).toEqual(["x", "y"]);
  });

  it("of what follows from other rows leaves version and writer", async () => {
    const before = await stateOf("2");
    await write(zhangwei, (tx) =>
      run(tx, updateDerived(tables(zhangwei).unscoped("channel", "c")).set({ remark: "z" }).where("c.id", "=", "2")),
    );
    expect(await stateOf("2")).toEqual({ ...before, remark: "z" });
  });

  it("a removal removes the rows meant", async () => {
    await write(zhangwei, (tx) => run(tx, insert(zhangwei, "role-menu", [{ id: "801", roleId: null, menuId: null }])));
    await server.database.owner.transaction((tx) => run(tx, remove(tables(chenqing).unscoped("role-menu", "g")).where("g.id", "=", "801")));
    const stored = db.selectFrom(tables(zhangwei).unscoped("role-menu", "g")).where("g.id", "=", "801").select("g.id");
    expect((await read(zhangwei, [stored]))[0]).toEqual([{ id: "801" }]);
    await write(zhangwei, (tx) => run(tx, remove(tables(zhangwei).unscoped("role-menu", "g")).where("g.id", "=", "801")));
    expect((await read(zhangwei, [stored]))[0]).toEqual([]);
  });

  it("inserts arrays, JSON, decimals and times as the columns hold them, however many rows, and none of an empty list", async () => {
    const many = Array.from({ length: 6000 }, (_row, index) => ({
      id: String(9000 + index),
      type: "info",
      message: `“${index}”`,
      time: moment,
    }));
    await write(zhangwei, (tx) =>
      run(
        tx,
        insert(zhangwei, "web-log", many),
        insert(zhangwei, "web-log", []),
        insert(zhangwei, "channel", [{ id: "5", name: "regions", code: "R", saleRegionCodes: ["51", "52"] }]),
      ),
    );
    const [[counted], [channel]] = await read(zhangwei, [
      db
        .selectFrom(tables(zhangwei).unscoped("web-log", "l"))
        .select([sql<number>`count(*)::int`.as("count"), sql<string>`max(${sql.val(moment)})`.as("latest")]),
      db
        .selectFrom(tables(zhangwei).unscoped("channel", "c"))
        .where("c.id", "=", "5")
        .select(["c.saleRegionCodes", "c.createUser", "c.createTime", "c.version", "c.tenantId"]),
    ]);
    expect(counted).toMatchObject({ count: 6000 });
    expect(channel).toEqual({
      saleRegionCodes: ["51", "52"],
      createUser: people.zhangwei.userId,
      createTime: moment,
      version: 1,
      tenantId: tenants.one,
    });
  });
});

describe("a prepared query", () => {
  const named = prepared("test_channels", (given: Given<{ readonly ids: readonly string[] }>, { accessible }) =>
    db
      .selectFrom(accessible("channel", "c"))
      .where("c.id", "=", anyOf(given("ids")))
      .orderBy("c.id")
      .select("c.name"),
  );
  const ids = ["1", "2", "3", "4"];

  it("is one text under its name, with the values of each run", () => {
    const [one, other] = [statementOf(named(zhangwei, { ids })), statementOf(named(chenqing, { ids: ["4"] }))];
    expect(other).toEqual({ sql: one.sql, name: "test_channels", parameters: [tenants.two, ["4"]] });
    expect(one.parameters).toEqual([tenants.one, ids]);
  });

  it("gives each tenant its own rows, and whom a data scope limits no more than that, whoever ran it before", async () => {
    expect(namesOf((await readAsOwner(zhangwei, [named(zhangwei, { ids })]))[0])).toEqual(["own", "of a colleague"]);
    expect(namesOf((await readAsOwner(chenqing, [named(chenqing, { ids })]))[0])).toEqual(["of another tenant"]);
    const limited = limitedTo("channel", "12");
    expect(statementOf(named(limited, { ids })).name).toBeUndefined();
    expect(namesOf((await read(limited, [named(limited, { ids })]))[0])).toEqual(["of a colleague"]);
    expect(namesOf((await read(zhangwei, [named(zhangwei, { ids })]))[0])).toEqual(["own", "of a colleague"]);
  });

  it("cannot be made over rows that depend on who asks", () => {
    const processes = prepared("test_processes", (_given: Given<object>, { accessible }) =>
      db.selectFrom(accessible("flow-manager", "d")).select("d.key"),
    );
    expect(() => processes(zhangwei, {})).toThrow(/cannot be prepared/);
    const reports = prepared("test_reports", (_given: Given<object>, { accessible }) =>
      db.selectFrom(accessible("report", "r")).select("r.name"),
    );
    expect(() => reports(zhangwei, {})).toThrow(/cannot be prepared/);
  });
});

describe("reading", () => {
  it("answers several queries of a transaction in one round trip, each by the names of its fields", async () => {
    const query = db
      .selectFrom(tables(zhangwei).unscoped("channel", "c"))
      .where("c.id", "=", "1")
      .select(["c.createUser", "c.name as channelName"]);
    await write(zhangwei, async (tx) => {
      const [typed, plain] = await rowsOfAll(tx, [query, { sql: "select 1 as some_name", parameters: [] }]);
      expect(typed).toEqual([{ createUser: "11", channelName: "own" }]);
      expect(plain).toEqual([{ some_name: 1 }]);
      expect(await rows(tx, query)).toEqual(typed);
      expect(await first(tx, query.where("c.id", "=", "0"))).toBeUndefined();
    });
  });
});
