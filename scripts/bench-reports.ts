// `npm run bench:reports` measures the reports of scans: the summaries of a year of ten million scans, by a server as it is installed, each
// beside one statement that reads the figures alone, and how long it takes to make what is kept of scans anew. `--scans 100000`: a quick try
// with fewer. `--rebuild 300000`: scans of the larger rebuild; the smaller has three tenths. `--only summaries`: one of its parts. `--built`:
// what was built before. Exits with 1 when a goal is missed.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { startPostgres } from "../src/server/postgres/launcher.ts";
import { conclude, count, say } from "./bench/goals.ts";
import { build, signIn, startServer, stopServer } from "./bench/installed-server.ts";
import { putScans } from "./bench/reports/fill.ts";
import { measureRebuild } from "./bench/reports/rebuild.ts";
import { measureSummaries } from "./bench/reports/summaries.ts";
import { commands, parametersOf } from "./commands.ts";

const { values: options } = parametersOf(commands["bench-reports"]);
const scans = Number(options.scans ?? 10_000_000);
const rebuilt = Number(options.rebuild ?? 1_000_000);
const only = options.only?.split(",") ?? ["rebuild", "summaries"];

if (options.built !== true) await build();
const directory = await mkdtemp(path.join(tmpdir(), "tracemark-reports-"));
await chmod(directory, 0o711); // a system user runs PostgreSQL when this runs as root
const postgres = await startPostgres({ directory });
const closing: (() => Promise<unknown>)[] = [];
try {
  const { connection } = postgres;
  const data = path.join(directory, "data");
  const database = new pg.Client(connection);
  const server = await startServer(connection, data);
  closing.push(() => stopServer(server));
  await database.connect();
  closing.unshift(() => database.end());
  const client = await signIn(server);
  if (only.includes("rebuild")) await measureRebuild({ database, connection, directory: data }, [Math.ceil(0.3 * rebuilt), rebuilt]);
  if (only.includes("summaries")) {
    const began = performance.now();
    await putScans(database, { scans, figures: true });
    await database.query("checkpoint");
    say(`  summaries of ${count(scans)} scans, stored in ${((performance.now() - began) / 1000).toFixed(0)} s:`);
    await measureSummaries({ client, database, connection });
  }
  conclude();
} finally {
  for (const close of closing) await close();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
  await rm(postgres.directory, { recursive: true, force: true });
}
