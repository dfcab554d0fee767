// Files of unit and browser tests that failed run once more; what passed only then is named, and what failed again has failed.
import { expect, it } from "vitest";
import { countsOf, filesToRepeat, withRepeated, type VitestReport } from "../../scripts/vitest-report.ts";

const file = (
  name: string,
  tests: Readonly<Record<string, string>>,
  status = Object.values(tests).includes("failed") ? "failed" : "passed",
) => ({
  name,
  status,
  assertionResults: Object.entries(tests).map(([fullName, result]) => ({ fullName, status: result })),
});
const reportOf = (...testResults: VitestReport["testResults"]): VitestReport => ({ testResults });

const first = reportOf(file("a", { one: "passed", two: "failed" }), file("b", { three: "passed", four: "skipped" }));

it("a test that passes when its file runs once more is unstable, and counts once", () => {
  expect(filesToRepeat(first)).toEqual(["a"]);
  const { report, unstable } = withRepeated(first, reportOf(file("a", { one: "passed", two: "passed" })));
  expect(unstable).toEqual(["two"]);
  expect(countsOf(report)).toEqual({ passed: 3, failed: 0, skipped: 1, failedOutside: [] });
});

it("a test that fails again has failed, and so has another that fails only then", () => {
  expect(withRepeated(first, reportOf(file("a", { one: "passed", two: "failed" })))).toMatchObject({ unstable: [] });
  const { report, unstable } = withRepeated(first, reportOf(file("a", { one: "failed", two: "passed" })));
  expect(unstable).toEqual(["two"]);
  expect(countsOf(report)).toMatchObject({ passed: 2, failed: 1 });
});

it("a file that failed outside of its tests is named by itself", () => {
  const broken = reportOf(file("c", {}, "failed"));
  expect(countsOf(broken)).toMatchObject({ failed: 0, failedOutside: ["c"] });
  expect(withRepeated(broken, reportOf(file("c", { five: "passed" }))).unstable).toEqual(["c"]);
  expect(withRepeated(broken, broken)).toMatchObject({ unstable: [], report: { testResults: [{ status: "failed" }] } });
});

it("nothing runs once more where many files failed", () => {
  expect(filesToRepeat(reportOf(...["a", "b", "c", "d"].map((name) => file(name, { one: "failed" }))))).toEqual([]);
});
