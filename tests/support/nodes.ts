// The servers on which the databases of a run are: one, or with `npm test -- --citus` the coordinator of a cluster and its workers, on each of
// which a database is made and cloned under the same name.
import pg from "pg";
import { inject } from "vitest";
import { clusterNodes, joinDatabases, onConnection } from "./cluster-nodes.ts";
import { isDistributedRun } from "./coordinator-url.ts";
import type { PostgresConnection } from "../../src/server/postgres/connection.ts";

let known: Promise<readonly PostgresConnection[]> | undefined;

/** The maintenance databases of all servers, as superuser, the coordinator's first. */
function nodes(): Promise<readonly PostgresConnection[]> {
  const coordinator = inject("postgres");
  if (!isDistributedRun()) return Promise.resolve([coordinator]);
  known ??= clusterNodes(coordinator);
  return known;
}

/** A database on each of the servers on which it is, the coordinator's first. */
export async function onNodes(connection: PostgresConnection): Promise<readonly PostgresConnection[]> {
  return (await nodes()).map(({ host, port }) => ({ ...connection, host, port }));
}

/** Options of a connection to one node alone: it shows the parts of distributed tables, and no command reaches the other nodes. */
export const partSession = isDistributedRun()
  ? "-c citus.show_shards_for_app_name_prefixes=* -c citus.override_table_visibility=off -c citus.enable_ddl_propagation=off"
  : "";

/** Of `pg_class c`: the names by which distributed tables are addressed hold no rows. */
export const holdsRows = isDistributedRun() ? "not exists (select 1 from pg_dist_partition p where p.logicalrelid = c.oid)" : "true";

/** The part of a distributed table has a number behind its name. */
export const tableOfPart = (name: string): string => (isDistributedRun() ? name.replace(/_\d{6,}$/, "") : name);

/** Runs a statement on the maintenance databases of all servers. */
export async function onEachNode(sql: string): Promise<void> {
  const servers = await nodes();
  await Promise.all(servers.map((server) => onConnection(server, (client) => client.query(sql))));
}

/** Makes an empty database of this name on all servers a cluster. */
export async function joinNodes(database: string): Promise<void> {
  if (!isDistributedRun()) return;
  await joinDatabases((await nodes()).map((server) => ({ ...server, database })));
}

/** Keeps everybody out of a database, the engine's own processes too, so that it can be cloned or renamed. */
export async function closeDatabase(database: string): Promise<void> {
  if (!isDistributedRun()) return;
  await onEachNode(`alter database ${pg.escapeIdentifier(database)} allow_connections false`);
  await onEachNode(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = ${pg.escapeLiteral(database)}`);
}
