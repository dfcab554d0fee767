// `npm test`: every check of the project in order, a table of what passed and failed, and `N passed, N failed` as the last line.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { changeBase, changedFiles, checksFor, vitestParameters, type Selection } from "./changed.ts";
import { commands, parametersOf } from "./commands.ts";
import { runInGroup, type Finished } from "./process-group.ts";
import { countsOf, filesToRepeat, withRepeated, type VitestReport } from "./vitest-report.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

interface Step {
  name: string;
  title: string;
  /** Programs run one after the other; the first that fails ends the step. Together they count as one check. */
  programs: Program[];
  /** Configuration of a vitest run that follows them; then its tests are counted instead. */
  vitest?: string;
  /** The parts of it to run for a change, one after the other. */
  selections?: readonly Selection[];
  /**
   * Files that failed run once more, by themselves. What passes then is named as unstable, with its failure above: a page, drawn by
   * a browser or without one, now and then is later than a test expects on a busy machine. Tests of the server have no such excuse.
   */
  repeatsFailed?: boolean;
  /** Runs in parallel with the tests, where they leave a core free; its output is printed when it is done. */
  isQuiet?: boolean;
}

type Program = [command: string, ...args: string[]];

const node = (file: string, ...args: string[]): Program => [process.execPath, join(root, "node_modules", file), ...args];
const script = (file: string, ...args: string[]): Program => [process.execPath, "--import", "tsx", join(root, "scripts", file), ...args];

/** The npm that runs us, so that no second one from the PATH joins in. */
function npmRun(name: string, ...args: string[]): Program {
  const npm = process.env["npm_execpath"];
  // Not --silent: that keeps quiet about a script that does not exist, too.
  const rest = ["run", "--loglevel=error", name, ...(args.length === 0 ? [] : ["--", ...args])];
  return npm?.endsWith(".js") ? [process.execPath, npm, ...rest] : ["npm", ...rest];
}

const STEPS: readonly Step[] = [
  { name: "install", title: "node_modules is what package-lock.json says", programs: [script("check-install.ts")] },
  { name: "types", title: "type check, type tests included", programs: [node("typescript/bin/tsc", "--project", root)], isQuiet: true },
  { name: "lint", title: "lint", programs: [npmRun("lint")], isQuiet: true },
  { name: "boundaries", title: "import boundaries", programs: [script("boundaries.ts")], isQuiet: true },
  { name: "check", title: "definitions", programs: [npmRun("check")], isQuiet: true },
  { name: "generated", title: "generated output is fresh", programs: [npmRun("generate", "--check")], isQuiet: true },
  { name: "unit", title: "unit tests", programs: [], vitest: "tests/unit.vitest.config.ts", repeatsFailed: true },
  { name: "server", title: "server on a real PostgreSQL", programs: [], vitest: "tests/server.vitest.config.ts" },
  { name: "screens", title: "screen snapshots", programs: [], vitest: "tests/screens.vitest.config.ts", isQuiet: true },
  {
    name: "browser",
    title: "browser tests in Chromium",
    programs: [script("install-chromium.ts")],
    vitest: "tests/browser.vitest.config.ts",
    repeatsFailed: true,
  },
];

interface Outcome {
  name: string;
  passed: number;
  failed: number;
  seconds: number;
  /** The output of its programs, where it ran in parallel with others. */
  output: string;
  /** What the figures do not show. */
  notes: string[];
}

const interrupted = new AbortController();
let interruptCode = 0;

async function runStep(step: Step): Promise<Outcome> {
  const started = performance.now();
  const outcome: Outcome = { name: step.name, passed: 0, failed: 0, seconds: 0, output: "", notes: [] };
  try {
    await runChecks(step, outcome);
  } catch (error) {
    fail(outcome, error instanceof Error ? error.message : String(error));
  }
  outcome.seconds = (performance.now() - started) / 1000;
  return outcome;
}

async function runChecks(step: Step, outcome: Outcome): Promise<void> {
  for (const program of step.programs) {
    const finished = await run(program, step.isQuiet === true ? outcome : undefined);
    reportLeftBehind(finished, outcome);
    if (finished.code !== 0) return fail(outcome, `${shown(program)} ended with code ${finished.code}`);
  }
  const { vitest, selections = [undefined] } = step;
  if (vitest !== undefined) for (const selection of selections) await runVitest(step, vitest, outcome, selection);
  else if (outcome.failed === 0) outcome.passed = 1;
}

async function runVitest(step: Step, config: string, outcome: Outcome, selection?: Selection): Promise<void> {
  if (!existsSync(join(root, config))) return fail(outcome, `${config} does not exist`);
  let { report, code } = await reportOf(step, config, outcome, selection === undefined ? [] : vitestParameters(selection));
  const repeated = report === undefined || step.repeatsFailed !== true || interrupted.signal.aborted ? [] : filesToRepeat(report);
  if (report !== undefined && repeated.length > 0) {
    print("", `=== ${step.name}: once more what failed`);
    const again = await reportOf(step, config, outcome, repeated);
    if (again.report !== undefined) {
      const last = withRepeated(report, again.report);
      outcome.notes.push(...last.unstable.map((name) => `unstable, failed at first and passed when its file ran once more: ${name}`));
      ({ report, code } = { report: last.report, code: again.code });
    }
  }
  if (report === undefined) return fail(outcome, `vitest ended with code ${code} and without a report`);
  count(report, { code, isSelected: selection !== undefined }, outcome);
}

/** Runs vitest; no report where it ended before it could write one. */
async function reportOf(
  { isQuiet }: Step,
  config: string,
  outcome: Outcome,
  parameters: readonly string[],
): Promise<{ report: VitestReport | undefined; code: number }> {
  const folder = mkdtempSync(join(tmpdir(), "tracemark-test-"));
  try {
    const file = join(folder, "report.json");
    // A missing snapshot is a failure, not an occasion to write one; so is a test that keeps the others from running.
    const finished = await run(
      node(
        "vitest/vitest.mjs",
        "run",
        ...parameters,
        "--config",
        config,
        "--update=none",
        "--allowOnly=false",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${file}`,
      ),
      isQuiet === true ? outcome : undefined,
    );
    reportLeftBehind(finished, outcome);
    return { code: finished.code, report: existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function count(
  report: VitestReport,
  { code, isSelected }: { readonly code: number; readonly isSelected: boolean },
  outcome: Outcome,
): void {
  const { passed, failed, skipped, failedOutside } = countsOf(report);
  outcome.passed += passed;
  outcome.failed += failed;
  if (skipped > 0 && !isSelected) outcome.notes.push(`${skipped} skipped`);
  // A file that cannot even be loaded is a failure.
  for (const name of failedOutside) fail(outcome, `${name} failed outside its tests`);
  if (passed + failed === 0 && outcome.failed === 0 && !isSelected) fail(outcome, "no test ran");
  if (code !== 0 && outcome.failed === 0) fail(outcome, `vitest ended with code ${code} although every test passed`);
}

function fail(outcome: Outcome, note: string): void {
  outcome.failed += 1;
  outcome.notes.push(note);
}

function reportLeftBehind(finished: Finished, outcome: Outcome): void {
  for (const line of finished.leftBehind) fail(outcome, `left a process behind: ${line}`);
}

function run([command, ...args]: Program, quiet?: Outcome): Promise<Finished> {
  // Quick checks fill the pauses of the tests beside them.
  const heard = quiet === undefined ? {} : { isPatient: true, onOutput: (text: string) => void (quiet.output += text) };
  return runInGroup(command, args, { cwd: root, signal: interrupted.signal, ...heard });
}

function shown([command, ...args]: Program): string {
  const words = [command, ...args].map((word) => (word === process.execPath ? "node" : word === root ? "." : word.replace(root, "")));
  return words
    .join(" ")
    .replace(/^node \S*npm-cli\.js/, "npm")
    .replace(" --loglevel=error", "");
}

function table(outcomes: readonly Outcome[], elapsed: number): string[] {
  const row = (name: string, passed: string, failed: string, seconds: string): string =>
    `${name.padEnd(12)}${passed.padStart(8)}${failed.padStart(8)}${seconds.padStart(10)}`;
  const total = (pick: (outcome: Outcome) => number): number => outcomes.reduce((sum, outcome) => sum + pick(outcome), 0);
  return [
    row("step", "passed", "failed", "seconds"),
    ...outcomes.map(({ name, passed, failed, seconds }) => row(name, String(passed), String(failed), seconds.toFixed(1))),
    row(
      "together",
      String(total(({ passed }) => passed)),
      String(total(({ failed }) => failed)),
      total(({ seconds }) => seconds).toFixed(1),
    ),
    row("elapsed", "", "", elapsed.toFixed(1)),
    ...outcomes.flatMap(({ name, notes }) => notes.map((note) => `${name}: ${note}`)),
  ];
}

function chosenSteps(names: readonly string[]): readonly Step[] {
  const unknown = names.filter((name) => !STEPS.some((step) => step.name === name));
  if (unknown.length > 0) throw new Error(`There is no step ${unknown.join(", ")}. Steps: ${STEPS.map(({ name }) => name).join(" ")}`);
  return names.length === 0 ? STEPS : STEPS.filter(({ name }) => names.includes(name));
}

const print = (...lines: string[]): void => void process.stdout.write(`${lines.join("\n")}\n`);

/** One after the other; what quiet ones wrote follows when they are done. */
async function runSteps(steps: readonly Step[], outcomes: Outcome[]): Promise<void> {
  for (const step of steps) {
    if (interrupted.signal.aborted) return;
    if (step.isQuiet !== true) print("", `=== ${step.name}: ${step.title}`);
    const outcome = await runStep(step);
    outcomes.push(outcome);
    if (step.isQuiet === true) print("", `=== ${step.name}: ${step.title}`, outcome.output.trimEnd());
    print(`=== ${step.name}: ${outcome.passed} passed, ${outcome.failed} failed, ${outcome.seconds.toFixed(1)} s`);
  }
}

/** The steps for a change: the quick checks, and the tests that the change can break. */
function changedSteps(steps: readonly Step[]): readonly Step[] {
  const since = changeBase(root);
  const files = changedFiles(root, since);
  print(`${files.length} files differ from ${since.slice(0, 12)}`);
  const { tests, linted } = checksFor(files, since);
  return steps.flatMap((step): Step[] => {
    if (step.name === "lint" && linted !== undefined)
      return linted.length === 0 ? [] : [{ ...step, programs: [node("oxlint/bin/oxlint", "--type-aware", "--deny-warnings", ...linted)] }];
    if (step.vitest === undefined) return [step];
    const selections = tests.get(step.name) ?? [];
    // The few tests of a change are through before the quick checks are.
    return selections.length === 0 ? [] : [{ ...step, selections, isQuiet: false }];
  });
}

async function main(): Promise<number> {
  const { values, words } = parametersOf(commands.test);
  const started = performance.now();
  const outcomes: Outcome[] = [];
  if (values.full === true) {
    process.env["TENANT_ISOLATION_PROBES"] ??= "100000";
    process.env["RIGHTS_MATRIX"] ??= "full";
    process.env["WORLD"] ??= "full";
  }
  const chosen = chosenSteps(words);
  const steps = values.changed === true ? changedSteps(chosen) : chosen;
  // Everything depends on node_modules, so it is checked first. Then the quick checks run in parallel with the tests and fill their pauses.
  await runSteps(
    steps.filter(({ name }) => name === "install"),
    outcomes,
  );
  const rest = steps.filter(({ name }) => name !== "install");
  await Promise.all([
    runSteps(
      // What computes on one core comes first, so that at the end there is what can use them all.
      rest
        .filter(({ isQuiet }) => isQuiet === true)
        .sort((left, right) => Number(right.vitest !== undefined) - Number(left.vitest !== undefined)),
      outcomes,
    ),
    runSteps(
      rest.filter(({ isQuiet }) => isQuiet !== true),
      outcomes,
    ),
  ]);
  outcomes.sort((left, right) => STEPS.findIndex(({ name }) => name === left.name) - STEPS.findIndex(({ name }) => name === right.name));
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  print(
    "",
    ...table(outcomes, (performance.now() - started) / 1000),
    ...(interruptCode === 0 ? [] : ["interrupted"]),
    `${passed} passed, ${failed} failed`,
  );
  if (interruptCode !== 0) return interruptCode;
  return failed === 0 && passed > 0 ? 0 : 1;
}

function interrupt(code: number): void {
  interruptCode ||= code;
  interrupted.abort();
}

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)
  process.on(signal, () => interrupt(code));

// npm ends on SIGTERM without forwarding it. When our parent npm has ended, the result is not needed any more.
if (process.env["npm_lifecycle_event"] !== undefined) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) interrupt(143);
  }, 500).unref();
}

try {
  process.exitCode = await main();
} catch (error) {
  print(error instanceof Error ? error.message : String(error), "0 passed, 1 failed");
  process.exitCode = 1;
}
