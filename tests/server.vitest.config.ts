// Tests of the server on a real PostgreSQL; the global set-up starts one cluster for all of them.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { slowestFirst } from "./support/slowest-first.ts";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    name: "server",
    environment: "node",
    // Sentences for operators follow the locale of the process.
    env: { LC_ALL: "C.UTF-8" },
    setupFiles: ["tests/support/assertions.ts", "tests/support/cheap-hashes.ts"],
    include: ["tests/server/**/*.test.ts"],
    globalSetup: ["tests/support/postgres-global.ts"],
    // One more than the cores it is tuned for: tests of processes wait for them.
    maxWorkers: 3,
    // The server keeps no state in its modules but what hangs on a model, a database or a request, so files share the modules of their
    // worker.
    isolate: false,
    sequence: {
      sequencer: slowestFirst([
        "server/faults/killed-server.test.ts",
        "server/faults/killed-processes.test.ts",
        "server/domain/flow/generated.test.ts",
        "server/http/start.test.ts",
        "server/dev.test.ts",
        "server/access/rights-matrix.test.ts",
        "server/access/tenant-isolation.test.ts",
        "server/jobs/killed.test.ts",
        "server/access/mass-assignment.test.ts",
        "server/postgres/launcher.test.ts",
        "server/access/row-level-security.test.ts",
      ]),
    },
    // A busy machine is no fault of a test: a first start unpacks PostgreSQL and runs initdb, and a proof makes rows of every resource.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
  },
});
