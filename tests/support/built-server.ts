// Programs as one file, as `npm start` runs the server: a process started from it is ready seconds sooner than one that compiles the sources.
import { execFileSync } from "node:child_process";
import path from "node:path";

/** Options of Node for a program that lives for seconds: V8 spends nothing on making its code faster. */
export const shortLived: readonly string[] = ["--no-opt", "--single-threaded"];

const root = path.resolve(import.meta.dirname, "../..");

const built = new Map<string, string>();

/** The path of the built server. */
export const builtServer = (): string => builtProgram("src/server/main.ts");

/** The path of a program that has a function `run`, built from the sources as they are for the first test of this worker that asks. */
export function builtProgram(source: string): string {
  const known = built.get(source);
  if (known !== undefined) return known;
  // Below the checkout, so that it finds the packages; one for each worker, and made anew by each run.
  const folder = path.join(root, "dist", `test-${path.basename(source, ".ts")}-${process.env["VITEST_POOL_ID"] ?? "1"}`);
  const program = path.join(folder, "main.js");
  const node = (...parameters: readonly string[]) =>
    execFileSync(process.execPath, parameters, { cwd: root, stdio: "inherit", env: { ...process.env, NODE_ENV: "production" } });
  node(
    path.join(root, "node_modules/vite/bin/vite.js"),
    ...["build", "--config", "vite.server.config.ts", "--ssr", source, "--outDir", folder, "--emptyOutDir", "--logLevel", "error"],
  );
  // V8 takes only code that it made under the same options.
  node(...shortLived, program, "--keep-code");
  built.set(source, program);
  return program;
}
