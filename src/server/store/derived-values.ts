// The stored values of formulas: rows that were there before a formula, or before it was changed, get theirs when the tables are migrated.
import type { ResourceModel } from "#schema/model";
import { followingValues } from "#schema/model-formulas";
import { columnOf, columnsOf } from "./columns.ts";
import type { Row, Transaction } from "./database.ts";
import { quoted } from "./names.ts";

/** Rows that are read and written at a time: what a migration holds in memory. */
const rowsAtOnce = 500;

/** A field's formula as a text that changes with it; undefined for a field without one. */
export function formulaText(resource: ResourceModel, field: string): string | undefined {
  const formula = resource.data.formulas?.[field];
  return formula === undefined ? undefined : JSON.stringify(formula);
}

/** What the formulas of some fields make of a stored row, where it differs from what is stored. */
function derived(resource: ResourceModel, row: Row, fields: readonly string[]): Readonly<Record<string, unknown>> {
  const current = Object.fromEntries(
    [...columnsOf(resource).values()].map(({ name, column, fromColumn }) => {
      const stored = row[column];
      return [name, stored === null || stored === undefined ? null : fromColumn(stored)] as const;
    }),
  );
  const following = followingValues(resource, { values: {}, current });
  return Object.fromEntries(Object.entries(following).filter(([name]) => fields.includes(name)));
}

/**
 * Works the formulas of some fields out for every row, removed ones included, and stores what differs. Versions and times of change stay as
 * they are: nobody has written the rows.
 */
export async function deriveAnew(tx: Transaction, resource: ResourceModel, fields: readonly string[]): Promise<void> {
  const key = columnOf(resource, resource.key);
  const [table, keyName] = [quoted(resource.table), quoted(key.column)];
  const columns = [...columnsOf(resource).values()].map(({ column }) => quoted(column)).join(", ");
  let after: unknown;
  for (;;) {
    const { rows } = await tx.query({
      sql: `SELECT ${columns} FROM ${table} WHERE $1::${key.type} IS NULL OR ${keyName} > $1 ORDER BY ${keyName} LIMIT ${rowsAtOnce}`,
      parameters: [after ?? null],
    });
    const values = rows.map((row) => ({ key: row[key.column], values: derived(resource, row, fields) }));
    for (const field of fields) {
      const { column, type, toColumn } = columnOf(resource, field);
      const changed = values.filter((row) => field in row.values);
      if (changed.length === 0) continue;
      const given = changed.map((row) => row.values[field]);
      await tx.query({
        sql: `UPDATE ${table} SET ${quoted(column)} = given.value::${type} FROM unnest($1::${key.type}[], $2::text[]) AS given(key, value) WHERE ${keyName} = given.key`,
        parameters: [changed.map((row) => row.key), given.map((value) => (value === null ? null : toColumn(value)))],
      });
    }
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.[key.column];
  }
}
