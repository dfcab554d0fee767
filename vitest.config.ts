// All tests, as projects of one configuration. `npm test` runs them beside the other checks; `npx vitest run <file>` runs one file.
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { leftOut } from "./scripts/vite/left-out.ts";
import { screenViewModels } from "./scripts/vite/screen-view-models.ts";
import { PATIENCE } from "./tests/support/chromium.ts";
import { projectsInOrder } from "./tests/support/file-order.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

/** A busy machine is no fault of a test: a first start unpacks PostgreSQL and runs initdb, and a proof makes rows of every resource. */
const TEST_TIMEOUT = 300_000;

const unitFiles = ["src", "resources", "scripts", "tests/unit"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.test\.tsx?$/.test(name))
    .map((name) => path.posix.join(folder, name.replaceAll("\\", "/"))),
);

/** Where a unit test runs: on a page, for files that draw; alone, for files whose modules nobody else may share. */
function unitProjectOf(file: string): "unit" | "unit-pages" | "unit-alone" {
  const text = readFileSync(path.join(root, file), "utf8");
  const drawsPage = text.includes("@vitest-environment");
  // Files that replace modules, and those of the application outside its forms, whose modules keep what a browser's page keeps (the session,
  // the tabs).
  if (/\bvi\.(?:mock|doMock|resetModules)\(/.test(text) || (drawsPage && !file.startsWith("tests/unit/forms/"))) return "unit-alone";
  return drawsPage ? "unit-pages" : "unit";
}

const filesOf = (project: string): string[] => unitFiles.filter((file) => unitProjectOf(file) === project);

const drawsPages = {
  plugins: [leftOut(root), screenViewModels],
  // Their entries load what no screen uses, which takes seconds or fails: the rules of the bundle apply to them here as well.
  inlined: [/@refinedev[\\/]antd/, /@rjsf[\\/]antd/],
  setupFiles: ["tests/support/page-environment.ts"],
};

export default defineConfig({
  root,
  test: {
    environment: "node",
    // Sentences for operators follow the locale of the process.
    env: { LC_ALL: "C.UTF-8" },
    // A project adds its own. The processor time of each file is measured, and a test that asserts nothing fails.
    setupFiles: ["tests/support/meter.ts", "tests/support/assertions.ts"],
    testTimeout: TEST_TIMEOUT,
    hookTimeout: TEST_TIMEOUT,
    teardownTimeout: 60_000,
    // Waiting costs nothing where it succeeds.
    expect: { poll: { timeout: PATIENCE } },
    // Of all projects together. One more than the cores it is tuned for: tests of processes and of pages wait for them.
    maxWorkers: 3,
    // Files share the modules of their worker, where nothing is kept but what hangs on a model, a database or a request: reading them anew for
    // each file takes a third of the time of all tests.
    isolate: false,
    sequence: { sequencer: projectsInOrder(["server", "browser", "unit-alone", "screens", "unit-pages", "unit"]) },
    projects: [
      {
        // Tests that need neither a database nor a browser, beside the code and in tests/unit.
        extends: true,
        plugins: [screenViewModels],
        test: { name: "unit", include: filesOf("unit") },
      },
      {
        extends: true,
        plugins: drawsPages.plugins,
        test: {
          name: "unit-pages",
          include: filesOf("unit-pages"),
          setupFiles: drawsPages.setupFiles,
          server: { deps: { inline: drawsPages.inlined } },
        },
      },
      {
        extends: true,
        plugins: drawsPages.plugins,
        test: {
          name: "unit-alone",
          include: filesOf("unit-alone"),
          setupFiles: drawsPages.setupFiles,
          isolate: true,
          server: { deps: { inline: drawsPages.inlined } },
        },
      },
      {
        // The server on a real PostgreSQL, one cluster for the run.
        extends: true,
        test: {
          name: "server",
          include: ["tests/server/**/*.test.ts"],
          setupFiles: ["tests/support/cheap-hashes.ts"],
          globalSetup: ["tests/support/postgres-global.ts"],
        },
      },
      {
        // Snapshots of every resource's screens as readable outlines.
        extends: true,
        test: { name: "screens", include: ["tests/screens/**/*.test.{ts,tsx}"] },
      },
      {
        // A real Chromium. What a test waits for takes as long as it takes, so two files at once do not disturb each other.
        extends: true,
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.{ts,tsx}"],
          setupFiles: ["tests/support/cheap-hashes.ts"],
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
