// Tests that need neither a database nor a browser: those beside the code, and tests/unit.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    name: "unit",
    environment: "node",
    include: ["src/**/*.test.{ts,tsx}", "resources/**/*.test.ts", "scripts/**/*.test.ts", "tests/unit/**/*.test.{ts,tsx}"],
    maxWorkers: 2,
    // Some read the whole tree; a busy machine is no fault of theirs.
    testTimeout: 60_000,
  },
});
