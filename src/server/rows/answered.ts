// Rows of a query of an area, answered like those of a list: with the labels of their definition, filtered and ordered by what was sent.
import type { ChartRows } from "../contract.ts";
import { isMasked, isReadable, type ReadableFields } from "../crud/sql/readable-fields.ts";
import { whereOf } from "../crud/sql/where.ts";
import { StatementCache } from "../crud/sql/statement-cache.ts";
import type { SqlFragment } from "../store/conditions.ts";
import type { RowReader } from "../crud/read/row-reader.ts";
import type { CompiledQuery } from "kysely";
import type { Row } from "../store/database.ts";
import type { Query } from "./query.ts";

export interface Answered {
  /** Rows with all columns that the reader selects. */
  readonly rows: Query<unknown>;
  /** What the sent filters leave of them, over the alias `t`. */
  readonly where?: readonly SqlFragment[];
}

interface AnsweredPage extends Answered {
  readonly reader: RowReader;
  /** Over the alias `t`. */
  readonly order: string;
  readonly limit: number;
  readonly skipped?: number;
  /** Whose rows they are; undefined: those of several tenants, each with its own. */
  readonly tenantId: string | undefined;
}

/** Texts that are asked again and again: of each area there are few, and with each filter another. */
const statements = new StatementCache();

function queryOf<O>(sql: string, parameters: readonly unknown[], { query, queryId }: CompiledQuery): Query<O> {
  const { name } = statements.statement(sql, parameters, () => sql);
  return { compile: () => ({ sql, parameters, query, queryId, ...(name === undefined ? {} : { name }) }) };
}

/** The rows that are answered, each with its id; labels are made for these alone. */
export function answeredPage({ rows, reader, where = [], order, limit, skipped = 0, tenantId }: AnsweredPage): Query<Row> {
  const compiled = rows.compile();
  const { sql, parameters } = compiled;
  const restricted = whereOf(where, parameters.length + 1);
  const all = [...parameters, ...restricted.parameters, limit, skipped];
  const page = `select * from (${sql}) t where ${restricted.sql()} order by ${order} limit $${all.length - 1}::bigint offset $${all.length}::bigint`;
  if (tenantId === undefined)
    return queryOf(`select t.id, ${reader.selection(undefined)} from (${page}) t order by ${order}`, all, compiled);
  const place = `$${all.push(tenantId)}::text`;
  // Not every selection looks names up; a parameter that stands nowhere has no type.
  return queryOf(`select t.id, ${reader.selection(place)} from (${page}) t where ${place} is not null order by ${order}`, all, compiled);
}

/** How many rows there are. */
export function answeredCount({ rows, where = [] }: Answered): Query<{ readonly total: number }> {
  const compiled = rows.compile();
  const restricted = whereOf(where, compiled.parameters.length + 1);
  return queryOf(
    `select count(*)::int as total from (${compiled.sql}) t where ${restricted.sql()}`,
    [...compiled.parameters, ...restricted.parameters],
    compiled,
  );
}

/** All rows that a report is made of, for charts of them. */
export function chartRows({ rows, where = [] }: Answered, readable: ReadableFields): ChartRows {
  const { sql, parameters } = rows.compile();
  const restricted = whereOf(where, parameters.length + 1);
  return {
    sql: `(${sql}) t WHERE ${restricted.sql()}`,
    parameters: [...parameters, ...restricted.parameters],
    isReadable: (field) => isReadable(readable, field.name) && !isMasked(readable, field),
    mayBeLate: true,
  };
}
