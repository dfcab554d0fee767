// The combinations of values that rows stand for: one row for each, those that are there keep theirs.
import { isRecord, textOf, type Row } from "../../api/wire-data.ts";

/** What is combined, with the values that are chosen of it. */
export interface Axis {
  readonly key: string;
  readonly label: string;
  readonly values: readonly AxisValue[];
  /** It is only combined where a value of it is chosen. */
  readonly isOptional?: true;
}

interface AxisValue {
  readonly value: string;
  readonly label: string;
}

/** One value of one axis, as a row holds it. */
interface CombinedValue {
  readonly axis: string;
  readonly value: string;
}

export type Combination = readonly CombinedValue[];

/** The members of a line that name the axis and its value; or a record holds the combination, with a member for each axis. */
export type LineNames = { readonly axis: string; readonly value: string } | "members";

/** How many combinations there are; 0 while an axis has no value. */
export function countOf(axes: readonly Pick<Axis, "values">[]): number {
  return axes.length === 0 ? 0 : axes.reduce((product, { values }) => product * values.length, 1);
}

/** All of them; the last axis changes first. */
export function combinationsOf(axes: readonly Axis[]): readonly Combination[] {
  if (axes.length === 0) return [];
  return axes.reduce<readonly Combination[]>(
    (made, { key, values }) => made.flatMap((combination) => values.map(({ value }) => [...combination, { axis: key, value }])),
    [[]],
  );
}

/** The same for the same values, whatever their order. */
function signatureOf(combination: Combination): string {
  return JSON.stringify(combination.map(({ axis, value }) => [axis, value].join(" ")).toSorted());
}

/** The combination that a field of a row holds. */
export function combinationIn(lines: unknown, names: LineNames): Combination {
  if (names === "members") return isRecord(lines) ? Object.entries(lines).map(([axis, value]) => ({ axis, value: textOf(value) })) : [];
  const rows: readonly unknown[] = Array.isArray(lines) ? lines : [];
  return rows.filter(isRecord).map((line) => ({ axis: textOf(line[names.axis]), value: textOf(line[names.value]) }));
}

/** A combination as a field of a row holds it. */
export function linesFor(combination: Combination, names: LineNames): readonly Row[] | Row {
  if (names === "members") return Object.fromEntries(combination.map(({ axis, value }) => [axis, value]));
  return combination.map(({ axis, value }) => ({ [names.axis]: axis, [names.value]: value }));
}

interface Combined<R> {
  /** The row of each combination, in their order; undefined where there is none yet. */
  readonly rows: readonly { readonly combination: Combination; readonly row: R | undefined }[];
  /** Rows of other combinations. */
  readonly others: readonly R[];
}

/** Gives each combination the row that has it. */
export function combined<R>(combinations: readonly Combination[], rows: readonly R[], of: (row: R) => Combination): Combined<R> {
  const left = new Map(rows.map((row) => [signatureOf(of(row)), row]));
  const made = combinations.map((combination) => {
    const signature = signatureOf(combination);
    const row = left.get(signature);
    left.delete(signature);
    return { combination, row };
  });
  return { rows: made, others: [...left.values()] };
}
