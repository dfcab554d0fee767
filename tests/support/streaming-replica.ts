// A PostgreSQL with a streaming replica, for tests that need one: clusters of their own, because that of the run keeps too short a log.
import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { startPostgres, type RunningPostgres } from "../../src/server/postgres/launcher.ts";
import type { PostgresConnection } from "../../src/server/postgres/connection.ts";
import { scratch } from "./scratch.ts";

const run = promisify(execFile);

const settings: Readonly<Record<string, string>> = {
  // Nothing here has to survive anything.
  fsync: "off",
  full_page_writes: "off",
  autovacuum: "off",
  wal_level: "replica",
  max_wal_senders: "4",
  // A read of the replica that is in the way of what follows is cancelled at once.
  max_standby_streaming_delay: "0",
};

export interface StreamingReplica {
  /** As superuser. */
  readonly primary: PostgresConnection;
  readonly replica: PostgresConnection;
  stopReplica(): Promise<unknown>;
  startReplica(): Promise<unknown>;
  stop(): Promise<void>;
}

/** Starts both, with what `fill` puts into the primary before it is copied. */
export async function startStreamingReplica(fill: (connection: PostgresConnection) => Promise<void>): Promise<StreamingReplica> {
  const directory = await mkdtemp(join(scratch(), "tracemark-test-"));
  await chmod(directory, 0o711); // a system user runs the server when the tests run as root
  const [primaryPlace, replicaPlace] = [join(directory, "primary"), join(directory, "replica")];
  for (const place of [primaryPlace, replicaPlace]) await mkdir(place, { mode: 0o711 });
  const filled = await startPostgres({ directory: primaryPlace, settings });
  await fill(filled.connection);
  await filled.stop();
  const copy = join(replicaPlace, "cluster");
  await run("cp", ["-a", join(filled.directory, "cluster"), copy]);
  await writeFile(join(copy, "data", "standby.signal"), "");
  const primary = await startPostgres({ directory: primaryPlace, settings });
  const { host, port, user, password } = primary.connection;
  const startReplica = (): Promise<RunningPostgres> =>
    startPostgres({
      directory: replicaPlace,
      settings: { ...settings, primary_conninfo: `host=${host} port=${port} user=${user} password=${password}` },
    });
  let replica = await startReplica();
  return {
    primary: primary.connection,
    replica: replica.connection,
    stopReplica: () => replica.stop(),
    startReplica: async () => (replica = await startReplica()),
    stop: async () => {
      await replica.stop();
      await primary.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
