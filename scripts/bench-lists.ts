// `npm run bench:lists` measures lists and searches of a million scans, by a server as it is installed, each beside the same page and count
// written by hand in SQL. `--scans 100000`: a quick try with fewer. `--built`: what was built before. Exits with 1 when a goal is missed.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { startPostgres } from "../src/server/postgres/launcher.ts";
import { conclude, count, say } from "./bench/goals.ts";
import { build, signIn, startServer, stopServer } from "./bench/installed-server.ts";
import { measureBeyond, measureLists, putScans } from "./bench/lists.ts";
import { commands, parametersOf } from "./commands.ts";

const { values: options } = parametersOf(commands["bench-lists"]);
/** As many as are counted exactly, so that counting costs the most. */
const scans = Number(options.scans ?? 990_000);

if (options.built !== true) await build();
const directory = await mkdtemp(path.join(tmpdir(), "tracemark-lists-"));
await chmod(directory, 0o711); // a system user runs PostgreSQL when this runs as root
const postgres = await startPostgres({ directory });
const closing: (() => Promise<unknown>)[] = [];
try {
  const { connection } = postgres;
  const database = new pg.Client(connection);
  const server = await startServer(connection, path.join(directory, "data"));
  closing.push(() => stopServer(server));
  await database.connect();
  closing.unshift(() => database.end());
  const client = await signIn(server);
  const began = performance.now();
  await putScans(database, scans);
  say(`  ${count(scans)} scans, stored in ${((performance.now() - began) / 1000).toFixed(0)} s:`);
  const measured = { client, database, connection, scans };
  await measureLists(measured);
  await database.query(
    `insert into consumer_scan_record (id, tenant_id, code, scan_time, batch_code)
     select 7000000000000000 + n, '100001', 'N' || n, '2026-01-01'::timestamp + n * interval '1 second', 'Q' || n % 10 from generate_series(1, 30000) n`,
  );
  await database.query("vacuum analyze consumer_scan_record");
  await measureBeyond(measured);
  conclude();
} finally {
  for (const close of closing) await close();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
  await rm(postgres.directory, { recursive: true, force: true });
}
