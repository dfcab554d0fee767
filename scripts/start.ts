// `npm start` builds what has changed, starts the server in this process, and ends together with npm. What does not need each other goes on
// at the same time: the server makes its tables and first rows while the browser application is being built.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { LaunchOptions } from "../src/server/launch.ts";
import { BuildError, buildForStart, isServerBuilt } from "./build.ts";
import { endWithNpm } from "./end-with-npm.ts";

const root = path.resolve(import.meta.dirname, "..");
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** Ends what is under way when the start cannot succeed any more. */
const builds = new AbortController();

interface Launcher {
  readonly launch: (options: LaunchOptions) => Promise<boolean>;
}

function isLauncher(module: unknown): module is Launcher {
  return typeof module === "object" && module !== null && "launch" in module && typeof module.launch === "function";
}

const script = (name: string): readonly string[] => ["--import", "tsx", path.join(root, "scripts", `${name}.ts`)];

/** Judges the settings, and makes the data directory; resolves to whether a server can start with them. */
async function prepare(): Promise<boolean> {
  const preparing = spawn(process.execPath, script("prepare-start"), { cwd: root, stdio: "inherit" });
  builds.signal.addEventListener("abort", () => preparing.kill());
  const [code]: unknown[] = await once(preparing, "exit");
  return code === 0;
}

/** In the background: what is built is made smaller on the wire and quicker to start. */
function finish(): void {
  const finishing = spawn(process.execPath, script("finish-build"), { cwd: root, stdio: "ignore" });
  finishing.unref();
  process.on("exit", () => finishing.kill());
}

/** Resolves to whether a server serves. */
async function start(): Promise<boolean> {
  const isPrepared = (await isServerBuilt(root)) ? Promise.resolve(true) : prepare();
  const { server, pages } = buildForStart({
    root,
    say: (line) => void process.stdout.write(`${line}\n`),
    signal: builds.signal,
  });
  void isPrepared.then((is) => is || builds.abort());
  // The first to fail ends the other, which then has nothing to tell.
  const isBuilt = async (part: Promise<void>): Promise<boolean> => {
    try {
      await part;
      return true;
    } catch (error) {
      if (!builds.signal.aborted) process.stderr.write(`${error instanceof BuildError ? error.message : String(error)}\n`);
      builds.abort();
      return false;
    }
  };
  const arePagesBuilt = isBuilt(pages);
  const [isServer, is] = await Promise.all([isBuilt(server), isPrepared]);
  if (!isServer || !is) return false;
  const launcher: unknown = await import(pathToFileURL(path.join(root, "dist", "server", "launch.js")).href);
  if (!isLauncher(launcher)) throw new Error("dist/server/launch.js exports no `launch`");
  return launcher.launch({ arePagesBuilt });
}

process.chdir(root);
endWithNpm();
// Until the server handles them, which has nothing to finish before it serves.
const stop = (): void => {
  builds.abort();
  process.exit(130);
};
for (const signal of signals) process.on(signal, stop);
const isServing = await start();
for (const signal of signals) process.off(signal, stop);
if (isServing) finish();
else {
  builds.abort();
  process.exitCode = 1;
}
