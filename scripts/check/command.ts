// `npm run check` of a checkout: its findings, for people or as JSON.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { missingOf } from "../../src/schema/missing.ts";
import type { ImportFile } from "../definitions.ts";
import { allowedFile, allowedIn } from "./missing.ts";
import { errorsOf, findingLine, ownNotes, summary } from "./report.ts";
import { checkCheckout, type CheckResult } from "./run.ts";

/** Notes that are meant so. */
const notesFile = "scripts/check/notes-allowed.txt";

/** Where a command prints. */
export type Printer = Pick<Console, "log" | "error">;

interface CheckOptions {
  readonly isJson?: boolean;
  readonly importFile?: ImportFile;
  readonly printer?: Printer;
}

/** Checks a checkout and prints what it finds. Returns the exit code. */
export async function checkCommand(root: string, { isJson = false, importFile, printer = console }: CheckOptions = {}): Promise<number> {
  const checked = await checkCheckout(root, importFile);
  if (!isJson) return printCheck(root, checked, printer);
  const { counts, findings } = checked;
  printer.log(JSON.stringify({ counts, findings }, null, 2));
  return errorsOf(findings).length === 0 ? 0 : 1;
}

/** Prints what a check found. Returns the exit code. */
export async function printCheck(root: string, { model, context, findings, counts }: CheckResult, printer: Printer): Promise<number> {
  const errors = errorsOf(findings);
  for (const finding of errors) printer.log(findingLine(finding));
  // Below the problems: nobody has to correct them.
  const [missingAllowed = "", meant = "", names] = await Promise.all(
    [allowedFile, notesFile, "generated/names.ts"].map((file) => readFile(path.join(root, file), "utf8").catch(() => "")),
  );
  for (const finding of ownNotes(findings, allowedIn(`${missingAllowed}\n${meant}`))) printer.log(`note: ${findingLine(finding)}`);
  for (const { name, file } of model.resources)
    if (names?.includes(`"${name}":`) !== true)
      printer.log(`note: ${file} is new: its name is marked as an error in the editor until npm run generate`);
  const missing = missingOf(model, (resource, name) => context.handlers.has(`${resource}.${name}`));
  printer.log(summary(findings, counts, missing));
  if (errors.length > 0) printer.log("check: generated/reference.md#findings explains each code");
  return errors.length === 0 ? 0 : 1;
}
