// What the planner knows of tables: counted anew where a job has written much, left alone where it has not.
import { expect, test } from "vitest";
import { refreshStatistics } from "../../../src/server/store/statistics.ts";
import { openNotes, sql } from "./notes.ts";

test("tables are counted that have doubled or hold other rows, and no others", async () => {
  const database = await openNotes();
  const write = (text: string, ...parameters: readonly unknown[]) =>
    database.owner.transaction((transaction) => transaction.query(sql(text, ...parameters)));
  const existing = async (): Promise<readonly unknown[]> => {
    const [answer] = await database.owner.read([
      sql("select relname as name, reltuples::int as rows from pg_class where relname in ('plain', 'Odd Name') order by relname desc"),
    ]);
    return (answer?.rows ?? []).map((row) => row["rows"]);
  };
  const fill = (count: number) => write("insert into plain select n, repeat('x', 200) from generate_series(1, $1::int) n", count);
  for (const table of ["plain", '"Odd Name"']) await write(`create table ${table} (id integer, text text) with (autovacuum_enabled = off)`);
  expect(await existing()).toEqual([-1, -1]);
  await fill(1_000);
  await write(`insert into "Odd Name" values (1, 'x')`);
  await refreshStatistics(database, { grown: ["plain", "Odd Name", "not there"] });
  expect(await existing()).toEqual([1_000, -1]);
  await fill(500);
  await refreshStatistics(database, { grown: ["plain"] });
  expect(await existing()).toEqual([1_000, -1]);
  await refreshStatistics(database, { replaced: ["Odd Name"] });
  expect(await existing()).toEqual([1_000, 1]);
  await fill(600);
  await refreshStatistics(database, { grown: ["plain"], replaced: [] });
  expect(await existing()).toEqual([2_100, 1]);
});

test("a table in partitions is counted by all of them", async () => {
  const database = await openNotes();
  const write = (text: string) => database.owner.transaction((transaction) => transaction.query(sql(text)));
  const existing = async () =>
    (await database.owner.read([sql("select reltuples::int as rows from pg_class where relname = 'parted'")]))[0]?.rows;
  await write("create table parted (id integer, text text) partition by hash (id)");
  for (const part of [0, 1])
    await write(
      `create table parted_${part} partition of parted for values with (modulus 2, remainder ${part}) with (autovacuum_enabled = off)`,
    );
  await write("insert into parted select n, repeat('x', 200) from generate_series(1, 1000) n");
  await refreshStatistics(database, { grown: ["parted"] });
  expect(await existing()).toEqual([{ rows: 1_000 }]);
  await write("insert into parted select n, repeat('x', 200) from generate_series(1, 100) n");
  await refreshStatistics(database, { grown: ["parted"] });
  expect(await existing()).toEqual([{ rows: 1_000 }]);
});
