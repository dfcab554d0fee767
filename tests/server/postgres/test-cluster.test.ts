// The cluster that the tests themselves run on: cloned quickly, built once, and gone after a run that was killed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { expect, test } from "vitest";
import type { PostgresConnection } from "../../../src/server/postgres/connection.ts";
import { cheap } from "../../support/cheap-hashes.ts";
import { requireCoordinator } from "../../support/cluster-nodes.ts";
import { dropDatabasesOfFile, freshDatabase, lastingDatabase, maintenance, template } from "../../support/postgres.ts";
import { installedProduct } from "../../support/product.ts";
import { ask } from "./place.ts";

test("a template is built once however many ask at the same time, and clones have its rows", async () => {
  let builds = 0;
  const build = async (connection: PostgresConnection): Promise<void> => {
    builds++;
    await ask(connection, "create table built as select 7 as number");
  };
  const name = `counted ${process.pid}`;
  const templates = await Promise.all([template(name, build), template(name, build), template(name, build)]);
  expect(builds).toBe(1);
  expect(new Set(templates).size).toBe(1);
  const clones = await Promise.all(templates.map(freshDatabase));
  expect(new Set(clones.map(({ database }) => database)).size).toBe(3);
  for (const clone of clones) expect(await ask(clone, "select number from built")).toBe(7);
});

test("a template whose build fails is not left half built", async () => {
  const name = `failing ${process.pid}`;
  await expect(template(name, () => Promise.reject(new Error("broken build")))).rejects.toThrow("broken build");
});

test("what a file has made goes when its tests end, but for what somebody still works on and what files share", async () => {
  const [gone, used, shared] = [await freshDatabase(), await freshDatabase(), await lastingDatabase()];
  const client = new pg.Client(used);
  await client.connect();
  await dropDatabasesOfFile();
  const isThere = async ({ database }: PostgresConnection) =>
    ask(maintenance(), `select exists (select 1 from pg_database where datname = '${database}')`);
  expect(await Promise.all([gone, used, shared].map(isThere))).toEqual([false, true, true]);
  await client.end();
});

test("a run on a cluster is refused where the server is no coordinator of one, or cannot be reached, in a sentence without the password", async () => {
  const plain = { ...maintenance(), database: "template1" };
  await expect(requireCoordinator(plain)).rejects.toThrow(
    /template1: it is no coordinator of a cluster, the extension citus is not in this database/,
  );
  const closed = { host: "127.0.0.1", port: 1, user: "postgres", password: "hidden", database: "postgres" };
  const refusal = await requireCoordinator(closed).catch((error: unknown) => String(error));
  expect(refusal).toContain("The tests cannot run on 127.0.0.1:1/postgres: it cannot be reached (");
  expect(refusal).not.toContain("hidden");
});

test("everybody of the installation that is cloned signs in at the lowest cost", async () => {
  const clone = await freshDatabase(await installedProduct());
  const costs = await ask(clone, "select string_agg(distinct split_part(password, '$', 3), ' ') from \"user\"");
  expect(costs).toBe(`ln=${cheap.logN},r=${cheap.r},p=${cheap.p}`);
});

test.skipIf(process.platform === "win32")("a run that is killed leaves neither a server nor files", async () => {
  const child = spawn(process.execPath, ["--import", "tsx", fileURLToPath(new URL("test-cluster-child.ts", import.meta.url))], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const connection: PostgresConnection = JSON.parse(String(line));
  expect(await ask(connection, "show fsync")).toBe("off");
  const directory = dirname(dirname(connection.host));
  child.kill("SIGKILL");
  await expect.poll(() => existsSync(directory), { timeout: 15_000 }).toBe(false);
  await expect(ask(connection, "select 1")).rejects.toMatchObject({ code: "ENOENT" });
});
