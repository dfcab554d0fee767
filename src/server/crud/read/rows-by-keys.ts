// Rows by their keys, as they are stored and as a list answers them: for calls that change many and tell people what they change.
import type { ResourceModel } from "#schema/model";
import type { RequestContext, Values } from "../../contract.ts";
import type { Services } from "../services.ts";
import { keyTypeOf } from "../sql/scoped.ts";
import { equals, narrowed, ofOneTenant, readRows, scopedWhere, scopeFragments } from "../sql/rows.ts";
import { valuesOf } from "../sql/stored-row.ts";
import { columnOf, columnsOf } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { answeredRows, listReader } from "./list.ts";

/** A row that is there. */
export interface ExistingRow {
  readonly id: string;
  /** As it is stored. */
  readonly values: Readonly<Values>;
  /** As a list answers it to the caller: with labels and masks, in their language. */
  readonly answered: Readonly<Values>;
}

export interface RowsCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
}

/** Rows by their keys, as they are stored and as they are answered; those that the caller does not see are left out. */
export async function rowsByKeys(call: RowsCall, keys: readonly string[]): Promise<ReadonlyMap<string, ExistingRow>> {
  const { services, context, resource } = call;
  if (keys.length === 0) return new Map();
  const key = columnOf(resource, resource.key);
  const reader = listReader(services, resource, true);
  const where = scopedWhere(
    resource,
    narrowed(scopeFragments(context, resource), ...ofOneTenant(context, resource), {
      ...equals(key.column, keyTypeOf(key.columnType), keys),
      shape: "keys of rows",
      sql: ([place]) => `t.${quoted(key.column)} = ANY(${place}::${keyTypeOf(key.columnType)}[])`,
    }),
  );
  const columns = [...columnsOf(resource).values()].map(({ column }) => `t.${quoted(column)}`).join(", ");
  const [stored, shown] = await readRows(context, resource, [
    { sql: `SELECT ${columns} FROM ${where.rows()} ORDER BY t.${quoted(key.column)}`, parameters: where.parameters },
    { sql: `SELECT ${reader.selection(where.tenant)} FROM ${where.rows()} ORDER BY t.${quoted(key.column)}`, parameters: where.parameters },
  ]);
  const answered = answeredRows({ services, context, resource }, shown, reader);
  const byKey = new Map(answered.map((row) => [String(row[resource.key]), row]));
  return new Map(
    (stored?.rows ?? []).flatMap((row) => {
      const values = valuesOf(resource, row);
      const id = String(values[resource.key]);
      const own = byKey.get(id);
      return own === undefined ? [] : [[id, { id, values, answered: own }] as const];
    }),
  );
}
