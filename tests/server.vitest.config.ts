// Tests of the server on a real PostgreSQL; the global set-up starts one cluster for all of them.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    name: "server",
    environment: "node",
    setupFiles: ["tests/support/assertions.ts"],
    include: ["tests/server/**/*.test.ts"],
    globalSetup: ["tests/support/postgres-global.ts"],
    maxWorkers: 2,
    // The server keeps no state in its modules but what hangs on a model, a database or a request, so files share the modules of their
    // worker.
    isolate: false,
    // A busy machine is no fault of a test: a first start unpacks PostgreSQL and runs initdb, and a proof makes rows of every resource.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
  },
});
