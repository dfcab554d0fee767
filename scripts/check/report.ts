// How findings are written for people: one line each, "file:line code problem → remedy", and a last line that counts.
import type { Finding } from "../../src/schema/checks/index.ts";
import type { Missing } from "../../src/schema/missing.ts";

/** One finding as one line. */
export function findingLine({ file, line, code, message }: Finding): string {
  return `${file}${line === undefined ? "" : `:${line}`} ${code} ${message.problem} → ${message.remedy}`;
}

const counted = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;

export interface Counts {
  readonly definitions: number;
  readonly areas: number;
}

/** Findings that fail the check. */
export function errorsOf(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter((finding) => finding.level === "error");
}

/**
 * Notes on what the server lacks beyond what the product is known to lack (`allowed`, as "<resource>.<name>"): on an analyst's own
 * definitions.
 */
export function ownNotes(findings: readonly Finding[], allowed: readonly string[]): readonly Finding[] {
  const allowedNames = new Set(allowed);
  const placeName = ({ file, place }: Finding) => `${file.replace(/^.*\/|\.ts$/g, "")}.${String(place[1])}`;
  return findings.filter((finding) => finding.level === "information" && !allowedNames.has(placeName(finding)));
}

/** The last line: a summary of what was checked and found. */
export function summary(findings: readonly Finding[], { definitions, areas }: Counts, { calls, effects }: Missing): string {
  const errors = errorsOf(findings).length;
  const missing = `${counted(calls.length, "call", "calls")} and ${counted(effects.length, "effect", "effects")} not implemented (generated/missing.json)`;
  return `check: ${counted(definitions, "definition", "definitions")}, ${counted(areas, "area", "areas")}, ${counted(errors, "problem", "problems")}, ${missing}`;
}
