// Moves: which goods went from where to where, by which document. Nothing changes them later.
import type { CommitContext } from "../../contract.ts";
import { append, type NewRow } from "../../rows/insert.ts";
import { run } from "../../rows/query.ts";
import type { Transaction } from "../../store/database.ts";

export type NewMove = Omit<NewRow<"stock-move-record">, "id">;

export async function addMoves(tx: Transaction, context: CommitContext, moves: readonly NewMove[]): Promise<void> {
  if (moves.length === 0) return;
  const ids = await context.identifiers.take(moves.length);
  const added = moves.map((move, index): NewRow<"stock-move-record"> => ({ ...move, id: ids[index] ?? "" }));
  await run(tx, append(context, "stock-move-record", added));
}
