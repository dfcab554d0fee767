// `npm run build`: generated files, the browser application and the server in one file each, made anew where their sources have changed
// (`--force`: all). Each part is made by a process of its own, so that those that do not need each other are made at the same time.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { commands, parametersOf } from "./commands.ts";
import { contentOf, timesOf, type Sources } from "./fingerprint.ts";
import { fingerprintFile, generatedFrom } from "./generate/fingerprint.ts";

interface Making {
  readonly root: string;
  readonly signal: AbortSignal;
}

interface Part {
  readonly name: string;
  /** What decides about the result. */
  readonly sources: Sources;
  /** A file that exists after the build. */
  readonly result: string;
  /** A file of the checkout with the fingerprint of the sources that the committed result was made of. */
  readonly committed?: string;
  readonly make: (making: Making) => Promise<void>;
  /** Parts that are made of this one. */
  readonly followers?: readonly Part[];
}

/** What was to be built was not; what made it has printed why. */
export class BuildError extends Error {
  override readonly name = "BuildError";
}

/** Runs a program of Node, whose errors are printed. Throws when it fails; it ends when the build is given up. */
async function runNode({ root, signal }: Making, ...parameters: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, parameters, { cwd: root, stdio: ["ignore", "ignore", "inherit"], signal });
  const [code]: unknown[] = await once(child, "exit");
  if (code !== 0) throw new BuildError(`${parameters.join(" ")} ended with ${String(code)}`);
}

const viteProgram = path.join(path.dirname(createRequire(import.meta.url).resolve("vite/package.json")), "bin", "vite.js");

const viteBuild =
  (configuration: string) =>
  (making: Making): Promise<void> =>
    runNode(making, viteProgram, "build", "--config", configuration, "--logLevel", "error");

const generatedFiles: Part = {
  name: "generated files",
  sources: generatedFrom,
  result: "generated/registry.ts",
  committed: path.join("generated", fingerprintFile),
  make: (making) => runNode(making, "scripts/run.cjs", "generate"),
};

/** Nothing serves less without them, so that a first start does not wait for them. */
const compressedPages: Part = {
  name: "compressed pages",
  sources: { places: ["scripts/compress-pages.ts"] },
  result: "dist/admin/index.html",
  // Its work is done off the main thread.
  make: async ({ root }) => (await import("./compress-pages.ts")).compressPages(path.join(root, "dist/admin")),
};

/** The code that V8 makes of the server. */
const compiledServer: Part = {
  name: "compiled server",
  sources: { places: ["src/server/launch.ts"] },
  result: "dist/server/server.cjs.code",
  make: (making) => runNode(making, "dist/server/main.js", "--keep-code"),
};

const pages: Part = {
  name: "browser application",
  sources: {
    places: [
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
      "scripts/vite",
      "package-lock.json",
    ],
  },
  result: "dist/admin/index.html",
  make: viteBuild("vite.config.ts"),
  followers: [compressedPages],
};

const server: Part = {
  name: "server",
  sources: {
    places: [
      "src/server",
      "src/schema",
      "src/fields",
      "src/process",
      "src/proposal",
      "resources",
      "generated",
      "vite.server.config.ts",
      "scripts/vite",
      "package-lock.json",
    ],
  },
  result: "dist/server/server.cjs",
  make: viteBuild("vite.server.config.ts"),
  followers: [compiledServer],
};

interface BuildOptions {
  readonly root: string;
  /** Also builds what is up to date. */
  readonly isForced?: boolean;
  readonly say: (line: string) => void;
  /** Gives the build up. */
  readonly signal?: AbortSignal;
}

const stampOf = (root: string, part: Part): string => path.join(root, "dist", ".built", part.name.replaceAll(" ", "-"));

async function isBuilt(root: string, part: Part): Promise<boolean> {
  if (!existsSync(path.join(root, part.result))) return false;
  const stamp = stampOf(root, part);
  const [times, made] = existsSync(stamp) ? (await readFile(stamp, "utf8")).split(" ") : [];
  if (times === (await timesOf(root, part.sources))) return true;
  const content = await contentOf(root, part.sources);
  const committed = part.committed === undefined ? undefined : path.join(root, part.committed);
  const isCommitted = committed !== undefined && existsSync(committed) && (await readFile(committed, "utf8")).trim() === content;
  if (content !== made && !isCommitted) return false;
  await writeStamp(root, part);
  return true;
}

async function writeStamp(root: string, part: Part): Promise<void> {
  const stamp = stampOf(root, part);
  await mkdir(path.dirname(stamp), { recursive: true });
  await writeFile(stamp, `${await timesOf(root, part.sources)} ${await contentOf(root, part.sources)}`);
}

async function buildPart(part: Part, { root, isForced = false, say, signal }: BuildOptions & Making): Promise<void> {
  if (!isForced && (await isBuilt(root, part))) return;
  const start = performance.now();
  // Without its stamp a build that is cut off counts as none.
  for (const one of [part, ...(part.followers ?? [])]) await rm(stampOf(root, one), { force: true });
  try {
    await part.make({ root, signal });
  } catch (error) {
    throw error instanceof BuildError ? new BuildError(`The ${part.name} could not be built; the lines above tell why.`) : error;
  }
  await writeStamp(root, part);
  say(`built the ${part.name} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** Whether the program that `npm start` runs is up to date. */
export async function isServerBuilt(root: string): Promise<boolean> {
  return (await isBuilt(root, generatedFiles)) && (await isBuilt(root, server));
}

interface Builds {
  readonly server: Promise<void>;
  readonly pages: Promise<void>;
}

/**
 * Builds what a start needs where it is missing or older than its sources, both parts at once. Where one of them fails, the other is given
 * up. The promises reject with a {@link BuildError}.
 */
export function buildForStart({ signal, ...options }: BuildOptions): Builds {
  const failure = new AbortController();
  const making = { ...options, signal: signal === undefined ? failure.signal : AbortSignal.any([signal, failure.signal]) };
  const generated = buildPart(generatedFiles, making);
  const build = async (part: Part): Promise<void> => {
    try {
      await generated;
      await buildPart(part, making);
    } catch (error) {
      failure.abort();
      throw error;
    }
  };
  const builds = { server: build(server), pages: build(pages) };
  // Who waits for the one is told of its failure when that comes, be it before or after that of the other.
  for (const one of Object.values(builds)) one.catch(() => undefined);
  return builds;
}

/** Makes a built product smaller on the wire and quicker to start. */
export async function finishBuild({ signal = new AbortController().signal, ...options }: BuildOptions): Promise<void> {
  await Promise.all([compiledServer, compressedPages].map((part) => buildPart(part, { ...options, signal })));
}

/** Builds everything that is missing or older than its sources. Throws a {@link BuildError} when something cannot be built. */
export async function buildWhatChanged(options: BuildOptions): Promise<void> {
  const builds = buildForStart(options);
  await Promise.all([builds.server, builds.pages]);
  await finishBuild(options);
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
