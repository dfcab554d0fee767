// Rows that are tried before they are written: by the write itself, with every guard and hook, in a transaction that is never committed. Rows that
// are refused are left out, and the others go on, so that one trial finds what is wrong with each row.
import type { ResourceModel } from "#schema/model";
import type { CommitContext, RequestContext, Values } from "../../contract.ts";
import type { Transaction } from "../../store/database.ts";
import { translated } from "../guards/duplicates.ts";
import { plainRefusal, RowRefusal } from "../guards/row-set.ts";
import type { Services } from "../services.ts";
import type { PreparedRow } from "./prepared-rows.ts";
import { problemsOf, type RowProblem } from "./row-problems.ts";
import { inTransaction } from "./write-scope.ts";
import { areTogether, inWritingOrder, writeSubmitted } from "./write-submitted.ts";

/** Rows of one resource that one call writes. */
interface TriedCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
}

/** A row that would be written. */
interface TriedRow {
  readonly prepared: PreparedRow;
}

/** Why rows are refused, by the row. */
export type Refusals<Row> = ReadonlyMap<Row, readonly RowProblem[]>;

/** Times that a set is tried without the rows that were refused, before its rows are tried one by one. */
const maxRounds = 8;

/** Ends a trial: nothing of it stays. */
class Undone extends Error {
  override readonly name = "Undone";
}

interface Trial<Row extends TriedRow> {
  readonly call: TriedCall;
  readonly tx: Transaction;
  readonly within: CommitContext;
  readonly refusals: Map<Row, readonly RowProblem[]>;
}

/** What a refusal says; throws what is no refusal. */
function requireProblems({ resource, services }: TriedCall, error: unknown): readonly RowProblem[] {
  const told = problemsOf(translated(resource, services.model, plainRefusal(error)));
  if (told === undefined) throw error;
  return told;
}

const write = <Row extends TriedRow>({ call: { services, resource }, tx, within }: Trial<Row>, rows: readonly Row[]) =>
  tx.attempt(() =>
    writeSubmitted(
      { services, resource },
      tx,
      within,
      rows.map(({ prepared }) => prepared),
    ),
  );

async function tryEach<Row extends TriedRow>(trial: Trial<Row>, rows: readonly Row[]): Promise<void> {
  // In the order of the write itself: what one row leaves is what the next one finds.
  for (const row of inWritingOrder(trial.call.resource, rows, ({ prepared }) => prepared.kind)) {
    try {
      await write(trial, [row]);
    } catch (error) {
      trial.refusals.set(row, requireProblems(trial.call, error));
    }
  }
}

/** Tries rows as one set, as often as some of them are refused by their places. */
async function tryTogether<Row extends TriedRow>(trial: Trial<Row>, rows: readonly Row[]): Promise<void> {
  let left = rows;
  for (let round = 0; round < maxRounds; round += 1) {
    try {
      if (left.length > 0) await write(trial, left);
      return;
    } catch (error) {
      // The database does not say of several rows which one it refuses.
      if (!(error instanceof RowRefusal)) {
        requireProblems(trial.call, error);
        break;
      }
      for (const { place, refusal } of [error, ...error.others]) {
        const row = left[place];
        if (row !== undefined) trial.refusals.set(row, requireProblems(trial.call, refusal));
      }
      left = left.filter((row) => !trial.refusals.has(row));
    }
  }
  await tryEach(trial, left);
}

/** Finds which rows would be refused, and why. */
export async function refusalsOf<Row extends TriedRow>(call: TriedCall, rows: readonly Row[]): Promise<Refusals<Row>> {
  const { services, context, resource } = call;
  const refusals = new Map<Row, readonly RowProblem[]>();
  if (rows.length === 0) return refusals;
  try {
    await inTransaction({ context, resource }, async (tx, within) => {
      // The work may run again after a conflict with another transaction.
      refusals.clear();
      const trial = { call, tx, within, refusals };
      await (areTogether(resource, services.domain.hooks[resource.name]?.submit) ? tryTogether(trial, rows) : tryEach(trial, rows));
      throw new Undone("a trial is never committed");
    });
  } catch (error) {
    if (!(error instanceof Undone)) throw error;
  }
  return refusals;
}

/**
 * Writes rows that were tried, in one transaction; answers their ids, in their order. What another call has changed since their trial refuses the
 * rows that it concerns: then nothing is written.
 */
export async function writeTried<Row extends TriedRow>(
  { services, context, resource }: TriedCall,
  rows: readonly Row[],
  answer: (ids: readonly string[]) => Values,
): Promise<{ readonly ids: readonly string[] } | { readonly refusals: Refusals<Row> }> {
  try {
    const ids = await inTransaction(
      { context, resource },
      (tx, within) =>
        writeSubmitted(
          { services, resource },
          tx,
          within,
          rows.map(({ prepared }) => prepared),
        ),
      answer,
    );
    return { ids };
  } catch (error) {
    if (!(error instanceof RowRefusal)) throw translated(resource, services.model, error);
    const refusals = new Map<Row, readonly RowProblem[]>();
    for (const { place, refusal } of [error, ...error.others]) {
      const row = rows[place];
      const problems = problemsOf(translated(resource, services.model, plainRefusal(refusal)));
      if (row === undefined || problems === undefined) throw refusal;
      refusals.set(row, problems);
    }
    return { refusals };
  }
}
