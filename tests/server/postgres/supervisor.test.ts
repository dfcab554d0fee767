// A PostgreSQL that dies while the server runs is started again, and the database works on.
import { expect, onTestFinished, test } from "vitest";
import { prepareRoles } from "../../../src/server/postgres/roles.ts";
import { supervisePostgres, type SupervisedPostgres, type SupervisorOptions } from "../../../src/server/postgres/supervisor.ts";
import { openDatabase, type Database, type DatabaseOptions, type Statement } from "../../../src/server/store/database.ts";
import { describeSqlError } from "../../../src/server/store/sql-errors.ts";
import { startInChild } from "./child.ts";
import { isAlive } from "../../../src/server/postgres/process.ts";
import { childrenOf, isLinux, isRunning, placeOfBefore, QUICK } from "./place.ts";

const TENANT = { tenantId: "000000" };

function sql(text: string, ...parameters: readonly unknown[]): Statement {
  return { sql: text, parameters };
}

async function supervise(options: SupervisorOptions): Promise<SupervisedPostgres> {
  const postgres = await supervisePostgres({ settings: QUICK, ...options });
  onTestFinished(async () => void (await postgres.stop()));
  return postgres;
}

async function open(postgres: SupervisedPostgres, more: Partial<DatabaseOptions> = {}): Promise<Database> {
  await prepareRoles(postgres.current().connection);
  const database = await openDatabase({
    connection: postgres.current().connection,
    onConnectionLost: postgres.onConnectionLost,
    onBackgroundError: () => undefined,
    ...more,
  });
  onTestFinished(() => database.close());
  return database;
}

test("a PostgreSQL that is killed is started again without anybody asking", async () => {
  const restarts: number[] = [];
  const postgres = await supervise({ directory: await placeOfBefore(), onRestart: ({ pid }) => restarts.push(pid) });
  const before = postgres.current().pid;
  process.kill(before, "SIGKILL");
  await expect.poll(() => postgres.current().pid, { timeout: 20_000 }).not.toBe(before);
  expect(restarts).toEqual([postgres.current().pid]);
});

test("reads, transactions and the owner's work go on after PostgreSQL was killed, one that was under way fails", async () => {
  const postgres = await supervise({ directory: await placeOfBefore() });
  const database = await open(postgres);
  await database.owner.transaction((transaction) => transaction.query(sql("create table kept (number int)")));
  await database.transaction(TENANT, (transaction) => transaction.query(sql("insert into kept values (7)")));

  const underWay = database.transaction(TENANT, async (transaction) => {
    await transaction.query(sql("insert into kept values (8)"));
    process.kill(postgres.current().pid, "SIGKILL");
    await postgres.current().exited;
    // The session notices that its server is gone, or is still served by its dying process; it is not served for long.
    for (;;) await transaction.query(sql("select pg_sleep(0.01)"));
  });
  await expect(underWay).rejects.toSatisfy((error) => describeSqlError(error)?.kind === "unavailable");

  const answers = await Promise.all([
    database.read(TENANT, [sql("select number from kept")]),
    database.transaction(TENANT, (transaction) => transaction.query(sql("select number from kept"))),
    database.owner.read([sql("select number from kept")]),
  ]);
  expect(answers.flat().map(({ rows }) => rows)).toEqual([[{ number: 7 }], [{ number: 7 }], [{ number: 7 }]]);
  expect((await database.health()).ok).toBe(true);
});

test("a process that was attached takes over when the one that ran PostgreSQL is killed", async () => {
  const directory = await placeOfBefore();
  const child = await startInChild({ directory, settings: QUICK });
  const postgres = await supervise({ directory });
  expect(postgres.current().attached).toBe(true);
  const database = await open(postgres);
  await child.kill();
  await expect.poll(() => isRunning(child.told.pid), { timeout: 10_000 }).toBe(false);
  expect(await database.read(TENANT, [sql("select 1 as one")])).toMatchObject([{ rows: [{ one: 1 }] }]);
  expect(postgres.current()).toMatchObject({ attached: false, firstStart: false });
});

test("a PostgreSQL that was stopped on purpose stays stopped", async () => {
  const postgres = await supervise({ directory: await placeOfBefore() });
  const database = await open(postgres);
  expect(await postgres.stop()).toBe(true);
  await expect(database.read(TENANT, [sql("select 1")])).rejects.toMatchObject({ code: "postgres.startFailed" });
  expect(await isRunning(postgres.current().pid)).toBe(false);
});

test.runIf(isLinux)("a PostgreSQL that is frozen keeps nobody waiting, and is used again as soon as it goes on", async () => {
  const postgres = await supervise({ directory: await placeOfBefore() });
  const database = await open(postgres, { hasHeartbeat: true, poolSize: 1 });
  await database.owner.transaction((transaction) => transaction.query(sql("create table kept (number int)")));
  await database.read(TENANT, [sql("select 1")]);
  const frozen = [...(await childrenOf(postgres.current().pid)), postgres.current().pid];
  const all = (signal: NodeJS.Signals) => {
    // Sessions end while the test runs.
    for (const pid of frozen) if (isAlive(pid)) process.kill(pid, signal);
  };
  all("SIGSTOP");
  onTestFinished(() => all("SIGCONT"));
  const began = performance.now();
  const insert = () => database.transaction(TENANT, (transaction) => transaction.query(sql("insert into kept values (1)")));
  // One that has a connection, one that waits for it, and one on a connection that is new.
  const refused = await Promise.allSettled([insert(), insert(), database.owner.read([sql("select 1")])]);
  // Without a limit it would be for ever; a machine that is busy with something else adds to the 3.5 s of the product.
  expect(performance.now() - began).toBeLessThan(10_000);
  const [held, waited, opened] = refused;
  for (const outcome of [held, opened]) expect(outcome).toMatchObject({ reason: { code: "database.silent" } });
  // Its patience with a busy pool may end a moment before the silence is known.
  const busy = waited.status === "rejected" && describeSqlError(waited.reason)?.kind === "busy";
  expect(waited).toMatchObject(busy ? { status: "rejected" } : { reason: { code: "database.silent" } });
  const requested = performance.now();
  expect(await database.health()).toMatchObject({ ok: false, problem: { kind: "timeout" } });
  await expect(insert()).rejects.toMatchObject({ code: "database.silent" });
  expect(performance.now() - requested).toBeLessThan(6_000);
  all("SIGCONT");
  await expect.poll(async () => (await database.health()).ok, { timeout: 20_000 }).toBe(true);
  await insert();
  expect(await database.read(TENANT, [sql("select count(*)::int as count from kept")])).toMatchObject([{ rows: [{ count: 1 }] }]);
});
