// Removes stored rows: logically where they have base columns, together with the lines that belong to them.
import type { ResourceModel } from "#schema/model";
import { auditLogOf } from "../../audit/audit-log.ts";
import type { CommitContext, Values } from "../../contract.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import type { Statement } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import { checkBlockers } from "../guards/blockers.ts";
import { detailsOf, ownedDetails } from "../guards/child-lists.ts";
import type { GuardedRow, GuardedWrite } from "../guards/guard.ts";

/** Removes rows that guards have let go, and logs it. */
export async function removeStored(
  write: Pick<GuardedWrite, "tx" | "context" | "resource">,
  rows: readonly Pick<GuardedRow, "id" | "current">[],
): Promise<void> {
  const { tx, context, resource } = write;
  const keys = rows.map(({ id }) => id);
  await removeDetails(write, keys);
  await tx.query(removal(context, resource, keys));
  for (const { current } of rows) if (current !== undefined) auditLogOf(tx)?.name(resource, "remove", current);
}

/** Lines are removed with their document, unless something refers to one of them. */
async function removeDetails(
  { tx, context, resource }: Pick<GuardedWrite, "tx" | "context" | "resource">,
  keys: readonly string[],
): Promise<void> {
  const { model, scope } = context;
  const owned = ownedDetails(resource, model);
  if (owned === undefined) return;
  const rows = await detailsOf(tx, owned, scope.tenantId, keys);
  if (rows.length === 0) return;
  await checkBlockers(tx, owned.resource, { model, tenantId: scope.tenantId, rows });
  await tx.query(removal(context, owned.resource, keysIn(rows)));
  for (const row of rows) auditLogOf(tx)?.name(owned.resource, "remove", row);
}

const keysIn = (rows: readonly Values[]): readonly string[] => rows.map((row) => String(row["id"]));

function removal(context: CommitContext, resource: ResourceModel, keys: readonly string[]): Statement {
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
