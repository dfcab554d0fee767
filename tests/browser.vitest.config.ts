// Tests in a real Chromium. What they wait for takes as long as it takes (PATIENCE), so two files at once do not disturb each other.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { PATIENCE } from "./support/chromium.ts";
import { slowestFirst } from "./support/slowest-first.ts";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    name: "browser",
    environment: "node",
    setupFiles: ["tests/support/assertions.ts", "tests/support/cheap-hashes.ts"],
    include: ["tests/browser/**/*.test.{ts,tsx}"],
    globalSetup: ["tests/support/browser-global.ts"],
    // One more than the cores it is tuned for: pages wait for answers and for what moves.
    maxWorkers: 3,
    // As in the tests of the server: the product keeps no state in its modules, and reading them anew for each file takes seconds.
    isolate: false,
    sequence: {
      sequencer: slowestFirst(["browser/accessibility.test.ts", "browser/list.test.ts", "browser/tabs.test.ts", "browser/routes.test.ts"]),
    },
    testTimeout: PATIENCE * 10,
    hookTimeout: PATIENCE * 10,
    teardownTimeout: 30_000,
    // As patient as waiting for an element.
    expect: { poll: { timeout: PATIENCE } },
  },
});
