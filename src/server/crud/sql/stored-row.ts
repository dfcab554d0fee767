// Rows as storage knows them: by field name, with null for "none".
import type { ResourceModel } from "#schema/model";
import { toWire } from "#schema/wire";
import type { CommitContext, Values } from "../../contract.ts";
import type { Row, Statement, Transaction } from "../../store/database.ts";
import { columnOf, columnsOf, isTenantTable } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import type { SqlFragment } from "../../store/conditions.ts";
import { limitFragments } from "./row-access.ts";
import { allOf, isLiving, ofTenant, tableOf } from "./scoped.ts";
import { ResourceStatements } from "./statement-cache.ts";
import { whereOf } from "./where.ts";

/** Lock on rows that are read to be written: "update" keeps others from referring to them as well. */
type RowLock = "no key update" | "update" | "key share";

/** Which rows, and how they are locked; not locked by default. */
interface RowKeys {
  readonly keys: readonly string[];
  readonly lock?: RowLock;
}

/** A stored row by field names. */
export function valuesOf(resource: ResourceModel, row: Row): Values {
  const values: Values = {};
  for (const column of columnsOf(resource).values()) {
    const storedValue = row[column.column];
    values[column.name] = storedValue === null || storedValue === undefined ? null : column.fromColumn(storedValue);
  }
  return values;
}

/** A stored row as conditions of definitions compare it: every value as it travels. */
export function comparable(resource: ResourceModel, values: Readonly<Values>): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const column = columnsOf(resource).get(name);
      // An absent value is compared as "" (schema/text.ts); only the parent of a top row has a different value.
      if (value === null || value === undefined) return [name, column?.wire.wire === "parent" ? toWire(column.wire, null) : ""];
      return [name, value];
    }),
  );
}

/** Texts of these statements: one for each resource, lock and kind of limits. */
const selects = new ResourceStatements();

/** The statement that reads living rows by their keys, in the order of the keys so that two calls lock in the same order. */
function selectByKeys(resource: ResourceModel, tenantId: string, { keys, lock }: RowKeys, limits: readonly SqlFragment[]): Statement {
  const key = columnOf(resource, resource.key);
  const type = key.columnType === "id" ? "bigint" : "text";
  // PostgreSQL keeps the plan for one key; for any number of them it makes one each time, which takes longer than to find the row.
  const isOne = keys.length === 1;
  const keyParameter = isOne ? keys[0] : keys;
  const own = isTenantTable(resource) ? [keyParameter, tenantId] : [keyParameter];
  const limit = whereOf(limits, own.length + 1, isTenantTable(resource) ? "$2::text" : undefined);
  return selects.of(resource).statement(`${lock} ${isOne ? "one " : ""}${limit.shape}`, [...own, ...limit.parameters], () => {
    // Named columns: a text that connections keep parsed must mean the same when the table gets another one.
    const columns = [...columnsOf(resource).values()].map((column) => `t.${quoted(column.column)}`).join(", ");
    const matching = isOne ? `$1::${type}` : `ANY($1::${type}[])`;
    const meant = allOf(ofTenant(resource, "t", "$2"), `t.${quoted(key.column)} = ${matching}`, isLiving(resource, "t"), limit.sql());
    return `SELECT ${columns} FROM ${tableOf(resource, "t")} WHERE ${meant} ORDER BY t.${quoted(key.column)}${lock === undefined ? "" : ` FOR ${lock.toUpperCase()}`}`;
  });
}

/** Living rows by their keys, in the order of the keys; those that are missing, and those that the caller does not see, are left out. */
export async function findAccessible(
  context: CommitContext,
  tx: Transaction,
  resource: ResourceModel,
  rowKeys: RowKeys,
): Promise<readonly Values[]> {
  const { rows } = await tx.query(
    selectByKeys(resource, context.scope.tenantId, rowKeys, limitFragments(context.caller, context.model, resource)),
  );
  return rows.map((row) => valuesOf(resource, row));
}

/** Existing rows by their keys, without access limits: for the server's own changes. */
export async function findUnscoped(
  tx: Transaction,
  resource: ResourceModel,
  tenantId: string,
  rowKeys: RowKeys,
): Promise<readonly Values[]> {
  const { rows } = await tx.query(selectByKeys(resource, tenantId, rowKeys, []));
  return rows.map((row) => valuesOf(resource, row));
}

/** The title of a row. */
export function titleOf(resource: ResourceModel, values: Readonly<Values>): string {
  return String(values[resource.title] ?? values[resource.key] ?? "");
}
