// Directories for tests that start clusters of their own, and looks at what is running.
import { execFile } from "node:child_process";
import { chmod, cp, mkdtemp, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import type { PostgresConnection } from "../../../src/server/postgres/connection.ts";
import { startPostgres } from "../../../src/server/postgres/launcher.ts";
import { isAlive } from "../../../src/server/postgres/process.ts";
import { scratch } from "../../support/scratch.ts";

export const isRootOnLinux = process.getuid?.() === 0 && process.platform === "linux";
export const isLinux = process.platform === "linux";

/** Faster, and as good for everything but a power cut. */
export const QUICK = { fsync: "off", shared_buffers: "16MB" };

/** A directory of its own for one test, which the system user may pass through. */
export async function place(): Promise<string> {
  const directory = await mkdtemp(join(scratch(), "tracemark-start-"));
  await chmod(directory, 0o711);
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  return directory;
}

let made: Promise<string> | undefined;

/** A cluster that was started once, and stopped. */
async function madeCluster(): Promise<string> {
  const directory = await mkdtemp(join(inject("files"), "made-cluster-"));
  await chmod(directory, 0o711);
  await (await startPostgres({ directory, settings: QUICK })).stop();
  return join(directory, "cluster");
}

/**
 * A directory, of its own unless one is given, with what an earlier start has left that was stopped in order: initdb takes a second of the
 * processor, and most tests are not about it.
 */
export async function placeOfBefore(given?: string): Promise<string> {
  const directory = given ?? (await place());
  await mkdir(directory, { recursive: true });
  const from = await (made ??= madeCluster());
  // With its owner, which is the system user where the tests run as root.
  if (process.platform === "win32") await cp(from, join(directory, "cluster"), { recursive: true });
  else await promisify(execFile)("cp", ["-a", from, join(directory, "cluster")]);
  return directory;
}

/** The single value that a query returns, over a connection of its own. */
export async function ask(connection: PostgresConnection, sql: string): Promise<unknown> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

/** Whether a process runs: one that has ended but was not collected yet does not. */
export async function isRunning(pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (!isLinux) return true;
  try {
    return !/\) Z/.test(await readFile(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return false; // it ended between the two looks
  }
}

/** The processes whose command line contains all these words (Linux). */
export async function processesWith(...words: readonly string[]): Promise<readonly number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const line = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (words.every((word) => line.includes(word))) found.push(Number(name));
  }
  return found;
}

/** The processes that a process has started itself. */
export async function childrenOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "latin1");
  return text.split(" ").filter(Boolean).map(Number);
}
