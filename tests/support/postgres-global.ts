// One throw-away PostgreSQL for a whole run of tests, whichever projects ask: started before the first test, stopped and removed after the
// last, also when the run is killed.
import { spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { connectionFromUrl, type PostgresConnection } from "../../src/server/postgres/connection.ts";
import { startPostgres } from "../../src/server/postgres/launcher.ts";
import { removeTestDatabases, requireCoordinator } from "./cluster-nodes.ts";
import { coordinatorUrl } from "./coordinator-url.ts";
import { scratch } from "./scratch.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The maintenance database of the run's cluster, as superuser. */
    postgres: PostgresConnection;
    /** A directory for files that nobody misses after the run. Processes that vitest ends remove nothing themselves. */
    files: string;
  }
}

/** Nothing here has to survive anything. */
const THROW_AWAY: Readonly<Record<string, string>> = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "1GB",
  // It would look through every clone again and again, and nothing lives long enough to need it.
  autovacuum: "off",
  checkpoint_timeout: "1h",
  max_connections: "200",
};

interface Cluster {
  readonly connection: PostgresConnection;
  readonly files: string;
  stop(): Promise<void>;
}

declare global {
  /** The cluster of this run. Each project of vitest has modules of its own, so nothing but the process is common to them. */
  var clusterOfTests: { readonly started: Promise<Cluster>; users: number } | undefined;
}

/** vitest calls this for each project before its first test, and what it returns after the last of all tests. */
export default async function setup(project: Pick<TestProject, "provide">): Promise<() => Promise<void>> {
  const shared = (globalThis.clusterOfTests ??= { started: startCluster(), users: 0 });
  shared.users += 1;
  const { connection, files, stop } = await shared.started;
  project.provide("postgres", connection);
  project.provide("files", files);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    globalThis.clusterOfTests = undefined;
    await stop();
  };
}

/** A cluster that is there already, whose databases are distributed (`npm test -- --citus`). */
async function joinCluster(url: string): Promise<Cluster> {
  const connection = connectionFromUrl(url);
  await requireCoordinator(connection);
  await removeTestDatabases(connection);
  const files = await mkdtemp(join(scratch(), "tracemark-test-"));
  return {
    connection,
    files,
    stop: async () => {
      await removeTestDatabases(connection);
      await rm(files, { recursive: true, force: true });
    },
  };
}

async function startCluster(): Promise<Cluster> {
  const url = coordinatorUrl();
  if (url !== undefined) return joinCluster(url);
  const directory = await mkdtemp(join(scratch(), "tracemark-test-"));
  await chmod(directory, 0o711); // a system user runs the server when the tests run as root
  const postgres = await startPostgres({ directory, settings: THROW_AWAY });
  const dismiss = removeWhenKilled([...new Set([directory, postgres.directory])], postgres.pid);
  const files = join(directory, "files");
  await mkdir(files);
  return {
    connection: postgres.connection,
    files,
    stop: async () => {
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
      await rm(postgres.directory, { recursive: true, force: true });
      dismiss();
    },
  };
}

/** The launcher's own watchdog stops the server when this process dies; this one then removes its files. */
function removeWhenKilled(directories: readonly string[], pid: number): () => void {
  if (process.platform === "win32") return () => undefined;
  const script = `read -r word; [ "$word" = keep ] && exit 0; pid=$1; shift; while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done; rm -rf -- "$@"`;
  const shell = spawn("/bin/sh", ["-c", script, "tracemark-test-watchdog", String(pid), ...directories], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    cwd: "/",
  });
  shell.unref();
  return () => void shell.stdin.end("keep\n");
}
