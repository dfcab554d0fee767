// Directories for tests that start clusters of their own, and looks at what is running.
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { onTestFinished } from "vitest";
import type { PostgresConnection } from "../../../src/server/postgres/connection.ts";
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
