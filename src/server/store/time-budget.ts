// Statements of one transaction that share the time they may take.
import type { Statement } from "./database.ts";

/** Leaves the next statement what the transaction has not used up yet. */
const remaining = `SELECT set_config('statement_timeout',
  greatest(1, $1::int - (extract(epoch from clock_timestamp() - transaction_timestamp()) * 1000)::int)::text, true)`;

/** Each statement behind one that limits it: together they take no longer than this. Every second answer is that of a statement. */
export function withinBudget(statements: readonly Statement[], milliseconds: number): readonly Statement[] {
  return statements.flatMap((statement) => [{ sql: remaining, parameters: [milliseconds] }, statement]);
}
