// The stored values of formulas: rows that were there before a formula, or before it was changed, get theirs when the tables are migrated.
import { isDeepStrictEqual } from "node:util";
import { kindData, type FieldModel, type ResourceModel } from "#schema/model";
import { followingValues } from "#schema/model-formulas";
import { columnOf, columnsOf } from "./columns.ts";
import type { Row, Transaction } from "./database.ts";
import { quoted } from "./names.ts";

/** Rows that are read and written at a time: what a migration holds in memory. */
const rowsAtOnce = 500;

/** What makes a field's value, as a text that changes with it: its formula, or those of its rows; undefined for a field without one. */
export function formulaText(resource: ResourceModel, field: FieldModel): string | undefined {
  const formula = resource.data.formulas?.[field.name] ?? kindData(field.data).formulas;
  return formula === undefined ? undefined : JSON.stringify(formula);
}

/** What formulas make of a stored row, where it differs from what is stored. */
function derived(resource: ResourceModel, row: Row, fields: readonly FieldModel[]): Readonly<Record<string, unknown>> {
  const current = Object.fromEntries(
    [...columnsOf(resource).values()].map(({ name, column, fromColumn }) => {
      const stored = row[column];
      return [name, stored === null || stored === undefined ? null : fromColumn(stored)] as const;
    }),
  );
  // Rows within the row are worked out where they are written.
  const rows = Object.fromEntries(fields.filter(({ traits }) => traits.holdsRows).map(({ name }) => [name, current[name]]));
  const following = followingValues(resource, { values: rows, current });
  return Object.fromEntries(Object.entries(following).filter(([name, value]) => !isDeepStrictEqual(value, current[name])));
}

/**
 * Works all formulas of a resource out for every row, removed ones included, and stores what differs: one may be made of another, and sums of
 * the formulas of rows. Versions and times of change stay as they are: nobody has written the rows.
 */
export async function recomputeDerived(tx: Transaction, resource: ResourceModel): Promise<void> {
  const fields = resource.fields.filter((field) => field.stored && formulaText(resource, field) !== undefined);
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
    for (const { name } of fields) {
      const { column, type, toColumn } = columnOf(resource, name);
      const changed = values.filter((row) => name in row.values);
      if (changed.length === 0) continue;
      const given = changed.map((row) => row.values[name]);
      await tx.query({
        sql: `UPDATE ${table} SET ${quoted(column)} = given.value::${type} FROM unnest($1::${key.type}[], $2::text[]) AS given(key, value) WHERE ${keyName} = given.key`,
        parameters: [changed.map((row) => row.key), given.map((value) => (value === null ? null : toColumn(value)))],
      });
    }
    if (rows.length < rowsAtOnce) return;
    after = rows.at(-1)?.[key.column];
  }
}
