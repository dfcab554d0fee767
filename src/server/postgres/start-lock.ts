// One start at a time per data directory; a lock whose holder died is taken over.
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { PostgresError, systemCode } from "./errors.ts";
import { isAlive, processIdentity, until } from "./process.ts";

/** A start may have to wait for the recovery of a big database; waiting longer than this is a fault. */
const WAIT_MS = 120_000;
/**
 * A holder writes its name right after it made the file; a file that is empty for longer than this was left by one that died in between.
 */
const NAMELESS_MS = 2_000;

/** The pid of a process together with a text that distinguishes it from a later one with the same pid. */
export async function holderName(pid: number = process.pid): Promise<string> {
  return `${pid} ${(await processIdentity(pid)) ?? ""}`.trim();
}

/** Whether the process that called itself by this name still lives. */
export async function isHolderAlive(name: string): Promise<boolean> {
  const pid = Number.parseInt(name, 10);
  if (!Number.isInteger(pid) || !isAlive(pid)) return false;
  const identity = await processIdentity(pid);
  const recorded = name.slice(String(pid).length).trim();
  return identity === undefined || recorded === "" || recorded === identity;
}

/**
 * Runs `work` while holding the lock file. The lock saves work and waiting; PostgreSQL's own lock and renaming rule out what must never
 * happen (two servers on the same data, an incomplete data directory).
 */
export async function withStartLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(file), { recursive: true });
  const name = await holderName();
  if (!(await until(() => tryToHold(file, name), WAIT_MS))) {
    throw new PostgresError(
      "postgres.startLocked",
      `Another process has been starting PostgreSQL for ${WAIT_MS / 1000} s and still holds ${file}. End it, or remove the file.`,
    );
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function tryToHold(file: string, name: string): Promise<boolean> {
  if (await create(file, name)) return true;
  const holder = await readHolder(file);
  if (holder === undefined || holder.isLive) return false;
  await removeLeftOver(file, holder.text);
  return create(file, name);
}

async function create(file: string, name: string): Promise<boolean> {
  try {
    await writeFile(file, name, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw new PostgresError("postgres.directoryUnusable", `${dirname(file)} cannot be written. Choose another directory for PostgreSQL.`, {
      cause: error,
    });
  }
}

async function readHolder(file: string): Promise<{ text: string; isLive: boolean } | undefined> {
  try {
    const text = await readFile(file, "utf8");
    if (text !== "") return { text, isLive: await isHolderAlive(text) };
    return { text, isLive: Date.now() - (await stat(file)).mtimeMs < NAMELESS_MS };
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined; // released between two looks
    throw error;
  }
}

/**
 * Two that find the same left-over must not remove each other's new lock: it is moved away first, and put back when it turns out to be
 * another.
 */
async function removeLeftOver(file: string, expected: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return; // removed by another process
    throw error;
  }
  const moved = await readFile(aside, "utf8");
  if (moved === expected) await rm(aside);
  else await rename(aside, file);
}
