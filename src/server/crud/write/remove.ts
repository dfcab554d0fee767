// remove: logical, all rows or none, refused while anything refers to one of them (contract §4).
import type { ResourceModel } from "#schema/model";
import { auditLogOf } from "../../audit/audit-log.ts";
import type { RequestContext, Values } from "../../contract.ts";
import { businessError, rowNotFound } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { describeSqlError } from "../../store/sql-errors.ts";
import { requireAvailable } from "../available.ts";
import { checkBlockers } from "../guards/blockers.ts";
import { checkMaster, detailsOf, ownedDetails } from "../guards/child-lists.ts";
import { checkEditable } from "../guards/editable.ts";
import { keysOf } from "../sql/keys.ts";
import type { Query } from "../sql/filters.ts";
import type { Services } from "../services.ts";
import { findAccessible, titleOf } from "../sql/stored-row.ts";
import { inTransaction, scopeOfRows } from "./write-scope.ts";

/** Removes the rows named by `ids`; a resource whose key is a code also takes `id` with one code (contract §4). */
export async function removeRows(services: Services, context: RequestContext, resource: ResourceModel, query: Query): Promise<null> {
  requireAvailable(services, resource, "remove");
  const name = query["ids"] === undefined && query["id"] !== undefined ? "id" : "ids";
  const keys = keysOf(resource, name, query[name]);
  const scope = await scopeOfRows(context, resource, keys);
  try {
    await inTransaction(context, resource, scope, async (tx) => removeKeys(services, { ...context, scope }, resource, tx, keys));
  } catch (error) {
    throw described(resource, error);
  }
  return null;
}

async function removeKeys(services: Services, context: RequestContext, resource: ResourceModel, tx: Transaction, keys: readonly string[]): Promise<void> {
  const { model, scope } = context;
  // Whoever wants to refer to one of these rows waits for the end of this transaction, and then finds it gone.
  const rows = await findAccessible(context, tx, resource, keys, "update");
  if (rows.length < keys.length) throw rowNotFound();
  for (const row of rows) checkEditable(resource, row);
  for (const row of rows) await checkMaster(context, tx, resource, { ...row }, row);
  await checkChildren(tx, resource, scope.tenantId, keys, rows);
  await services.domain.hooks[resource.name]?.beforeRemove?.(context, tx, rows);
  await checkBlockers(tx, resource, model, scope.tenantId, rows);
  await removeDetails(services, context, resource, tx, keys);
  await tx.query(removal(context, resource, keys));
  for (const row of rows) auditLogOf(tx)?.name(resource, "remove", row);
}

/** Lines go with their document, unless something refers to one of them. */
async function removeDetails(services: Services, context: RequestContext, resource: ResourceModel, tx: Transaction, keys: readonly string[]): Promise<void> {
  const owned = ownedDetails(resource, services.model);
  if (owned === undefined) return;
  const rows = await detailsOf(tx, owned, context.scope.tenantId, keys);
  if (rows.length === 0) return;
  await checkBlockers(tx, owned.resource, services.model, context.scope.tenantId, rows);
  await tx.query(removal(context, owned.resource, rows.map((row) => String(row["id"]))));
  for (const row of rows) auditLogOf(tx)?.name(owned.resource, "remove", row);
}

function removal(context: RequestContext, resource: ResourceModel, keys: readonly string[]) {
  const key = columnOf(resource, resource.key);
  const type = key.family === "id" ? "bigint" : "text";
  const named = `${quoted(key.column)} = ANY($1::${type}[])`;
  if (!resource.hasBaseColumns) return { sql: `DELETE FROM ${quoted(resource.table)} WHERE ${named}`, parameters: [keys] };
  const parameters: unknown[] = [keys, context.caller.userId, context.now()];
  const tenant = isTenantTable(resource) ? ` AND tenant_id = $${parameters.push(context.scope.tenantId)}` : "";
  return { sql: `UPDATE ${quoted(resource.table)} SET is_deleted = 1, update_user = $2, update_time = $3::timestamp, version = version + 1 WHERE ${named}${tenant}`, parameters };
}

/** A node with children stays until they are gone; children that go in the same call do not count. */
async function checkChildren(tx: Transaction, resource: ResourceModel, tenantId: string, keys: readonly string[], rows: readonly Values[]): Promise<void> {
  const { tree } = resource;
  if (tree === undefined) return;
  const [key, parent] = [columnOf(resource, resource.key), columnOf(resource, tree.parent)];
  const type = key.family === "id" ? "bigint" : "text";
  const tenant = isTenantTable(resource) ? " AND tenant_id = $2" : "";
  const living = resource.hasBaseColumns ? " AND is_deleted = 0" : "";
  const child = await tx.first({
    sql: `SELECT ${quoted(parent.column)}::text AS parent FROM ${quoted(resource.table)} WHERE ${quoted(parent.column)} = ANY($1::${type}[]) AND ${quoted(key.column)} <> ALL($1::${type}[])${tenant}${living} LIMIT 1`,
    parameters: tenant === "" ? [keys] : [keys, tenantId],
  });
  if (child === undefined) return;
  const row = rows.find((one) => String(one[resource.key]) === child["parent"]);
  throw businessError("hasChildren", ["请先删除子节点!", "Remove the nodes below it first"], { data: { id: child["parent"], title: row === undefined ? "" : titleOf(resource, row) } });
}

/** A row that the database itself holds, because rows which no check scans refer to it. */
function described(resource: ResourceModel, error: unknown): unknown {
  const problem = describeSqlError(error);
  if (problem?.kind !== "foreignKey" || problem.side !== "inUse") return error;
  return businessError("inUse", [`${resource.label[0]}正被其他数据使用，不能删除`, `This ${resource.label[1].toLowerCase()} is used by other records and cannot be removed`]);
}

