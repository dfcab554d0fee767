// SQL of the areas (server/domain) as typed queries: Kysely writes the text, our own pipeline sends it.
import {
  createQueryId,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type Compilable,
  type CompiledQuery,
  type Dialect,
  type Expression,
  type OperationNode,
  type RawBuilder,
  type SelectQueryNode,
} from "kysely";
import type { Tables } from "#generated/tables.ts";
import { snakeCase } from "#schema/model";
import { auditLogOf } from "../audit/audit-log.ts";
import type { Database, MayBeLate, Plans, Row, Rows, Scope, Statement, Transaction } from "../store/database.ts";
import { camelCaseOf } from "../store/names.ts";
import { loggedWrite, type LoggedWrite } from "./logged-writes.ts";
import { withPlainTables } from "./plain-tables.ts";

/** Names of code → names of SQL. Code names its resources, fields and aliases itself, so there are only so many. */
const columns = new Map<string, string>();

/** Statements are written with the names of resources and fields; these are their tables and columns. */
class FieldNameCompiler extends PostgresQueryCompiler {
  protected override visitSelectQuery(node: SelectQueryNode): void {
    super.visitSelectQuery(withPlainTables(node));
  }

  protected override sanitizeIdentifier(identifier: string): string {
    let column = columns.get(identifier);
    if (column === undefined) columns.set(identifier, (column = super.sanitizeIdentifier(snakeCase(identifier))));
    return column;
  }
}

const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  // Nothing is ever sent by Kysely itself.
  createDriver: () => new DummyDriver(),
  createIntrospector: (kysely) => new PostgresIntrospector(kysely),
  createQueryCompiler: () => new FieldNameCompiler(),
};

/** A query builder that knows no table by its name: tables come from `tables(context)`, which says which of their rows are meant. */
export const db = new Kysely<{}>({ dialect });

/** Knows every table, whole: for `tables(context)` alone. */
export const wholeTables = new Kysely<Tables>({ dialect });

/** A query whose rows have the type O. */
export type Query<O> = Compilable<O>;

/** What is sent: a query, or a statement that another part of the server gives as text. */
export type Sent = Query<unknown> | Statement;

/** A query as our pipeline takes it; one that is prepared has a name. */
export function statementOf(sent: Sent): Statement {
  if (!("compile" in sent)) return sent;
  const compiled: CompiledQuery & { readonly name?: string } = sent.compile();
  return { sql: compiled.sql, parameters: compiled.parameters, ...(compiled.name === undefined ? {} : { name: compiled.name }) };
}

/** A statement that a transaction sends, with what the audit log makes of its answer. */
interface SentWithin {
  readonly statement: Statement;
  readonly logged: LoggedWrite | undefined;
}

const isBuilt = (sent: Sent): sent is Query<unknown> & { toOperationNode(): OperationNode } => "toOperationNode" in sent;

function sentWithin(tx: Transaction, sent: Sent): SentWithin {
  const log = auditLogOf(tx);
  const logged = log === undefined || !isBuilt(sent) ? undefined : loggedWrite(log, sent.toOperationNode());
  if (logged === undefined) return { statement: statementOf(sent), logged };
  const { sql: text, parameters } = db.getExecutor().compileQuery(logged.query, createQueryId());
  return { statement: { sql: text, parameters }, logged };
}

async function sendWithin(tx: Transaction, all: readonly Sent[]): Promise<readonly Rows[]> {
  const sending = all.map((sent) => sentWithin(tx, sent));
  const found = await tx.batch(sending.map(({ statement }) => statement));
  return found.map((answer, index) => sending[index]?.logged?.answered(answer) ?? answer);
}

const fields = new Map<string, string>();

/** The name of code for a column of an answer; of these, too, there are only so many. */
function fieldOf(column: string): string {
  let field = fields.get(column);
  if (field === undefined) fields.set(column, (field = camelCaseOf(column)));
  return field;
}

/** Rows by the names of fields. The rows of one answer have the same columns. */
function named<O>({ rows: found }: Rows): readonly O[] {
  const [one] = found;
  if (one === undefined) return [];
  const names = Object.keys(one).map((column) => [column, fieldOf(column)] as const);
  const isNamed = names.every(([column, name]) => column === name);
  const answered: readonly Row[] = isNamed
    ? found
    : found.map((row) => {
        const byField: Record<string, unknown> = {};
        for (const [column, name] of names) byField[name] = row[column];
        return byField;
      });
  // What the query selects and what its type says come from the same builder.
  return answered as readonly O[];
}

/** Rows of what was sent, in its order: those of a query by the names of fields, those of a statement by the names of columns. */
export type RowsOf<All extends readonly Sent[]> = {
  readonly [Index in keyof All]: All[Index] extends Query<infer O> ? readonly O[] : readonly Row[];
};

/** Runs queries together: those of a transaction, or of a read before it. */
export type Run = <const All extends readonly Sent[]>(queries: All) => Promise<RowsOf<All>>;

function answers<const All extends readonly Sent[]>(sent: All, found: readonly Rows[]): RowsOf<All> {
  const all = found.map((rows, index) => ("compile" in (sent[index] ?? {}) ? named(rows) : rows.rows));
  // One answer for each, in order.
  return all as RowsOf<All>;
}

/** Reads several queries in one round trip and from one snapshot, outside of a transaction of one's own. */
export async function read<const All extends readonly Sent[]>(
  { database, scope }: { readonly database: Pick<Database, "read">; readonly scope: Scope },
  sent: All,
  how?: Plans | MayBeLate,
): Promise<RowsOf<All>> {
  return answers(sent, await database.read(scope, sent.map(statementOf), how));
}

/** The same for all tenants. Say why at every use. */
export async function readAsOwner<const All extends readonly Sent[]>(
  { database }: { readonly database: Pick<Database, "owner"> },
  sent: All,
): Promise<RowsOf<All>> {
  return answers(sent, await database.owner.read(sent.map(statementOf)));
}

/** The rows of several queries of a transaction, in one round trip. */
export async function rowsOfAll<const All extends readonly Sent[]>(tx: Transaction, sent: All): Promise<RowsOf<All>> {
  return answers(sent, await sendWithin(tx, sent));
}

/** The rows of one query of a transaction. */
export async function rows<O>(tx: Transaction, query: Query<O>): Promise<readonly O[]> {
  const { statement, logged } = sentWithin(tx, query);
  const answer = await tx.query(statement);
  return named<O>(logged === undefined ? answer : logged.answered(answer));
}

/** The first row of one query of a transaction; undefined where there is none. */
export async function first<O>(tx: Transaction, query: Query<O>): Promise<O | undefined> {
  return (await rows(tx, query))[0];
}

/** Runs what answers no rows that anybody asks for, in one round trip. */
export async function run(tx: Transaction, ...sent: readonly Sent[]): Promise<void> {
  await sendWithin(tx, sent);
}

/**
 * The same in the round trip of the next statement, ahead of it, or of the commit: for writes whose failure nobody handles, and of which the
 * audit log needs no answer.
 */
export function runSoon(tx: Transaction, ...sent: readonly Sent[]): void {
  for (const one of sent) {
    const { statement, logged } = sentWithin(tx, one);
    if (logged?.needsAnswer === true)
      throw new Error(`the log waits for the answer of a statement that nobody waits for: ${statement.sql}`);
    tx.soon(statement);
    logged?.answered({ rows: [], rowCount: 0 });
  }
}

/** `column = anyOf(values)`: one parameter, however many values there are. */
export function anyOf<T>(values: readonly T[] | Expression<readonly T[]>): RawBuilder<T> {
  return sql<T>`any(${values})`;
}

/** `column <> allOf(values)`: none of the values. */
export function allOf<T>(values: readonly T[] | Expression<readonly T[]>): RawBuilder<T> {
  return sql<T>`all(${values})`;
}

/** Takes the advisory lock of a name until the transaction ends. */
export async function lockName(tx: Transaction, name: string): Promise<void> {
  await tx.query({ sql: "select pg_advisory_xact_lock(hashtextextended($1, 0))", parameters: [name] });
}

/** A statement that takes the advisory lock of a name shared with others, then exclusive ones of further names in their order. */
export function sharedLockStatement(shared: string, names: readonly string[]): Statement {
  const own = names.map((_name, index) => `, pg_advisory_xact_lock(hashtextextended($${index + 2}, 0))`);
  return {
    sql: `select pg_advisory_xact_lock_shared(hashtextextended($1, 0))${own.join("")}`,
    parameters: [shared, ...names],
    name: `lock_names_${names.length}`,
  };
}
