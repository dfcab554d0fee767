// Writes a row: values into their columns, base columns by the server (docs/wire.md §4).
import type { ResourceModel } from "#schema/model";
import type { Caller } from "../../caller/caller.ts";
import { auditLogOf, type AuditLog } from "../../audit/audit-log.ts";
import type { Values } from "../../contract.ts";
import type { Row, Scope, Statement, Transaction } from "../../store/database.ts";
import { columnOf, columnsOf, isTenantTable, type StoredColumn } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { ResourceStatements } from "../sql/statement-cache.ts";

export interface RowWrite {
  readonly values: Readonly<Values>;
  readonly id: string;
  readonly scope: Scope;
  readonly caller: Pick<Caller, "userId" | "deptIds">;
  readonly now: string;
}

function columnValues(resource: ResourceModel, values: Readonly<Values>): ReadonlyMap<string, unknown> {
  const columns = columnsOf(resource);
  return new Map(
    Object.entries(values).flatMap(([name, value]) => {
      const column = columns.get(name);
      if (column === undefined) return [];
      return [[column.column, value === null || value === undefined ? null : column.toColumn(value)] as const];
    }),
  );
}

/** Adds a row; base columns that values name (seed rows state when they were made) keep those. */
export function insertStatement(resource: ResourceModel, { values, id, scope, caller, now }: RowWrite): Statement {
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
  const names = [...columns.keys()];
  return {
    sql: `INSERT INTO ${quoted(resource.table)} (${names.map(quoted).join(", ")}) VALUES (${names.map((_name, index) => `$${index + 1}`).join(", ")})`,
    parameters: [...columns.values()],
  };
}

/** Inserts a row. */
export async function insertRow(tx: Transaction, resource: ResourceModel, write: RowWrite): Promise<void> {
  await tx.query(insertStatement(resource, write));
  auditLogOf(tx)?.record(resource, "add", write.id, { before: {}, after: write.values });
}

export interface RowUpdate extends RowWrite {
  /** The row as this transaction has read and locked it; read anew where it is not given. */
  readonly current?: Readonly<Values>;
}

/** Texts of updates: one for each resource and set of fields, which forms send again and again. */
const updates = new ResourceStatements();

/** Updates a row: what values name, who and when, and its version. */
export async function updateRow(tx: Transaction, resource: ResourceModel, update: RowUpdate): Promise<void> {
  const { values, id, scope, caller, now, current } = update;
  const columns = new Map(columnValues(resource, values));
  const key = columnOf(resource, resource.key);
  columns.delete(key.column);
  for (const fixed of ["tenant_id", "create_user", "create_dept", "create_time", "is_deleted", "version"])
    if (resource.hasBaseColumns) columns.delete(fixed);
  if (resource.hasBaseColumns) {
    // Callbacks and schedules have no author either.
    columns.set("update_user", caller.userId === "" ? null : caller.userId);
    columns.set("update_time", now);
    // Status must have a value in every row.
    if (columns.get("status") === null) columns.delete("status");
  }
  const names = [...columns.keys()];
  const sets = names.map((name, index) => `${quoted(name)} = $${index + 1}`);
  if (resource.hasBaseColumns) sets.push("version = t.version + 1");
  if (sets.length === 0) return;
  const parameters: unknown[] = [...columns.values(), id];
  const tenant = isTenantTable(resource) ? ` AND tenant_id = $${parameters.push(scope.tenantId)}` : "";
  const condition = `${quoted(key.column)} = $${columns.size + 1}${tenant}`;
  const auditLog = auditLogOf(tx);
  const sql = `UPDATE ${quoted(resource.table)} AS t SET ${sets.join(", ")}`;
  if (auditLog === undefined) {
    await tx.query({ sql: `${sql} WHERE ${condition}`, parameters });
    return;
  }
  await recordUpdate(tx, auditLog, resource, { id, sql, condition, parameters, names: Object.keys(values), current });
}

interface RecordedUpdate {
  readonly id: string;
  readonly sql: string;
  readonly condition: string;
  readonly parameters: readonly unknown[];
  /** Fields that it writes. */
  readonly names: readonly string[];
  readonly current: Readonly<Values> | undefined;
}

/** Runs an update that returns the columns' new values as the database has them, and the old ones where they are not known. */
async function recordUpdate(
  tx: Transaction,
  auditLog: AuditLog,
  resource: ResourceModel,
  { id, sql, condition, parameters, names, current }: RecordedUpdate,
): Promise<void> {
  const columns = columnsOf(resource);
  const recorded = [...new Set([resource.title, ...names])].flatMap((name) => columns.get(name) ?? []);
  if (current !== undefined) {
    const statement = updates.of(resource).statement(`${sql} of ${names.join()}`, parameters, () => {
      const returned = recorded.map((column, index) => `t.${quoted(column.column)} AS a${index}`).join(", ") || "1";
      return `${sql} WHERE ${condition} RETURNING ${returned}`;
    });
    const { rows } = await tx.query(statement);
    const [row] = rows;
    const before = Object.fromEntries(recorded.map(({ name }) => [name, current[name] ?? null]));
    if (row !== undefined) auditLog.record(resource, "edit", id, { before, after: valuesAt(recorded, row, "a") });
    return;
  }
  const key = quoted(columnOf(resource, resource.key).column);
  // Their places name them: a column of the table may be called anything.
  const storedValue = recorded.map((column, index) => `${quoted(column.column)} AS b${index}`);
  const answered = recorded.map((column, index) => `before.b${index}, t.${quoted(column.column)} AS a${index}`);
  const { rows } = await tx.query({
    sql: `${sql} FROM (SELECT ${[`${key} AS k`, ...storedValue].join(", ")} FROM ${quoted(resource.table)} WHERE ${condition} FOR NO KEY UPDATE) AS before WHERE t.${key} = before.k RETURNING ${answered.join(", ") || "1"}`,
    parameters,
  });
  const [row] = rows;
  if (row !== undefined)
    auditLog.record(resource, "edit", id, { before: valuesAt(recorded, row, "b"), after: valuesAt(recorded, row, "a") });
}

function valuesAt(columns: readonly StoredColumn[], row: Row, side: "b" | "a"): Values {
  return Object.fromEntries(
    columns.map((column, index) => {
      const storedValue = row[`${side}${index}`];
      return [column.name, storedValue === null || storedValue === undefined ? null : column.fromColumn(storedValue)];
    }),
  );
}
