// Tests of the server that were built into few files, for Stryker (`npm run mutate`), which runs them for each mutant anew.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { bundledFile, bundledTests, bundleFolder, setUps } from "../scripts/mutate/nearby.ts";
import { QuickestFirst } from "./support/quickest-first.ts";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    name: "bundled",
    environment: "node",
    env: { LC_ALL: "C.UTF-8" },
    setupFiles: setUps.map(bundledFile),
    include: bundledTests().map(bundledFile),
    globalSetup: ["tests/support/postgres-global.ts"],
    server: { deps: { external: [new RegExp(`/${bundleFolder}/`)] } },
    maxWorkers: 1,
    isolate: false,
    sequence: { sequencer: QuickestFirst },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
  },
});
