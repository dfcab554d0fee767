// Removes stored rows: logically where they have base columns.
import type { ResourceModel } from "#schema/model";
import { auditLogOf } from "../../audit/audit-log.ts";
import type { CommitContext } from "../../contract.ts";
import { columnOf } from "../../store/columns.ts";
import type { Statement } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import type { GuardedRow, GuardedWrite } from "../guards/guard.ts";
import { keyTypeOf, ScopedStatement, setRemoved } from "../sql/scoped.ts";

/** Removes rows that guards have let go, and logs it. */
export async function removeStored(
  { tx, context, resource }: Pick<GuardedWrite, "tx" | "context" | "resource">,
  rows: readonly Pick<GuardedRow, "id" | "current">[],
): Promise<void> {
  const keys = rows.map(({ id }) => id);
  await tx.query(removal(context, resource, keys));
  for (const { current } of rows) if (current !== undefined) auditLogOf(tx)?.name(resource, "remove", current);
}

function removal(context: CommitContext, resource: ResourceModel, keys: readonly string[]): Statement {
  const key = columnOf(resource, resource.key);
  const statement = new ScopedStatement(context.scope.tenantId);
  const where = [`t.${quoted(key.column)} = ANY(${statement.value(keys)}::${keyTypeOf(key.columnType)}[])`];
  if (!resource.hasBaseColumns) return statement.of(statement.delete({ resource, as: "t", where }));
  const writer = `update_user = ${statement.value(context.caller.userId)}, update_time = ${statement.value(context.now())}::timestamp`;
  return statement.of(statement.update({ resource, as: "t", set: `${setRemoved}, ${writer}, version = t.version + 1`, where }));
}
