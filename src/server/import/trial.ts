// The trial of an import: its rows are written by the write itself, with every guard and hook, in a transaction that is never committed. Rows
// that are refused are left out, and the others go on, so that one trial finds what is wrong with each row.
import type { CommitContext } from "../contract.ts";
import { translated } from "../crud/guards/duplicates.ts";
import { plainRefusal, RowRefusal } from "../crud/guards/row-set.ts";
import { inTransaction } from "../crud/write/write-scope.ts";
import { areTogether, writeSubmitted } from "../crud/write/write-submitted.ts";
import type { Transaction } from "../store/database.ts";
import { problemsOf, type ImportPlan } from "./plan.ts";
import type { RowProblem, WritingRow } from "./rows.ts";

/** What was found of the rows: why one is refused, by the row. */
export type Refusals = ReadonlyMap<WritingRow, readonly RowProblem[]>;

/** Times that a set is tried without the rows that were refused, before its rows are tried one by one. */
const maxRounds = 8;

/** Ends a trial: nothing of it stays. */
class Undone extends Error {
  override readonly name = "Undone";
}

interface Trial {
  readonly plan: ImportPlan;
  readonly tx: Transaction;
  readonly within: CommitContext;
  readonly refusals: Map<WritingRow, readonly RowProblem[]>;
}

/** What a refusal says; throws what is no refusal. */
function requireProblems({ resource, services }: ImportPlan, error: unknown): readonly RowProblem[] {
  const told = problemsOf(translated(resource, services.model, plainRefusal(error)));
  if (told === undefined) throw error;
  return told;
}

const write = ({ plan: { services, resource }, tx, within }: Trial, rows: readonly WritingRow[]) =>
  tx.attempt(() =>
    writeSubmitted(
      { services, resource },
      tx,
      within,
      rows.map(({ prepared }) => prepared),
    ),
  );

async function tryEach(trial: Trial, rows: readonly WritingRow[]): Promise<void> {
  for (const row of rows) {
    try {
      await write(trial, [row]);
    } catch (error) {
      trial.refusals.set(row, requireProblems(trial.plan, error));
    }
  }
}

/** Tries rows as one set, as often as some of them are refused by their places. */
async function tryTogether(trial: Trial, rows: readonly WritingRow[]): Promise<void> {
  let left = rows;
  for (let round = 0; round < maxRounds; round += 1) {
    try {
      if (left.length > 0) await write(trial, left);
      return;
    } catch (error) {
      // The database does not say of several rows which one it refuses.
      if (!(error instanceof RowRefusal)) {
        requireProblems(trial.plan, error);
        break;
      }
      for (const { place, refusal } of [error, ...error.others]) {
        const row = left[place];
        if (row !== undefined) trial.refusals.set(row, requireProblems(trial.plan, refusal));
      }
      left = left.filter((row) => !trial.refusals.has(row));
    }
  }
  await tryEach(trial, left);
}

/** Finds which rows would be refused, and why. */
export async function refusalsOf(plan: ImportPlan, rows: readonly WritingRow[]): Promise<Refusals> {
  const { services, context, resource } = plan;
  const refusals = new Map<WritingRow, readonly RowProblem[]>();
  if (rows.length === 0) return refusals;
  try {
    await inTransaction({ context, resource }, async (tx, within) => {
      // The work may run again after a conflict with another transaction.
      refusals.clear();
      const trial = { plan, tx, within, refusals };
      await (areTogether(resource, services.domain.hooks[resource.name]?.submit) ? tryTogether(trial, rows) : tryEach(trial, rows));
      throw new Undone("a trial is never committed");
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return refusals;
}
