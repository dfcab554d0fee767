// What `npm test` may cost, in seconds of processor time (user and system, of all processes) on the machine that the figures were taken on;
// on a slower one the budget grows with what a fixed piece of work takes there (scripts/test/speed.ts). Processor time does not grow with
// what else a machine does, so whoever makes the suite dearer sees it here first.

/** Of a test file: its worker and all that it starts. */
export const FILE_SECONDS = 8;

/** Of a step; of the tests together with what runs them: the runner itself and PostgreSQL. */
export const stepSeconds: Readonly<Record<string, number>> = {
  types: 40,
  lint: 40,
  verify: 15,
  unit: 300,
  server: 600,
  screens: 100,
  browser: 400,
  runner: 300,
};

export interface Exception {
  readonly file: string;
  readonly seconds: number;
  readonly reason: string;
}

/** Files that may cost more, each with the reason. */
export const exceptions: readonly Exception[] = [];

/** Files that take longest, in their order: they begin first, so that no worker is left with one of them while the others are done. */
export const dearest: readonly string[] = [
  "tests/server/faults/killed-server.test.ts",
  "tests/server/faults/killed-processes.test.ts",
  "tests/server/domain/flow/generated.test.ts",
  "tests/server/http/start.test.ts",
  "tests/server/dev.test.ts",
  "tests/server/access/rights-matrix.test.ts",
  "tests/server/access/tenant-isolation.test.ts",
  "tests/server/jobs/killed.test.ts",
  "tests/browser/accessibility.test.ts",
  "tests/browser/list.test.ts",
  "tests/browser/tabs.test.ts",
  "tests/unit/forms/every-screen.test.tsx",
];
