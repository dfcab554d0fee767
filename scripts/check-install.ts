// Checks that node_modules matches package-lock.json, that Node is new enough, and that packages which must exist once have one copy.
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A second copy of these installs without an error and breaks at run time: two contexts, two themes, two caches. */
const SINGLE = [
  "@ant-design/icons",
  "@refinedev/core",
  "@tanstack/react-query",
  "antd",
  "dayjs",
  "i18next",
  "kysely",
  "react",
  "react-dom",
  "react-router",
  "zod",
];

interface LockedPackage {
  version?: string;
  optional?: boolean;
  dev?: boolean;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export interface InstallState {
  nodeVersion: string;
  /** engines.node of package.json, of the form ">=20.19.0". */
  engine: string;
  /** The dependencies of package.json, and those that the lock file was written for. */
  declared: Record<string, string>;
  lockedDeclared: Record<string, string>;
  /** Path (node_modules/…) → package, of package-lock.json and of node_modules/.package-lock.json. */
  locked: Record<string, LockedPackage>;
  installed: Record<string, LockedPackage>;
}

/** One sentence per fault. */
export function installFaults(state: InstallState): string[] {
  const faults: string[] = [];
  if (!isAtLeast(state.nodeVersion, state.engine))
    faults.push(`Node ${state.nodeVersion} is running, package.json asks for ${state.engine}`);
  for (const name of new Set([...Object.keys(state.declared), ...Object.keys(state.lockedDeclared)]))
    if (state.declared[name] !== state.lockedDeclared[name])
      faults.push(
        `${name}: package.json says ${state.declared[name] ?? "nothing"}, package-lock.json was written for ${state.lockedDeclared[name] ?? "nothing"}`,
      );
  for (const [path, wanted] of Object.entries(state.locked)) {
    if (path === "" || wanted.link) continue;
    const installed = state.installed[path];
    // Packages for other platforms are in the lock file and never installed here.
    if (!installed && !wanted.optional) faults.push(`${path} ${wanted.version} is not installed`);
    else if (installed && installed.version !== wanted.version)
      faults.push(`${path} is ${installed.version}, package-lock.json asks for ${wanted.version}`);
  }
  faults.push(...missingFromLock(state.locked));
  for (const name of SINGLE) {
    const copies = Object.keys(state.installed).filter((path) => path === `node_modules/${name}` || path.endsWith(`/node_modules/${name}`));
    if (copies.length > 1) faults.push(`${name} is installed ${copies.length} times: ${copies.join(", ")}`);
  }
  return faults;
}

/**
 * npm silently leaves an optional package out of the lock file, either when it adds to an existing node_modules or when the registry does
 * not have that platform's package (yet). `npm ci` then refuses the lock file everywhere, and another system's install lacks its binary.
 */
function missingFromLock(locked: InstallState["locked"]): string[] {
  const faults: string[] = [];
  for (const [path, { dependencies, optionalDependencies }] of Object.entries(locked)) {
    const missing = Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !isLockedFor(path, name, locked));
    if (missing.length > 0)
      faults.push(
        `package-lock.json lacks ${missing.join(", ")}, needed by ${path || "package.json"}: write it anew without node_modules, or take a version of which every platform is published`,
      );
  }
  return faults;
}

/** Node's rule: the nearest node_modules on the way up. */
function isLockedFor(path: string, name: string, locked: InstallState["locked"]): boolean {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    if (`${folder === "" ? "" : `${folder}/`}node_modules/${name}` in locked) return true;
    if (folder === "") return false;
  }
}

function isAtLeast(version: string, engine: string): boolean {
  const numbers = (text: string): number[] =>
    text
      .replace(/^[^\d]+/, "")
      .split(".")
      .map(Number);
  const [have, need] = [numbers(version), numbers(engine)];
  for (let at = 0; at < need.length; at++) if (have[at] !== need[at]) return (have[at] ?? 0) > (need[at] ?? 0);
  return true;
}

function readInstallState(root: string): InstallState {
  const manifest = readJson(join(root, "package.json"));
  const lock = readJson(join(root, "package-lock.json"));
  const hiddenLock = join(root, "node_modules/.package-lock.json");
  const locked = packagesOf(lock);
  return {
    nodeVersion: process.versions.node,
    engine: String(record(manifest["engines"])["node"]),
    declared: declaredBy(manifest),
    lockedDeclared: declaredBy(record(record(lock["packages"])[""])),
    locked,
    installed: existsSync(hiddenLock) ? packagesOf(readJson(hiddenLock)) : {},
  };
}

function declaredBy(manifest: Record<string, unknown>): Record<string, string> {
  const declared: Record<string, string> = {};
  for (const group of ["dependencies", "devDependencies", "optionalDependencies"])
    for (const [name, range] of Object.entries(record(manifest[group]))) declared[name] = String(range);
  return declared;
}

function packagesOf(lock: Record<string, unknown>): Record<string, LockedPackage> {
  return Object.fromEntries(Object.entries(record(lock["packages"])).map(([path, entry]) => [path, record(entry)]));
}

function readJson(path: string): Record<string, unknown> {
  return record(JSON.parse(readFileSync(path, "utf8")));
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const state = readInstallState(fileURLToPath(new URL("..", import.meta.url)));
  const faults = installFaults(state);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  if (faults.length > 0) process.stdout.write("Run npm install.\n");
  process.stdout.write(`install: ${Object.keys(state.installed).length} packages, Node ${state.nodeVersion}, ${faults.length} faults\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
