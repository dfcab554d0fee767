// `npm start` builds what has changed, starts the server in this process, and ends together with npm.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isUpToDate } from "./build.ts";

const root = path.resolve(import.meta.dirname, "..");
const parentCheckMs = 2_000;
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** In a separate process: the build takes memory that the server would keep, and sets NODE_ENV. Returns its exit code. */
async function build(): Promise<number> {
  const building = spawn(process.execPath, ["--import", "tsx", path.join(root, "scripts", "build.ts")], { cwd: root, stdio: "inherit" });
  const pass = (signal: NodeJS.Signals): void => void building.kill(signal);
  for (const signal of signals) process.on(signal, pass);
  const [code]: unknown[] = await once(building, "exit");
  for (const signal of signals) process.off(signal, pass);
  return typeof code === "number" ? code : 1;
}

/** Our parent (npm's shell) and its parent (npm); systems other than Linux report only the first. */
function ancestors(): string {
  const parent = process.ppid;
  try {
    // The fourth value, behind a name in parentheses that may hold anything.
    return `${parent} ${readFileSync(`/proc/${parent}/stat`, "utf8").replace(/^.*\)\s+\S+\s+(\d+)[\s\S]*$/, "$1")}`;
  } catch {
    return String(parent); // no /proc, or the parent is gone
  }
}

/**
 * A killed npm sends no signal, so the parent process is watched and the server ends with it. Without npm the server runs until it is
 * stopped.
 */
function endWithNpm(): void {
  if (process.env["npm_lifecycle_event"] === undefined || process.platform === "win32") return;
  const first = ancestors();
  setInterval(() => {
    if (ancestors() !== first) process.kill(process.pid, "SIGTERM");
  }, parentCheckMs).unref();
}

process.chdir(root);
process.exitCode = (await isUpToDate(root)) ? 0 : await build();
if (process.exitCode === 0) {
  endWithNpm();
  // The bundle is the program; it handles signals and prints its address.
  await import(pathToFileURL(path.join(root, "dist", "server", "main.js")).href);
}
