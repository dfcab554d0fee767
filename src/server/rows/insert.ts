// Rows that an area adds by the hundred, or that may be there already. Single rows of a document are added by `addRow`, which also numbers
// them.
import { sql, type Expression, type Insertable } from "kysely";
import type { Tables } from "#generated/tables.ts";
import type { ResourceModel } from "#schema/model";
import type { Statement } from "../store/database.ts";
import { columnOf, columnsOf, isTenantTable } from "../store/columns.ts";
import { quoted } from "../store/names.ts";
import { markInsert, type Recording } from "./logged-writes.ts";
import { wholeTables } from "./query.ts";
import type { TableContext, TableName } from "./tables.ts";

/** Columns that the store fills, unless a row has them. */
type FilledColumn = "tenantId" | "createUser" | "createDept" | "createTime" | "updateUser" | "updateTime" | "isDeleted" | "version";
/** A row to be added: its id and its own fields. */
export type NewRow<T extends TableName> = Omit<Insertable<Tables[T]>, FilledColumn> & {
  readonly [Name in FilledColumn & keyof Insertable<Tables[T]>]?: Insertable<Tables[T]>[Name];
};

type ColumnName<T extends TableName> = keyof Tables[T] & string;

function resourceOf({ model }: Pick<TableContext, "model">, table: TableName): ResourceModel {
  const resource = model.resource.get(table);
  if (resource === undefined) throw new Error(`there is no resource "${table}"`);
  return resource;
}

/** A row with its tenant, writer and time. */
export function filledRow<T extends TableName>(context: TableContext, table: T, row: NewRow<T>): Readonly<Record<string, unknown>> {
  const { caller, scope, now } = context;
  const resource = resourceOf(context, table);
  const writer = caller.userId === "" ? null : caller.userId;
  return {
    ...(resource.hasBaseColumns ? { createUser: writer, createTime: now(), updateUser: writer, updateTime: now() } : {}),
    ...(isTenantTable(resource) ? { tenantId: scope.tenantId } : {}),
    ...row,
  };
}

/** A value as a parameter of its column: structured data as its text, which the driver would take for an array of PostgreSQL's. */
const parameterOf = (type: string, value: unknown): unknown =>
  value === null || value === undefined ? null : type === "jsonb" ? JSON.stringify(value) : value;

/**
 * Inserts one row of given values, in a prepared query. By itself it is for what follows from other rows, of which the audit log is not told.
 */
export function insertGiven<T extends TableName, Name extends ColumnName<T>>(
  resource: ResourceModel,
  table: T,
  names: readonly Name[],
  given: (name: Name) => Expression<unknown>,
) {
  return insertGivenRows(resource, table, names, [given]);
}

/** The same with several rows. */
export function insertGivenRows<T extends TableName, Name extends ColumnName<T>>(
  resource: ResourceModel,
  table: T,
  names: readonly Name[],
  rows: readonly ((name: Name) => Expression<unknown>)[],
) {
  const lists = rows.map((given) => {
    const values = names.map((name) => {
      const { type, defaultSql } = columnOf(resource, name);
      const value = sql`${given(name)}::${sql.raw(type)}`;
      // What is not given takes the column's default.
      return defaultSql === undefined ? value : sql`coalesce(${value}, ${sql.raw(defaultSql)})`;
    });
    return sql`(${sql.join(values)})`;
  });
  return wholeTables
    .insertInto(table)
    .columns([...names])
    .expression(sql`values ${sql.join(lists)}`);
}

/**
 * Inserts rows, however many, in one statement; tenant, writer and time are filled in. The audit log has them row by row, or as a set.
 * `createDept` stays empty, as these rows belong to the rows that they are about.
 */
export function insert<T extends TableName>(
  context: TableContext,
  table: T,
  rows: readonly NewRow<T>[],
  recording: Exclude<Recording, { readonly by: "locked" }> = { by: "row" },
) {
  return markInsert(insertDerived(context, table, rows), {
    resource: resourceOf(context, table),
    rows: rows.map((row) => ({ ...row })),
    recording,
  });
}

/**
 * Adds lines to a journal: rows that are a history themselves, of which nobody changes one. The audit log would say the same a second time, so
 * it is not told.
 */
export function append<T extends TableName>(context: TableContext, journal: T, rows: readonly NewRow<T>[]) {
  return insertDerived(context, journal, rows);
}

/** Inserts rows that follow from others, without a word in the audit log: that has the changes from which they follow. */
export function insertDerived<T extends TableName>(context: TableContext, table: T, rows: readonly NewRow<T>[]) {
  const resource = resourceOf(context, table);
  const whole = rows.map((row) => filledRow(context, table, row));
  const isColumn = (name: string): name is ColumnName<T> => columnsOf(resource).has(name);
  // A list of none is inserted too, so that it can stand among others.
  if (whole.length === 0)
    return wholeTables
      .insertInto(table)
      .columns(noRowColumns(resource).map((name) => name as ColumnName<T>))
      .expression(noRow(resource));
  const names = [...new Set(whole.flatMap((row) => Object.keys(row)))].filter(isColumn);
  const types = names.map((name) => [name, columnOf(resource, name).type] as const);
  // As values and not as a query: a distributed database takes no query of rows that are not there yet under row-level security.
  const lists = whole.map(
    (row) => sql`(${sql.join(types.map(([name, type]) => (name in row ? sql`${parameterOf(type, row[name])}` : sql.raw("default"))))})`,
  );
  return wholeTables
    .insertInto(table)
    .columns(names)
    .expression(sql`values ${sql.join(lists)}`);
}

/** What is named where no row is inserted: a distributed database wants the tenant there as well. */
const noRowColumns = (resource: ResourceModel): readonly string[] =>
  isTenantTable(resource) ? [resource.key, "tenantId"] : [resource.key];

/** A query of these columns, without a row. */
const noRow = (resource: ResourceModel) =>
  sql`select ${sql.raw(
    noRowColumns(resource)
      .map((name) => `null::${columnOf(resource, name).type}`)
      .join(", "),
  )} where false`;

/**
 * Inserts rows of a document by the thousand, in the steps of a job, without a word in the audit log: that has the document, whose state and
 * counts say what became of them.
 */
export function insertBulk<T extends TableName>(context: TableContext, table: T, rows: readonly NewRow<T>[]) {
  return insertDerived(context, table, rows);
}

/** Columns whose values each row has of its own, all of the same length, and those that all rows share. */
interface AlikeRows<T extends TableName> {
  readonly each: { readonly [Name in keyof NewRow<T>]?: readonly NewRow<T>[Name][] };
  /** Columns that count the rows, from a number on. */
  readonly counted?: { readonly [Name in keyof NewRow<T>]?: number };
  readonly same: Partial<NewRow<T>>;
}

/** PostgreSQL counts the parameters of a statement in two bytes. */
const maxParameters = 60_000;

/**
 * Inserts many rows that are alike: a parameter for each value that differs, and one for what all rows share. Tenant, writer and time are filled in.
 * The audit log is not told: it has the document whose rows they are, with their number.
 */
export function insertAlike<T extends TableName>(
  context: TableContext,
  table: T,
  { each, counted = {}, same }: AlikeRows<T>,
): readonly Statement[] {
  const resource = resourceOf(context, table);
  const shared = filledRow<TableName>(context, table, same);
  const isColumn = (name: string): boolean => columnsOf(resource).has(name);
  const own = Object.entries<readonly unknown[] | undefined>(each).flatMap(([name, values]) =>
    values !== undefined && isColumn(name) ? [{ ...typeOf(resource, name), values }] : [],
  );
  const constant = Object.entries(shared).flatMap(([name, value]) => (isColumn(name) ? [{ ...typeOf(resource, name), value }] : []));
  const places = Object.entries<number | undefined>(counted).flatMap(([name, first]) =>
    first !== undefined && isColumn(name) ? [{ ...typeOf(resource, name), first }] : [],
  );
  const columns = [...own, ...places, ...constant].map(({ column }) => quoted(column)).join(", ");
  const rows = own[0]?.values.length ?? 0;
  const rowsAtOnce = Math.floor((maxParameters - constant.length) / Math.max(1, own.length));
  const sharedParameters = constant.map(({ type, value }) => parameterOf(type, value));
  const sharedSql = constant.map((_column, index) => `$${index + 1}`);
  return Array.from({ length: Math.ceil(rows / rowsAtOnce) }, (_none, part) => {
    const [from, until] = [part * rowsAtOnce, Math.min(rows, (part + 1) * rowsAtOnce)];
    const parameters = [...sharedParameters];
    const lists: string[] = [];
    for (let row = from; row < until; row += 1) {
      const values = own.map(({ type, values: all }) => `$${parameters.push(parameterOf(type, all[row]))}`);
      lists.push(`(${[...values, ...places.map(({ first }) => first + row), ...sharedSql].join(",")})`);
    }
    return { sql: `INSERT INTO ${quoted(resource.table)} (${columns}) VALUES ${lists.join(",")}`, parameters };
  });
}

/** What a statement adds of the columns that every row has. */
export interface Filled {
  readonly tenantId: Expression<string>;
  readonly now: Expression<string>;
}

/**
 * Inserts what a query selects. Its columns have the names of fields; tenant and time are filled in, and the id is made of the text of one of
 * the columns, in whose order the rows go in. For figures that follow from other rows: the audit log is not told.
 */
export function insertSelected<T extends TableName, Name extends keyof Tables[T] & string>(
  table: T,
  { tenantId, now }: Filled,
  { columns, idOf, rows }: { readonly columns: readonly Name[]; readonly idOf: Name; readonly rows: Expression<unknown> },
) {
  const given = (name: string) => sql.ref(`given.${name}`);
  const filled = [sql`hashtextextended(${tenantId}::text || ${given(idOf)}, 0)`, sql`${tenantId}::varchar`, sql`${now}::timestamp`];
  return wholeTables
    .insertInto(table)
    .columns([...columns, ...filledColumns] as (keyof Tables[T] & string)[])
    .expression(sql`select ${sql.join([...columns.map(given), ...filled])} from ${rows} as given order by ${given(idOf)} collate "C"`);
}

const filledColumns = ["id", "tenantId", "createTime"] as const;

function typeOf(resource: ResourceModel, name: string): { readonly column: string; readonly type: string } {
  const { column, type } = columnOf(resource, name);
  return { column, type };
}
