// remove: logical, all rows or none, refused while anything refers to one of them.
import type { ResourceModel } from "#schema/model";
import { auditLogOf } from "../../audit/audit-log.ts";
import type { CommitContext, RequestContext, Values } from "../../contract.ts";
import { businessError, rowNotFound } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { describeSqlError } from "../../store/sql-errors.ts";
import { requireAvailable } from "../available.ts";
import { checkBlockers } from "../guards/blockers.ts";
import { detailsOf, mastersAmong, ownedDetails } from "../guards/child-lists.ts";
import { plainRefusal } from "../guards/row-set.ts";
import { lockReferred } from "../guards/lock-first.ts";
import { checkRemovable } from "../guards/editable.ts";
import { keysOf } from "../sql/keys.ts";
import type { Query } from "../sql/filters.ts";
import type { Services } from "../services.ts";
import { findAccessible, titleOf } from "../sql/stored-row.ts";
import { inTransaction, scopeOfRows } from "./write-scope.ts";
import { writeJobs } from "./jobs.ts";

export interface RemoveCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  readonly query: Query;
}

/** A removal that may begin: the rest runs in a transaction. */
export async function preparedRemoval(
  { services, context, resource }: Omit<RemoveCall, "query">,
  keys: readonly string[],
): Promise<(tx: Transaction, context: CommitContext) => Promise<readonly Values[]>> {
  requireAvailable(services, resource, "remove");
  const effect = services.domain.hooks[resource.name]?.remove;
  const prepared = await effect?.prepare?.(context, { ids: keys });
  return async (tx, given) => {
    const within = { ...given, domain: services.domain };
    const rows = await rowsToRemove(tx, within, resource, keys);
    await effect?.beforeRemove?.(tx, within, { rows, prepared });
    await removeThem({ services, context: within, resource }, tx, rows);
    await writeJobs(tx, within, effect?.enqueue?.(within, { rows, prepared }));
    return rows;
  };
}

/** Removes the rows named by `ids`; a resource whose key is a code also takes `id` with one code. */
export async function removeRows({ services, context, resource, query }: RemoveCall): Promise<null> {
  const name = query["ids"] === undefined && (query["id"] !== undefined || !resource.hasBaseColumns) ? "id" : "ids";
  const keys = keysOf(resource, name, query[name]);
  const scope = await scopeOfRows(context, resource, keys);
  const remove = await preparedRemoval({ services, context: { ...context, scope }, resource }, keys);
  try {
    await inTransaction({ context, resource, scope }, remove);
  } catch (error) {
    throw described(resource, error);
  }
  return null;
}

/** The rows, locked, if their own state and their children permit their removal. */
async function rowsToRemove(
  tx: Transaction,
  context: CommitContext,
  resource: ResourceModel,
  keys: readonly string[],
): Promise<readonly Values[]> {
  await lockReferred(context, tx, resource, keys);
  // Writers that refer to one of these rows wait for the end of this transaction, and then find it removed.
  const rows = await findAccessible(context, tx, resource, { keys, lock: "update" });
  if (rows.length < keys.length) throw rowNotFound();
  for (const row of rows) checkRemovable(resource, row, context.now());
  const leaving = rows.map((row) => ({ values: { ...row }, current: row, isRemoved: true as const }));
  await mastersAmong(context, tx, resource, leaving).catch((error: unknown) => Promise.reject(plainRefusal(error)));
  await checkChildren(tx, context, resource, rows);
  return rows;
}

interface Removal {
  readonly services: Services;
  readonly context: CommitContext;
  readonly resource: ResourceModel;
}

async function removeThem({ services, context, resource }: Removal, tx: Transaction, rows: readonly Values[]): Promise<void> {
  const keys = keysIn(resource, rows);
  await checkBlockers(tx, resource, { model: services.model, tenantId: context.scope.tenantId, rows });
  await removeDetails({ services, context, resource }, tx, keys);
  await tx.query(removal(context, resource, keys));
  for (const row of rows) auditLogOf(tx)?.name(resource, "remove", row);
}

const keysIn = (resource: ResourceModel, rows: readonly Values[]): readonly string[] => rows.map((row) => String(row[resource.key]));

/** Lines are removed with their document, unless something refers to one of them. */
async function removeDetails({ services, context, resource }: Removal, tx: Transaction, keys: readonly string[]): Promise<void> {
  const owned = ownedDetails(resource, services.model);
  if (owned === undefined) return;
  const rows = await detailsOf(tx, owned, context.scope.tenantId, keys);
  if (rows.length === 0) return;
  await checkBlockers(tx, owned.resource, { model: services.model, tenantId: context.scope.tenantId, rows });
  await tx.query(
    removal(
      context,
      owned.resource,
      rows.map((row) => String(row["id"])),
    ),
  );
  for (const row of rows) auditLogOf(tx)?.name(owned.resource, "remove", row);
}

function removal(context: CommitContext, resource: ResourceModel, keys: readonly string[]) {
  const key = columnOf(resource, resource.key);
  const type = key.columnType === "id" ? "bigint" : "text";
  const named = `${quoted(key.column)} = ANY($1::${type}[])`;
  if (!resource.hasBaseColumns) return { sql: `DELETE FROM ${quoted(resource.table)} WHERE ${named}`, parameters: [keys] };
  const parameters: unknown[] = [keys, context.caller.userId, context.now()];
  const tenant = isTenantTable(resource) ? ` AND tenant_id = $${parameters.push(context.scope.tenantId)}` : "";
  return {
    sql: `UPDATE ${quoted(resource.table)} SET is_deleted = 1, update_user = $2, update_time = $3::timestamp, version = version + 1 WHERE ${named}${tenant}`,
    parameters,
  };
}

/** A node with children stays until they are gone; children that go in the same call do not count. */
async function checkChildren(tx: Transaction, context: CommitContext, resource: ResourceModel, rows: readonly Values[]): Promise<void> {
  const { tree } = resource;
  if (tree === undefined) return;
  const keys = keysIn(resource, rows);
  const [key, parent] = [columnOf(resource, resource.key), columnOf(resource, tree.parent)];
  const type = key.columnType === "id" ? "bigint" : "text";
  const tenant = isTenantTable(resource) ? " AND tenant_id = $2" : "";
  const living = resource.hasBaseColumns ? " AND is_deleted = 0" : "";
  const child = await tx.first({
    sql: `SELECT ${quoted(parent.column)}::text AS parent FROM ${quoted(resource.table)} WHERE ${quoted(parent.column)} = ANY($1::${type}[]) AND ${quoted(key.column)} <> ALL($1::${type}[])${tenant}${living} LIMIT 1`,
    parameters: tenant === "" ? [keys] : [keys, context.scope.tenantId],
  });
  if (child === undefined) return;
  const row = rows.find((one) => String(one[resource.key]) === child["parent"]);
  throw businessError("hasChildren", ["请先删除子节点!", "Remove the nodes below it first"], {
    data: { id: child["parent"], title: row === undefined ? "" : titleOf(resource, row) },
  });
}

/** A row that the database itself holds, because rows which no check scans refer to it. */
function described(resource: ResourceModel, error: unknown): unknown {
  const problem = describeSqlError(error);
  if (problem?.kind !== "foreignKey" || problem.side !== "inUse") return error;
  return businessError("inUse", [
    `${resource.label[0]}正被其他数据使用，不能删除`,
    `This ${resource.label[1].toLowerCase()} is used by other records and cannot be removed`,
  ]);
}
