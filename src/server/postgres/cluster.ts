// The data directory: its path, its atomic creation, its password, and the directory of its socket.
import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, lstat, mkdir, open, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { systemDirectory, type Binaries } from "./binaries.ts";
import { PostgresError, reasonOf, systemCode } from "./errors.ts";
import { isAlive } from "./process.ts";
import { canEnter, changeOwner, type SystemUser } from "./system-user.ts";

const run = promisify(execFile);

/** The superuser of the cluster and the database that initdb makes. */
export const SUPERUSER = "postgres";
export const DATABASE = "postgres";
/** The port is part of a socket's name; nothing listens on it. */
export const SOCKET_PORT = 5432;

export interface Cluster {
  /** Where everything below lies. */
  readonly directory: string;
  readonly home: string;
  readonly data: string;
  readonly passwordFile: string;
  /** Names the process that owns the server. */
  readonly ownerFile: string;
  readonly logFile: string;
}

/** The names inside a directory. */
export function clusterIn(directory: string): Cluster {
  const home = join(directory, "cluster");
  return {
    directory,
    home,
    data: join(home, "data"),
    passwordFile: join(home, "password"),
    ownerFile: join(directory, "owner"),
    logFile: join(directory, "postgres.log"),
  };
}

/**
 * The directory to use for a wanted one: itself, or, when the system user cannot reach it (root with a checkout below a 0700 home), one
 * under /var/lib. The choice is written down in the wanted directory, so that changed rights later do not make the data seem to be gone.
 */
export async function chooseDirectory(wanted: string, user: SystemUser, note: (sentence: string) => void): Promise<string> {
  const made = await makeDirectory(wanted, user);
  if (user.uid === undefined) return wanted;

  const pointer = join(wanted, "location");
  const chosenBefore = await readIfPresent(pointer);
  if (chosenBefore === undefined) {
    if (made) await chmod(wanted, 0o711);
    if (await canEnter(user, wanted)) return wanted;
    if (existsSync(join(clusterIn(wanted).data, "PG_VERSION"))) {
      throw new PostgresError(
        "postgres.directoryUnusable",
        `The data in ${wanted} can no longer be reached by the system user that runs PostgreSQL: let others pass through its parent directories (chmod o+x), or move it to a directory where they may.`,
      );
    }
  }
  const outside = chosenBefore?.trim() || systemDirectory(wanted);
  await makeDirectory(outside, user);
  await chmod(outside, 0o711);
  if (chosenBefore === undefined) await writeFile(pointer, `${outside}\n`);
  note(`the system user cannot reach ${wanted}; PostgreSQL's data is in ${outside}`);
  return outside;
}

/** Whether PostgreSQL has data in the directory, or in the one that was chosen for it. */
export async function hasCluster(wanted: string): Promise<boolean> {
  const chosen = (await readIfPresent(join(wanted, "location")))?.trim() || wanted;
  return existsSync(join(clusterIn(chosen).data, "PG_VERSION"));
}

async function makeDirectory(directory: string, user: SystemUser): Promise<boolean> {
  try {
    return (await mkdir(directory, { recursive: true, mode: user.uid === undefined ? 0o700 : 0o711 })) !== undefined;
  } catch (error) {
    throw new PostgresError(
      "postgres.directoryUnusable",
      `${directory} cannot be made: ${reasonOf(error)}. Choose another directory for PostgreSQL.`,
      { cause: error },
    );
  }
}

/** Creates the data directory if needed; returns whether it was created. A directory of another major version is refused. */
export async function ensureCluster(cluster: Cluster, binaries: Binaries, user: SystemUser, isDurable: boolean): Promise<boolean> {
  await removeHalfMade(cluster);
  const version = await readIfPresent(join(cluster.data, "PG_VERSION"));
  if (version === undefined) {
    await initialise(cluster, binaries, user, isDurable);
    return true;
  }
  if (version.trim() !== binaries.major) {
    throw new PostgresError(
      "postgres.versionMismatch",
      `The data in ${cluster.data} was written by PostgreSQL ${version.trim()}, and this is ${binaries.major}. Dump it with the old version (pg_dump), move ${cluster.home} away, start, and load the dump.`,
    );
  }
  return false;
}

/** Reads the superuser's password. */
export async function readPassword(cluster: Cluster): Promise<string> {
  const password = await readIfPresent(cluster.passwordFile);
  if (password === undefined || password === "")
    throw new PostgresError(
      "postgres.directoryUnusable",
      `${cluster.passwordFile} is missing; without it the data cannot be opened. Restore it from a backup.`,
    );
  return password;
}

/** Initialised under a temporary name and renamed: a killed start, or two at once, leave nothing incomplete under the final name. */
async function initialise(cluster: Cluster, binaries: Binaries, user: SystemUser, isDurable: boolean): Promise<void> {
  const temporary = `${cluster.home}.init.${process.pid}`;
  const passwordFile = join(temporary, "password");
  await mkdir(temporary, { mode: 0o700 });
  try {
    await writeDurably(passwordFile, randomBytes(24).toString("base64url"));
    await changeOwner(user, temporary);
    await changeOwner(user, passwordFile);
    await initdb({ data: join(temporary, "data"), passwordFile, binaries, user, isDurable });
    await rename(temporary, cluster.home);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** initdb wants a locale of the C library for the character classes that pg_trgm uses; systems name their UTF-8 one differently. */
const CHARACTER_LOCALES = ["C.UTF-8", "en_US.UTF-8", "C"];

interface Initdb {
  /** The directory of the new cluster. */
  readonly data: string;
  readonly passwordFile: string;
  readonly binaries: Binaries;
  readonly user: SystemUser;
  readonly isDurable: boolean;
}

async function initdb({ data, passwordFile, binaries, user, isDurable }: Initdb): Promise<void> {
  const reasons: string[] = [];
  for (const locale of CHARACTER_LOCALES) {
    try {
      await run(
        binaries.initdb,
        [
          `--pgdata=${data}`,
          `--username=${SUPERUSER}`,
          `--pwfile=${passwordFile}`,
          "--auth=scram-sha-256",
          "--data-checksums",
          "--no-instructions",
          // Explicit, so that the LANG of the calling process (often C, which would give SQL_ASCII) has no effect.
          "--encoding=UTF8",
          "--locale-provider=builtin",
          "--builtin-locale=C.UTF-8",
          "--lc-collate=C",
          `--lc-ctype=${locale}`,
          "--lc-messages=C",
          "--lc-monetary=C",
          "--lc-numeric=C",
          "--lc-time=C",
          ...(isDurable ? [] : ["--no-sync"]),
        ],
        { ...user, cwd: "/", env: programEnvironment() },
      );
      return;
    } catch (error) {
      reasons.push(error instanceof Error && "stderr" in error ? String(error.stderr).trim() : reasonOf(error));
      if (!/locale/.test(reasons.at(-1) ?? "")) break;
    }
  }
  throw new PostgresError("postgres.initialisationFailed", `initdb could not make ${data}: ${reasons.join("; ")}`);
}

/** The environment of PostgreSQL's programs: PGPORT, PGDATA and similar variables must not affect them. Windows needs its own variables. */
export function programEnvironment(): NodeJS.ProcessEnv {
  return process.platform === "win32" ? { ...process.env, LC_ALL: "C" } : { PATH: process.env.PATH, LC_ALL: "C" };
}

async function removeHalfMade(cluster: Cluster): Promise<void> {
  for (const name of await readdir(cluster.directory)) {
    const pid = Number(/^cluster\.init\.(\d+)$/.exec(name)?.[1]);
    // Only one start at a time gets here, so a directory with our own number is an earlier process's.
    if (pid === process.pid || (pid > 0 && !isAlive(pid))) await rm(join(cluster.directory, name), { recursive: true, force: true });
  }
}

/** On disk before initdb uses it: a cluster whose password was lost in a power cut could never be opened. */
async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw new PostgresError(
      "postgres.directoryUnusable",
      `${file} cannot be read: ${reasonOf(error)}. It belongs to another user: start the server as that one, or choose another directory.`,
      { cause: error },
    );
  }
}

/** The longest path of a unix socket: 108 bytes on Linux, 104 elsewhere, each with a final zero. */
const SOCKET_PATH_BYTES = process.platform === "linux" ? 107 : 103;

/** Whether a socket in this directory has a path that the kernel takes. */
export function fitsSocket(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${SOCKET_PORT}`)) <= SOCKET_PATH_BYTES;
}

/** The directory for the server's socket: in its home, or, when that path is too long, a short one for temporary files. */
export async function socketDirectory(cluster: Cluster, user: SystemUser): Promise<string> {
  const short = `tracemark-${createHash("sha256").update(resolve(cluster.directory)).digest("hex").slice(0, 12)}`;
  for (const [parent, name] of [
    [cluster.home, "socket"],
    [tmpdir(), short],
    ["/tmp", short],
  ] as const) {
    const directory = join(parent, name);
    if (fitsSocket(directory) && (await canEnter(user, parent))) {
      await makePrivate(directory, user);
      return directory;
    }
  }
  throw new PostgresError(
    "postgres.directoryUnusable",
    "No directory has a path short enough for a unix socket. Set TMPDIR to a short path.",
  );
}

/** Any user may create names in a temporary directory, so an existing one is used only if it is ours and closed to others. */
async function makePrivate(directory: string, user: SystemUser): Promise<void> {
  try {
    await mkdir(directory, { mode: 0o700 });
    await changeOwner(user, directory);
    return;
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
  }
  const stats = await lstat(directory);
  const owner = user.uid ?? process.getuid?.();
  if (!stats.isDirectory() || stats.uid !== owner || (stats.mode & 0o077) !== 0) {
    throw new PostgresError(
      "postgres.directoryUnusable",
      `${directory} exists and is not a private directory of the user that runs PostgreSQL. Remove it.`,
    );
  }
}
