// Tests that need neither a database nor a browser: those beside the code, and tests/unit.
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { leftOut } from "../scripts/vite/left-out.ts";
import { slowestFirst } from "./support/slowest-first.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

export default defineConfig({
  root,
  plugins: [leftOut(root)],
  test: {
    name: "unit",
    // Their entries load what no screen uses, which takes seconds or fails: the rules of the bundle apply to them here as well.
    server: { deps: { inline: [/@refinedev[\\/]antd/, /@rjsf[\\/]antd/] } },
    environment: "node",
    setupFiles: ["tests/support/assertions.ts"],
    include: ["src/**/*.test.{ts,tsx}", "resources/**/*.test.ts", "scripts/**/*.test.ts", "tests/unit/**/*.test.{ts,tsx}"],
    maxWorkers: 2,
    sequence: {
      sequencer: slowestFirst([
        "unit/generate.test.ts",
        "unit/new-resource.test.ts",
        "unit/forms/every-screen.test.tsx",
        "unit/boundaries.test.ts",
        "unit/forms/record-dialog.test.tsx",
      ]),
    },
    // Some read the whole tree; a busy machine is no fault of theirs.
    testTimeout: 300_000,
  },
});
