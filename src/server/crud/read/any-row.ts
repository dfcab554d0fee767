// One row of whatever resource, for pages that show records of all kinds.
import type { ResourceModel } from "#schema/model";
import type { RequestContext, Values } from "../../contract.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import type { SqlFragment } from "../../store/conditions.ts";
import { quoted } from "../../store/names.ts";
import { readableFieldsOf, tellingUnseen } from "../sql/readable-fields.ts";
import { equals, scopeFragments } from "../sql/rows.ts";
import { whereOf } from "../sql/where.ts";
import { rowReader } from "./row-reader.ts";

const living: SqlFragment = { shape: "living", parameters: [], sql: () => "t.is_deleted = 0" };

/** A row by its key, under the caller's field permissions; null where there is none among the tenant's, or among those the caller sees. */
export async function anyRow(
  context: RequestContext,
  resource: ResourceModel,
  key: string,
  among: "of the tenant" | "accessible",
): Promise<Values | null> {
  const column = columnOf(resource, resource.key);
  const reader = rowReader(resource, context.model, true);
  const ofTenant = [
    ...(isTenantTable(resource) ? [equals("tenant_id", "text", context.scope.tenantId)] : []),
    ...(resource.hasBaseColumns ? [living] : []),
  ];
  const limits = among === "accessible" ? scopeFragments(context, resource) : ofTenant;
  const where = whereOf([...limits, equals(column.column, column.columnType === "id" ? "bigint" : "text", key)]);
  const sql = `SELECT ${reader.selection} FROM ${quoted(resource.table)} t WHERE ${where.sql()}`;
  const [found] = await context.database.read(context.scope, [{ sql, parameters: where.parameters }]);
  const row = found?.rows[0];
  if (row === undefined) return null;
  const readable = readableFieldsOf(context, resource);
  return tellingUnseen(reader.under(readable, context.language)(row), resource, readable);
}
