// Statements that are sent together, as one query of the driver: one write, one Sync behind the last of them, one answer. The driver's own
// queries end with a Sync each, at which PostgreSQL sends what it has, and describe their rows anew each time; for the short statements of
// a request that takes longer than running them.
import pg, { type Connection, type FieldDef, type PoolClient } from "pg";
import driver from "pg/lib/utils.js";
import type { Answer, Outcome, Row, Statement } from "./pipeline.ts";
import { valueTypes } from "./pool-session.ts";
import { sentStatements, type SentStatements } from "./sent-statements.ts";
import { sendTraced } from "./trace-statements.ts";

/** How the rows of a statement are read. */
interface RowShape {
  readonly columns: readonly { readonly name: string; readonly read: (text: string) => unknown }[];
  /** A row without values; rows are copies of it, so that all of them have one layout in memory. */
  readonly empty: Row;
}

/**
 * The statements that a connection keeps parsed, with the shape of their rows, or undefined where they return none. "sent": not answered
 * yet, perhaps in a batch before this one. "unsure": after an error, which may have come before or after it was parsed.
 */
type PreparedStatements = Map<string, RowShape | undefined | "sent" | "unsure">;
const preparedBy = new WeakMap<PoolClient, PreparedStatements>();

/** Statements that a connection keeps parsed at most, before it is closed. */
export const maxNames = 500;

/**
 * Whether a connection keeps too many statements parsed. PostgreSQL keeps them for the life of the connection, and a name always means the
 * same SQL, so they are given up together with the connection.
 */
export function hasTooManyStatements(client: PoolClient): boolean {
  return (preparedBy.get(client)?.size ?? 0) > maxNames;
}

/**
 * Sends all statements in one write and returns the outcome of each, in order. Never rejects. PostgreSQL passes over whatever follows a
 * failed statement, a COMMIT as well: it has the outcome of the failed one, and the transaction stays open.
 */
export function sendTogether(client: PoolClient, statements: readonly Statement[]): Promise<readonly Outcome[]> {
  if (sentStatements.hasSubscribers) sentStatements.publish({ client, statements } satisfies SentStatements);
  let values: Values[];
  try {
    values = statements.map(({ parameters }) => parameters.map((parameter) => driver.prepareValue(parameter)));
  } catch (error) {
    return Promise.resolve(statements.map(() => ({ ok: false, error })));
  }
  let prepared = preparedBy.get(client);
  if (prepared === undefined) preparedBy.set(client, (prepared = new Map()));
  const sent = prepared;
  return sendTraced(
    client,
    statements,
    () => new Promise((resolve) => void client.query(new StatementBatch(sent, statements, values, resolve))),
  );
}

type Values = (string | Buffer | null)[];

/** A subclass, because the driver takes no other queries on a connection where several are under way. */
class StatementBatch extends pg.Query {
  readonly #known: PreparedStatements;
  readonly #statements: readonly Statement[];
  readonly #values: readonly Values[];
  readonly #resolve: (outcomes: readonly Outcome[]) => void;
  /** The names that this batch has parsed, by the place of their statements. */
  readonly #parsed = new Map<number, string>();
  readonly #answers: Answer[] = [];
  #shape: RowShape | undefined;
  #rows: Row[] = [];
  /** The first value that could not be read. */
  #unreadable: { readonly error: unknown } | undefined;

  constructor(
    prepared: PreparedStatements,
    statements: readonly Statement[],
    values: readonly Values[],
    resolve: (outcomes: readonly Outcome[]) => void,
  ) {
    // With a callback the driver makes no promise of its own; what it would pass to it comes to the methods below first.
    super("", () => undefined);
    this.#known = prepared;
    this.#statements = statements;
    this.#values = values;
    this.#resolve = resolve;
  }

  /** Called by the driver when it is the batch's turn to be sent. */
  override readonly submit = (connection: Connection): void => {
    connection.stream.cork();
    try {
      for (const index of this.#statements.keys()) this.#write(connection, index);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    this.#shape = this.#knownShape();
  };

  /** Always by the extended protocol: it refuses a second statement behind a semicolon. */
  #write(connection: Connection, index: number): void {
    const { sql, name = "" } = this.#statements[index] ?? { sql: "" };
    const prepared = this.#known.get(name);
    const isParsed = this.#known.has(name) && prepared !== "unsure";
    if (prepared === "unsure") connection.close({ type: "S", name }, true);
    if (!isParsed) {
      connection.parse({ text: sql, name, types: [] }, true);
      if (name !== "") {
        this.#known.set(name, "sent");
        this.#parsed.set(index, name);
      }
    }
    connection.bind({ statement: name, values: this.#values[index] }, true);
    if (!isParsed || prepared === "sent") connection.describe({ type: "P" }, true);
    connection.execute(null, true);
  }

  /** The rows of the statement that is answered next, where they are not described again. */
  #knownShape(): RowShape | undefined {
    const { name } = this.#statements[this.#answers.length] ?? {};
    const prepared = name === undefined ? undefined : this.#known.get(name);
    return prepared === "sent" || prepared === "unsure" ? undefined : prepared;
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#shape = shapeOf(fields);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#shape === undefined) return;
    try {
      this.#rows.push(rowOf(this.#shape, fields));
    } catch (error) {
      this.#unreadable ??= { error };
    }
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const { name } = this.#statements[this.#answers.length] ?? {};
    if (name !== undefined) this.#known.set(name, this.#shape);
    const [command = "", ...counts] = text.split(" ");
    this.#answers.push({ command, rowCount: Number(counts.at(-1) ?? 0) || 0, rows: this.#rows });
    this.#rows = [];
    this.#shape = this.#knownShape();
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" });
  }

  handleReadyForQuery(): void {
    if (this.#unreadable === undefined) this.#resolve(this.#answers.map((answer) => ({ ok: true, answer })));
    else this.handleError(this.#unreadable.error);
  }

  /** An error of a statement, or of the connection. */
  handleError(error: unknown): void {
    for (const [index, name] of this.#parsed) if (index >= this.#answers.length) this.#known.set(name, "unsure");
    const failed: Outcome = { ok: false, error };
    this.#resolve(
      this.#statements.map((_, index) => {
        const answer = this.#unreadable === undefined ? this.#answers[index] : undefined;
        return answer === undefined ? failed : { ok: true, answer };
      }),
    );
  }
}

function shapeOf(fields: readonly FieldDef[]): RowShape {
  return {
    columns: fields.map(({ name, dataTypeID }) => ({ name, read: valueTypes.getTypeParser(dataTypeID, "text") })),
    empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
  };
}

function rowOf({ columns, empty }: RowShape, values: readonly (string | null)[]): Row {
  const row: Record<string, unknown> = { ...empty };
  for (const [index, { name, read }] of columns.entries()) {
    const value = values[index];
    if (value !== null && value !== undefined) row[name] = read(value);
  }
  return row;
}
