// Snapshots of every resource's screens as readable outlines.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    name: "screens",
    environment: "node",
    include: ["tests/screens/**/*.test.{ts,tsx}"],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});
