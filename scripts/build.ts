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
      "src/process",
      "src/proposal",
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
    sources: [
      "src/server",
      "src/schema",
      "src/fields",
      "src/process",
      "src/proposal",
      "resources",
      "generated",
      "vite.server.config.ts",
      "package-lock.json",
    ],
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

/** A fingerprint of the sources: paths of all files with what is asked of each. */
async function fingerprint(root: string, sources: readonly string[], factOf: (file: string) => Promise<string>): Promise<string> {
  const files = (await Promise.all(sources.map((source) => filesBelow(path.join(root, source))))).flat().sort();
  const facts = await Promise.all(files.map(async (file) => `${path.relative(root, file)} ${await factOf(file)}`));
  return createHash("sha256").update(facts.join("\n")).digest("hex");
}

/** Quick: sizes and times. */
const timesOf = (root: string, { sources }: Part): Promise<string> =>
  fingerprint(root, sources, async (file) => {
    const { size, mtimeMs } = await stat(file);
    return `${size} ${mtimeMs}`;
  });

/** What is in the files: the same in a copy, whose times are others. */
const contentOf = (root: string, { sources }: Part): Promise<string> =>
  fingerprint(root, sources, async (file) =>
    createHash("sha256")
      .update(await readFile(file))
      .digest("hex"),
  );

export interface BuildOptions {
  readonly root: string;
  /** Also builds what is up to date. */
  readonly isForced?: boolean;
  readonly say: (line: string) => void;
}

const stampOf = (root: string, part: Part): string => path.join(root, "dist", ".built", part.name.replaceAll(" ", "-"));

async function isBuilt(root: string, part: Part): Promise<boolean> {
  const stamp = stampOf(root, part);
  if (!existsSync(path.join(root, part.result)) || !existsSync(stamp)) return false;
  const [times, content] = (await readFile(stamp, "utf8")).split(" ");
  if (times === (await timesOf(root, part))) return true;
  if (content !== (await contentOf(root, part))) return false;
  await writeStamp(root, part);
  return true;
}

async function writeStamp(root: string, part: Part): Promise<void> {
  const stamp = stampOf(root, part);
  await mkdir(path.dirname(stamp), { recursive: true });
  await writeFile(stamp, `${await timesOf(root, part)} ${await contentOf(root, part)}`);
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
    // Without its stamp a build that is cut off counts as none.
    await rm(stampOf(root, part), { force: true });
    await part.make(root);
    await writeStamp(root, part);
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
