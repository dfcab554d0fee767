// What a trace has of statements: their names and shapes, never a value. Values are parameters; literals of the text are replaced as well.
import type { PoolClient } from "pg";
import type { Outcome, Statement } from "./pipeline.ts";

type Send = () => Promise<readonly Outcome[]>;

/** Called around each round trip with its statements. */
export type TraceStatements = (statements: readonly Statement[], send: Send) => Promise<readonly Outcome[]>;

const traces = new WeakMap<PoolClient, TraceStatements>();

/** Has the statements of a connection traced. */
export function traceClient(client: PoolClient, trace: TraceStatements): void {
  traces.set(client, trace);
}

/** Sends statements, traced where their connection is. */
export function sendTraced(client: PoolClient, statements: readonly Statement[], send: Send): Promise<readonly Outcome[]> {
  const trace = traces.get(client);
  return trace === undefined ? send() : trace(statements, send);
}

/** Quoted identifiers stay as they are; numbers of parameters and of names are no literals. */
const literals = /("(?:[^"]|"")*")|\bE'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\2|(?<![\w$."])\d+(?:\.\d+)?\b/gi;

/** Shapes of the latest statements: a server sends some hundred different ones, over and over. */
const cachedShapes = new Map<string, string>();
const maxCached = 1_000;

/** The text of a statement without its literals, on one line. */
export function shapeOf(sql: string): string {
  const cached = cachedShapes.get(sql);
  if (cached !== undefined) return cached;
  const shape = sql
    .replaceAll(literals, (_match, identifier: string | undefined) => identifier ?? "?")
    .replaceAll(/\s+/g, " ")
    .trim();
  if (cachedShapes.size >= maxCached) cachedShapes.clear();
  cachedShapes.set(sql, shape);
  return shape;
}

/** Opens, ends or sets the transaction of others. */
const isTransactionControl = /^\s*(?:begin|commit|rollback|set local|select set_config)\b/i;

/** The statements of a round trip without those that only open and end its transaction. */
export function withoutTransactionControl(statements: readonly Statement[]): readonly Statement[] {
  const inner = statements.filter(({ sql }) => !isTransactionControl.test(sql));
  return inner.length === 0 ? statements : inner;
}

/** The name of a statement, or what it does with which table. */
export function summaryOf({ sql, name }: Statement): string {
  if (name !== undefined) return name;
  const shape = shapeOf(sql);
  const [operation = ""] = shape.split(" ");
  const [, table] = /\b(?:from|into|update|join)\s+"?(\w+)"?/i.exec(shape) ?? [];
  return table === undefined ? operation.toLowerCase() : `${operation.toLowerCase()} ${table}`;
}
