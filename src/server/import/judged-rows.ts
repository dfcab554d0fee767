// Planned rows with what their trial has refused.
import type { Refusals } from "../crud/write/trial.ts";
import type { PlannedRow, WritingRow } from "./rows.ts";

export const isWriting = (row: PlannedRow): row is WritingRow => row.does === "add" || row.does === "change";

/** Rows that a trial has refused, among the others. */
export const withRefusals = (rows: readonly PlannedRow[], refusals: Refusals<WritingRow>): readonly PlannedRow[] =>
  rows.map((row) => {
    const problems = isWriting(row) ? refusals.get(row) : undefined;
    return problems === undefined ? row : { does: "refuse", number: row.number, title: row.title, problems };
  });
