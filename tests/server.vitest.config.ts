// Tests of the server on a real PostgreSQL; the global set-up starts one cluster for all of them.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    name: "server",
    environment: "node",
    include: ["tests/server/**/*.test.ts"],
    globalSetup: ["tests/support/postgres-global.ts"],
    maxWorkers: 2,
    // The server keeps no state in its modules but what hangs on a model, a database or a request, so files share the modules of their worker.
    isolate: false,
    // A first start unpacks PostgreSQL and runs initdb while another worker is using the second core.
    testTimeout: 90_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
  },
});
