// Databases for tests: a fresh one each, empty or cloned from a template that is built once per run.
import { createHash, randomUUID } from "node:crypto";
import { createConnection, createServer, type Socket } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { isDistributedRun } from "./coordinator-url.ts";
import { closeDatabase, joinNodes, onEachNode } from "./nodes.ts";
import type { PostgresConnection } from "../../src/server/postgres/connection.ts";

/** The maintenance database of the run's cluster, as superuser. */
export function maintenance(): PostgresConnection {
  return inject("postgres");
}

/** Names of databases that tests make begin so; templates have other names. */
const prefix = "test_";

/** Those that were made for the file that runs; all of a run together would take ten gigabytes. */
const ofFile = new Set<string>();

/**
 * A new database, as superuser: empty, or a clone of one that `template` returned. It goes when the tests of the file end, if nobody is
 * connected to it any more, and else with the cluster after the run.
 *
 * ```ts
 * const connection = await freshDatabase(await template("schema", applySchema));
 * ```
 */
export async function freshDatabase(from?: string): Promise<PostgresConnection> {
  const connection = await lastingDatabase(from);
  ofFile.add(connection.database);
  return connection;
}

/** As `freshDatabase`, until `dropDatabase`: for what files share. */
export async function lastingDatabase(from: string = "template0"): Promise<PostgresConnection> {
  const database = `${prefix}${randomUUID().replaceAll("-", "")}`;
  // FILE_COPY: with fsync off copying files is faster than writing each page to the log.
  await onEachNode(`create database ${database} template ${pg.escapeIdentifier(from)} strategy file_copy`);
  if (from === "template0") await joinNodes(database);
  return { ...maintenance(), database };
}

/** A socket to a server of the tests, which listens on a socket file where it is no coordinator. */
export const connectionTo = ({ host, port }: Pick<PostgresConnection, "host" | "port">): Socket =>
  host.startsWith("/") ? createConnection(join(host, `.s.PGSQL.${port}`)) : createConnection(port, host);

/** Where a database of the tests is reached over TCP, as at another server: open until the tests of the file end. */
export async function overTcp({ host, port }: PostgresConnection): Promise<{ readonly host: string; readonly port: number }> {
  const relay = createServer((outer) => {
    const inner = connectionTo({ host, port });
    for (const [from, to] of [
      [outer, inner],
      [inner, outer],
    ] as const)
      from.on("error", () => to.destroy()).pipe(to);
  });
  afterAll(() => relay.close());
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  const address = relay.address();
  return { host: "127.0.0.1", port: typeof address === "object" && address !== null ? address.port : 0 };
}

/** Removes the databases of a file whose tests have ended. */
export async function dropDatabasesOfFile(): Promise<void> {
  const databases = [...ofFile];
  ofFile.clear();
  if (databases.length > 0) await dropUnused(databases);
}

/** Removes the databases that workers have left which have ended: to be called where no other worker makes any. */
export const dropLeftDatabases = (): Promise<void> => dropUnused(undefined);

/** Removes those of these databases, or of all that tests have made, that nobody is connected to. */
async function dropUnused(databases: readonly string[] | undefined): Promise<void> {
  await onMaintenance(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database d
        where starts_with(datname, $1) and ($2::text[] is null or datname = any ($2))
          and not exists (select 1 from pg_stat_activity where datname = d.datname and backend_type = 'client backend'
            and application_name not like 'citus_internal%')`,
      [prefix, databases],
    );
    // By force: nodes of a cluster keep connections and a process of their own to each database.
    const force = isDistributedRun() ? " with (force)" : "";
    for (const { name } of rows) await onEachNode(`drop database if exists ${pg.escapeIdentifier(name)}${force}`);
  });
}

/** Removes a database, whoever is connected to it. */
export async function dropDatabase({ database }: PostgresConnection): Promise<void> {
  ofFile.delete(database);
  await onEachNode(`drop database if exists ${pg.escapeIdentifier(database)} with (force)`);
}

/** What a database says that is open until the run ends: that its server was stopped is no news. */
export function reportUnlessStopped(error: unknown): void {
  // https://www.postgresql.org/docs/18/errcodes-appendix.html: admin_shutdown
  if (error instanceof pg.DatabaseError && error.code === "57P01") return;
  process.emitWarning(error instanceof Error ? error : String(error), { code: "TRACEMARK_DATABASE" });
}

const templates = new Map<string, Promise<string>>();

/**
 * The name of a database that `build` has filled, for `freshDatabase`. Built once per run, whichever test asks first: others, in other
 * workers too, wait for it. `build` must close its connections: a database in use cannot be cloned. It starts with an empty database, or
 * with a clone of the template named by `from`.
 */
export function template(
  name: string,
  build: (connection: PostgresConnection) => Promise<void>,
  from?: () => Promise<string>,
): Promise<string> {
  const existing = templates.get(name) ?? buildOnce(name, build, from);
  templates.set(name, existing);
  return existing;
}

async function buildOnce(
  name: string,
  build: (connection: PostgresConnection) => Promise<void>,
  from: () => Promise<string> = async () => "template0",
): Promise<string> {
  const database = `template_${createHash("sha256").update(name).digest("hex").slice(0, 16)}`;
  await onMaintenance(async (client) => {
    // Held until this connection ends, also when the worker is killed.
    await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [database]);
    const { rowCount } = await client.query("select from pg_database where datname = $1", [database]);
    if (rowCount === 1) return;
    const unfinished = `${database}_unfinished`;
    const source = await from();
    await onEachNode(`drop database if exists ${unfinished} with (force)`);
    await onEachNode(`create database ${unfinished} template ${pg.escapeIdentifier(source)} strategy file_copy`);
    if (source === "template0") await joinNodes(unfinished);
    await build({ ...maintenance(), database: unfinished });
    await closeDatabase(unfinished);
    await onEachNode(`alter database ${unfinished} rename to ${database}`);
  });
  return database;
}

async function onMaintenance(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(maintenance());
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
