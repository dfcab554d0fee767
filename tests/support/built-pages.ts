// The browser application as `npm start` serves it at first, not compressed yet, built once for all browser tests of a run.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");

/** Where the build stands: beside that of `npm start`, which does not have to be made anew after a test. */
export const builtPages = path.join(root, "dist/test-admin");

/** Builds the browser application from the sources as they are, as production does whatever the test runner calls its environment. */
export function buildPages(): void {
  execFileSync(
    process.execPath,
    [path.join(root, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "error", "--outDir", builtPages],
    {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, NODE_ENV: "production" },
    },
  );
  if (!existsSync(path.join(builtPages, "index.html"))) throw new Error("the build made no index.html");
}
