// Programs as one file, as `npm start` runs the server: a process started from it is ready seconds sooner than one that compiles the sources.
import { execFileSync } from "node:child_process";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

const built = new Map<string, string>();

/** The path of the built server. */
export const builtServer = (): string => builtProgram("src/server/main.ts");

/** The path of a program, built from the sources as they are for the first test of this worker that asks. */
export function builtProgram(source: string): string {
  const known = built.get(source);
  if (known !== undefined) return known;
  // Below the checkout, so that it finds the packages; one for each worker, and made anew by each run.
  const folder = path.join(root, "dist", `test-${path.basename(source, ".ts")}-${process.env["VITEST_POOL_ID"] ?? "1"}`);
  execFileSync(
    process.execPath,
    [
      path.join(root, "node_modules/vite/bin/vite.js"),
      "build",
      "--config",
      "vite.server.config.ts",
      "--ssr",
      source,
      "--outDir",
      folder,
      "--emptyOutDir",
      "--logLevel",
      "error",
    ],
    { cwd: root, stdio: "inherit", env: { ...process.env, NODE_ENV: "production" } },
  );
  const program = path.join(folder, "main.js");
  built.set(source, program);
  return program;
}
