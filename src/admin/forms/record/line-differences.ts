// Two people changed the lines of the same document: which lines differ, what each of them did to them, and the lines that follow from a choice.
import { isEdited } from "../../../fields/edited-cell.ts";
import type { ScreenField } from "#schema/screen";
import { isRecord, textOf, type Row } from "../../api/wire-data.ts";
import { isSameValue } from "../../inputs/values/values.ts";

export type Side = "mine" | "theirs";

/** What one side did to a line since the form was opened; `absent`: it never had it. */
type LineChange = "added" | "changed" | "removed" | "same" | "absent";

/** A line that is not the same on both sides. */
export interface LineDifference {
  /** Its id; of a line without one its place among mine. */
  readonly key: string;
  /** Its number where it stands now: in the stored document, or in my form where it is there alone. */
  readonly number: number;
  readonly before: Row | undefined;
  readonly rows: Readonly<Record<Side, Row | undefined>>;
  readonly changes: Readonly<Record<Side, LineChange>>;
}

interface Versions {
  readonly before: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

const rowsIn = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const idOf = (row: Row): string => textOf(row["id"]);
const byId = (rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.flatMap((row): readonly (readonly [string, Row])[] => (idOf(row) === "" ? [] : [[idOf(row), row]])));

/** The cells that people enter. */
export const enteredCells = ({ fields = [] }: ScreenField): readonly ScreenField[] => fields.filter(isEdited);

/** Cells that differ between two rows. */
export const changedCells = (field: ScreenField, one: Row, other: Row): readonly ScreenField[] =>
  enteredCells(field).filter((cell) => !isSameValue(cell, one[cell.name], other[cell.name]));

const isSameRow = (field: ScreenField, one: Row | undefined, other: Row | undefined): boolean =>
  one === undefined || other === undefined ? one === other : changedCells(field, one, other).length === 0;

function changeOf(field: ScreenField, before: Row | undefined, now: Row | undefined): LineChange {
  if (before === undefined) return now === undefined ? "absent" : "added";
  if (now === undefined) return "removed";
  return isSameRow(field, before, now) ? "same" : "changed";
}

/** The lines that are not the same on both sides: those of the stored document in their order, and then those that are there in my form alone. */
export function lineDifferences(field: ScreenField, versions: Versions): readonly LineDifference[] {
  const [mine, theirs] = [rowsIn(versions.mine), rowsIn(versions.theirs)];
  const [olds, own, stored] = [byId(rowsIn(versions.before)), byId(mine), byId(theirs)];
  const difference = (key: string, number: number, rows: LineDifference["rows"]): readonly LineDifference[] => {
    const before = olds.get(key);
    if (isSameRow(field, rows.mine, rows.theirs)) return [];
    return [
      { key, number, before, rows, changes: { mine: changeOf(field, before, rows.mine), theirs: changeOf(field, before, rows.theirs) } },
    ];
  };
  return [
    ...theirs.flatMap((row, index) => difference(idOf(row), index + 1, { mine: own.get(idOf(row)), theirs: row })),
    ...mine.flatMap((row, index) => {
      const id = idOf(row);
      return stored.has(id) ? [] : difference(id === "" ? `${index}` : id, index + 1, { mine: row, theirs: undefined });
    }),
  ];
}

/** What is offered: what only one side did is taken over; where both did something, mine. */
export const offeredSide = ({ changes }: LineDifference): Side =>
  changes.mine === "same" || changes.mine === "absent" ? "theirs" : "mine";

/** The lines that follow from a choice. A line of mine that others have removed is added anew. */
export function chosenLines(
  field: ScreenField,
  versions: Versions,
  sides: Readonly<Record<string, Side | undefined>>,
): readonly Row[] | undefined {
  const differences = new Map(lineDifferences(field, versions).map((one) => [one.key, one]));
  const taken = (one: LineDifference): readonly Row[] => {
    const row = one.rows[sides[one.key] ?? offeredSide(one)];
    return row === undefined ? [] : [row];
  };
  const stored = rowsIn(versions.theirs).flatMap((row) => {
    const difference = differences.get(idOf(row));
    return difference === undefined ? [row] : taken(difference);
  });
  const added = [...differences.values()]
    .filter(({ rows }) => rows.theirs === undefined)
    .flatMap(taken)
    .map(({ id: _gone, ...cells }) => cells);
  const lines = [...stored, ...added];
  return lines.length === 0 ? undefined : lines;
}
