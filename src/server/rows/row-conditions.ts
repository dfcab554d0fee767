// Conditions on rows, and values of rows, as typed expressions: what the hooks of a resource on access to its rows are written with
// (src/server/caller/row-access.ts).
import { sql, type Expression, type RawBuilder } from "kysely";
import { resourceIn } from "#schema/model";
import type { AccessedRows } from "../caller/row-access.ts";
import { columnOf } from "../store/columns.ts";
import type { SqlFragment } from "../store/conditions.ts";
import { quoted } from "../store/names.ts";
import { db } from "./query.ts";
import { sourcesOf, type TableName, type TableRow, type TableSources } from "./tables.ts";

/** A column of the row. */
type ColumnRef<T extends TableName> = <Name extends keyof TableRow<T> & string>(name: Name) => RawBuilder<TableRow<T>[Name]>;

/** Its column under the alias as it is: other parts of the statement write the alias as text. */
function columnsOfRow<T extends TableName>(resource: T, { model, alias }: AccessedRows): ColumnRef<T> {
  const table = resourceIn(model, resource);
  return (name) => sql.raw(`${alias}.${quoted(columnOf(table, name).column)}`);
}

function compiled(expression: Expression<unknown>): { readonly texts: readonly string[]; readonly parameters: readonly unknown[] } {
  const { sql: text, parameters } = sql`${expression}`.compile(db);
  // Each parameter stands in the text once, in order.
  return { texts: text.split(/\$\d+/), parameters };
}

/** A condition on rows of a resource. */
export function rowCondition<T extends TableName>(
  resource: T,
  rows: AccessedRows,
  build: (ref: ColumnRef<T>) => Expression<boolean>,
): SqlFragment {
  const { texts, parameters } = compiled(build(columnsOfRow(resource, rows)));
  return {
    shape: texts.join("?"),
    parameters,
    sql: (places) => texts.map((text, index) => `${text}${places[index] ?? ""}`).join(""),
  };
}

/** Stands for the tenant until the text is made: it may be the place of a parameter of the statement, which none here may be. */
const tenantMark = "\u0001";

/** SQL of a value of a row, from its columns and other rows. It has no parameters, so that it may stand anywhere in a statement. */
export function rowValue<T extends TableName>(
  resource: T,
  rows: AccessedRows,
  build: (ref: ColumnRef<T>, from: Pick<TableSources, "acrossTenants"> & { readonly tenant: Expression<string> }) => Expression<unknown>,
): string {
  const tenant = sql.raw<string>(tenantMark);
  const { acrossTenants } = sourcesOf({ model: rows.model, caller: undefined, tenantId: undefined });
  const { texts, parameters } = compiled(build(columnsOfRow(resource, rows), { acrossTenants, tenant }));
  if (parameters.length > 0) throw new Error(`a value of rows of "${resource}" has parameters`);
  return texts.join("").replaceAll(tenantMark, () => rows.tenant ?? `${rows.alias}.tenant_id`);
}
