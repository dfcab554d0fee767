// One row of whatever resource, for pages that show records of all kinds.
import type { ResourceModel } from "#schema/model";
import type { RequestContext, Values } from "../../contract.ts";
import { columnOf } from "../../store/columns.ts";
import { readableFieldsOf, withHiddenFieldNames } from "../sql/readable-fields.ts";
import { equals, narrowed, scopedWhere, scopeFragments, tenantFragments } from "../sql/rows.ts";
import { keyTypeOf } from "../sql/scoped.ts";
import { rowReader } from "./row-reader.ts";

/** A row by its key, under the caller's field permissions; null where there is none among the tenant's, or among those the caller sees. */
export async function anyRow(
  context: RequestContext,
  resource: ResourceModel,
  key: string,
  among: "of the tenant" | "accessible",
): Promise<Values | null> {
  const column = columnOf(resource, resource.key);
  const reader = rowReader(resource, context.model, true);
  const limits = among === "accessible" ? scopeFragments(context, resource) : tenantFragments(context, resource);
  const where = scopedWhere(resource, narrowed(limits, equals(column.column, keyTypeOf(column.columnType), key)));
  const sql = `SELECT ${reader.selection(where.tenant)} FROM ${where.rows()}`;
  const [result] = await context.database.read(context.scope, [{ sql, parameters: where.parameters }]);
  const row = result?.rows[0];
  if (row === undefined) return null;
  const readable = readableFieldsOf(context, resource);
  return withHiddenFieldNames(reader.under(readable, context.language)(row), resource, readable);
}
