// Vitest's JSON report, as far as it is read here, and what is true of it when failed files have run once more.

interface TestResult {
  readonly status: string;
  readonly fullName: string;
}

interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly TestResult[];
}

export interface VitestReport {
  readonly testResults: readonly FileResult[];
}

/** So many failed files are run once more at most: more than these have one cause, and it will be there again. */
const mostRepeated = 3;

const hasFailed = ({ status }: { readonly status: string }): boolean => status === "failed";

/** Files to run once more: those that failed, where they are few. */
export function filesToRepeat({ testResults }: VitestReport): readonly string[] {
  const failed = testResults.filter(hasFailed).map(({ name }) => name);
  return failed.length <= mostRepeated ? failed : [];
}

/** The report with the repeated files as they ended at last, and the tests that failed at first and passed then. */
export function withRepeated(
  first: VitestReport,
  repeated: VitestReport,
): { readonly report: VitestReport; readonly unstable: readonly string[] } {
  const again = new Map(repeated.testResults.map((file) => [file.name, file]));
  const unstable = first.testResults.flatMap((file) => {
    const now = again.get(file.name);
    if (now === undefined || !hasFailed(file)) return [];
    const tests = file.assertionResults.filter(
      (test) => hasFailed(test) && now.assertionResults.some(({ fullName, status }) => fullName === test.fullName && status === "passed"),
    );
    const names = tests.map(({ fullName }) => fullName);
    // A file may fail outside of its tests.
    return names.length > 0 || hasFailed(now) ? names : [file.name];
  });
  return { report: { testResults: first.testResults.map((file) => again.get(file.name) ?? file) }, unstable };
}

/** How many tests passed, failed and did not run. A file that failed outside its tests has no failed test in it. */
export function countsOf({ testResults }: VitestReport): {
  passed: number;
  failed: number;
  skipped: number;
  failedOutside: readonly string[];
} {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const passed = tests.filter(({ status }) => status === "passed").length;
  const failed = tests.filter(hasFailed).length;
  return {
    passed,
    failed,
    skipped: tests.length - passed - failed,
    failedOutside: testResults.filter((file) => hasFailed(file) && !file.assertionResults.some(hasFailed)).map(({ name }) => name),
  };
}
