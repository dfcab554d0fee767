// A statement, and what PostgreSQL answers to it.

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

/** An error that has come: where it was made, only the socket is on the stack; here the code that sent the statement is. */
export function withCallerStack(error: unknown): unknown {
  if (error instanceof Error) Error.captureStackTrace(error);
  return error;
}

/** The answers, or the first error: later ones only report that the transaction is aborted. */
export function answersOf(outcomes: readonly Outcome[]): readonly Answer[] {
  return outcomes.map((outcome) => {
    if (outcome.ok) return outcome.answer;
    throw withCallerStack(outcome.error);
  });
}
