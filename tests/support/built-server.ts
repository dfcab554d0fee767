// The server as one file, as `npm start` runs it: a process started from it is ready seconds sooner than one that compiles the sources. Built
// once for all workers of a run, and again only where a source has changed; the programs of tests are in the same file (programs.ts).
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { programVariable, type ProgramName } from "./program-names.ts";

/** Options of Node for a program that lives for seconds: V8 spends nothing on making its code faster. */
export const shortLived: readonly string[] = ["--no-opt", "--single-threaded"];

const root = path.resolve(import.meta.dirname, "../..");

/** What decides about the result; tests are left out. */
const sources: readonly string[] = [
  "src",
  "resources",
  "generated",
  "tests/support/built-server.ts",
  "tests/support/programs.ts",
  "tests/support/program-names.ts",
  "tests/server/jobs/worker-child.ts",
  "tests/server/domain/messages/mail-child.ts",
  "vite.server.config.ts",
  "package-lock.json",
];

/** Builds stand below the checkout, so that they find the packages, and as deep as dist/server. */
const dist = path.join(root, "dist");
const nameOfBuilds = /^test-server-[0-9a-f]{16}(?:\.\w+)?$/;
/** Builds of other sources are removed after this: until then another run may use them. */
const unusedMs = 3_600_000;
/** How long one worker waits before it looks again whether another has built. */
const pauseMs = 100;

let program: string | undefined;

/** The path of the built server; it is built where nobody has. */
export const builtServer = (): string => (program ??= builtOnce());

/** How Node starts a program of the tests from the same file. */
export function startOf(name: ProgramName): {
  readonly parameters: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
} {
  return { parameters: [...shortLived, builtServer()], variables: { [programVariable]: name } };
}

function filesOf(source: string): readonly string[] {
  const place = path.join(root, source);
  if (!statSync(place).isDirectory()) return [source];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.(?:ts|json)$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/** A fingerprint of all that a build is made of. */
function keyOfSources(): string {
  const hash = createHash("sha256").update(process.version);
  for (const file of sources.flatMap(filesOf).sort()) hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest("hex").slice(0, 16);
}

function builtOnce(): string {
  const folder = path.join(dist, `test-server-${keyOfSources()}`);
  const main = path.join(folder, "main.js");
  mkdirSync(dist, { recursive: true });
  while (!existsSync(folder)) {
    if (isOurs(`${folder}.lock`)) {
      try {
        if (!existsSync(folder)) build(folder);
      } finally {
        rmSync(`${folder}.lock`, { force: true });
      }
    } else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
  return main;
}

/** Whether we are the process that builds: the first that asks, or the next where that one has ended without having built. */
function isOurs(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    if (!isHeld(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isHeld(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, "utf8"));
    return pid > 0 && process.kill(pid, 0);
  } catch {
    // It is gone, or its process is.
    return false;
  }
}

function build(folder: string): void {
  for (const name of readdirSync(dist).filter((one) => nameOfBuilds.test(one))) removeUnused(path.join(dist, name));
  // A name of our own: that of a lock that was lost in between may be building as well.
  const made = `${folder}.${process.pid}`;
  const node = (...parameters: readonly string[]) =>
    execFileSync(process.execPath, parameters, { cwd: root, stdio: "inherit", env: { ...process.env, NODE_ENV: "production" } });
  const options = ["--config", "vite.server.config.ts", "--ssr", "tests/support/programs.ts", "--outDir", made, "--emptyOutDir"];
  node(path.join(root, "node_modules/vite/bin/vite.js"), "build", ...options, "--logLevel", "error");
  // V8 takes only code that it made under the same options.
  node(...shortLived, path.join(made, "main.js"), "--keep-code");
  // Whole or not at all: others look whether the folder is there.
  try {
    renameSync(made, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(made, { recursive: true, force: true });
  }
}

function removeUnused(place: string): void {
  if (statSync(place).mtimeMs < Date.now() - unusedMs) rmSync(place, { recursive: true, force: true });
}
