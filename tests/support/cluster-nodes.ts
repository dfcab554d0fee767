// The servers of a cluster of PostgreSQL with Citus on which tests run: whether a connection is to its coordinator, and which they are.
import pg from "pg";
import { reasonOf } from "../../src/server/postgres/errors.ts";
import type { PostgresConnection } from "../../src/server/postgres/connection.ts";

export async function onConnection<T>(connection: PostgresConnection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined); // the query under way rejects with the same error
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const workers =
  "select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' and groupid <> 0 and isactive order by nodeid";

/** The servers of a cluster, that of its coordinator first. */
export function clusterNodes(coordinator: PostgresConnection): Promise<readonly PostgresConnection[]> {
  return onConnection(coordinator, async (client) => {
    const { rows } = await client.query<{ host: string; port: number }>(workers);
    return [coordinator, ...rows.map(({ host, port }) => ({ ...coordinator, host, port }))];
  });
}

/** Makes databases that are there on all servers one cluster; that of the coordinator comes first. */
export async function joinDatabases([coordinator, ...workers]: readonly PostgresConnection[]): Promise<void> {
  if (coordinator === undefined) throw new Error("a cluster has a coordinator");
  for (const server of [coordinator, ...workers])
    await onConnection(server, (client) => client.query("create extension if not exists citus"));
  await onConnection(coordinator, async (client) => {
    await client.query("select citus_set_coordinator_host($1, $2)", [coordinator.host, coordinator.port]);
    for (const { host, port } of workers) await client.query("select citus_add_node($1, $2)", [host, port]);
  });
}

const asked = `select to_regclass('pg_catalog.pg_dist_node') is not null as "hasEngine",
  (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser"`;
const answered = `select (select groupid from pg_dist_local_group limit 1) = 0 as "isCoordinator",
  exists (select 1 from pg_dist_node where noderole = 'primary' and groupid <> 0 and isactive) as "hasWorkers"`;

/** Throws, with a sentence that says what to do, where tests could not run on the cluster of this connection. */
export async function requireCoordinator(connection: PostgresConnection): Promise<void> {
  const where = `${connection.host}:${connection.port}/${connection.database}`;
  const refused = (why: string, cause?: unknown) => new Error(`The tests cannot run on ${where}: ${why}.`, { cause });
  const problem = await onConnection(connection, async (client) => {
    const { rows } = await client.query<{ hasEngine: boolean; isSuperuser: boolean }>(asked);
    if (rows[0]?.hasEngine !== true) return "it is no coordinator of a cluster, the extension citus is not in this database";
    if (!rows[0].isSuperuser) return "they make databases and extensions, for which they need a superuser";
    const { rows: roles } = await client.query<{ isCoordinator: boolean; hasWorkers: boolean }>(answered);
    if (roles[0]?.isCoordinator !== true) return "it is a worker of a cluster, name its coordinator";
    return roles[0].hasWorkers ? undefined : "the cluster has no worker, add one with citus_add_node";
  }).catch((error: unknown) => {
    throw refused(`it cannot be reached (${reasonOf(error)})`, error);
  });
  if (problem !== undefined) throw refused(problem);
}

/** Removes what a run before has left on a cluster: its databases may be those of another checkout. */
export async function removeTestDatabases(coordinator: PostgresConnection): Promise<void> {
  for (const node of await clusterNodes(coordinator))
    await onConnection(node, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        "select datname as name from pg_database where datname ~ '^(test_[0-9a-f]{32}|template_[0-9a-f]{16}(_unfinished)?)$'",
      );
      for (const { name } of rows) await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
    });
}
