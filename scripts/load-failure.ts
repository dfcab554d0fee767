// Why a definition file does not load, for the person who wrote it: what Node, tsx and Vite say of it, as problem, remedy and line.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { LoadFailure } from "../src/schema/checks/index.ts";
import { didYouMean } from "../src/schema/checks/nearest.ts";
import { renameOfExport } from "../src/schema/checks/renamed-words.ts";

const allowedImports =
  'A definition imports builders from "#schema", lists from a sibling <name>.options.ts and fields from a <name>.fields.ts, nothing else.';

/** Line of the first place that matches, from 1. */
function lineOf(source: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(source);
  return found === null ? undefined : source.slice(0, found.index).split("\n").length;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The import statement that names a file by the end of its path. */
function importLine(source: string, wanted: string): { readonly written: string; readonly line: number | undefined } {
  const stem = path.posix.basename(wanted).replace(/\.ts$/, "");
  const [, written = wanted] = new RegExp(`from\\s+["']([^"']*${escaped(stem)}[^"']*)["']`).exec(source) ?? [];
  return { written, line: lineOf(source, new RegExp(`["']${escaped(written)}["']`)) };
}

interface Explained {
  readonly message: string;
  readonly remedy?: string;
  readonly line?: number | undefined;
}

function explain(message: string, source: string, builders: readonly string[]): Explained {
  const [, missing] = /(?:Cannot find (?:module|package)|Failed to load url) ['"]?([^\s'"]+)/.exec(message) ?? [];
  if (missing !== undefined) {
    const { written, line } = importLine(source, missing);
    return { message: `the import of "${written}" finds nothing`, remedy: `Correct its path. ${allowedImports}`, line };
  }
  const [, unknown] = /^(\w+) is not defined/.exec(message) ?? [];
  if (unknown !== undefined) {
    const remedy = builders.includes(unknown)
      ? `Add it to the import: import { ${unknown}, … } from "#schema".`
      : didYouMean(unknown, builders, `Correct the name. ${allowedImports}`);
    return { message: `${unknown} is not imported`, remedy, line: lineOf(source, new RegExp(`\\b${unknown}\\b`)) };
  }
  const [, exported] = /does not provide an export named '(\w+)'/.exec(message) ?? [];
  if (exported !== undefined)
    return {
      message: `the import of "${exported}" finds no such builder`,
      remedy: renameOfExport(exported) ?? didYouMean(exported, builders, "Correct the name; generated/reference.md lists the builders."),
      line: lineOf(source, new RegExp(`\\b${exported}\\b`)),
    };
  // A builder that #schema lacks is undefined when Vite loads it.
  const [, called] = /(?:^|\W)(\w+)\)? is not a function/.exec(message) ?? [];
  if (called !== undefined && !builders.includes(called))
    return {
      message: `"${called}" is no builder`,
      remedy: didYouMean(called, builders, "Correct the name; generated/reference.md lists the builders."),
      line: lineOf(source, new RegExp(`\\b${called}\\b`)),
    };
  return { message: `the file does not load: ${message.split("\n")[0] ?? ""}` };
}

/** The first place that is no TypeScript: tsx and Vite each say it in their own way, the parser always in the same. */
async function syntaxError(file: string, source: string): Promise<Explained | undefined> {
  const { parseSync } = await import("vite");
  const [error] = parseSync(file, source).errors;
  if (error === undefined) return undefined;
  const at = error.labels[0]?.start;
  return {
    message: `the file cannot be read as TypeScript: ${error.message.replace(/\.$/, "")}`,
    remedy: "Correct it there, or just above: often a comma, a bracket or a quotation mark is missing.",
    line: at === undefined ? undefined : source.slice(0, at).split("\n").length,
  };
}

/** The failure of a file below the root. */
export async function loadFailure(root: string, file: string, error: unknown): Promise<LoadFailure> {
  const source = readFileSync(path.join(root, file), "utf8");
  const builders = Object.keys(await import("../src/schema/index.ts"));
  const message = error instanceof Error ? error.message : String(error);
  const broken = message.startsWith("Transform failed") ? await syntaxError(file, source) : undefined;
  const { line, ...explained } = broken ?? explain(message, source, builders);
  return { file, ...explained, ...(line === undefined ? {} : { line }) };
}
