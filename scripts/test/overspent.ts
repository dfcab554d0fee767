// What cost more than the budget allows.
import { BROWSER_FILE_SECONDS, FILE_ROOM, FILE_SECONDS, STEP_ROOM, type Exception } from "./budget.ts";
import type { FileReport } from "./report.ts";
import type { Outcome } from "./table.ts";

interface Limits {
  readonly stepSeconds: Readonly<Record<string, number>>;
  readonly exceptions: readonly Exception[];
  /** By how much this machine is slower than that of the budget. */
  readonly slowness: number;
}

/** One sentence for each file and each step above its budget. */
export function overspent(
  outcomes: readonly Pick<Outcome, "name" | "processorSeconds">[],
  files: readonly Pick<FileReport, "project" | "file" | "processorSeconds">[],
  { stepSeconds, exceptions, slowness }: Limits,
): readonly string[] {
  const ofFiles = files.flatMap(({ project, file, processorSeconds = 0 }) => {
    const common = project === "browser" ? BROWSER_FILE_SECONDS : FILE_SECONDS;
    const limit = (exceptions.find((one) => one.file === file)?.seconds ?? common) * FILE_ROOM * slowness;
    return processorSeconds > limit ? [sentence(file, processorSeconds, limit)] : [];
  });
  const ofSteps = outcomes.flatMap(({ name, processorSeconds = 0 }) => {
    const limit = (stepSeconds[name] ?? Number.POSITIVE_INFINITY) * STEP_ROOM * slowness;
    return processorSeconds > limit ? [sentence(`the step ${name}`, processorSeconds, limit)] : [];
  });
  return [...ofFiles, ...ofSteps];
}

const sentence = (what: string, spent: number, limit: number): string =>
  `above its budget: ${what} took ${spent.toFixed(1)} s of processor time, and may take ${limit.toFixed(1)} s (scripts/test/budget.ts)`;
