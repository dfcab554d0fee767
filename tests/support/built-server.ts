// The server as one file, as `npm start` runs it: a process started from it is ready seconds sooner than one that compiles the sources.
import { execFileSync } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

let built: string | undefined;

/** The path of the program, built from the sources as they are for the first test of this worker that asks. */
export function builtServer(): string {
  built ??= build();
  return built;
}

function build(): string {
  // Below the checkout, so that it finds the packages; one for each worker, and made anew by each run.
  const folder = path.join(root, "dist", `test-server-${process.env["VITEST_POOL_ID"] ?? "1"}`);
  execFileSync(
    process.execPath,
    [
      path.join(root, "node_modules/vite/bin/vite.js"),
      "build",
      "--config",
      "vite.server.config.ts",
      "--outDir",
      folder,
      "--emptyOutDir",
      "--logLevel",
      "error",
    ],
    { cwd: root, stdio: "inherit", env: { ...process.env, NODE_ENV: "production" } },
  );
  return path.join(folder, "main.js");
}
