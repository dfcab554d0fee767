// Checks the definitions of a checkout: loads them, looks at them alone and together, and finds the line of each finding.
import { checkDefinitions, checkWithin, type Finding, type CheckContext, type Selection } from "../../src/schema/checks/index.ts";
import type { Model } from "../../src/schema/model.ts";
import { definitionOf, findDefinitionFiles, loadDefinitions, type ImportFile, type LoadedDefinitions } from "../definitions.ts";
import { checkContextOf } from "./context.ts";
import { repeatedMembers } from "./repeated-members.ts";
import { errorsOf, type Counts } from "./report.ts";

export interface CheckResult {
  /** What was checked. */
  readonly loaded: LoadedDefinitions;
  readonly model: Model;
  readonly findings: readonly Finding[];
  readonly counts: Counts;
  /** What the checks used in addition to the definitions. */
  readonly context: CheckContext;
}

/** Checks definitions that were loaded from a checkout, or with a selection those that it selects. */
export async function checkLoaded(root: string, loaded: LoadedDefinitions, isSelected: Selection = () => true): Promise<CheckResult> {
  const files = await findDefinitionFiles(root);
  const context = await checkContextOf(root, files);
  const checked = checkDefinitions(loaded, context, isSelected);
  const { model } = checked;
  const sources = [...files.resources, ...files.seeds].filter((file) => isSelected(definitionOf(file)));
  const findings = [...(await repeatedMembers(root, sources)), ...checked.findings];
  // The parser is loaded only when there is something to find a line for.
  const placed = findings.length === 0 ? findings : await (await import("./lines.ts")).withLines(root, findings);
  return { loaded, model, findings: placed, counts: { definitions: files.resources.length, areas: files.areas.length }, context };
}

/** Errors within definitions that were passed over, because nothing but others that they refer to has changed. */
export async function errorsWithin(root: string, { model, context }: CheckResult, isSelected: Selection): Promise<readonly Finding[]> {
  const errors = errorsOf(checkWithin(model, context, isSelected));
  return errors.length === 0 ? errors : (await import("./lines.ts")).withLines(root, errors);
}

/** Loads and checks the definitions of a checkout. */
export async function checkCheckout(root: string, importFile?: ImportFile): Promise<CheckResult> {
  return checkLoaded(root, await loadDefinitions(root, importFile));
}
