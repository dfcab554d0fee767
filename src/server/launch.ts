// Loads the bundled server (npm run build) with the code that V8 made of it at build time, so that nothing is compiled. `--keep-code` makes
// that code, and starts nothing. Node compiles as ever where the code is missing, or another V8 made it. Beside it in dist/server stands
// main.js, the program that calls this.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
import { dirname, join } from "node:path";
import { Script } from "node:vm";

/** What a process knows that starts the server while it builds the pages. */
export interface LaunchOptions {
  /** Whether they are built; resolves when they are, or cannot be. */
  readonly arePagesBuilt?: Promise<boolean>;
}

interface Entry {
  readonly exports: { readonly run?: (options: LaunchOptions) => Promise<boolean> };
}

// Of package.json. Who runs this file alone has not come by npm, which looks at it there.
const wanted = [20, 19] as const;
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < wanted[0] || (major === wanted[0] && minor < wanted[1])) {
  process.stderr.write(
    `Node ${process.versions.node} is running, and Tracemark needs ${wanted.join(".")} or newer: install Node 22 or 24, and start again.\n`,
  );
  process.exit(1);
}

const file = join(import.meta.dirname, "server.cjs");
const cacheFile = `${file}.code`;

/** Runs the program. Resolves to whether a server serves now. */
export async function launch(options: LaunchOptions = {}): Promise<boolean> {
  const script = new Script(Module.wrap(readFileSync(file, "utf8")), {
    filename: file,
    ...(existsSync(cacheFile) ? { cachedData: readFileSync(cacheFile) } : {}),
  });
  const entry: Entry = { exports: {} };
  const evaluate: (...given: readonly unknown[]) => void = script.runInThisContext();
  evaluate.call(entry.exports, entry.exports, createRequire(file), entry, file, dirname(file));
  if (process.argv[2] !== "--keep-code") return (await entry.exports.run?.(options)) ?? false;
  // Whole or not at all: V8 does not look whether it is.
  writeFileSync(`${cacheFile}.new`, script.createCachedData());
  renameSync(`${cacheFile}.new`, cacheFile);
  return false;
}
