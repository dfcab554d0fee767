// `npm run generate` in a checkout: writes generated/, or compares it with the definitions.
import type { Printer } from "../check/command.ts";
import { missingProblemsIn } from "../check/missing.ts";
import { findingLine } from "../check/report.ts";
import { generate, type GenerateOptions } from "./run.ts";

interface GenerateCommandOptions extends GenerateOptions {
  readonly printer?: Printer;
}

/** Generates, and prints what that changed or should change. Returns the exit code. */
export async function generateCommand(root: string, { printer = console, ...options }: GenerateCommandOptions = {}): Promise<number> {
  const { isCheck = false } = options;
  const { stale, errors, resources, isStopped } = await generate(root, options);
  const missing = isCheck ? await missingProblemsIn(root) : [];
  for (const finding of errors) printer.error(findingLine(finding));
  const problems = `${errors.length} problem${errors.length === 1 ? "" : "s"}`;
  if (isStopped) {
    printer.error(`generate: ${problems}; only names.ts, registry.ts and kinds.ts ${isCheck ? "were looked at" : "were written"}`);
  } else if (isCheck) {
    for (const name of stale) printer.error(`generated/${name} is stale`);
    for (const problem of missing) printer.error(problem);
    printer.log(
      stale.length === 0
        ? `generate: generated/ is what ${resources} definitions say`
        : "generate: run `npm run generate` and commit what it changes",
    );
  } else {
    for (const name of stale) printer.log(`generated/${name}`);
    printer.log(
      `generate: ${resources} definitions, ${stale.length} file${stale.length === 1 ? "" : "s"} changed${errors.length === 0 ? "" : `; ${problems} to correct`}`,
    );
  }
  return errors.length > 0 || (isCheck && stale.length + missing.length > 0) ? 1 : 0;
}
