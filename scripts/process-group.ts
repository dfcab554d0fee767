// Runs a command in its own process group and makes sure that nothing the command started outlives it.
import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { secondsOfEnded } from "./test/processor-time.ts";

const IS_WINDOWS = process.platform === "win32";

/** Every process that descends from ours carries this in its environment, also one that left the group (a browser, a database server). */
const MARK = "TRACEMARK_PROCESS_GROUP";

/** Chromium's crash handler and PostgreSQL's watchdog notice with a delay that their parent has ended. */
const PATIENCE_MS = 10_000;
const POLL_MS = 100;
const KILL_AFTER_MS = 10_000;

export interface Finished {
  /** The exit code; 128 and more for a signal, 127 when the command could not be started. */
  code: number;
  /** One line for each process that was still there and had to be ended: `<pid> <command line>`. */
  leftBehind: string[];
  /** Processor time of the command and of all that it started and waited for; undefined where the system does not tell. */
  processorSeconds: number | undefined;
}

interface RunOptions {
  cwd: string;
  env?: NodeJS.ProcessEnv;
  /** Receives its output, instead of our own stdout and stderr. */
  onOutput?: (text: string) => void;
  /** On abort the group gets SIGTERM, and SIGKILL after a grace period. */
  signal?: AbortSignal;
  /** Grace period for leftover processes. */
  patienceMs?: number;
  /** Leaves the processor to others where they want it. */
  isPatient?: boolean;
}

/** Gets a tenth of what others get of a busy core. */
const PATIENT = 10;

export async function runInGroup(command: string, args: readonly string[], options: RunOptions): Promise<Finished> {
  const mark = randomUUID();
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...(options.env ?? process.env), [MARK]: mark },
    stdio: options.onOutput === undefined ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
    // Its own group, so that it can be ended as a whole without ending this process.
    detached: !IS_WINDOWS,
  });
  if (options.isPatient === true && child.pid !== undefined) setPriority(child.pid, PATIENT);
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text: string) => options.onOutput?.(text));
  const watchdog = child.pid === undefined ? undefined : startWatchdog(child.pid);
  const interrupt = (): void => {
    endGroup(child, "SIGTERM");
    setTimeout(() => endGroup(child, "SIGKILL"), KILL_AFTER_MS).unref();
  };
  if (options.signal?.aborted) interrupt();
  else options.signal?.addEventListener("abort", interrupt, { once: true });
  try {
    const { code, processorSeconds } = await exitOf(child);
    const leftBehind = await endLeftovers(mark, options.signal?.aborted ? 0 : (options.patienceMs ?? PATIENCE_MS));
    return { code, leftBehind: options.signal?.aborted ? [] : leftBehind, processorSeconds };
  } finally {
    options.signal?.removeEventListener("abort", interrupt);
    watchdog?.kill("SIGKILL");
  }
}

function exitOf(child: ChildProcess): Promise<Pick<Finished, "code" | "processorSeconds">> {
  return new Promise((resolve) => {
    child.once("error", (error) => {
      process.stderr.write(`${child.spawnfile} could not be started: ${error.message}\n`);
      resolve({ code: 127, processorSeconds: undefined });
    });
    child.once("exit", (code, signal) =>
      resolve({ code: code ?? 128 + (signal === "SIGKILL" ? 9 : signal === "SIGINT" ? 2 : 15), processorSeconds: addedSeconds() }),
    );
  });
}

let countedSeconds = secondsOfEnded();

/** What children have cost that ended since the last call. They are counted together, so this is asked as soon as one of them ends. */
function addedSeconds(): number | undefined {
  const before = countedSeconds;
  countedSeconds = secondsOfEnded();
  return before === undefined || countedSeconds === undefined ? undefined : countedSeconds - before;
}

const WATCHDOG = `
read -r _
kill -s TERM -- "-$1"
for _ in 1 2 3 4 5; do
  sleep 1
  kill -s 0 -- "-$1" || exit 0
done
kill -s KILL -- "-$1"`;

/**
 * After SIGKILL no handler of ours runs, so a shell waits for the end of a pipe that only this process has open, and then ends the group.
 * `kill -s TERM` is the one spelling that every shell accepts together with a negative number.
 */
function startWatchdog(group: number): ChildProcess | undefined {
  if (IS_WINDOWS) return undefined;
  const watchdog = spawn("sh", ["-c", WATCHDOG, "watchdog", String(group)], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  watchdog.on("error", (error) => process.stderr.write(`no watchdog, sh could not be started: ${error.message}\n`));
  return watchdog;
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (IS_WINDOWS) child.kill(signal);
  else signalProcess(-child.pid, signal);
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It ended between our looking and our asking.
    if (!isGone(error)) throw error;
  }
}

async function endLeftovers(mark: string, patienceMs: number): Promise<string[]> {
  let left = markedProcesses(mark);
  const deadline = Date.now() + patienceMs;
  while (left.size > 0 && Date.now() < deadline) {
    await delay(POLL_MS);
    left = markedProcesses(mark);
  }
  const leftBehind = [...left].map(([pid, commandLine]) => `${pid} ${commandLine}`);
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    for (const pid of left.keys()) signalProcess(pid, signal);
    const end = Date.now() + KILL_AFTER_MS / 2;
    while (left.size > 0 && Date.now() < end) {
      await delay(POLL_MS);
      left = markedProcesses(mark);
    }
  }
  return leftBehind;
}

/** Only Linux exposes the environment of other processes; elsewhere group and watchdog must suffice. */
function markedProcesses(mark: string): Map<number, string> {
  const processes = new Map<number, string>();
  if (process.platform !== "linux") return processes;
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      if (!readFileSync(`/proc/${entry}/environ`, "latin1").split("\0").includes(`${MARK}=${mark}`)) continue;
      processes.set(Number(entry), readFileSync(`/proc/${entry}/cmdline`, "utf8").replaceAll("\0", " ").trim().slice(0, 160));
    } catch (error) {
      // Ended in between, or owned by another user and so not ours.
      if (!isGone(error)) throw error;
    }
  }
  return processes;
}

function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["EACCES", "ENOENT", "EPERM", "ESRCH"].includes(String(error.code));
}
