// `npm test`: every check of the project, what each of them cost, and `N passed, N failed` as the last line. vitest runs the tests; here
// stands what it has not: the other checks beside them, processes that are left behind, the budget, and one table of all.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connectionFromUrl } from "../src/server/postgres/connection.ts";
import { requireCoordinator } from "../tests/support/cluster-nodes.ts";
import { COORDINATOR_VARIABLE } from "../tests/support/coordinator-url.ts";
import { changeBase, changedFiles, checksFor, vitestParameters, type Selection } from "./changed.ts";
import { commands, parametersOf } from "./commands.ts";
import { runInGroup, type Finished } from "./process-group.ts";
import { exceptions, stepSeconds } from "./test/budget.ts";
import { overspent } from "./test/overspent.ts";
import { dearestFiles, REPORT_VARIABLE, stepOf, totalsOf, type FileReport, type RunReport } from "./test/report.ts";
import { measureSlowness } from "./test/speed.ts";
import { tableOf, type Outcome } from "./test/table.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

type Program = readonly [command: string, ...args: string[]];

interface Check {
  readonly name: string;
  readonly title: string;
  readonly program: Program;
}

const node = (file: string, ...args: string[]): Program => [process.execPath, join(root, "node_modules", file), ...args];
const script = (file: string, ...args: string[]): Program => [process.execPath, "--import", "tsx", join(root, "scripts", file), ...args];

/** The npm that runs us, so that no second one from the PATH joins in. */
function npmRun(name: string): Program {
  const npm = process.env["npm_execpath"];
  // Not --silent: that keeps quiet about a script that does not exist, too.
  const rest = ["run", "--loglevel=error", name];
  return npm?.endsWith(".js") ? [process.execPath, npm, ...rest] : ["npm", ...rest];
}

/** Everything depends on node_modules, so it is checked first. */
const INSTALL: Check = { name: "install", title: "node_modules is what package-lock.json says", program: script("check-install.ts") };

/** They run one after the other beside the tests, whose pauses they fill. */
const CHECKS: readonly Check[] = [
  { name: "types", title: "type check; type tests and examples included", program: npmRun("types") },
  { name: "lint", title: "lint, which checks types, too; format", program: npmRun("lint") },
  { name: "verify", title: "import boundaries, definitions, and whether generated output is fresh", program: npmRun("verify") },
];

/** Of types, what is left where lint reads the whole tree: both have the same compiler, which takes its time once. */
const EXAMPLES: Check = {
  name: "types",
  title: "type check of the documents' examples; that of the tree is in lint",
  program: node("tsc/bin/tsc", "--project", "tests/types/examples"),
};

/** Steps that are projects of vitest.config.ts, in one run. */
const TESTS: readonly string[] = ["unit", "server", "screens", "browser"];

/** Tests of the bundled PostgreSQL, which they start and end themselves: on a cluster they would test nothing else, and end it. */
const OWN_POSTGRES: readonly string[] = ["tests/server/postgres/**", "tests/server/dev.test.ts"];

const ALL_STEPS: readonly string[] = [INSTALL.name, ...CHECKS.map(({ name }) => name), ...TESTS];

const interrupted = new AbortController();
let interruptCode = 0;

const print = (...lines: string[]): void => void process.stdout.write(`${lines.join("\n")}\n`);

function run([command, ...args]: Program, options: { readonly output?: (text: string) => void; readonly env?: object } = {}) {
  return runInGroup(command, args, {
    cwd: root,
    signal: interrupted.signal,
    ...(options.env === undefined ? {} : { env: { ...process.env, ...options.env } }),
    // What runs beside the tests leaves the processor to them, and is heard when it is done.
    ...(options.output === undefined ? {} : { isPatient: true, onOutput: options.output }),
  });
}

const leftBehind = (finished: Finished): string[] => finished.leftBehind.map((line) => `left a process behind: ${line}`);

async function runCheck({ name, title, program }: Check): Promise<Outcome> {
  const started = performance.now();
  let output = "";
  const finished = await run(program, { output: (text) => void (output += text) });
  const faults = [...(finished.code === 0 ? [] : [`ended with code ${finished.code}`]), ...leftBehind(finished)];
  const seconds = (performance.now() - started) / 1000;
  print(
    "",
    `=== ${name}: ${title}`,
    output.trimEnd(),
    `=== ${name}: ${faults.length === 0 ? "passed" : "failed"}, ${seconds.toFixed(1)} s`,
  );
  return {
    name,
    passed: faults.length === 0 ? 1 : 0,
    failed: faults.length,
    seconds,
    processorSeconds: finished.processorSeconds,
    notes: faults,
  };
}

/** One run of vitest; no report where it ended before it could write one. */
async function runVitest(parameters: readonly string[]): Promise<{ readonly report: RunReport | undefined; readonly finished: Finished }> {
  const folder = mkdtempSync(join(tmpdir(), "tracemark-test-"));
  try {
    const file = join(folder, "report.json");
    // A missing snapshot is a failure, not an occasion to write one; so is a test that keeps the others from running.
    const flags = ["--update=none", "--allowOnly=false", "--reporter=default", `--reporter=${join(root, "scripts/test/reporter.ts")}`];
    if (process.env[COORDINATOR_VARIABLE] !== undefined) flags.push(...OWN_POSTGRES.map((files) => `--exclude=${files}`));
    const finished = await run(node("vitest/vitest.mjs", "run", ...parameters, ...flags), { env: { [REPORT_VARIABLE]: file } });
    return { finished, report: existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface TestRun {
  readonly outcomes: readonly Outcome[];
  readonly files: readonly FileReport[];
}

/** The tests of these steps in one run of vitest; those of a selection alone, where there is one. */
async function runTests(steps: readonly string[], selection?: Selection): Promise<TestRun> {
  if (steps.length === 0 || interrupted.signal.aborted) return { outcomes: [], files: [] };
  const started = performance.now();
  const runner: { notes: string[]; seconds: number } = { notes: [], seconds: 0 };
  if (steps.includes("browser")) {
    const installed = await run(script("install-chromium.ts"));
    if (installed.code !== 0) runner.notes.push("there is no Chromium");
  }
  const projects = steps.flatMap((step) => ["--project", `${step}*`]);
  const { report, finished } = await runVitest([...(selection === undefined ? [] : vitestParameters(selection)), ...projects]);
  runner.notes.push(...leftBehind(finished));
  if (report === undefined) runner.notes.push(`vitest ended with code ${finished.code} and without a report`);
  const { files = [], wallSeconds = {}, postgresSeconds = 0, runnerSeconds = 0 } = report ?? {};
  const outcomes = steps.map((step): Outcome => {
    const own = files.filter(({ project }) => stepOf(project) === step);
    const { passed, failed, skipped, processorSeconds: spent } = totalsOf(own);
    // Of a selection few steps may have any test.
    const missing = report !== undefined && passed + failed === 0 && selection === undefined ? ["no test ran"] : [];
    return {
      name: step,
      passed,
      failed: failed + missing.length,
      seconds: wallSeconds[step] ?? 0,
      processorSeconds: finished.processorSeconds === undefined ? undefined : spent,
      notes: [
        ...missing,
        ...(skipped > 0 && selection === undefined ? [`${skipped} skipped`] : []),
        ...own.flatMap(({ file, retried }) =>
          retried.map(({ name, reason }) => `unstable, failed at first and passed when it was tried again: ${file} > ${name}: ${reason}`),
        ),
      ],
    };
  });
  const failed = outcomes.some((outcome) => outcome.failed > 0);
  if (finished.code !== 0 && !failed && runner.notes.length === 0)
    runner.notes.push(`vitest ended with code ${finished.code} although every test passed; it names the error above`);
  return {
    files,
    outcomes: [
      ...outcomes,
      {
        name: "runner",
        passed: 0,
        failed: runner.notes.length,
        seconds: (performance.now() - started) / 1000,
        // Not what vitest's processes came to less that of the files: a Chromium that is ended takes what it has spent with it.
        processorSeconds: finished.processorSeconds === undefined ? undefined : runnerSeconds + postgresSeconds,
        notes: [...runner.notes, ...(postgresSeconds > 0 ? [`PostgreSQL of it ${postgresSeconds.toFixed(1)} s of processor time`] : [])],
      },
    ],
  };
}

/** On a cluster only the tests of the server run; everything else is the same as without one. */
async function stepsOnCluster(url: string, names: readonly string[]): Promise<readonly string[]> {
  const others = names.filter((name) => name !== "server");
  if (others.length > 0) throw new Error(`--citus runs the step server alone, not ${others.join(", ")}`);
  await requireCoordinator(connectionFromUrl(url));
  process.env[COORDINATOR_VARIABLE] = url;
  return ["server"];
}

function chosenSteps(names: readonly string[]): readonly string[] {
  const unknown = names.filter((name) => !ALL_STEPS.includes(name));
  if (unknown.length > 0) throw new Error(`There is no step ${unknown.join(", ")}. Steps: ${ALL_STEPS.join(" ")}`);
  return names.length === 0 ? ALL_STEPS : ALL_STEPS.filter((name) => names.includes(name));
}

interface Plan {
  readonly checks: readonly Check[];
  /** Runs of vitest, each with its steps. */
  readonly runs: readonly { readonly steps: readonly string[]; readonly selection?: Selection }[];
}

/** @param withCompiler whether tsc checks the types of the whole tree even where lint does. */
function planOf(steps: readonly string[], withCompiler: boolean): Plan {
  const checked = CHECKS.filter(({ name }) => steps.includes(name));
  return {
    checks: checked.map((check) => (check.name === "types" && steps.includes("lint") && !withCompiler ? EXAMPLES : check)),
    runs: [{ steps: TESTS.filter((name) => steps.includes(name)) }],
  };
}

/** The quick checks, and the tests that the change can break. */
function planOfChange(steps: readonly string[]): Plan {
  const since = changeBase(root);
  const files = changedFiles(root, since);
  print(`${files.length} files differ from ${since.slice(0, 12)}`);
  const { runs, linted } = checksFor(files, since);
  // What has changed may break the types of what has not, so these are checked in the whole tree even where few files are linted.
  const { checks } = planOf(steps, linted !== undefined);
  return {
    checks: checks.flatMap((check): readonly Check[] => {
      if (check.name !== "lint" || linted === undefined) return [check];
      return linted.length === 0 ? [] : [{ ...check, program: node("oxlint/bin/oxlint", "--type-aware", "--deny-warnings", ...linted) }];
    }),
    runs: runs.map(({ steps: wanted, selection }) => ({ steps: wanted.filter((name) => steps.includes(name)), selection })),
  };
}

async function inTurn<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const one of list) if (!interrupted.signal.aborted) results.push(await work(one));
  return results;
}

async function main(): Promise<number> {
  const { values, words } = parametersOf(commands.test);
  const started = performance.now();
  const slowness = measureSlowness();
  if (values.full === true) process.env["TRACEMARK_FULL"] = "1";
  const steps = values.citus === undefined ? chosenSteps(words) : await stepsOnCluster(values.citus, words);
  // oxlint calls its type check experimental: a full run has that of the compiler, too.
  const plan = values.changed === true ? planOfChange(steps) : planOf(steps, values.full === true);
  const installed = steps.includes(INSTALL.name) ? [await runCheck(INSTALL)] : [];
  const [checks, tests] = await Promise.all([
    inTurn(plan.checks, runCheck),
    inTurn(plan.runs, ({ steps: wanted, selection }) => runTests(wanted, selection)),
  ]);
  const outcomes = [...installed, ...checks, ...tests.flatMap((one) => one.outcomes)];
  const files = tests.flatMap((one) => one.files);
  const speed = slowness();
  // A full run proves by quantity, and a budget is for what every landing pays.
  const beyond =
    values.full === true || values.citus !== undefined || interruptCode !== 0
      ? []
      : overspent(outcomes, files, { stepSeconds, exceptions, slowness: speed });
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0) + beyond.length;
  const spent = outcomes.flatMap(({ processorSeconds: ofStep }) => ofStep ?? []);
  const total = spent.length === 0 ? undefined : spent.reduce((sum, one) => sum + one, 0);
  print(
    "",
    ...dearestFiles(files, 20).flatMap(({ file, processorSeconds: ofFile }) =>
      ofFile === undefined ? [] : [`${ofFile.toFixed(1).padStart(6)} s  ${file}`],
    ),
    "",
    ...tableOf(outcomes),
    ...beyond,
    ...(speed > 1 ? [`this machine is ${speed.toFixed(2)} times as slow as that of the budget, which is larger by as much`] : []),
    `${((performance.now() - started) / 1000).toFixed(1)} s elapsed${total === undefined ? "" : `, ${total.toFixed(1)} s of processor time`}`,
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
