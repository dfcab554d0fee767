// What a run of tests came to, file by file: written by the reporter inside vitest (reporter.ts), read by `npm test`.

interface Retried {
  readonly name: string;
  /** What was wrong at first, in one line, with the line of the test where it was. */
  readonly reason: string;
}

export interface FileReport {
  readonly project: string;
  /** Its path below the root. */
  readonly file: string;
  readonly passed: number;
  /** A file that failed outside of its tests, because it could not be loaded or a hook of it failed, counts as one. */
  readonly failed: number;
  readonly skipped: number;
  /** Tests that failed at first and passed when they were tried again. */
  readonly retried: readonly Retried[];
  /** Processor time of its worker, with what that started; absent where the system does not tell. */
  readonly processorSeconds?: number;
}

export interface RunReport {
  readonly files: readonly FileReport[];
  /** Project → seconds from the start of its first file to the end of its last. */
  readonly wallSeconds: Readonly<Record<string, number>>;
  /** Processor time of the PostgreSQL of the run. */
  readonly postgresSeconds: number;
  /** Processor time of vitest itself, and of what was built before the first file. */
  readonly runnerSeconds: number;
}

/** Names the reporter's file to it. */
export const REPORT_VARIABLE = "TRACEMARK_TEST_REPORT";

/** The step that a project belongs to: `unit-pages` is of the step `unit`. */
export function stepOf(project: string): string {
  return project.replace(/-.*$/, "");
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** What the files of a step came to together. */
export function totalsOf(
  files: readonly FileReport[],
): Pick<FileReport, "passed" | "failed" | "skipped"> & { readonly processorSeconds: number } {
  return {
    passed: sum(files.map(({ passed }) => passed)),
    failed: sum(files.map(({ failed }) => failed)),
    skipped: sum(files.map(({ skipped }) => skipped)),
    processorSeconds: sum(files.map(({ processorSeconds = 0 }) => processorSeconds)),
  };
}

/** The dearest files first. */
export function dearestFiles(files: readonly FileReport[], count: number): readonly FileReport[] {
  const seconds = ({ processorSeconds = 0 }: FileReport): number => processorSeconds;
  return files.toSorted((left, right) => seconds(right) - seconds(left)).slice(0, count);
}
