// A server that is killed again and again while it imports: each row of the file is there once.
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { jobState } from "../../../src/fields/job-view.ts";
import { openDatabase } from "../../../src/server/store/database.ts";
import { callAs, tenantAdministrator, type Application } from "../../support/application.ts";
import { amount } from "../../support/amounts.ts";
import { builtServer } from "../../support/built-server.ts";
import { freshDatabase } from "../../support/postgres.ts";
import { installationVariables, installedProduct } from "../../support/product.ts";
import { dataDirectory, startProgram } from "../http/program.ts";

vi.setConfig({ testTimeout: 900_000 });
beforeAll(async () => {
  // Both take minutes on a slow machine, and no part of the test.
  await installedProduct();
  builtServer();
}, 900_000);

const kills = amount(3, 20);
const rows = 3_000 * kills;

test("a file is imported although the server is killed again and again, and no row of it twice", async () => {
  const connection = await freshDatabase(await installedProduct());
  const database = await openDatabase({ connection });
  onTestFinished(() => database.close());
  const variables = installationVariables(connection, await dataDirectory());
  const one = async (sql: string): Promise<Readonly<Record<string, unknown>>> =>
    (await database.owner.read([{ sql, parameters: [] }]))[0]?.rows[0] ?? {};
  const count = async (): Promise<number> =>
    Number((await one("select count(*)::int as count from factory where code like 'KI-%'"))["count"]);

  let program = startProgram(variables);
  const application = { address: await program.address() } as Application;
  const call = await callAs(application, tenantAdministrator);
  const lines = Array.from({ length: rows }, (_none, at) => `KI-${at},第${at}厂`);
  const text = ["工厂编号,工厂名称", ...lines].join("\n");
  // Programs take the answer of a job for no result.
  await expect(call("POST", "/digit-bind/factory/import?goodRows=1", { text })).rejects.toThrow("已转为后台任务");
  for (let kill = 1; kill <= kills; kill += 1) {
    const from = await count();
    await expect.poll(count, { timeout: 90_000, interval: 20 }).toBeGreaterThan(from);
    await program.stop("SIGKILL");
    expect(await count()).toBeLessThan(rows);
    // Nobody waits for the lease of the killed process.
    await database.owner.transaction((tx) =>
      tx.query({ sql: "update tm_job set lease_until = 0 where queue = 'list-import'", parameters: [] }),
    );
    program = startProgram(variables);
    await program.address();
  }
  await expect
    .poll(async () => (await one("select status from job where queue = 'list-import'"))["status"], { timeout: 120_000, interval: 250 })
    .toBe(jobState.succeeded);
  expect(await one("select count(*)::int as rows, count(distinct code)::int as codes from factory where code like 'KI-%'")).toEqual({
    rows,
    codes: rows,
  });
  expect(
    await one(
      "select count(*)::int as changes, count(distinct row_id)::int as rows, count(distinct entry_id)::int as entries from row_change where call_name = 'import-rows'",
    ),
  ).toEqual({ changes: rows, rows, entries: 1 });
  expect(await one("select attempts, progress_done::int as done from job where queue = 'list-import'")).toMatchObject({
    attempts: kills + 1,
    done: rows,
  });
});
