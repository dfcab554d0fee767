// What became of mutants, as a table of files, and those that no test noticed, each with what it is.
import path from "node:path";
import { z } from "zod";

/** The part of Stryker's results that is shown; lines and columns from 1. */
export const judgedMutant = z.object({
  fileName: z.string(),
  location: z.object({ start: z.object({ line: z.number(), column: z.number() }) }),
  mutatorName: z.string(),
  replacement: z.string().optional(),
  status: z.string(),
});
type Judged = z.infer<typeof judgedMutant>;

/**
 * Whether a mutant puts a text in the place of the empty one that stands for none (`name ?? ""`): most of these are there for the compiler,
 * which does not know which columns always hold something. That `??` itself goes or stays is tried all the same.
 */
export function isFallback({ mutatorName, replacement, location: { start } }: Judged, source: string): boolean {
  if (mutatorName !== "StringLiteral" || replacement !== '"Stryker was here!"') return false;
  const before = source.split("\n")[start.line - 1]?.slice(0, start.column - 1) ?? "";
  return /\?\?\s*$/.test(before);
}

interface Row {
  killed: number;
  timeout: number;
  survived: number;
  noCoverage: number;
  ignored: number;
}

const columnOf: Readonly<Record<string, keyof Row>> = {
  Killed: "killed",
  // A mutant that no test survives because it does not even load is noticed as well.
  RuntimeError: "killed",
  CompileError: "killed",
  Timeout: "timeout",
  Survived: "survived",
  NoCoverage: "noCoverage",
  Ignored: "ignored",
};

const empty = (): Row => ({ killed: 0, timeout: 0, survived: 0, noCoverage: 0, ignored: 0 });

/** Of a hundred mutants so many were noticed; what was ignored is left out. */
function scoreOf({ killed, timeout, survived, noCoverage }: Row): string {
  const noticed = killed + timeout;
  const all = noticed + survived + noCoverage;
  return all === 0 ? "-" : ((100 * noticed) / all).toFixed(1);
}

/** The table, with the sum of all as its last line. */
export function scoreTable(root: string, mutants: readonly Judged[]): readonly string[] {
  const rows = new Map<string, Row>();
  const total = empty();
  for (const { fileName, status } of mutants) {
    const file = path.relative(root, fileName).replaceAll("\\", "/");
    const row = rows.get(file) ?? empty();
    rows.set(file, row);
    const column = columnOf[status];
    if (column === undefined) continue;
    row[column] += 1;
    total[column] += 1;
  }
  const named = [...rows].sort(([left], [right]) => (left < right ? -1 : 1));
  const width = Math.max("together".length, ...named.map(([file]) => file.length));
  const line = (name: string, cells: readonly (string | number)[]): string =>
    `${name.padEnd(width)}${cells.map((cell) => String(cell).padStart(13)).join("")}`;
  const shown = (name: string, row: Row): string =>
    line(name, [row.killed, row.timeout, row.survived, row.noCoverage, row.ignored, scoreOf(row)]);
  return [
    line("file", ["killed", "timeouts", "survived", "not covered", "ignored", "score"]),
    ...named.map(([file, row]) => shown(file, row)),
    shown("together", total),
  ];
}

const maxLength = 160;

/** What no test noticed, in the order of the files. */
export function survivors(root: string, mutants: readonly Judged[]): readonly string[] {
  return mutants
    .filter(({ status }) => status === "Survived" || status === "NoCoverage")
    .map(({ fileName, location: { start }, mutatorName, replacement = "", status }) => ({
      place: `${path.relative(root, fileName).replaceAll("\\", "/")}:${start.line}:${start.column}`,
      text: `${status === "Survived" ? "survived" : "not covered"}  ${mutatorName}  ${replacement.replaceAll(/\s+/g, " ").slice(0, maxLength)}`,
    }))
    .sort((left, right) => left.place.localeCompare(right.place, "en", { numeric: true }))
    .map(({ place, text }) => `${place}  ${text}`);
}
