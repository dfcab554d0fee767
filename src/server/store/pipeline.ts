// Sends statements together and takes their answers together: one round trip, every promise handled.
import type { PoolClient, QueryConfig, QueryResult } from "pg";

/** A statement with its parameters; kysely's CompiledQuery has this shape. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /**
   * Parsed once per connection under this name. The same name always means the same SQL: use a name per shape of query, never one per
   * value.
   */
  readonly name?: string;
}

export type Row = Readonly<Record<string, unknown>>;

export interface Rows {
  readonly rows: readonly Row[];
  /** Rows returned, or changed. */
  readonly rowCount: number;
}

/** The result of a statement, and the command that PostgreSQL reports ("COMMIT", "ROLLBACK" …). */
export interface Answer extends Rows {
  readonly command: string;
}

export type Outcome = { readonly ok: true; readonly answer: Answer } | { readonly ok: false; readonly error: unknown };

/**
 * Sends all statements in one write (if the connection is pipelined) and returns the outcome of each, in order. Never rejects: a statement
 * after a failed one of the same transaction fails too, and its unhandled rejection would end the process.
 */
export function sendTogether(client: PoolClient, statements: readonly Statement[]): Promise<readonly Outcome[]> {
  if (!client.pipeline) return sendOneByOne(client, statements);
  const { stream } = client.connection;
  stream.cork();
  try {
    return Promise.all(statements.map((statement) => send(client, statement)));
  } finally {
    stream.uncork();
  }
}

/** On a connection that is not pipelined, where the driver would queue them with a warning. */
async function sendOneByOne(client: PoolClient, statements: readonly Statement[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const statement of statements) outcomes.push(await send(client, statement));
  return outcomes;
}

/** Statements that a connection keeps parsed at most, before it is closed. */
export const mostNames = 500;

/** The names that each connection has parsed. */
const parsedNames = new WeakMap<PoolClient, Set<string>>();

/**
 * Whether a connection keeps too many statements parsed. PostgreSQL keeps them for the life of the connection, and a name always means the
 * same SQL, so they are given up together with the connection.
 */
export function keepsTooMany(client: PoolClient): boolean {
  return (parsedNames.get(client)?.size ?? 0) > mostNames;
}

function recordName(client: PoolClient, name: string): void {
  const names = parsedNames.get(client);
  if (names === undefined) parsedNames.set(client, new Set([name]));
  else names.add(name);
}

/** By a callback: the driver makes three promises for a statement that is sent without one, and a request sends many statements. */
function send(client: PoolClient, { sql, parameters, name }: Statement): Promise<Outcome> {
  if (name !== undefined) recordName(client, name);
  // The extended protocol even without parameters: it refuses a second statement behind a semicolon.
  const query: QueryConfig & { queryMode: "extended" } = { text: sql, values: [...parameters], name, queryMode: "extended" };
  return new Promise((resolve) => {
    // The driver's types promise an error always.
    client.query<Record<string, unknown>>(query, (error: Error | null | undefined, result) => {
      resolve(error ? { ok: false, error } : { ok: true, answer: answerOf(result) });
    });
  });
}

function answerOf(result: QueryResult<Record<string, unknown>>): Answer {
  return { rows: result.rows, rowCount: result.rowCount ?? 0, command: result.command };
}

/** The answers, or the first error: later ones only report that the transaction is aborted. */
export function answersOf(outcomes: readonly Outcome[]): readonly Answer[] {
  return outcomes.map((outcome) => {
    if (outcome.ok) return outcome.answer;
    // Where it was made, only the socket is on the stack; here the code that sent the statement is.
    if (outcome.error instanceof Error) Error.captureStackTrace(outcome.error);
    throw outcome.error;
  });
}
