// Tells `npm test` what vitest's run came to. Beside the default reporter, and silent: nothing is written unless a file is named.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestModule, TestCase, Vitest } from "vitest/node";
import { secondsOfEnded, secondsOfNamed } from "./processor-time.ts";
import { REPORT_VARIABLE, stepOf, type FileReport, type RunReport } from "./report.ts";

export default class StepReporter implements Reporter {
  #root = "";
  readonly #began = new Map<string, number>();
  readonly #ended = new Map<string, number>();
  /** What was built before the first file, in seconds of processor time. */
  #prepared: number | undefined;

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root;
  }

  onTestModuleQueued({ project }: TestModule): void {
    this.#prepared ??= secondsOfEnded() ?? 0;
    const step = stepOf(project.name);
    if (!this.#began.has(step)) this.#began.set(step, performance.now());
  }

  onTestModuleEnd({ project }: TestModule): void {
    this.#ended.set(stepOf(project.name), performance.now());
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const file = process.env[REPORT_VARIABLE];
    if (file === undefined) return;
    const report: RunReport = {
      files: modules.map((one) => fileReport(one, this.#root)),
      wallSeconds: Object.fromEntries([...this.#ended].map(([step, end]) => [step, (end - (this.#began.get(step) ?? end)) / 1000])),
      postgresSeconds: secondsOfNamed("postgres"),
      runnerSeconds: ownSeconds() + (this.#prepared ?? 0),
    };
    writeFileSync(file, JSON.stringify(report));
  }
}

function ownSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}

function fileReport(module: TestModule, root: string): FileReport {
  const tests = [...module.children.allTests()];
  const inState = (state: string): readonly TestCase[] => tests.filter((test) => test.result().state === state);
  const { processorSeconds } = module.meta();
  return {
    project: module.project.name,
    file: path.relative(root, module.moduleId).replaceAll(path.sep, "/"),
    passed: inState("passed").length,
    failed: inState("failed").length || (module.state() === "failed" ? 1 : 0),
    skipped: inState("skipped").length + inState("pending").length,
    retried: tests
      .filter((test) => test.diagnostic()?.flaky === true)
      .map((test) => ({ name: test.fullName, reason: reasonOf(test, module.moduleId) })),
    ...(processorSeconds === undefined ? {} : { processorSeconds }),
  };
}

/** In characters. */
const maxReasonLength = 300;

/** vitest keeps the errors of attempts before the one that passed. */
function reasonOf(test: TestCase, file: string): string {
  const [error] = test.result().errors ?? [];
  if (error === undefined) return "no reason was given";
  const message = stripVTControlCharacters(error.message)
    .trim()
    .split(/\s*\n\s*/)
    .join(" ")
    .slice(0, maxReasonLength);
  const place = error.stacks?.find((one) => one.file === file);
  return place === undefined ? message : `${message} (line ${place.line})`;
}
