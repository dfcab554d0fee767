// Removes stored rows: logically where they have base columns, together with the lines that belong to them.
import type { ResourceModel } from "#schema/model";
import { auditLogOf } from "../../audit/audit-log.ts";
import type { CommitContext, Values } from "../../contract.ts";
import { columnOf } from "../../store/columns.ts";
import type { Statement } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import { checkBlockers } from "../guards/blockers.ts";
import { detailsOf, ownedDetails } from "../guards/child-lists.ts";
import type { GuardedRow, GuardedWrite } from "../guards/guard.ts";
import { keyTypeOf, ScopedStatement, setRemoved } from "../sql/scoped.ts";

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
  const statement = new ScopedStatement(context.scope.tenantId);
  const where = [`t.${quoted(key.column)} = ANY(${statement.value(keys)}::${keyTypeOf(key.columnType)}[])`];
  if (!resource.hasBaseColumns) return statement.of(statement.delete({ resource, as: "t", where }));
  const writer = `update_user = ${statement.value(context.caller.userId)}, update_time = ${statement.value(context.now())}::timestamp`;
  return statement.of(statement.update({ resource, as: "t", set: `${setRemoved}, ${writer}, version = t.version + 1`, where }));
}
