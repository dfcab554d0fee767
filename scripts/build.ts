// `npm run build`: generated files, the browser application and the server in one file each, made anew where their sources have changed
// (`--force`: all).
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { commands, parametersOf } from "./commands.ts";

interface Part {
  readonly name: string;
  /** Files and folders that decide about the result; nothing below them is left out but tests. */
  readonly sources: readonly string[];
  /** A file that exists after the build. */
  readonly result: string;
  readonly make: (root: string) => Promise<void>;
}

/** Something in the sources that must be corrected before anything can be built; the message explains it. */
export class BuildError extends Error {
  override readonly name = "BuildError";
}

// What builds is loaded only when something is built: it costs half a second.
async function makeGenerated(root: string): Promise<void> {
  const [{ generate }, { findingLine }] = await Promise.all([import("./generate/run.ts"), import("./check/report.ts")]);
  const { errors } = await generate(root);
  if (errors.length > 0)
    throw new BuildError(
      `${errors.map(findingLine).join("\n")}\nThe definitions have ${errors.length} problem${errors.length === 1 ? "" : "s"}; nothing was built.`,
    );
}

const viteBuild =
  (configuration: string) =>
  async (root: string): Promise<void> => {
    const { build } = await import("vite");
    await build({ configFile: path.join(root, configuration), root, logLevel: "error" });
  };

/** The bundle, and the code that V8 makes of it. */
async function makeServer(root: string): Promise<void> {
  await viteBuild("vite.server.config.ts")(root);
  await promisify(execFile)(process.execPath, [path.join(root, "dist/server/main.js"), "--keep-code"], { cwd: root });
}

/** In the order in which one is a source of the next. */
const parts: readonly Part[] = [
  {
    name: "generated files",
    sources: ["resources", "src/schema", "src/fields", "scripts/generate", "scripts/check"],
    result: "generated/registry.ts",
    make: makeGenerated,
  },
  {
    name: "browser application",
    sources: [
      "src/admin",
      "src/verify",
      "src/schema",
      "src/fields",
      "generated",
      "public",
      "index.html",
      "verify.html",
      "vite.config.ts",
      "package-lock.json",
    ],
    result: "dist/admin/index.html",
    make: viteBuild("vite.config.ts"),
  },
  {
    name: "server",
    sources: ["src/server", "src/schema", "src/fields", "resources", "generated", "vite.server.config.ts", "package-lock.json"],
    result: "dist/server/main.js",
    make: makeServer,
  },
];

async function filesBelow(place: string): Promise<readonly string[]> {
  if (!existsSync(place)) return [];
  if (!(await stat(place)).isDirectory()) return [place];
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test(?:-d)?\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** A fingerprint of the sources: paths, sizes and times of all files. */
async function stateOf(root: string, sources: readonly string[]): Promise<string> {
  const files = (await Promise.all(sources.map((source) => filesBelow(path.join(root, source))))).flat().sort();
  const facts = await Promise.all(
    files.map(async (file) => {
      const { size, mtimeMs } = await stat(file);
      return `${path.relative(root, file)} ${size} ${mtimeMs}`;
    }),
  );
  return createHash("sha256").update(facts.join("\n")).digest("hex");
}

export interface BuildOptions {
  readonly root: string;
  /** Also builds what is up to date. */
  readonly isForced?: boolean;
  readonly say: (line: string) => void;
}

const stampOf = (root: string, part: Part): string => path.join(root, "dist", ".built", part.name.replaceAll(" ", "-"));

async function isBuilt(root: string, part: Part): Promise<boolean> {
  const stamp = stampOf(root, part);
  return (
    existsSync(path.join(root, part.result)) && existsSync(stamp) && (await readFile(stamp, "utf8")) === (await stateOf(root, part.sources))
  );
}

/** Whether nothing has to be built. */
export async function isUpToDate(root: string): Promise<boolean> {
  return (await Promise.all(parts.map((part) => isBuilt(root, part)))).every(Boolean);
}

/** Builds what is missing or older than its sources. Throws a {@link BuildError} when a definition has problems. */
export async function buildWhatChanged({ root, isForced = false, say }: BuildOptions): Promise<void> {
  for (const part of parts) {
    if (!isForced && (await isBuilt(root, part))) continue;
    const start = performance.now();
    const stamp = stampOf(root, part);
    // Without its stamp a build that is cut off counts as none.
    await rm(stamp, { force: true });
    await part.make(root);
    await mkdir(path.dirname(stamp), { recursive: true });
    await writeFile(stamp, await stateOf(root, part.sources));
    say(`built the ${part.name} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
}

const isProgram = process.argv[1] !== undefined && (await realpath(process.argv[1])) === fileURLToPath(import.meta.url);
if (isProgram) {
  try {
    await buildWhatChanged({
      root: path.resolve(import.meta.dirname, ".."),
      isForced: parametersOf(commands.build).values.force === true,
      say: (line) => void process.stdout.write(`${line}\n`),
    });
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
