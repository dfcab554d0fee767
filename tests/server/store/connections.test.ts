// The connections behind the database handle, on a real PostgreSQL: ended, refused, behind a pooler, prepared by several servers, notified.
import { describe, expect, test } from "vitest";
import { APP_ROLE } from "../../../src/server/postgres/app-role.ts";
import { prepareRoles } from "../../../src/server/postgres/roles.ts";
import { outsideTransaction } from "../../../src/server/store/database.ts";
import { describeSqlError } from "../../../src/server/store/sql-errors.ts";
import { freshDatabase } from "../../support/postgres.ts";
import { A, B, freshNotes, open, openNotes, sql } from "./notes.ts";
import { startPooler } from "./pooler.ts";

const TEXTS = sql("select text from notes order by id");

describe("a connection", () => {
  const endAll = sql(
    "select count(pg_terminate_backend(pid)) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );

  test("that was ended while idle is replaced", async () => {
    const database = await openNotes({ poolSize: 2 });
    await Promise.all([database.read(A, [TEXTS]), database.read(B, [TEXTS])]);
    await database.owner.read([endAll]);
    expect(await database.transaction(A, (transaction) => transaction.query(TEXTS))).toMatchObject({ rowCount: 1 });
    expect(await database.read(A, [TEXTS])).toMatchObject([{ rowCount: 1 }]);
  });

  test("that is ended inside a transaction fails it, and is told as unavailable", async () => {
    const database = await openNotes({ poolSize: 1 });
    let runs = 0;
    const attempt = database.transaction(A, async (transaction) => {
      runs++;
      await transaction.query(sql("update notes set text = 'lost'"));
      await outsideTransaction(() => database.owner.read([endAll]));
      await transaction.query(TEXTS);
    });
    await expect(attempt).rejects.toSatisfy((error) => describeSqlError(error)?.kind === "unavailable");
    expect(runs).toBe(1);
    expect(await database.read(A, [TEXTS])).toMatchObject([{ rows: [{ text: "first of a" }] }]);
  });

  test("to a server that is not there is told as unavailable", async () => {
    const connection = { ...(await freshNotes()), host: "/nowhere" };
    await expect(open({ connection })).rejects.toSatisfy((error) => describeSqlError(error)?.kind === "unavailable");
  });

  test("of a closed database cannot be had", async () => {
    const database = await openNotes();
    await database.read(A, [TEXTS]);
    await database.close();
    await database.close();
    await expect(database.read(A, [TEXTS])).rejects.toMatchObject({ code: "database.closed" });
    expect(await database.health()).toMatchObject({ ok: false });
  });
});

describe("whoever gets no connection is told so within five seconds, and gets one when there is one again", () => {
  const refusedInTime = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await expect(work()).rejects.toSatisfy((error) => describeSqlError(error)?.kind === "busy");
    expect(performance.now() - began).toBeLessThan(5_000);
  };

  test("where all of ours are in use", async () => {
    const database = await openNotes({ poolSize: 1 });
    let end = (): void => undefined;
    const held = database.transaction(A, async (transaction) => {
      await transaction.query(TEXTS);
      await new Promise<void>((resolve) => (end = resolve));
    });
    await expect.poll(async () => (await database.health()).tenants.idle).toBe(0);
    await refusedInTime(() => database.read(B, [TEXTS]));
    end();
    await held;
    expect(await database.read(B, [TEXTS])).toMatchObject([{ rowCount: 1 }]);
  });

  test("where PostgreSQL takes no more, also where it is ours and could be started again", async () => {
    const connection = await freshNotes();
    const admin = await open({ connection });
    const user = `few_${connection.database}`.toLowerCase().replaceAll(/\W/g, "_");
    const run = (text: string) => admin.owner.transaction((transaction) => transaction.query(sql(text)));
    await run(`create role ${user} login password 'few' connection limit 1`);
    await run(`grant ${APP_ROLE} to ${user}`);
    const limited = { ...connection, user, password: "few" };
    const database = await open({ connection: limited, poolSize: 2, onConnectionLost: () => Promise.resolve(limited) });
    let end = (): void => undefined;
    const held = database.transaction(A, async (transaction) => {
      await transaction.query(sql("select 1"));
      await new Promise<void>((resolve) => (end = resolve));
    });
    await expect.poll(async () => (await database.health()).tenants.idle).toBe(0);
    try {
      await refusedInTime(() => database.read(B, [sql("select 1")]));
    } finally {
      end();
    }
    await held;
    expect(await database.read(B, [sql("select 1")])).toMatchObject([{ rowCount: 1 }]);
    await database.close();
    await run(`drop role ${user}`);
  });
});

describe("behind a connection pooler that refuses startup options", () => {
  test("the role and the tenant are set in each transaction, still in one round trip", async () => {
    const pooler = await startPooler(await freshNotes(), { refusesOptions: true });
    const database = await open({ connection: pooler.connection, poolSize: 1 });
    const who = sql("select current_user as role, current_setting('plan_cache_mode') as mode, current_setting('datestyle') as style");
    expect(await database.read(B, [TEXTS, who])).toMatchObject([
      { rows: [{ text: "first of b" }] },
      { rows: [{ role: APP_ROLE, mode: "force_custom_plan", style: "ISO, MDY" }] },
    ]);
    const before = pooler.sent();
    expect(await database.read(A, [TEXTS])).toMatchObject([{ rows: [{ text: "first of a" }] }]);
    expect(pooler.sent() - before).toBe(1);
    await expect(
      database.transaction(A, (transaction) => transaction.query(sql("insert into notes values (3, 'tenant-b', 'smuggled')"))),
    ).rejects.toMatchObject({ code: "42501" });
    expect(await database.owner.read([TEXTS])).toMatchObject([{ rowCount: 2 }]);
  });
});

describe("roles", () => {
  test("can be prepared by several servers at once, and again", async () => {
    const connection = await freshDatabase();
    await Promise.all(Array.from({ length: 4 }, () => prepareRoles(connection)));
    await prepareRoles(connection);
    const database = await open({ connection });
    await database.owner.transaction((transaction) =>
      transaction.query(sql("create table made_later (id int generated always as identity)")),
    );
    expect(
      await database.transaction(A, (transaction) => transaction.query(sql("insert into made_later default values returning id"))),
    ).toMatchObject({ rows: [{ id: 1 }] });
  });
});

describe("listening", () => {
  test("hears what is notified, and is told to look for itself when its connection was lost", async () => {
    const database = await openNotes();
    const heard: (string | undefined)[] = [];
    const listener = await database.owner.listen("job", (payload) => heard.push(payload));
    const say = (payload: string): Promise<unknown> =>
      database.transaction(A, (transaction) => transaction.query(sql("select pg_notify('job', $1)", payload)));
    await say("one");
    await expect.poll(() => heard).toEqual(["one"]);
    await database.owner.read([
      sql("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'"),
    ]);
    await expect.poll(() => heard, { timeout: 5_000 }).toEqual(["one", undefined]);
    await say("two");
    await expect.poll(() => heard).toEqual(["one", undefined, "two"]);
    await listener.close();
  });
});
