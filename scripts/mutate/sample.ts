// The mutants of files as Stryker makes them, and a sample of them that is the same each time for a seed.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Instrumenter } from "@stryker-mutator/instrumenter";

/** As Stryker counts: lines and columns from 0, the end not included. */
interface Position {
  readonly line: number;
  readonly column: number;
}

export interface MutantPlace {
  /** Below the root of the checkout. */
  readonly file: string;
  readonly start: Position;
  readonly end: Position;
  readonly mutator: string;
  readonly replacement: string;
}

const silent = new Proxy({}, { get: (_target, name) => (name.toString().startsWith("is") ? () => false : () => undefined) });

/** All mutants of files, in the order in which they stand. */
export async function mutantsOf(root: string, files: readonly string[]): Promise<readonly MutantPlace[]> {
  const { Instrumenter: Made } = await import("@stryker-mutator/instrumenter");
  const instrumenter = new Made(silent as ConstructorParameters<typeof Instrumenter>[0]); // it says nothing here
  const sources = await Promise.all(
    files.map(async (file) => ({ name: path.join(root, file), mutate: true, content: await readFile(path.join(root, file), "utf8") })),
  );
  const { mutants } = await instrumenter.instrument(sources, { plugins: null, excludedMutations: [], ignorers: [] });
  return mutants.flatMap(({ fileName, location: { start, end }, mutatorName, replacement, status }) =>
    // What a comment excludes is no part of a sample.
    status === undefined
      ? [{ file: path.relative(root, fileName).replaceAll("\\", "/"), start, end, mutator: mutatorName, replacement }]
      : [],
  );
}

/** A place as `mutate` of Stryker names it. */
export const rangeOf = ({ file, start, end }: MutantPlace): string =>
  `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;

const isAfter = (one: Position, other: Position): boolean =>
  one.line > other.line || (one.line === other.line && one.column >= other.column);
const isWithin = (inner: MutantPlace, outer: MutantPlace): boolean =>
  inner.file === outer.file && isAfter(inner.start, outer.start) && isAfter(outer.end, inner.end);

/** What a place contains is mutated with it: larger ones, such as the body of a function, would be all of a sample. */
const largestPlace = 6;

/**
 * Places with about as many mutants as are wanted: drawn by hashes of what they are, so that a change elsewhere leaves the sample as it is.
 * Their number is that of the mutants in them.
 */
export function sampleOf(
  mutants: readonly MutantPlace[],
  { size, seed }: { readonly size: number; readonly seed: number },
): { readonly places: readonly MutantPlace[]; readonly count: number } {
  const occurrences = new Map<string, number>();
  const ranked = mutants.map((mutant) => {
    const what = [mutant.file, mutant.mutator, mutant.replacement].join("\n");
    const occurrence = occurrences.get(what) ?? 0;
    occurrences.set(what, occurrence + 1);
    return { mutant, rank: createHash("sha256").update(`${seed}\n${what}\n${occurrence}`).digest("hex") };
  });
  ranked.sort((left, right) => (left.rank < right.rank ? -1 : 1));
  const chosen = new Set<MutantPlace>();
  const places: MutantPlace[] = [];
  for (const { mutant } of ranked) {
    if (chosen.size >= size) break;
    if (chosen.has(mutant)) continue;
    const held = mutants.filter((other) => isWithin(other, mutant));
    if (held.length > largestPlace) continue;
    for (const other of held) chosen.add(other);
    places.push(mutant);
  }
  return { places, count: chosen.size };
}
