// A cluster of one test file: a coordinator and two workers of its own, with the programs of the cluster that the run was given, so that nodes
// can be killed while other files run.
import { execFile } from "node:child_process";
import { appendFile, chmod, chown, mkdir, mkdtemp, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { onConnection } from "./cluster-nodes.ts";
import { maintenance } from "./postgres.ts";
import { scratch } from "./scratch.ts";
import type { PostgresConnection } from "../../src/server/postgres/connection.ts";

const run = promisify(execFile);

export interface OwnNode {
  readonly connection: PostgresConnection;
  /** Ends it at once, as a crash does. */
  kill(): Promise<unknown>;
  start(): Promise<unknown>;
}

export interface OwnCluster {
  readonly coordinator: OwnNode;
  readonly workers: readonly OwnNode[];
  close(): Promise<void>;
}

/** Processes are killed, and machines are not: what is written to files stays. Few parts for each table, since each takes time to make. */
const settings = `listen_addresses='127.0.0.1'
unix_socket_directories=''
shared_preload_libraries='citus'
max_connections=200
max_prepared_transactions=200
max_locks_per_transaction=1024
wal_level=logical
fsync=off
citus.shard_count=4
`;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Where the programs of the run's cluster are, and whose processes they may be: not those of root. */
function programs(): Promise<{ readonly folder: string; readonly uid: number; readonly gid: number }> {
  return onConnection(maintenance(), async (client) => {
    const { rows } = await client.query<{ folder: string; data: string }>(
      "select (select setting from pg_config() where name = 'BINDIR') as folder, current_setting('data_directory') as data",
    );
    const { uid, gid } = await stat(String(rows[0]?.data));
    return { folder: String(rows[0]?.folder), uid, gid };
  });
}

export async function startOwnCluster(): Promise<OwnCluster> {
  const { folder, uid, gid } = await programs();
  const directory = await mkdtemp(join(scratch(), "tracemark-cluster-"));
  await chmod(directory, 0o711);
  // Nodes connect to each other: with nothing of the home of whoever runs the tests, which may be closed to their owner.
  const common = { cwd: "/", env: { PATH: process.env["PATH"], HOME: directory, LC_ALL: "C.UTF-8" } };
  const asOwner = process.getuid?.() === 0 ? { ...common, uid, gid } : common;
  const node = async (name: string): Promise<OwnNode> => {
    const [data, port] = [join(directory, name), await freePort()];
    await mkdir(data);
    if ("uid" in asOwner) await chown(data, uid, gid);
    await run(
      join(folder, "initdb"),
      ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
      asOwner,
    );
    await appendFile(join(data, "postgresql.conf"), `port=${port}\n${settings}`);
    const control = (...words: readonly string[]) =>
      run(join(folder, "pg_ctl"), ["-D", data, "-w", "-l", join(data, "server.log"), ...words], asOwner);
    return {
      connection: { host: "127.0.0.1", port, user: "postgres", password: "", database: "postgres" },
      kill: () => control("-m", "immediate", "stop"),
      start: () => control("start"),
    };
  };
  const nodes = await Promise.all(["coordinator", "first", "second"].map(node));
  for (const one of nodes) await one.start();
  for (const { connection } of nodes) await onConnection(connection, (client) => client.query("create extension citus"));
  const [coordinator, ...workers] = nodes;
  if (coordinator === undefined) throw new Error("a cluster has a coordinator");
  await onConnection(coordinator.connection, async (client) => {
    await client.query("select citus_set_coordinator_host($1, $2)", ["127.0.0.1", coordinator.connection.port]);
    for (const { connection } of workers) await client.query("select citus_add_node($1, $2)", [connection.host, connection.port]);
  });
  return {
    coordinator,
    workers,
    close: async () => {
      // Those that a test has killed are not there to be stopped.
      await Promise.allSettled(nodes.map((one) => one.kill()));
      await rm(directory, { recursive: true, force: true });
    },
  };
}
