// The examples of the documents as files that the type checker compiles (tests/types/examples), so that none of them teaches a mistake.
import { existsSync } from "node:fs";
import path from "node:path";
import { isRecord } from "../../src/schema/json.ts";
import { anchorOf, exportedBy, shownExamples, type Example } from "../reference/examples.ts";
import type { Outputs } from "./outputs.ts";
import { namesSource } from "./sources.ts";

/** Where they are below generated/. */
export const examplesFolder = "examples";

/** The resource that an example defines; undefined where it defines none, or cannot be run, which the type checker explains. */
function definedBy(example: Example): { readonly name: string; readonly fields: readonly string[] } | undefined {
  if (example.builder !== "defineResource") return undefined;
  try {
    const made = exportedBy(example);
    if (!isRecord(made) || typeof made["name"] !== "string" || !isRecord(made["fields"])) return undefined;
    return { name: made["name"], fields: Object.keys(made["fields"]) };
  } catch {
    return undefined;
  }
}

/**
 * A file for each example, known by its document and heading, and the names of what they define. `known`: the resources of the product. A
 * checkout without documents has no examples.
 */
export async function exampleOutputs(root: string, existingFiles: ReadonlySet<string>): Promise<Outputs> {
  if (!existsSync(path.join(root, "docs")) || !existsSync(path.join(root, "README.md"))) return new Map();
  const examples = await shownExamples(root);
  const outputs = new Map<string, string>();
  const fields = new Map<string, Set<string>>();
  for (const example of examples) {
    const stem = `${examplesFolder}/${path.basename(example.document, ".md").toLowerCase()}/${anchorOf(example.heading)}`;
    let file = `${stem}.ts`;
    for (let number = 2; outputs.has(file); number++) file = `${stem}-${number}.ts`;
    outputs.set(file, example.code);
    const defined = definedBy(example);
    // Several steps of one definition have its fields together.
    if (defined !== undefined && !existingFiles.has(defined.name))
      fields.set(defined.name, new Set([...(fields.get(defined.name) ?? []), ...defined.fields]));
  }
  const names = namesSource(
    [...fields].map(([name, own]) => ({ name, fields: [...own] })),
    [],
  );
  const [heading = ""] = names.split("\n");
  const members = names.slice(names.indexOf("export interface")).replace("export interface", "interface").trimEnd();
  return outputs.set(
    `${examplesFolder}/names.ts`,
    `${heading}\nexport {};\n\ndeclare module "../names.ts" {\n${members.replaceAll(/^/gm, "  ")}\n}\n`,
  );
}
