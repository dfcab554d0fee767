// Takes an action back row by row, after it was refused for all of them together: what can go back does, and the rest is told by name.
import { failureOf, type Row } from "../../api/index.ts";

/** Throws what says which rows stay as they are, and why. */
export async function undoSingly(rows: readonly Row[], undo: (row: Row) => Promise<unknown>, nameOf: (row: Row) => string): Promise<void> {
  const refused: string[] = [];
  for (const row of rows)
    try {
      await undo(row);
    } catch (error) {
      refused.push(`${nameOf(row)}: ${failureOf(error).message}`);
    }
  if (refused.length > 0) throw new Error(refused.join("\n"));
}
