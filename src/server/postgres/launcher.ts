// Starts the PostgreSQL that ships with us, or attaches to the one that another process of ours has started on the same data.
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { open, readFile, rename, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { prepareBinaries, type Binaries } from "./binaries.ts";
import {
  chooseDirectory,
  clusterIn,
  DATABASE,
  ensureCluster,
  programEnvironment,
  readPassword,
  socketDirectory,
  SOCKET_PORT,
  SUPERUSER,
  type Cluster,
} from "./cluster.ts";
import type { PostgresConnection } from "./connection.ts";
import { PostgresError, reasonOf, systemCode, USE_DATABASE_URL } from "./errors.ts";
import { disarmStrangersLock, serverOf, startWatchdog, stopServer, until, type RunningServer } from "./process.ts";
import { holderName, isHolderAlive, withStartLock } from "./start-lock.ts";
import { refused, systemUser, type SystemUser } from "./system-user.ts";

export interface StartOptions {
  /** Where the data, the log and the lock are kept; made when missing. */
  readonly directory: string;
  /** Settings of the server on top of ours (https://www.postgresql.org/docs/18/runtime-config.html). */
  readonly settings?: Readonly<Record<string, string>>;
  /** The system user that runs the server when we are root; made when missing. */
  readonly user?: string;
  /** A directory with bin, lib and share to use instead of the npm package's. */
  readonly binaries?: string;
}

export interface RunningPostgres {
  /** As the superuser of the cluster. */
  readonly connection: PostgresConnection;
  readonly pid: number;
  /** Where the data is: the wanted directory, or, when the system user cannot reach that, the one chosen instead. */
  readonly directory: string;
  /** Whether another living process of ours runs the server; it ends with that process, so be ready to start it again. */
  readonly attached: boolean;
  /** Whether this start made the data directory. */
  readonly firstStart: boolean;
  /** Unexpected steps, as sentences for a log. */
  readonly notes: readonly string[];
  /** Resolves when the server that this call started ends, for any reason; never when attached. */
  readonly exited: Promise<void>;
  /** Stops the server; false, and nothing happens, when attached. */
  stop(): Promise<boolean>;
}

const SETTINGS: Readonly<Record<string, string>> = {
  // Durable: acknowledged writes survive a power cut.
  fsync: "on",
  synchronous_commit: "on",
  // One machine, no replicas: the shortest log that still recovers.
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "1GB",
  min_wal_size: "80MB",
  checkpoint_timeout: "15min",
  shared_buffers: "128MB",
  max_connections: "60",
  // Definitions that come together are brought in by one transaction, which holds a lock on each table and index until its end.
  max_locks_per_transaction: "1024",
  // Short statements on a few shared cores: these cost more than they give.
  jit: "off",
  max_parallel_workers_per_gather: "0",
  // Works in every container; the other methods need kernel features or more processes.
  io_method: "sync",
  huge_pages: "off",
  log_checkpoints: "off",
  unix_socket_permissions: "0700",
  timezone: "UTC",
  log_timezone: "UTC",
};

const START_TIMEOUT_MS = 120_000;
/** Sessions of a killed server take a moment to notice; until then they use its shared memory. */
const LEAVING_SESSIONS_MS = 15_000;
const PAUSE_BETWEEN_TRIES_MS = 50;
/** The log is begun anew at a start when it is longer than this. */
const LOG_BYTES = 20_000_000;

/**
 * Starts PostgreSQL on a directory. The second start of the same directory attaches; a server whose process died is stopped and taken over.
 * The server ends with this process, however that ends.
 *
 * ```ts
 * const postgres = await startPostgres({ directory: ".tracemark/postgres" });
 * const database = await openDatabase({ connection: postgres.connection });
 * ```
 */
export async function startPostgres(options: StartOptions): Promise<RunningPostgres> {
  const notes: string[] = [];
  const note = (sentence: string): void => void notes.push(sentence);
  return withCluster(options, note, async ({ cluster, binaries, user, settings, firstStart }) => {
    const { directory } = cluster;
    const password = await readPassword(cluster);
    const context: StartContext = { cluster, binaries, user, password, settings, note };

    const attachedServer = await attach(context);
    const { server, process: own } = attachedServer ? { server: attachedServer, process: undefined } : await startServer(context);
    const connection = { host: server.host, port: server.port, user: SUPERUSER, password, database: DATABASE };
    const common = { connection, pid: server.pid, directory, firstStart, notes };
    if (own === undefined)
      return { ...common, attached: true, exited: new Promise<void>(() => undefined), stop: () => Promise.resolve(false) };
    return { ...common, attached: false, exited: own.exited, stop: stopOnce(own, server, context) };
  });
}

/** Makes the data directory where there is none, and starts nothing: a start after it begins with the server. */
export async function prepareCluster(options: StartOptions): Promise<void> {
  // The start comes by the same steps, and tells them.
  await withCluster(
    options,
    () => undefined,
    () => Promise.resolve(),
  );
}

interface MadeCluster {
  readonly cluster: Cluster;
  readonly binaries: Binaries;
  readonly user: SystemUser;
  readonly settings: Readonly<Record<string, string>>;
  readonly firstStart: boolean;
}

/** The data directory, made where there is none, for one process at a time. */
async function withCluster<T>(
  options: StartOptions,
  note: (sentence: string) => void,
  work: (made: MadeCluster) => Promise<T>,
): Promise<T> {
  const user = await systemUser(options.user ?? "postgres");
  const directory = await chooseDirectory(resolve(options.directory), user, note);
  const cluster = clusterIn(directory);
  return withStartLock(join(directory, "start.lock"), async () => {
    const binaries = await prepareBinaries({ source: options.binaries, user, copyDirectory: directory, note });
    const settings = { ...SETTINGS, ...options.settings };
    const firstStart = await ensureCluster(cluster, binaries, user, settings["fsync"] !== "off");
    return work({ cluster, binaries, user, settings, firstStart });
  });
}

interface StartContext {
  readonly cluster: Cluster;
  readonly binaries: Binaries;
  readonly user: SystemUser;
  readonly password: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly note: (sentence: string) => void;
}

/** The server that a living process of ours runs on this data, once it is ready. A server whose process died is stopped. */
async function attach(context: StartContext): Promise<RunningServer | undefined> {
  const { cluster, password } = context;
  const state = await serverOf(cluster.data, password);
  if (state.kind !== "running") return undefined;

  if (await isOwnerAlive(cluster)) {
    const ready = await waitUntilReady(context, state.pid);
    if (ready !== undefined) return ready;
    return undefined; // it ended while we waited
  }
  context.note(`PostgreSQL (process ${state.pid}) was left over by a process that died; stopped and started anew`);
  await stopServer(state.pid, cluster.data, context.binaries, async () => !(await isRunning(context, state.pid)));
  return undefined;
}

async function isOwnerAlive(cluster: Cluster): Promise<boolean> {
  try {
    return await isHolderAlive(await readFile(cluster.ownerFile, "utf8"));
  } catch (error) {
    if (systemCode(error) === "ENOENT") return false;
    throw error;
  }
}

async function isRunning(context: StartContext, pid: number): Promise<boolean> {
  const state = await serverOf(context.cluster.data, context.password);
  return state.kind === "running" && state.pid === pid;
}

/** The server once it takes connections; undefined when it ended before. */
async function waitUntilReady(context: StartContext, pid: number): Promise<RunningServer | undefined> {
  const result: { server?: RunningServer } = {};
  const isSettled = await until(async () => {
    const state = await serverOf(context.cluster.data, context.password);
    if (state.kind !== "running" || state.pid !== pid) return true;
    if (state.ready) result.server = state;
    return state.ready;
  }, START_TIMEOUT_MS);
  if (!isSettled)
    throw new PostgresError(
      "postgres.startFailed",
      `PostgreSQL (process ${pid}) runs, but is not ready after ${START_TIMEOUT_MS / 1000} s. See ${context.cluster.logFile}.`,
    );
  return result.server;
}

interface StartedServer {
  readonly server: RunningServer;
  /** Absent when another process was faster and its server is used. */
  readonly process: ServerProcess | undefined;
}

async function startServer(context: StartContext): Promise<StartedServer> {
  const { cluster } = context;
  await keepLogSmall(cluster.logFile);
  // Before the server exists, so that it never runs without an owner's name.
  await writeFile(cluster.ownerFile, await holderName(), { mode: 0o600 });
  const giveUpAt = performance.now() + LEAVING_SESSIONS_MS;
  for (;;) {
    await disarmStrangersLocks(context);
    const attempt = await tryToStart(context);
    if ("server" in attempt) return attempt;

    const raced = await serverOf(cluster.data, context.password);
    if (raced.kind === "running") {
      const server = await waitUntilReady(context, raced.pid);
      if (server !== undefined) return { server, process: undefined };
    }
    // A killed server or its sessions are still ending, or (Windows) another process took the port between the check and the start.
    const isPassing =
      /pre-existing shared memory block|lock file ".*" already exists|ddress already in use/.test(attempt.log) || raced.kind === "running";
    if (!isPassing || performance.now() > giveUpAt)
      throw startError(cluster, attempt.log, raced.kind === "unproven" ? raced.why : undefined);
    await delay(PAUSE_BETWEEN_TRIES_MS);
  }
}

/**
 * After a kill, the process ids in PostgreSQL's lock files may belong to other programs, or to ended processes that were not reaped yet.
 */
async function disarmStrangersLocks({ cluster, user, password, note }: StartContext): Promise<void> {
  const locks = [join(cluster.data, "postmaster.pid")];
  if (process.platform !== "win32") locks.push(join(await socketDirectory(cluster, user), `.s.PGSQL.${SOCKET_PORT}.lock`));
  for (const lock of locks) {
    const stranger = await disarmStrangersLock(lock, cluster.data, password);
    if (stranger !== undefined) note(`the process number ${stranger} in ${lock} is not PostgreSQL's any more and was passed over`);
  }
}

function startError(cluster: Cluster, log: string, unproven: string | undefined): PostgresError {
  const tail = log.trim().split("\n").slice(-6).join("\n");
  if (unproven !== undefined && /postmaster\.pid/.test(log)) {
    return new PostgresError(
      "postgres.leftoverRunning",
      `A process has the number that ${cluster.data}/postmaster.pid names, and it cannot be told whether it is PostgreSQL (${unproven}); nothing was signalled. If it is not, remove that file. ${USE_DATABASE_URL}`,
    );
  }
  return new PostgresError("postgres.startFailed", `PostgreSQL did not start. The end of ${cluster.logFile}:\n${tail}`);
}

/** One process: ready, or ended with its log output. */
async function tryToStart(context: StartContext): Promise<StartedServer | { readonly log: string }> {
  const { cluster, user } = context;
  const args = await serverArguments(context);
  const log = await open(cluster.logFile, "a", 0o600);
  const { size: logStart } = await log.stat();
  let child: ChildProcess;
  try {
    child = spawn(context.binaries.postgres, args, {
      ...user,
      cwd: cluster.data,
      detached: true, // not in our process group: Ctrl+C must reach us only, and we stop it in order
      stdio: ["ignore", log.fd, log.fd],
      env: programEnvironment(),
    });
  } finally {
    await log.close();
  }
  const own = watch(child, context);
  const server = await whenReady(own, context);
  return server === undefined ? { log: (await readFile(cluster.logFile)).subarray(logStart).toString("utf8") } : { server, process: own };
}

/** A server that this process has started. */
interface ServerProcess {
  readonly child: ChildProcess;
  readonly exited: Promise<void>;
  hasExited(): boolean;
  /** Why it could not even be spawned. */
  failure(): Error | undefined;
}

/** Guards the process from its first moment: a recovery may take long, and this process may die during it. */
function watch(child: ChildProcess, { cluster, user }: StartContext): ServerProcess {
  let failure: Error | undefined;
  const watchdog = child.pid === undefined ? undefined : startWatchdog(child.pid, cluster.data, user);
  const exited = new Promise<void>((resolveExit) => {
    const end = (error?: Error): void => {
      failure = error;
      // Its id may now be reused by another process, which must not be signalled.
      watchdog?.dismiss();
      resolveExit();
    };
    child.once("error", end);
    child.once("exit", () => end());
  });
  child.unref();
  return {
    child,
    exited,
    hasExited: () => failure !== undefined || child.exitCode !== null || child.signalCode !== null,
    failure: () => failure,
  };
}

/** The server once it takes connections; undefined when it ended instead. */
async function whenReady(own: ServerProcess, { cluster, password }: StartContext): Promise<RunningServer | undefined> {
  const result: { server?: RunningServer } = {};
  const isSettled = await until(async () => {
    if (own.hasExited()) return true;
    const state = await serverOf(cluster.data, password);
    if (state.kind === "running" && state.pid === own.child.pid && state.ready) result.server = state;
    return result.server !== undefined;
  }, START_TIMEOUT_MS);
  const failure = own.failure();
  if (failure !== undefined)
    throw systemCode(failure) === "EPERM"
      ? refused(failure)
      : new PostgresError("postgres.startFailed", `PostgreSQL did not start: ${reasonOf(failure)}`, { cause: failure });
  if (!isSettled) {
    own.child.kill("SIGQUIT");
    throw new PostgresError(
      "postgres.startFailed",
      `PostgreSQL is not ready after ${START_TIMEOUT_MS / 1000} s and was stopped. See ${cluster.logFile}.`,
    );
  }
  return result.server;
}

async function serverArguments({ cluster, user, settings }: StartContext): Promise<readonly string[]> {
  const network =
    process.platform === "win32"
      ? { listen_addresses: "127.0.0.1", port: String(await freePort()), unix_socket_directories: "" }
      : // Quoted, because the setting is a list: a comma in the path would split it.
        {
          listen_addresses: "",
          port: String(SOCKET_PORT),
          unix_socket_directories: `"${(await socketDirectory(cluster, user)).replaceAll('"', '""')}"`,
        };
  return ["-D", cluster.data, ...Object.entries({ ...network, ...settings }).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

/** A currently free port of the loopback address. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening, failed) => server.once("error", failed).listen(0, "127.0.0.1", listening));
  const address = server.address();
  await new Promise<void>((closed) => server.close(() => closed()));
  if (address === null || typeof address === "string")
    throw new PostgresError("postgres.startFailed", "This machine gives out no port of its own address.");
  return address.port;
}

/** The log of the server grows while it runs; the previous one is kept when a new one begins. */
async function keepLogSmall(file: string): Promise<void> {
  if (existsSync(file) && (await stat(file)).size > LOG_BYTES) await rename(file, `${file}.old`);
}

function stopOnce(own: ServerProcess, server: RunningServer, { cluster, binaries }: StartContext): () => Promise<boolean> {
  const stop = async (): Promise<boolean> => {
    if (own.hasExited()) return true;
    own.child.ref(); // unreferenced, its end would not keep us waiting
    await stopServer(server.pid, cluster.data, binaries, own.hasExited);
    return true;
  };
  let stopping: Promise<boolean> | undefined;
  return () => (stopping ??= stop());
}
