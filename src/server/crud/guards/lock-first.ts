// What is locked before rows are (`lockFirst` of their definition): the rows that they refer to and are changed together with, so that all
// calls lock an order and its payments in one order.
import { resourceIn, type ResourceModel } from "#schema/model";
import type { CommitContext } from "../../contract.ts";
import type { Transaction } from "../../store/database.ts";
import { columnOf } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { keyTypeOf, ScopedStatement } from "../sql/scoped.ts";

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
    const statement = new ScopedStatement(context.scope.tenantId);
    const own = columnOf(resource, resource.key);
    const key = `r.${quoted(columnOf(target, target.key).column)}`;
    const referred = statement.select({
      columns: `t.${quoted(columnOf(resource, name).column)}`,
      resource,
      as: "t",
      withRemoved: true,
      where: [`t.${quoted(own.column)} = ANY(${statement.value(keys)}::${keyTypeOf(own.columnType)}[])`],
    });
    const sql = statement.select({
      columns: key,
      resource: target,
      as: "r",
      withRemoved: true,
      where: [`${key} IN (${referred})`],
      rest: `ORDER BY ${key} FOR NO KEY UPDATE OF r`,
    });
    await tx.query(statement.of(sql));
  }
}
