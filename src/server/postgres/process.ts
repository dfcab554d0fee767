// Processes: whether one lives, whether it is provably the server of a data directory, how it is stopped, and the watchdog that stops it
// after us.
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Binaries } from "./binaries.ts";
import { PostgresError, reasonOf, systemCode, USE_DATABASE_URL } from "./errors.ts";
import type { SystemUser } from "./system-user.ts";

const run = promisify(execFile);

/** Between looks at a file or a process that has no event to wait for. */
const POLL_MS = 10;
/**
 * A fast shutdown ends sessions and writes a checkpoint; after this time the server is stopped without one (it recovers at its next start).
 */
const FAST_SHUTDOWN_MS = 30_000;
const IMMEDIATE_SHUTDOWN_MS = 10_000;

export interface RunningServer {
  readonly pid: number;
  readonly port: number;
  readonly host: string;
  /** Whether it takes connections: false while it starts, recovers or stops. */
  readonly ready: boolean;
}

/** The content of a data directory's postmaster.pid, and the state of that process. */
type ServerState =
  | { readonly kind: "absent" }
  | ({ readonly kind: "running" } & RunningServer)
  /** The file is stale: its process is gone, or the id now belongs to a process that is provably something else. */
  | { readonly kind: "stale"; readonly pid: number }
  /** A process has that id, and it is unknown whether it is the server. */
  | { readonly kind: "unproven"; readonly pid: number; readonly why: string };

/** Whether a process with this number exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
}

/**
 * A text that differs between two processes with the same id: ids are reused, and soon inside containers. Undefined where the system does
 * not provide it.
 */
export async function processIdentity(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === "linux") {
      const [fields, boot] = await Promise.all([
        readFile(`/proc/${pid}/stat`, "latin1"),
        readFile("/proc/sys/kernel/random/boot_id", "latin1"),
      ]);
      // The second field is the program's name in brackets, which may hold spaces; the start time is the 20th after it.
      return `${fields.slice(fields.lastIndexOf(")") + 2).split(" ")[19]} ${boot.trim()}`;
    }
    if (process.platform === "win32") return undefined;
    const { stdout } = await run("ps", ["-o", "lstart=", "-p", String(pid)], { env: { PATH: process.env.PATH, LC_ALL: "C" } });
    return stdout.trim();
  } catch {
    // The process is gone or hidden, and nothing is known about it. The callers treat that as "unknown", never as a proof.
    return undefined;
  }
}

/**
 * The server of a data directory, believed only with proof: a postmaster's working directory is its data directory. The file alone proves
 * nothing, because the number in it may have been given to another process since.
 */
export async function serverOf(data: string, password: string): Promise<ServerState> {
  // postmaster.pid: pid, data directory, start time, port, socket directory, listen address, shared memory key, status
  const lines = await readLines(join(data, "postmaster.pid"));
  const pid = Number(lines?.[0]);
  if (lines === undefined || !Number.isInteger(pid) || pid <= 0) return { kind: "absent" };
  if (!isAlive(pid)) return { kind: "stale", pid };
  const socketDirectory = lines[4] ?? "";
  const server: RunningServer = {
    pid,
    port: Number(lines[3] ?? 0),
    host: socketDirectory === "" ? "127.0.0.1" : socketDirectory,
    ready: lines[7] === "ready",
  };
  const proof = await proveServer(server, data, password);
  if (proof === "ours") return { kind: "running", ...server };
  return proof === "foreign" ? { kind: "stale", pid } : { kind: "unproven", pid, why: proof.unknown };
}

/**
 * Disarms a lock file of PostgreSQL (postmaster.pid, or the one next to its socket) whose process id is in use, but provably not by the
 * data directory's server; returns that id. PostgreSQL itself only checks whether the id is in use, and would refuse to start for as long
 * as the other process lives.
 *
 * The id is replaced by ours and the file kept: PostgreSQL ignores its parent's id, and still reads from the file which shared memory
 * sessions of a killed server may be using; without that it could start while they write.
 */
export async function disarmStrangersLock(file: string, data: string, password: string): Promise<number | undefined> {
  const lines = await readLines(file);
  const pid = Number(lines?.[0]);
  if (lines === undefined || !Number.isInteger(pid) || pid <= 0 || pid === process.pid || !isAlive(pid)) return undefined;
  if ((await proveServer({ pid, host: "127.0.0.1", port: 0, ready: false }, data, password)) !== "foreign") return undefined;
  await writeFile(file, [process.pid, ...lines.slice(1)].join("\n"));
  return pid;
}

async function readLines(file: string): Promise<readonly string[] | undefined> {
  try {
    return (await readFile(file, "utf8")).split("\n").map((line) => line.trim());
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw new PostgresError(
      "postgres.directoryUnusable",
      `${file} cannot be read: ${reasonOf(error)}. It belongs to another user: start the server as that one, or choose another directory.`,
      { cause: error },
    );
  }
}

type Proof = "ours" | "foreign" | { readonly unknown: string };

async function proveServer(server: RunningServer, data: string, password: string): Promise<Proof> {
  try {
    if (process.platform === "linux")
      return (await isZombie(server.pid)) ? "foreign" : await isSameDirectory(`/proc/${server.pid}/cwd`, data);
    if (process.platform === "win32") return await askDataDirectory(server, data, password);
    const { stdout } = await run("lsof", ["-a", "-p", String(server.pid), "-d", "cwd", "-Fn"]);
    const directory = /^n(.+)$/m.exec(stdout)?.[1];
    return directory === undefined ? { unknown: "lsof does not show its working directory" } : await isSameDirectory(directory, data);
  } catch (error) {
    // It ended between two looks.
    if (!isAlive(server.pid)) return "foreign";
    return { unknown: reasonOf(error) };
  }
}

/** Ended, but kept in the list because the first process of a container does not collect it. */
async function isZombie(pid: number): Promise<boolean> {
  const fields = await readFile(`/proc/${pid}/stat`, "latin1");
  return fields.slice(fields.lastIndexOf(")") + 2).startsWith("Z");
}

/** Compared by device and file number, so that renamed and mounted paths are the same directory. */
async function isSameDirectory(a: string, b: string): Promise<Proof> {
  const [first, second] = await Promise.all([stat(a), stat(b)]);
  return first.dev === second.dev && first.ino === second.ino ? "ours" : "foreign";
}

/**
 * Where no working directory can be seen: only our server knows our password (SCRAM proves both sides), and it names its directory itself.
 */
async function askDataDirectory(server: RunningServer, data: string, password: string): Promise<Proof> {
  const client = new pg.Client({
    host: server.host,
    port: server.port,
    user: "postgres",
    password,
    database: "postgres",
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => undefined); // the query below rejects with the same error
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>("show data_directory");
    return await isSameDirectory(rows[0]?.data_directory ?? "", data);
  } finally {
    await client.end();
  }
}

/** Resolves when the condition holds; false when it does not within the time. */
export async function until(condition: () => Promise<boolean> | boolean, milliseconds: number): Promise<boolean> {
  const end = performance.now() + milliseconds;
  while (!(await condition())) {
    if (performance.now() > end) return false;
    await delay(POLL_MS);
  }
  return true;
}

/**
 * Stops a server that was proven to be the data directory's own: sessions are ended, a checkpoint is written. `hasEnded` is polled until it
 * is true; a server that does not end is stopped immediately.
 */
export async function stopServer(pid: number, data: string, binaries: Binaries, hasEnded: () => Promise<boolean> | boolean): Promise<void> {
  await askToStop(pid, data, binaries, "fast");
  if (await until(hasEnded, FAST_SHUTDOWN_MS)) return;
  await askToStop(pid, data, binaries, "immediate");
  if (await until(hasEnded, IMMEDIATE_SHUTDOWN_MS)) return;
  throw new PostgresError(
    "postgres.leftoverRunning",
    `PostgreSQL (process ${pid}) of ${data} does not stop. End that process, then start again, or: ${USE_DATABASE_URL}`,
  );
}

async function askToStop(pid: number, data: string, binaries: Binaries, mode: "fast" | "immediate"): Promise<void> {
  if (process.platform === "win32") {
    // Windows has no signals; pg_ctl uses the server's own pipe.
    await run(binaries.pgCtl, ["stop", "-D", data, "-m", mode, "-W"]);
    return;
  }
  try {
    process.kill(pid, mode === "fast" ? "SIGINT" : "SIGQUIT");
  } catch (error) {
    if (systemCode(error) === "ESRCH") return;
    throw new PostgresError(
      "postgres.leftoverRunning",
      `PostgreSQL (process ${pid}) of ${data} may not be stopped by this user: ${reasonOf(error)}.`,
      { cause: error },
    );
  }
}

interface Watchdog {
  /** Ends it without stopping the server. */
  dismiss(): void;
}

/**
 * Waits for our end of a pipe to close, which the kernel does however we die, then stops the server. Before the signal it verifies once
 * more that the process works in the data directory, or, where that cannot be seen, that the directory's file names it.
 */
const WATCHDOG_SCRIPT = `
read -r word
[ "$word" = keep ] && exit 0
if [ -d /proc/self ]; then [ "/proc/$1/cwd" -ef "$2" ] || exit 0
else [ "$(head -n 1 "$2/postmaster.pid" 2>/dev/null)" = "$1" ] || exit 0
fi
kill -INT "$1"
`;

/** Starts the watchdog of a server. None on Windows: there the next start takes over an orphaned server. */
export function startWatchdog(pid: number, data: string, user: SystemUser): Watchdog {
  if (process.platform === "win32") return { dismiss: () => undefined };
  const shell: ChildProcess = spawn("/bin/sh", ["-c", WATCHDOG_SCRIPT, "tracemark-postgres-watchdog", String(pid), data], {
    ...user,
    cwd: "/",
    detached: true, // not in our process group: Ctrl+C must not reach it
    stdio: ["pipe", "ignore", "ignore"],
    env: { PATH: process.env.PATH },
  });
  // Without a watchdog the next start still finds and stops what we leave behind; a broken pipe means that it has gone already.
  shell.on("error", (error) => process.emitWarning(`PostgreSQL has no watchdog: ${reasonOf(error)}`, { code: "TRACEMARK_WATCHDOG" }));
  shell.stdin?.on("error", (error) =>
    process.emitWarning(`PostgreSQL's watchdog has gone: ${reasonOf(error)}`, { code: "TRACEMARK_WATCHDOG" }),
  );
  shell.unref();
  if (shell.stdin !== null && "unref" in shell.stdin && typeof shell.stdin.unref === "function") shell.stdin.unref();
  return { dismiss: () => void shell.stdin?.end("keep\n") };
}
