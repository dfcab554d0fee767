// Tests in a real Chromium, one file after the other: two browsers at once on two cores would measure each other.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { PATIENCE } from "./support/chromium.ts";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  test: {
    name: "browser",
    environment: "node",
    setupFiles: ["tests/support/assertions.ts"],
    include: ["tests/browser/**/*.test.{ts,tsx}"],
    globalSetup: ["tests/support/browser-global.ts"],
    maxWorkers: 1,
    fileParallelism: false,
    testTimeout: PATIENCE * 10,
    hookTimeout: PATIENCE * 10,
    teardownTimeout: 30_000,
    // As patient as waiting for an element.
    expect: { poll: { timeout: PATIENCE } },
  },
});
