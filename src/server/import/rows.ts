// The rows of a file as they are planned: what each of them would do, before any of it is judged by the write itself.
import type { Text } from "#schema/text";
import type { Values } from "../contract.ts";
import type { PreparedRow } from "../crud/write/prepared-rows.ts";
import type { RowProblem } from "../crud/write/row-problems.ts";
import type { ExistingRow } from "../crud/read/rows-by-keys.ts";

/** A value that a row would change, as people read it. */
export interface ValueChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

interface Planned {
  /** The row's number in the file. */
  readonly number: number;
  /** What people know the row by. */
  readonly title: string;
}

/** A row that would be written. */
export interface WritingRow extends Planned {
  readonly does: "add" | "change";
  readonly prepared: PreparedRow;
  readonly changes: readonly ValueChange[];
}

export interface RefusedRow extends Planned {
  readonly does: "refuse";
  readonly problems: readonly RowProblem[];
}

/** A row that is there as the file has it. */
interface UnchangedRow extends Planned {
  readonly does: "leave";
}

export type PlannedRow = WritingRow | RefusedRow | UnchangedRow;

/** The values of a row of a file, once everything that it names has been looked up. */
export interface ReadRow extends Planned {
  /** By field, as forms send them; null: the cell is empty. */
  readonly values: Readonly<Values>;
  /** The cells as texts, by field; "" for an empty one. */
  readonly texts: Readonly<Record<string, string>>;
  /** What could not be read, by field. */
  readonly problems: Readonly<Record<string, Text>>;
  /** Names of rows of the same file that are to stand above this one, by field: they get their keys when they are added. */
  readonly above: Readonly<Record<string, string>>;
}

/** A row of a file with what is there for it. */
export interface MatchedRow {
  readonly row: ReadRow;
  readonly matches: readonly ExistingRow[];
}
