// What is locked before rows are (`lockFirst` of their definition): the rows that they refer to and are changed together with, so that all
// calls lock an order and its payments in one order.
import { resourceIn, type ResourceModel } from "#schema/model";
import type { CommitContext } from "../../contract.ts";
import type { Transaction } from "../../store/database.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";

/** Locks what rows with these keys refer to, until the transaction ends. To be called before the rows themselves are locked. */
export async function lockReferred(
  context: CommitContext,
  tx: Transaction,
  resource: ResourceModel,
  keys: readonly string[],
): Promise<void> {
  for (const name of resource.data.lockFirst ?? []) {
    // The check of definitions lets no other field be locked first than one that refers to rows of a table.
    const target = resourceIn(context.model, resource.field.get(name)?.reference?.resource ?? "");
    const parameters: unknown[] = [keys];
    const ofTenant = (table: ResourceModel, alias: string): string =>
      isTenantTable(table) ? ` AND ${alias}.tenant_id = $${parameters.push(context.scope.tenantId)}` : "";
    const own = columnOf(resource, resource.key);
    const referring = quoted(columnOf(resource, name).column);
    const key = `r.${quoted(columnOf(target, target.key).column)}`;
    const referred = `SELECT t.${referring} FROM ${quoted(resource.table)} t WHERE t.${quoted(own.column)} = ANY($1::${own.columnType === "id" ? "bigint" : "text"}[])${ofTenant(resource, "t")}`;
    const sql = `SELECT ${key} FROM ${quoted(target.table)} r WHERE ${key} IN (${referred})${ofTenant(target, "r")} ORDER BY ${key} FOR NO KEY UPDATE OF r`;
    await tx.query({ sql, parameters });
  }
}
