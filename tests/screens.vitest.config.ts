// Snapshots of every resource's screens as readable outlines.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    name: "screens",
    environment: "node",
    setupFiles: ["tests/support/assertions.ts"],
    include: ["tests/screens/**/*.test.{ts,tsx}"],
    maxWorkers: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
