// Reads that may be late, on a real streaming replica: which of the two answers, what both refuse, and what happens when the replica falls
// behind or goes away.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { healthOf } from "../../../src/server/operations/health.ts";
import { mayBeLate, type Database, type ReplicaProblem } from "../../../src/server/store/database.ts";
import type { PostgresConnection } from "../../../src/server/postgres/connection.ts";
import { startStreamingReplica, type StreamingReplica } from "../../support/streaming-replica.ts";
import { freshDatabase } from "../../support/postgres.ts";
import { A, B, makeNotes, open, sql } from "./notes.ts";

const fromReplica = sql("select pg_is_in_recovery() as answer");
const texts = sql("select text from notes order by id");
const patience = { timeout: 20_000, interval: 10 };

let servers: StreamingReplica;
beforeAll(async () => {
  servers = await startStreamingReplica(makeNotes);
}, 60_000);
afterAll(() => servers.stop());

const problems: (ReplicaProblem | undefined)[] = [];

async function openBoth(maxLagMs = 60_000, replica: PostgresConnection = servers.replica): Promise<Database> {
  problems.length = 0;
  const onChange = (problem: ReplicaProblem | undefined): void => void problems.push(problem);
  return open({ connection: servers.primary, replica: { connection: replica, maxLagMs, beatMs: 20, onChange } });
}

const stateOf = async (database: Database) => (await database.health()).replica;
const usesReplica = (database: Database, isUsed: boolean) =>
  vi.waitFor(async () => expect(await stateOf(database)).toMatchObject({ isUsed }), patience);

async function openUsed(maxLagMs?: number): Promise<Database> {
  const database = await openBoth(maxLagMs);
  await usesReplica(database, true);
  return database;
}

/** Whether a read that may be late came from the replica. */
async function isLate(database: Database): Promise<unknown> {
  const [answer] = await database.read(A, [fromReplica], mayBeLate);
  return answer?.rows[0]?.["answer"];
}

/** On a connection of the test's own, as superuser. */
async function on<T>(connection: PostgresConnection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const onPrimary = (statement: string) => on(servers.primary, (client) => client.query(statement));

describe("a replica that follows", () => {
  test("answers what may be late, and nothing else", async () => {
    const database = await openUsed();
    expect(await isLate(database)).toBe(true);
    const [plain] = await database.read(A, [fromReplica]);
    expect(plain?.rows).toEqual([{ answer: false }]);
    const [kept] = await database.read(A, [fromReplica], "kept");
    expect(kept?.rows).toEqual([{ answer: false }]);
    const within = await database.transaction(A, (tx) => tx.first(fromReplica));
    expect(within).toEqual({ answer: false });
    expect(problems).toEqual([]);
    expect(await healthOf({ database })()).toMatchObject({ status: "ok", checks: { replica: { status: "ok", isUsed: true } } });
  });

  test("keeps tenants apart", async () => {
    const database = await openUsed();
    const [ofA, role] = await database.read(A, [texts, sql("select current_user as role, pg_is_in_recovery() as late")], mayBeLate);
    expect(ofA?.rows).toEqual([{ text: "first of a" }]);
    expect(role?.rows).toEqual([{ role: "tracemark_app", late: true }]);
    const [ofB] = await database.read(B, [texts], mayBeLate);
    expect(ofB?.rows).toEqual([{ text: "first of b" }]);
    expect((await stateOf(database))?.reads).toEqual({ replica: 2, primary: 0 });
  });

  test("answers long reads that may be late, for a tenant or for all", async () => {
    const database = await openUsed();
    const countIn = async (scope: typeof A | "all tenants", how?: typeof mayBeLate): Promise<unknown> =>
      database.longRead(
        scope,
        async (reading) => {
          for await (const [row] of reading.rows(sql("select count(*)::int as count, pg_is_in_recovery() as late from notes"), 1))
            return row;
          return undefined;
        },
        how,
      );
    expect(await countIn(A, mayBeLate)).toEqual({ count: 1, late: true });
    expect(await countIn("all tenants", mayBeLate)).toEqual({ count: 2, late: true });
    expect(await countIn(A)).toEqual({ count: 1, late: false });
  });

  test("tells up to when everything is in its answer", async () => {
    const database = await openUsed();
    const before = Date.now();
    await vi.waitFor(async () => {
      let asOf = 0;
      await database.read(A, [fromReplica], { mayBeLate: true, onReplica: (time) => (asOf = time) });
      expect(asOf).toBeGreaterThan(before);
      expect(asOf).toBeLessThanOrEqual(Date.now());
    }, patience);
  });

  test("and the primary both refuse a write", async () => {
    const database = await openUsed();
    const write = sql("insert into notes values (99, 'tenant-a', 'late') returning id");
    // https://www.postgresql.org/docs/18/errcodes-appendix.html: read_only_sql_transaction
    await expect(database.read(A, [write], mayBeLate)).rejects.toMatchObject({ code: "25006" });
    await expect(database.longRead(A, (reading) => reading.rows(write, 1)[Symbol.asyncIterator]().next(), mayBeLate)).rejects.toThrow();
    const { rows } = await onPrimary("select from notes where id = 99");
    expect(rows).toEqual([]);
  });

  test("ends a statement at the same time limit, and does not begin it anew on the primary", async () => {
    const database = await openUsed();
    const limit = sql("select set_config('statement_timeout', '20', true)");
    await expect(database.read(A, [limit, sql("select pg_sleep(20)")], mayBeLate)).rejects.toMatchObject({ code: "57014" });
    expect((await stateOf(database))?.reads).toEqual({ replica: 0, primary: 0 });
  });

  test("that cancels a read for what it has to follow has it answered by the primary", async () => {
    const database = await openUsed();
    await onPrimary("create table passing as select 1 as number; grant select on passing to tracemark_app");
    await vi.waitFor(() => on(servers.replica, (client) => client.query("select from passing")), patience);
    // It holds the read on the replica, where alone it is.
    await on(servers.replica, async (gate) => {
      await gate.query("select pg_advisory_lock(7)");
      const reading = database.read(
        A,
        [sql("select count(*)::int as count from passing"), sql("select pg_advisory_xact_lock(7)"), fromReplica],
        mayBeLate,
      );
      await vi.waitFor(async () => {
        const { rowCount } = await gate.query("select from pg_locks where locktype = 'advisory' and not granted");
        expect(rowCount).toBe(1);
      }, patience);
      await onPrimary("delete from passing");
      await onPrimary("vacuum passing");
      const [count, , answer] = await reading;
      expect(count?.rows).toEqual([{ count: 0 }]);
      expect(answer?.rows).toEqual([{ answer: false }]);
    });
    await onPrimary("drop table passing");
    // It follows as before.
    expect(problems).toEqual([]);
    expect(await isLate(database)).toBe(true);
  });

  test("that does not have a new column yet has the primary read it", async () => {
    const database = await openUsed();
    await on(servers.replica, (client) => client.query("select pg_wal_replay_pause()"));
    await onPrimary("alter table notes add remark text default 'new'");
    const [answer] = await database.read(A, [sql("select remark, pg_is_in_recovery() as late from notes")], mayBeLate);
    expect(answer?.rows).toEqual([{ remark: "new", late: false }]);
    expect(await stateOf(database)).toMatchObject({ isUsed: true, reads: { primary: 1 } });
    await on(servers.replica, (client) => client.query("select pg_wal_replay_resume()"));
    await onPrimary("alter table notes drop remark");
  });
});

test("what both are asked needs no rights", async () => {
  const { rows } = await onPrimary(
    "select f as name from unnest('{pg_control_system(),pg_current_wal_lsn(),pg_last_wal_replay_lsn(),pg_is_in_recovery()}'::text[]) f where not has_function_privilege('public', f, 'execute')",
  );
  expect(rows).toEqual([]);
});

describe("a replica that is of no use", () => {
  test("because it is too far behind is passed over until it has caught up", async () => {
    const maxLagMs = 400;
    const database = await openUsed(maxLagMs);
    await on(servers.replica, (client) => client.query("select pg_wal_replay_pause()"));
    await onPrimary("update notes set text = 'second of a' where id = 1");
    await vi.waitFor(async () => expect((await stateOf(database))?.problem).toMatchObject({ kind: "late" }), patience);
    const [rows, source] = await database.read(A, [texts, fromReplica], mayBeLate);
    expect(rows?.rows).toEqual([{ text: "second of a" }]);
    expect(source?.rows).toEqual([{ answer: false }]);
    expect((await stateOf(database))?.lagMs).toBeGreaterThan(maxLagMs);
    expect(await healthOf({ database })()).toMatchObject({
      status: "degraded",
      checks: { database: { status: "ok" }, replica: { status: "degraded", reason: "it is too far behind" } },
    });

    await on(servers.replica, (client) => client.query("select pg_wal_replay_resume()"));
    await vi.waitFor(async () => {
      const [late, answer] = await database.read(A, [texts, fromReplica], mayBeLate);
      expect(answer?.rows).toEqual([{ answer: true }]);
      expect(late?.rows).toEqual([{ text: "second of a" }]);
    }, patience);
    // A loaded machine may have had it late once more.
    expect(problems.slice(0, 2)).toMatchObject([{ kind: "late" }, undefined]);
  });

  test("because it is gone is passed over until it is back, and is told once", async () => {
    const database = await openUsed();
    const late = () => database.read(A, [fromReplica], mayBeLate);
    await servers.stopReplica();
    for (let calls = 0; calls < 5; calls++) expect((await late())[0]?.rows).toEqual([{ answer: false }]);
    await usesReplica(database, false);
    const health = await database.health();
    expect(health).toMatchObject({ ok: true, replica: { isUsed: false, problem: { kind: "unavailable" }, reads: { primary: 5 } } });
    expect(problems).toMatchObject([{ kind: "unavailable" }]);
    await servers.startReplica();
    await usesReplica(database, true);
    expect(await isLate(database)).toBe(true);
    expect(problems).toMatchObject([{ kind: "unavailable" }, undefined]);
  });

  test("because what is to be asked is refused leaves the primary well", async () => {
    await onPrimary(
      "create role plain login password 'plain' in role tracemark_app; revoke execute on function pg_control_system() from public",
    );
    await vi.waitFor(() => on({ ...servers.replica, user: "plain", password: "plain" }, (client) => client.query("select")), patience);
    const as = (connection: PostgresConnection) => ({ ...connection, user: "plain", password: "plain" });
    const database = await open({
      connection: as(servers.primary),
      replica: { connection: as(servers.replica), maxLagMs: 60_000, beatMs: 20 },
    });
    await vi.waitFor(async () => {
      const problem = { kind: "unavailable", reason: "permission denied for function pg_control_system" };
      expect(await database.health()).toMatchObject({ ok: true, replica: { isUsed: false, problem } });
    }, patience);
    expect(await isLate(database)).toBe(false);
    await onPrimary("grant execute on function pg_control_system() to public");
    await usesReplica(database, true);
  });

  test("because it was never there does not keep a database from being opened", async () => {
    const database = await openBoth(60_000, { ...servers.replica, port: 1 });
    expect(await isLate(database)).toBe(false);
    await vi.waitFor(() => expect(problems).toMatchObject([{ kind: "unavailable" }]), patience);
  });

  test.each([
    ["it is the primary itself", async () => servers.primary],
    ["it belongs to another cluster", () => freshDatabase()],
    ["it is another database of the replica", async () => ({ ...servers.replica, database: "template1" })],
  ])("because %s", async (_name, connection) => {
    const database = await openBoth(60_000, await connection());
    await vi.waitFor(async () => expect((await stateOf(database))?.problem).toEqual({ kind: "unrelated" }), patience);
    expect(await isLate(database)).toBe(false);
  });
});
