// Writes a row: values into their columns, base columns by the server (docs/wire.md §4).
import type { ResourceModel } from "#schema/model";
import type { Caller } from "../../caller/caller.ts";
import { auditLogOf } from "../../audit/audit-log.ts";
import { withNaming } from "../../audit/naming.ts";
import type { Values } from "../../contract.ts";
import type { Row, Scope, Statement, Transaction } from "../../store/database.ts";
import { columnOf, columnsOf, isTenantTable, type StoredColumn } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { ResourceStatements } from "../sql/statement-cache.ts";
import { ofTenant, tableOf } from "../sql/scoped.ts";
import { storedAs } from "../sql/stored-as.ts";

interface RowWrite {
  readonly values: Readonly<Values>;
  readonly id: string;
  readonly scope: Scope;
  readonly caller: Pick<Caller, "userId" | "deptIds">;
  readonly now: string;
}

const parameterOf = (column: StoredColumn, value: unknown): unknown =>
  value === null || value === undefined ? null : column.toColumn(value);

function columnValues(resource: ResourceModel, values: Readonly<Values>): ReadonlyMap<string, unknown> {
  const columns = columnsOf(resource);
  return new Map(
    Object.entries(values).flatMap(([name, value]) => {
      const column = columns.get(name);
      return column === undefined ? [] : [[column.column, parameterOf(column, value)] as const];
    }),
  );
}

/** Texts of inserts and updates: one for each resource and set of columns, which forms send again and again. */
const inserts = new ResourceStatements();
const updates = new ResourceStatements();

/** The columns of a new row; base columns that values name (seed rows state when they were made) keep those. */
function insertedColumns(resource: ResourceModel, { values, id, scope, caller, now }: RowWrite): ReadonlyMap<string, unknown> {
  const columns = new Map(columnValues(resource, values));
  const key = columnOf(resource, resource.key);
  columns.set(key.column, id);
  if (resource.hasBaseColumns) {
    // Rows of public calls have no author.
    const writer = caller.userId === "" ? null : caller.userId;
    const base = { create_user: writer, create_dept: caller.deptIds[0] ?? null, create_time: now, update_user: writer, update_time: now };
    for (const [name, value] of Object.entries(base)) if ((columns.get(name) ?? null) === null) columns.set(name, value);
    if (isTenantTable(resource)) columns.set("tenant_id", scope.tenantId);
    // A status without a value takes the column's default.
    if (columns.get("status") === null) columns.delete("status");
  }
  return columns;
}

/** Adds a row. */
export function insertStatement(resource: ResourceModel, write: RowWrite): Statement {
  const columns = insertedColumns(resource, write);
  const names = [...columns.keys()];
  return inserts.of(resource).statement(names.join(), [...columns.values()], () => {
    const places = names.map((_name, index) => `$${index + 1}`).join(", ");
    return `INSERT INTO ${tableOf(resource)} (${names.map(quoted).join(", ")}) VALUES (${places})`;
  });
}

/** PostgreSQL counts the parameters of a statement in two bytes. */
const maxParameters = 60_000;

/** Adds rows in one statement; in a few where they have more values than one takes. */
function insertStatements(resource: ResourceModel, writes: readonly RowWrite[]): readonly Statement[] {
  const [first] = writes;
  if (first !== undefined && writes.length === 1) return [insertStatement(resource, first)];
  const rows = writes.map((write) => insertedColumns(resource, write));
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const fitting = Math.max(1, Math.floor(maxParameters / Math.max(1, names.length)));
  return Array.from({ length: Math.ceil(rows.length / fitting) }, (_none, index) => {
    const parameters: unknown[] = [];
    // What one row has and another leaves out takes the column's default.
    const valuesOf = (row: ReadonlyMap<string, unknown>) =>
      names.map((name) => (row.has(name) ? `$${parameters.push(row.get(name))}` : "DEFAULT")).join(", ");
    const lists = rows.slice(index * fitting, (index + 1) * fitting).map((row) => `(${valuesOf(row)})`);
    return { sql: `INSERT INTO ${tableOf(resource)} (${names.map(quoted).join(", ")}) VALUES ${lists.join(", ")}`, parameters };
  });
}

/** Inserts a row. */
export async function insertRow(tx: Transaction, resource: ResourceModel, write: RowWrite): Promise<void> {
  await tx.query(insertStatement(resource, write));
  recordInsert(tx, resource, write);
}

/** Inserts rows that nothing waits for: in the round trip of the next statement, or of the commit. */
export function insertRowsSoon(tx: Transaction, resource: ResourceModel, writes: readonly RowWrite[]): void {
  for (const statement of insertStatements(resource, writes)) tx.soon(statement);
  for (const write of writes) recordInsert(tx, resource, write);
}

/** Inserts rows. */
export async function insertRows(tx: Transaction, resource: ResourceModel, writes: readonly RowWrite[]): Promise<void> {
  if (writes.length === 0) return;
  await tx.batch(insertStatements(resource, writes));
  for (const write of writes) recordInsert(tx, resource, write);
}

function recordInsert(tx: Transaction, resource: ResourceModel, { id, values }: RowWrite): void {
  auditLogOf(tx)?.record(resource, "add", id, { before: {}, after: values });
}

interface RowUpdate extends RowWrite {
  /** The row as this transaction has read and locked it; read anew where it is not given. */
  readonly current?: Readonly<Values>;
}

/** Columns that the server alone writes, when a row is added or changed. */
const ownOfServer: ReadonlySet<string> = new Set([
  "tenant_id",
  "create_user",
  "create_dept",
  "create_time",
  "update_user",
  "update_time",
  "is_deleted",
  "version",
]);

/** What an update writes, column by column. */
interface Written {
  readonly columns: readonly StoredColumn[];
  /** Values of the columns, then who and when. */
  readonly parameters: unknown[];
}

function columnsOfUpdate(resource: ResourceModel, { values, caller, now }: RowUpdate): Written {
  const { hasBaseColumns } = resource;
  const all = columnsOf(resource);
  const columns: StoredColumn[] = [];
  const parameters: unknown[] = [];
  for (const name of Object.keys(values)) {
    const column = all.get(name);
    if (column === undefined || name === resource.key || (hasBaseColumns && ownOfServer.has(column.column))) continue;
    const value = parameterOf(column, values[name]);
    // Status must have a value in every row.
    if (hasBaseColumns && column.column === "status" && value === null) continue;
    columns.push(column);
    parameters.push(value);
  }
  // Callbacks and schedules have no author either.
  if (hasBaseColumns) parameters.push(caller.userId === "" ? null : caller.userId, now);
  return { columns, parameters };
}

/** The text of an update, without what it answers. */
function updateSql(
  resource: ResourceModel,
  columns: readonly StoredColumn[],
): { readonly sets: string; readonly condition: (alias: string) => string } {
  const named = [...columns.map(({ column }) => column), ...(resource.hasBaseColumns ? ["update_user", "update_time"] : [])];
  const sets = named.map((name, index) => `${quoted(name)} = $${index + 1}`);
  if (resource.hasBaseColumns) sets.push("version = t.version + 1");
  return {
    sets: `UPDATE ${tableOf(resource, "t")} SET ${sets.join(", ")}`,
    condition: (alias) =>
      [
        `${alias}.${quoted(columnOf(resource, resource.key).column)} = $${named.length + 1}`,
        ofTenant(resource, alias, `$${named.length + 2}`),
      ]
        .filter((one) => one !== undefined)
        .join(" AND "),
  };
}

/** An update that is ready to be sent. */
interface PlannedUpdate {
  readonly statement: Statement;
  /** Nothing waits for its answer. */
  readonly isSoon: boolean;
  /** Records what it changed. */
  readonly record: (answer: Row | undefined) => void;
}

function plannedUpdate(tx: Transaction, resource: ResourceModel, update: RowUpdate): PlannedUpdate | undefined {
  const { id, scope, current } = update;
  const { columns, parameters } = columnsOfUpdate(resource, update);
  if (parameters.length === 0) return undefined;
  parameters.push(id);
  if (isTenantTable(resource)) parameters.push(scope.tenantId);
  const shape = columns.map(({ column }) => column).join();
  const statement = (answering: string, text: () => string) => updates.of(resource).statement(`${shape}${answering}`, parameters, text);
  const plain = () => {
    const { sets, condition } = updateSql(resource, columns);
    return `${sets} WHERE ${condition("t")}`;
  };
  const auditLog = auditLogOf(tx);
  if (auditLog === undefined) return { statement: statement("", plain), isSoon: current !== undefined, record: () => undefined };
  const recorded = withNaming(resource, columns);
  if (current === undefined)
    return {
      statement: statement(" with what it was", () => withWhatItWas(resource, columns, recorded)),
      isSoon: false,
      record: (row) => {
        if (row !== undefined)
          auditLog.record(resource, "edit", id, { before: valuesAt(recorded, row, "b"), after: valuesAt(recorded, row, "a") });
      },
    };
  const before = Object.fromEntries(recorded.map(({ name }) => [name, current[name] ?? null]));
  const returned = givenBack(columns, parameters);
  if (returned !== undefined)
    return {
      statement: statement("", plain),
      isSoon: true,
      record: () => auditLog.record(resource, "edit", id, { before, after: { ...before, ...returned } }),
    };
  return {
    statement: statement(
      " with what it is",
      () => `${plain()} RETURNING ${recorded.map((column, index) => `t.${quoted(column.column)} AS a${index}`).join(", ")}`,
    ),
    isSoon: false,
    record: (row) => {
      if (row !== undefined) auditLog.record(resource, "edit", id, { before, after: valuesAt(recorded, row, "a") });
    },
  };
}

/**
 * Updates rows, in their order: what values name, who and when, and their version. Where the rows are known as they are stored, the updates are
 * sent with the next statement, or with the commit: nothing waits for them, unless only PostgreSQL knows what it makes of a value. Then all of
 * them are sent in one round trip.
 */
export async function updateRows(tx: Transaction, resource: ResourceModel, rows: readonly RowUpdate[]): Promise<void> {
  const planned = rows.flatMap((row) => plannedUpdate(tx, resource, row) ?? []);
  if (planned.every(({ isSoon }) => isSoon)) {
    for (const { statement, record } of planned) {
      tx.soon(statement);
      record(undefined);
    }
    return;
  }
  const answers = await tx.batch(planned.map(({ statement }) => statement));
  for (const [index, { record }] of planned.entries()) record(answers[index]?.rows[0]);
}

/** Values as the database will give them back; undefined where it alone knows one of them. */
function givenBack(columns: readonly StoredColumn[], parameters: readonly unknown[]): Values | undefined {
  const values: Values = {};
  for (const [index, column] of columns.entries()) {
    const parameter = parameters[index];
    if (parameter === null) {
      values[column.name] = null;
      continue;
    }
    const value = storedAs(column, parameter);
    if (value === undefined) return undefined;
    values[column.name] = column.fromColumn(value);
  }
  return values;
}

/** The text of an update that answers the values before it and after it. */
function withWhatItWas(resource: ResourceModel, columns: readonly StoredColumn[], recorded: readonly StoredColumn[]): string {
  const { sets, condition } = updateSql(resource, columns);
  // Their places name them: a column of the table may be called anything.
  const was = recorded.map((column, index) => `${quoted(column.column)} AS b${index}`);
  const answered = recorded.map((column, index) => `before.b${index}, t.${quoted(column.column)} AS a${index}`);
  return `${sets} FROM (SELECT ${was.join(", ") || "1"} FROM ${tableOf(resource, "w")} WHERE ${condition("w")} FOR NO KEY UPDATE) AS before WHERE ${condition("t")} RETURNING ${answered.join(", ") || "1"}`;
}

function valuesAt(columns: readonly StoredColumn[], row: Row, side: "b" | "a"): Values {
  return Object.fromEntries(
    columns.map((column, index) => {
      const storedValue = row[`${side}${index}`];
      return [column.name, storedValue === null || storedValue === undefined ? null : column.fromColumn(storedValue)];
    }),
  );
}
