// `npm start` builds what has changed, starts the server in this process, and ends together with npm.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { isUpToDate } from "./build.ts";
import { endWithNpm } from "./end-with-npm.ts";

const root = path.resolve(import.meta.dirname, "..");
const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** In a separate process: the build takes memory that the server would keep, and sets NODE_ENV. Returns its exit code. */
async function build(): Promise<number> {
  const building = spawn(process.execPath, ["--import", "tsx", path.join(root, "scripts", "first-build.ts")], {
    cwd: root,
    stdio: "inherit",
  });
  const pass = (signal: NodeJS.Signals): void => void building.kill(signal);
  for (const signal of signals) process.on(signal, pass);
  const [code]: unknown[] = await once(building, "exit");
  for (const signal of signals) process.off(signal, pass);
  return typeof code === "number" ? code : 1;
}

process.chdir(root);
process.exitCode = (await isUpToDate(root)) ? 0 : await build();
if (process.exitCode === 0) {
  endWithNpm();
  // The bundle is the program; it handles signals and prints its address.
  await import(pathToFileURL(path.join(root, "dist", "server", "main.js")).href);
}
