// Generates everything from the definitions of a checkout.
import { existsSync } from "node:fs";
import path from "node:path";
import { leavesUsable, type Finding } from "../../src/schema/checks/index.ts";
import { findDefinitionFiles, loadDefinitions, resourceNameOfFile, type ImportFile } from "../definitions.ts";
import { checkLoaded, type CheckResult } from "../check/run.ts";
import { errorsOf } from "../check/report.ts";
import { exampleOutputs } from "./examples.ts";
import { staleFiles, writeOutputs, writeFiles } from "./files.ts";
import { fingerprintFile, fingerprintText } from "./fingerprint.ts";
import { modelOutputs, sourceOutputs } from "./outputs.ts";
import * as language from "../../src/schema/index.ts";
import { referenceOf } from "../reference/content.ts";
import { referencePage } from "../reference/page.ts";

export interface GenerateOptions {
  /** Only compares. */
  readonly isCheck?: boolean;
  readonly importFile?: ImportFile;
  /** What a check just found in the same files. */
  readonly checked?: CheckResult;
}

interface Generated {
  /** Files below generated/ that were written or removed; with `isCheck`: that should have been. */
  readonly stale: readonly string[];
  readonly errors: readonly Finding[];
  /** Problems limited the output to names.ts, registry.ts and kinds.ts. */
  readonly isStopped: boolean;
  readonly resources: number;
}

/**
 * Writes generated/, or with `isCheck` only compares. names.ts, registry.ts and kinds.ts are always written first, because the definitions
 * are typed by them. The rest is written only when the definitions have no problems but those that leave what follows from them as it is.
 */
export async function generate(root: string, { isCheck = false, importFile, checked }: GenerateOptions = {}): Promise<Generated> {
  const folder = path.join(root, "generated");
  const files = await findDefinitionFiles(root);
  const loaded = checked?.loaded ?? (await loadDefinitions(root, importFile));
  const sources = await sourceOutputs(root, files, loaded);
  const early = isCheck ? [] : await writeFiles(folder, sources);
  const { model, findings, context } = checked ?? (await checkLoaded(root, loaded));
  const errors = errorsOf(findings);
  const resources = files.resources.length;
  const isStopped = errors.some(({ code }) => !leavesUsable.has(code));
  if (isStopped) return { stale: isCheck ? await staleSources(folder, sources) : early, errors, resources, isStopped };
  // Its examples are those of the documents; where these are left out, the page stays as it is.
  const reference = existsSync(path.join(root, "docs")) ? [["reference.md", await referenceText(root)] as const] : [];
  const examples = await exampleOutputs(root, new Set(files.resources.map(resourceNameOfFile)));
  const fingerprint = [fingerprintFile, await fingerprintText(root)] as const;
  const outputs = new Map([...sources, ...modelOutputs(model, context), ...reference, ...examples, fingerprint]);
  const stale = isCheck ? await staleFiles(folder, outputs) : await writeOutputs(folder, outputs);
  return { stale: [...early, ...stale], errors, resources, isStopped };
}

async function referenceText(root: string): Promise<string> {
  return referencePage(await referenceOf(root, Object.keys(language)));
}

async function staleSources(folder: string, sources: ReadonlyMap<string, string>): Promise<readonly string[]> {
  return (await staleFiles(folder, sources)).filter((name) => sources.has(name));
}
