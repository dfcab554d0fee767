// Checks the definitions of a checkout: loads them, looks at them alone and together, and finds the line of each finding.
import { checkDefinitions, type Finding, type Known } from "../../src/schema/checks/index.ts";
import type { Model } from "../../src/schema/model.ts";
import { findDefinitionFiles, loadDefinitions, type ImportFile, type LoadedDefinitions } from "../definitions.ts";
import { checkContextOf } from "./context.ts";
import { repeatedMembers } from "./repeated-members.ts";
import type { Counts } from "./report.ts";

export interface CheckResult {
  /** What was checked. */
  readonly loaded: LoadedDefinitions;
  readonly model: Model;
  readonly findings: readonly Finding[];
  readonly counts: Counts;
  /** What the checks used in addition to the definitions. */
  readonly context: Known;
}

/** Checks definitions that were loaded from a checkout. */
export async function checkLoaded(root: string, loaded: LoadedDefinitions): Promise<CheckResult> {
  const files = await findDefinitionFiles(root);
  const context = await checkContextOf(root, files);
  const checked = checkDefinitions(loaded, context);
  const { model } = checked;
  const findings = [...(await repeatedMembers(root, [...files.resources, ...files.seeds])), ...checked.findings];
  // The parser is loaded only when there is something to find a line for.
  const placed = findings.length === 0 ? findings : await (await import("./lines.ts")).withLines(root, findings);
  return { loaded, model, findings: placed, counts: { definitions: files.resources.length, areas: files.areas.length }, context };
}

/** Loads and checks the definitions of a checkout. */
export async function checkCheckout(root: string, importFile?: ImportFile): Promise<CheckResult> {
  return checkLoaded(root, await loadDefinitions(root, importFile));
}
