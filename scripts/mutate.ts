// `npm run mutate -- src/server/access` changes the code of a folder in small ways, one at a time, and runs the tests that run through each
// change: what no test notices is a rule that nobody asserts. Stryker does it, in a copy of the checkout.
import { readdirSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { PartialStrykerOptions } from "@stryker-mutator/api/core";
import { z } from "zod";
import { CommandLineError, commands, parametersOf } from "./commands.ts";
import { bundledVariable, configs, isBundled, testsNear } from "./mutate/nearby.ts";
import { mutantsOf, rangeOf, sampleOf } from "./mutate/sample.ts";
import { isFallback, judgedMutant, scoreTable, survivors } from "./mutate/score.ts";
import { runInGroup } from "./process-group.ts";

const root = path.resolve(import.meta.dirname, "..");
const print = (...lines: readonly string[]): void => void process.stdout.write(`${lines.join("\n")}\n`);

/** Folders that tests of the server read nothing of. */
const unreadByServer = ["public", "deploy", "src/admin", "tests/browser", "tests/screens", "tests/types", "tests/unit"];

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);
const isSource = (file: string): boolean => /\.tsx?$/.test(file) && !file.endsWith(".d.ts") && !isTest(file);

/** A path as it was typed, below the root of the checkout. */
function placeOf(word: string): string {
  const place = path.relative(root, path.resolve(word)).replaceAll("\\", "/");
  if (!place.startsWith("src/")) throw new CommandLineError(`"${word}" is no folder or file below src/.`);
  return place;
}

/** The files of a folder, or the one that it is. */
async function filesIn(place: string): Promise<readonly string[]> {
  const found = statSync(path.join(root, place), { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return [place];
  return readdirSync(path.join(root, place), { recursive: true, encoding: "utf8" })
    .map((name) => path.posix.join(place, name.replaceAll("\\", "/")))
    .sort();
}

async function filesOf(places: readonly string[], takes: (file: string) => boolean): Promise<readonly string[]> {
  const files = await Promise.all(places.map(filesIn));
  return [...new Set(files.flat())].filter(takes);
}

const interrupted = new AbortController();

async function main(): Promise<number> {
  const { values, words } = parametersOf(commands.mutate);
  const places = words.map(placeOf);
  const sources = await filesOf(places, isSource);
  if (sources.length === 0) throw new CommandLineError("Name a folder or files below src/: npm run mutate -- src/server/access");
  const near = values.tests === undefined ? places.flatMap(testsNear) : values.tests.split(",");
  const testFiles = await filesOf(near, isTest);
  if (testFiles.length === 0) throw new CommandLineError(`There are no tests in ${near.join(", ")}; --tests names some.`);
  const seed = Number(values.seed ?? 1);
  const size = values.sample === undefined ? undefined : Number(values.sample);
  const mutants = await mutantsOf(root, sources);
  const sample = size === undefined ? undefined : sampleOf(mutants, { size, seed });
  print(
    `${sources.length} files with ${mutants.length} mutants, judged by ${testFiles.length} test files`,
    ...(sample === undefined ? [] : [`sample: ${sample.count} mutants, seed ${seed}`]),
  );
  const report = values.report === undefined ? undefined : path.resolve(values.report);
  const isOfServer = testFiles.some(isBundled);
  if (isOfServer && !testFiles.every(isBundled))
    throw new CommandLineError("Tests of the server judge by themselves: leave out the others.");
  // Below the checkout, where the copy finds its packages as well.
  const own = path.join(root, ".tracemark");
  await mkdir(own, { recursive: true });
  const directory = await mkdtemp(path.join(own, "mutate-"));
  try {
    const options: PartialStrykerOptions = {
      mutate: sample === undefined ? [...sources] : sample.places.map(rangeOf),
      ...(isOfServer ? { buildCommand: "node --import tsx scripts/mutate/bundle.ts" } : { testFiles: [...testFiles] }),
      testRunner: "vitest",
      plugins: ["@stryker-mutator/vitest-runner"],
      // Which tests are related is said above; vitest would take every test that imports the folder on some way.
      vitest: { configFile: isOfServer ? configs.bundled : configs.plain, related: false },
      coverageAnalysis: "perTest",
      // What is worked out while a file is loaded would need all tests once more for each mutant.
      ignoreStatic: true,
      concurrency: Number(values.workers ?? 1),
      // A busy machine is no endless loop.
      timeoutMS: 60_000,
      timeoutFactor: 4,
      dryRunTimeoutMinutes: 60,
      // Tests are not compiled, so nothing has to be hidden from the compiler; and Stryker rewrites tsconfig.json with an interface that
      // this TypeScript does not have.
      disableTypeChecks: false,
      tsconfigFile: "none",
      tempDirName: path.relative(root, directory),
      symlinkNodeModules: false,
      cleanTempDir: "always",
      // Each place is looked for among all files of the copy.
      ignorePatterns: ["dist", "coverage", ".tracemark", ...(isOfServer ? unreadByServer : [])],
      reporters: ["progress-append-only", ...(report === undefined ? [] : ["html", "event-recorder"])],
      ...(report === undefined
        ? {}
        : { htmlReporter: { fileName: path.join(report, "mutants.html") }, eventReporter: { baseDir: path.join(report, "events") } }),
      allowConsoleColors: false,
    };
    const [given, results] = ["options", "results"].map((name) => path.join(directory, `${name}.json`)) as [string, string]; // two names
    await writeFile(given, JSON.stringify(options));
    const { code } = await runInGroup(process.execPath, ["--import", "tsx", path.join(root, "scripts/mutate/stryker.ts"), given, results], {
      cwd: root,
      // One worker, whatever a project wants: with several, tests of a mutant go on after one has failed.
      env: { ...process.env, VITEST_MAX_WORKERS: "1", [bundledVariable]: isOfServer ? testFiles.join(",") : "" },
      signal: interrupted.signal,
    });
    if (code !== 0) return code;
    const all = z.array(judgedMutant).parse(JSON.parse(await readFile(results, "utf8")));
    const texts = new Map(
      await Promise.all(
        [...new Set(all.map(({ fileName }) => fileName))].map(async (file) => [file, await readFile(file, "utf8")] as const),
      ),
    );
    const judged = all.map((one) => (isFallback(one, texts.get(one.fileName) ?? "") ? { ...one, status: "Ignored" } : one));
    print("", ...survivors(root, judged), "", ...scoreTable(root, judged));
    return 0;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => interrupted.abort());

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof CommandLineError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
