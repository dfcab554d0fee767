// Rows that an area adds by the hundred, or that may be there already. Single rows of a document are added by `addRow`, which also numbers
// them.
import { sql, type Expression, type Insertable } from "kysely";
import type { Tables } from "#generated/tables.ts";
import type { ResourceModel } from "#schema/model";
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

/**
 * Inserts the rows of a JSON text, an array of objects by the names of fields, of which these columns are written. By itself it is for what
 * follows from other rows, of which the audit log is not told.
 */
export function insertGiven<T extends TableName>(
  resource: ResourceModel,
  table: T,
  names: readonly ColumnName<T>[],
  json: Expression<string>,
) {
  const columns = names.map((name) => columnOf(resource, name));
  const types = sql.raw(columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(", "));
  // What one row has and another leaves out takes the column's default.
  const selected = columns.map(({ name, defaultSql }) => {
    const given = sql.raw(`given.${quoted(name)}`);
    return defaultSql === undefined ? given : sql`coalesce(${given}, ${sql.raw(defaultSql)})`;
  });
  return wholeTables
    .insertInto(table)
    .columns([...names])
    .expression(sql`select ${sql.join(selected)} from jsonb_to_recordset(${json}::jsonb) as given (${types})`);
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
  const names = [...new Set(whole.length === 0 ? [resource.key] : whole.flatMap((row) => Object.keys(row)))].filter(isColumn);
  // One parameter, whatever the rows hold: the statement stays the same, and far more rows fit than PostgreSQL takes parameters.
  return insertGiven(resource, table, names, sql<string>`${JSON.stringify(whole)}`);
}

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

/** An element of an array as PostgreSQL reads it. */
function elementText(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "number") return String(value);
  const text = String(value);
  return `"${/["\\]/.test(text) ? text.replaceAll(/["\\]/g, "\\$&") : text}"`;
}

const isPlain = (value: unknown): boolean =>
  value === null || value === undefined || typeof value === "string" || typeof value === "number";

/** Values as one parameter: as text that is made at a stretch, far faster than the driver makes it. */
const arrayOf = (values: readonly unknown[]): unknown => (values.every(isPlain) ? `{${values.map(elementText).join(",")}}` : values);

/**
 * Inserts many rows that are alike: one parameter for each column that differs, so that tens of thousands go in about as fast as by COPY,
 * under row-level security. Tenant, writer and time are filled in. The audit log is not told: it has the document whose rows they are, with
 * their number.
 */
export function insertAlike<T extends TableName>(context: TableContext, table: T, { each, counted = {}, same }: AlikeRows<T>) {
  const resource = resourceOf(context, table);
  const shared = filledRow<TableName>(context, table, same);
  const isColumn = (name: string): name is keyof Tables[T] & string => columnsOf(resource).has(name);
  const own = Object.entries<readonly unknown[] | undefined>(each).flatMap(([name, values]) =>
    values !== undefined && isColumn(name) ? [{ name, values, ...typeOf(resource, name) }] : [],
  );
  const constant = Object.entries(shared).flatMap(([name, value]) => (isColumn(name) ? [{ name, value, ...typeOf(resource, name) }] : []));
  const arrays = own.map(({ values, type }) => sql`${arrayOf(values)}::${sql.raw(type)}[]`);
  const names = own.map(({ column }) => sql.raw(quoted(column)));
  const places = Object.entries<number | undefined>(counted).flatMap(([name, first]) =>
    first !== undefined && isColumn(name) ? [{ name, first }] : [],
  );
  return wholeTables
    .insertInto(table)
    .columns([...own, ...places, ...constant].map(({ name }) => name))
    .expression(
      sql`select ${sql.join([
        ...names.map((name) => sql`given.${name}`),
        ...places.map(({ first }) => sql`given.place + ${first - 1}::bigint`),
        ...constant.map(({ value, type }) => sql`${value}::${sql.raw(type)}`),
      ])} from unnest(${sql.join(arrays)}) with ordinality as given (${sql.join([...names, sql.raw("place")])})`,
    );
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
    .expression(sql`select ${sql.join([...columns.map(given), ...filled])} from ${rows} as given order by ${given(idOf)}`);
}

const filledColumns = ["id", "tenantId", "createTime"] as const;

function typeOf(resource: ResourceModel, name: string): { readonly column: string; readonly type: string } {
  const { column, type } = columnOf(resource, name);
  return { column, type };
}
