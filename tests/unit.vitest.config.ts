// Tests that need neither a database nor a browser: those beside the code, and tests/unit.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { leftOut } from "../scripts/vite/left-out.ts";
import { screenViewModels } from "../scripts/vite/screen-view-models.ts";
import { slowestFirst } from "./support/slowest-first.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

const include = ["src/**/*.test.{ts,tsx}", "resources/**/*.test.ts", "scripts/**/*.test.ts", "tests/unit/**/*.test.{ts,tsx}"];

/**
 * Files that need modules of their own: those that replace some, and those of the application outside its forms, whose modules keep what a
 * browser's page keeps (the session, the tabs).
 */
const alone = ["src", "resources", "scripts", "tests/unit"]
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => path.posix.join(folder, name)),
  )
  .filter((file) => /\.test\.tsx?$/.test(file) && needsOwnModules(file, readFileSync(path.join(root, file), "utf8")));

function needsOwnModules(file: string, text: string): boolean {
  return (
    /\bvi\.(?:mock|doMock|resetModules)\(/.test(text) || (text.includes("@vitest-environment") && !file.startsWith("tests/unit/forms/"))
  );
}

export default defineConfig({
  root,
  plugins: [leftOut(root), screenViewModels],
  test: {
    // Their entries load what no screen uses, which takes seconds or fails: the rules of the bundle apply to them here as well.
    server: { deps: { inline: [/@refinedev[\\/]antd/, /@rjsf[\\/]antd/] } },
    environment: "node",
    // Sentences for operators follow the locale of the process.
    env: { LC_ALL: "C.UTF-8" },
    setupFiles: ["tests/support/assertions.ts", "tests/support/page-environment.ts"],
    maxWorkers: 2,
    sequence: {
      sequencer: slowestFirst([
        "unit/generate.test.ts",
        "unit/new-resource.test.ts",
        "unit/forms/every-screen.test.tsx",
        "unit/boundaries.test.ts",
        "unit/examples.test.ts",
        "unit/forms/record-dialog.test.tsx",
      ]),
    },
    // Some read the whole tree; a busy machine is no fault of theirs.
    testTimeout: 300_000,
    projects: [
      // The others share the modules of their worker: reading them anew for each file takes a third of the time of all tests.
      { extends: true, test: { name: "unit", include, exclude: alone, isolate: false } },
      { extends: true, test: { name: "unit-alone", include: alone } },
    ],
  },
});
