// All tests, as projects of one configuration. `npm test` runs them beside the other checks; `npx vitest run <file>` runs one file.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { prebuiltStyles } from "./scripts/vite/component-styles.ts";
import { leftOut } from "./scripts/vite/left-out.ts";
import { screenViewModels } from "./scripts/vite/screen-view-models.ts";
import { isFull } from "./tests/support/amounts.ts";
import { PATIENCE } from "./tests/support/chromium.ts";
import { projectsInOrder } from "./tests/support/file-order.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

/**
 * A busy machine is no fault of a test: a first start unpacks PostgreSQL and runs initdb, and a proof makes rows of every resource. In
 * a full run the proofs by quantity try up to a hundred times as much.
 */
const TEST_TIMEOUT = isFull ? 3_600_000 : 300_000;

const unitFiles = ["src", "resources", "scripts", "tests/unit"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => path.posix.join(folder, name.replaceAll("\\", "/"))),
);

/** Where a unit test runs: on a page, for files that draw; alone, for files that replace modules. */
function unitProjectOf(file: string): string {
  const text = readFileSync(path.join(root, file), "utf8");
  if (text.includes("@vitest-environment")) return "unit-pages";
  return /\bvi\.(?:mock|doMock|resetModules)\(/.test(text) ? "unit-alone" : "unit";
}

/** Of every project: the processor time of each file is measured, and a test that asserts nothing fails. */
const everyFile = ["tests/support/meter.ts", "tests/support/assertions.ts"];
// The databases that are built ahead hold hashes of passwords as well.
const filesOfServer = [
  "tests/support/cheap-hashes.ts",
  "tests/support/warm.ts",
  ...everyFile,
  "tests/support/databases-of-file.ts",
  "tests/support/watched-statements.ts",
];

/** Tests that need neither a database nor a browser, beside the code and in tests/unit. */
const unitProject = (name: string, isolate: boolean): TestProjectInlineConfiguration => ({
  extends: true,
  plugins: [leftOut(root), screenViewModels, prebuiltStyles],
  test: {
    name,
    include: unitFiles.filter((file) => unitProjectOf(file) === name),
    isolate,
    setupFiles: everyFile,
    ...(name === "unit-pages" ? pages : {}),
  },
});

/** For files that draw. */
const pages: TestProjectInlineConfiguration["test"] = {
  setupFiles: ["tests/support/fresh-modules.ts", ...everyFile, "tests/support/page-environment.ts"],
  // Their entries load what no screen uses, which takes seconds or fails: the rules of the bundle apply to them here as well.
  server: { deps: { inline: [/@refinedev[\\/]antd/, /@rjsf[\\/]antd/] } },
};

export default defineConfig({
  root,
  test: {
    environment: "node",
    // Sentences for operators follow the locale of the process.
    env: { LC_ALL: "C.UTF-8" },
    testTimeout: TEST_TIMEOUT,
    hookTimeout: TEST_TIMEOUT,
    teardownTimeout: 60_000,
    // Waiting costs nothing where it succeeds.
    expect: { poll: { timeout: PATIENCE } },
    // Of all projects together. One more than the cores it is tuned for: tests of processes and of pages wait for them.
    maxWorkers: 3,
    // Most of what a test makes is gone with it: with room for it, a tenth less is spent on clearing away.
    execArgv: ["--max-semi-space-size=64"],
    // Files share the modules of their worker, where nothing is kept but what hangs on a model, a database or a request: reading them anew for
    // each file takes a third of the time of all tests.
    isolate: false,
    sequence: { sequencer: projectsInOrder(["server", "browser", "screens", "unit-alone", "unit-pages", "unit"]) },
    projects: [
      unitProject("unit", false),
      unitProject("unit-alone", true),
      unitProject("unit-pages", false),
      {
        // The server on a real PostgreSQL, one cluster for the run.
        extends: true,
        test: {
          name: "server",
          include: ["tests/server/**/*.test.ts"],
          setupFiles: filesOfServer,
          globalSetup: ["tests/support/postgres-global.ts"],
        },
      },
      {
        // Snapshots of every resource's screens as readable outlines.
        extends: true,
        test: { name: "screens", include: ["tests/screens/**/*.test.{ts,tsx}"], setupFiles: everyFile },
      },
      {
        // A real Chromium. What a test waits for takes as long as it takes, so two files at once do not disturb each other.
        extends: true,
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.{ts,tsx}"],
          setupFiles: filesOfServer,
          globalSetup: ["tests/support/postgres-global.ts", "tests/support/browser-global.ts"],
          testTimeout: PATIENCE * 10,
          hookTimeout: PATIENCE * 10,
          // A page now and then is later than a test expects on a busy machine. What passes only then is named at the end of the run.
          retry: 1,
        },
      },
    ],
  },
});
