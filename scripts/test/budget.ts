// What `npm test` may cost, in seconds of processor time (user and system, of all processes) on the machine that the figures were taken on;
// on a slower one the budget grows with what a fixed piece of work takes there (scripts/test/speed.ts). Processor time grows far less
// than time with what else a machine does (two quiet runs differed by a seventh), so whoever makes the suite dearer sees it here first.

/** Of a test file: its worker and all that it starts. */
export const FILE_SECONDS = 8;

/** Of a file of the browser step, most of which is what Chromium computes. The aim is that of the others; none of them is near it yet. */
export const BROWSER_FILE_SECONDS = 50;

/** What a file may take of its seconds before the run fails: the same file on the same machine differs by a third from run to run. */
export const FILE_ROOM = 1.5;

/** What a step may take of its seconds before the run fails: two quiet runs of the same commit differ by a seventh. */
export const STEP_ROOM = 1.15;

/** Of a step; `runner` is vitest itself, what it builds before the first file, and PostgreSQL. */
export const stepSeconds: Readonly<Record<string, number>> = {
  install: 4.3,
  types: 5.2,
  lint: 43.5,
  verify: 15.6,
  unit: 195,
  server: 560,
  screens: 52,
  browser: 870,
  runner: 410,
};

export interface Exception {
  readonly file: string;
  readonly seconds: number;
  readonly reason: string;
}

/** Files that may cost more, each with the reason. */
export const exceptions: readonly Exception[] = [
  { file: "tests/screens/outlines.test.ts", seconds: 60, reason: "builds the drawing and draws every form in both languages" },
  { file: "tests/unit/client.test.ts", seconds: 15, reason: "writes the types of a thousand calls and compiles a program with them" },
  { file: "tests/unit/forms/every-screen.test.tsx", seconds: 16, reason: "opens some fifty forms, which have what any form has" },
  { file: "tests/unit/forms/record-dialog.test.tsx", seconds: 14, reason: "among the first to draw, and loads antd" },
  { file: "tests/unit/forms/attributes.test.tsx", seconds: 14, reason: "among the first to draw, and loads antd" },
  { file: "tests/server/dev.test.ts", seconds: 32, reason: "a development server follows four saves of a whole checkout" },
  { file: "tests/server/faults/killed-server.test.ts", seconds: 25, reason: "starts the built server four times" },
  { file: "tests/server/faults/killed-processes.test.ts", seconds: 25, reason: "starts the built server four times" },
  {
    file: "tests/server/faults/rolling-restart.test.ts",
    seconds: 32,
    reason: "starts the built server four times, and people work meanwhile",
  },
  { file: "tests/server/auth/identity-oidc.test.ts", seconds: 18, reason: "signs people in through a provider, its faults included" },
  { file: "tests/server/http/start.test.ts", seconds: 28, reason: "starts the built server, once on a PostgreSQL of its own" },
  { file: "tests/server/postgres/launcher.test.ts", seconds: 28, reason: "makes eight clusters and starts PostgreSQL thirty times" },
  { file: "tests/server/access/rights-matrix.test.ts", seconds: 26, reason: "three thousand calls: each one admitted and refused" },
  { file: "tests/server/access/tenant-isolation.test.ts", seconds: 20, reason: "rows of every table for two tenants" },
  { file: "tests/server/backup/backup.test.ts", seconds: 22, reason: "backs up and restores a whole installation" },
  { file: "tests/server/domain/flow/generated.test.ts", seconds: 14, reason: "comes first, and waits for the templates of all" },
  { file: "tests/server/crud/seed.test.ts", seconds: 13, reason: "seeds installations from nothing" },
  { file: "tests/server/jobs/killed.test.ts", seconds: 15, reason: "kills the built server while it works" },
  { file: "tests/server/import/killed-import.test.ts", seconds: 25, reason: "starts the built server four times" },
  {
    file: "tests/server/operations/running-server.test.ts",
    seconds: 14,
    reason: "starts a whole server, and waits for its jobs and spans",
  },
  { file: "tests/server/world/world.test.ts", seconds: 10, reason: "makes the world of a brand owner" },
];

/** Files that take longest, in their order: they begin first, so that no worker is left with one of them while the others are done. */
export const dearest: readonly string[] = [
  "tests/server/faults/killed-server.test.ts",
  "tests/server/faults/killed-processes.test.ts",
  "tests/server/faults/rolling-restart.test.ts",
  "tests/server/domain/flow/generated.test.ts",
  "tests/server/http/start.test.ts",
  "tests/server/dev.test.ts",
  "tests/server/access/rights-matrix.test.ts",
  "tests/server/access/tenant-isolation.test.ts",
  "tests/server/jobs/killed.test.ts",
  "tests/server/import/killed-import.test.ts",
  "tests/browser/accessibility.test.ts",
  "tests/browser/list.test.ts",
  "tests/browser/tabs.test.ts",
  "tests/unit/forms/every-screen.test.tsx",
];
