// Runs work inside one transaction on one connection: opened, committed or rolled back, and the connection handed back clean or not at all.
import type { PoolClient } from "pg";
import type { Announcements } from "./announcements.ts";
import { answersOf, withCallerStack, type Answer, type Outcome, type Row, type Rows, type Statement } from "./pipeline.ts";
import { FollowedWrites, type WriteFollower } from "./follow-writes.ts";
import { copyRows, type CopyChunks } from "./pool-copy.ts";
import {
  CommitOutcomeUnknownError,
  DatabaseUsageError,
  isConnectionLost,
  isPlanStale,
  reasonsOf,
  TransactionRolledBackError,
} from "./sql-errors.ts";
import { hasTooManyStatements, sendTogether } from "./statement-batch.ts";

/** An open transaction. It is over when the work that it was given to has ended. */
export interface Transaction {
  /** Runs one statement. */
  query(statement: Statement): Promise<Rows>;
  /** Sends several statements in one round trip; rejects with the first error. */
  batch(statements: readonly Statement[]): Promise<readonly Rows[]>;
  /** The first row of one statement, or undefined. */
  first(statement: Statement): Promise<Row | undefined>;
  /**
   * Sends a statement with the next one, ahead of it in its round trip, or with the commit: for a write whose answer nobody waits for. Where
   * it fails, what it is sent with rejects.
   */
  soon(statement: Statement): void;
  /** Sends a statement together with the commit, in its round trip. If it fails nothing is committed; if the work fails it is not sent. */
  withCommit(statement: Statement): void;
  /** Tells all processes a message on a channel, once the transaction is committed (`Database.tell`). */
  tell(channel: string, message: string): void;
  /** Runs work that may fail without the rest of the transaction: where it throws, what it has written is undone, and the transaction goes on. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
}

/** A transaction that can also take rows in bulk. */
export interface BulkTransaction extends Transaction {
  /** Sends chunks as the rows of a `COPY … FROM STDIN`; returns how many were stored. */
  copyFrom(sql: string, chunks: CopyChunks): Promise<number>;
}

export const COMMIT: Statement = { sql: "commit", parameters: [], name: "tracemark_commit" };
const ROLLBACK: Statement = { sql: "rollback", parameters: [] };
const SAVEPOINT: Statement = { sql: "savepoint tracemark_attempt", parameters: [], name: "tracemark_savepoint" };
const RELEASE: Statement = { sql: "release savepoint tracemark_attempt", parameters: [], name: "tracemark_release" };
const ROLLBACK_TO: Statement = { sql: "rollback to savepoint tracemark_attempt", parameters: [], name: "tracemark_rollback_to" };

/** How statements that are all known beforehand are read. */
interface Reading {
  /** Begins their transaction, where they are not to run in that of PostgreSQL, which ends behind the last of them. */
  readonly begin: Statement | undefined;
  readonly opening: readonly Statement[];
}

/** One transaction over statements that are all known beforehand: a single round trip. */
export async function runTogether(
  client: PoolClient,
  { begin, opening }: Reading,
  statements: readonly Statement[],
): Promise<readonly Rows[]> {
  const all = [...opening, ...statements];
  const outcomes = await sendTogether(client, begin === undefined ? all : [begin, ...all, COMMIT]);
  if (begin !== undefined && outcomes.at(-1)?.ok === false) await sendTogether(client, [ROLLBACK]);
  const answers = answersOf(outcomes);
  if (begin === undefined) return answers.slice(opening.length);
  requireCommitted(answers.at(-1), undefined);
  return answers.slice(1 + opening.length, -1);
}

interface Opening {
  /** Sent with the first statements of the work, in their round trip; where it sends none, nothing is sent at all. */
  readonly opening: readonly Statement[];
  /** When the opening fails nothing has happened yet. */
  readonly progress: { hasStarted: boolean };
  /** What follows from the writes of the work. */
  readonly followers: readonly WriteFollower[];
  /** Whose rows it is about; undefined: those of all tenants. */
  readonly tenantId: string | undefined;
  readonly tell: Announcements["tell"];
}

/** Runs work in a transaction: commits when it resolves, rolls back when it throws. */
export async function runInside<T>(
  client: PoolClient,
  { opening, progress, followers, tenantId, tell }: Opening,
  work: (transaction: BulkTransaction) => Promise<T>,
): Promise<T> {
  const written = new FollowedWrites(followers);
  const state: TransactionState = {
    client,
    opening,
    progress,
    written,
    tenantId,
    isOver: false,
    failure: undefined,
    soon: [],
    last: [],
    told: [],
  };
  let result: T;
  try {
    result = await work(handleOf(state));
  } catch (error) {
    state.isOver = true;
    // Its outcome needs no look: if it fails, the connection is not idle afterwards, and is thrown away.
    if (isOpened(state)) await sendTogether(client, [ROLLBACK]);
    throw error;
  }
  state.isOver = true;
  if (isOpened(state) || state.soon.length + state.last.length > 0) await commit(state);
  for (const [channel, message] of state.told) tell(channel, message);
  return result;
}

/** Whether a connection may be reused: no transaction is open, its state is up to date, and it does not cache too many statements. */
export function isClean(client: PoolClient, error: unknown): boolean {
  return (
    client.getTransactionStatus() === "I" &&
    !reasonsOf(error).some((one) => isConnectionLost(one) || isPlanStale(one)) &&
    !hasTooManyStatements(client)
  );
}

interface TransactionState {
  readonly client: PoolClient;
  /** What is not sent yet of the opening. */
  opening: readonly Statement[];
  readonly progress: { hasStarted: boolean };
  readonly written: FollowedWrites;
  readonly tenantId: string | undefined;
  isOver: boolean;
  /** The first statement's error, kept because work may catch it. */
  failure: unknown;
  /** Statements sent ahead of the next one. */
  soon: readonly Statement[];
  /** Statements sent together with the commit. */
  readonly last: Statement[];
  /** Channels and messages for after the commit. */
  readonly told: (readonly [channel: string, message: string])[];
}

const isOpened = ({ opening }: TransactionState): boolean => opening.length === 0;

/** Sends statements, behind the opening where they are the first, and behind what is to be sent ahead of them; answers their outcomes. */
async function send(state: TransactionState, statements: readonly Statement[]): Promise<readonly Outcome[]> {
  const { opening, soon, written } = state;
  const ahead = opening.length + soon.length;
  if (ahead === 0) {
    const outcomes = await sendTogether(state.client, statements);
    noteWrites(written, statements, outcomes);
    return outcomes;
  }
  state.opening = [];
  state.soon = [];
  const outcomes = await sendTogether(state.client, [...opening, ...soon, ...statements]);
  answersOf(outcomes.slice(0, opening.length));
  state.progress.hasStarted = true;
  if (statements.length === 0) answersOf(outcomes);
  noteWrites(written, [...soon, ...statements], outcomes.slice(opening.length));
  return outcomes.slice(ahead);
}

function noteWrites(written: FollowedWrites, statements: readonly Statement[], outcomes: readonly Outcome[]): void {
  for (const [index, { sql }] of statements.entries()) {
    const outcome = outcomes[index];
    if (outcome?.ok === true) written.note(sql, outcome.answer.rowCount);
  }
}

function handleOf(state: TransactionState): BulkTransaction {
  const use = async <T>(work: () => Promise<T>): Promise<T> => {
    if (state.isOver)
      throw new DatabaseUsageError("database.transactionOver", "This transaction is over; its connection may be serving another tenant.");
    try {
      return await work();
    } catch (error) {
      state.failure ??= error;
      throw error;
    }
  };
  const batch = (statements: readonly Statement[]): Promise<readonly Rows[]> => use(async () => answersOf(await send(state, statements)));
  const query = async (statement: Statement): Promise<Rows> => {
    const [rows] = await batch([statement]);
    return rows ?? { rows: [], rowCount: 0 };
  };
  return {
    batch,
    query,
    first: async (statement) => (await query(statement)).rows[0],
    soon: (statement) => void (state.soon = [...state.soon, statement]),
    withCommit: (statement) => void state.last.push(statement),
    tell: (channel, message) => void state.told.push([channel, message]),
    attempt: (work) => attempt(state, { batch, work }),
    copyFrom: (sql, chunks) =>
      use(async () => {
        await send(state, []);
        state.written.note(sql);
        return copyRows(state.client, sql, chunks);
      }),
  };
}

interface Attempt<T> {
  readonly batch: Transaction["batch"];
  readonly work: () => Promise<T>;
}

/** What waits to be sent when the work fails is forgotten with it; of an inner attempt the name of the savepoint means the innermost. */
async function attempt<T>(state: TransactionState, { batch, work }: Attempt<T>): Promise<T> {
  await batch([SAVEPOINT]);
  const [failure, last, told] = [state.failure, state.last.length, state.told.length];
  try {
    const result = await work();
    await batch([RELEASE]);
    return result;
  } catch (error) {
    // A lost connection, or an outdated statement, has ended the transaction as well.
    if (isConnectionLost(error) || isPlanStale(error)) throw error;
    state.soon = [];
    state.last.length = last;
    state.told.length = told;
    await batch([ROLLBACK_TO, RELEASE]);
    state.failure = failure;
    throw error;
  }
}

async function commit(state: TransactionState): Promise<void> {
  const before = [...state.soon, ...state.last];
  state.soon = [];
  for (const { sql } of before) state.written.note(sql);
  const outcomes = await send(state, [...before, ...state.written.statements(state.tenantId), COMMIT]);
  const outcome = outcomes.at(-1);
  // The COMMIT was passed over.
  if (outcomes.at(-2)?.ok === false) await sendTogether(state.client, [ROLLBACK]);
  if (outcome?.ok === false)
    throw isConnectionLost(outcome.error) ? new CommitOutcomeUnknownError(outcome.error) : withCallerStack(outcome.error);
  // A COMMIT after a failed statement is answered with ROLLBACK: the failure is the better error.
  if (state.failure === undefined) answersOf(outcomes);
  requireCommitted(outcome?.answer, state.failure);
}

/** PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, and calls that a success. */
function requireCommitted(answer: Answer | undefined, failure: unknown): void {
  if (answer?.command !== "COMMIT") throw new TransactionRolledBackError(failure);
}
