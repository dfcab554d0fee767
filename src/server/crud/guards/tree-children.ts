// A row of a tree is not removed while rows are below it.
import type { ResourceModel } from "#schema/model";
import type { CommitContext, Values } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { columnOf } from "../../store/columns.ts";
import type { Transaction } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import { keyTypeOf, ScopedStatement } from "../sql/scoped.ts";
import { titleOf } from "../sql/stored-row.ts";

/** A node with children stays until they are gone; children that go in the same call do not count. */
export async function checkChildren(
  tx: Transaction,
  context: CommitContext,
  resource: ResourceModel,
  rows: readonly Values[],
): Promise<void> {
  const { tree } = resource;
  if (tree === undefined) return;
  const keys = rows.map((row) => String(row[resource.key]));
  const [key, parent] = [columnOf(resource, resource.key), columnOf(resource, tree.parent)];
  const statement = new ScopedStatement(context.scope.tenantId);
  const among = `${statement.value(keys)}::${keyTypeOf(key.columnType)}[]`;
  const sql = statement.select({
    columns: `t.${quoted(parent.column)}::text AS parent`,
    resource,
    as: "t",
    where: [`t.${quoted(parent.column)} = ANY(${among})`, `t.${quoted(key.column)} <> ALL(${among})`],
    rest: "LIMIT 1",
  });
  const child = await tx.first(statement.of(sql));
  if (child === undefined) return;
  const row = rows.find((one) => String(one[resource.key]) === child["parent"]);
  throw businessError("hasChildren", ["请先删除子节点!", "Remove the nodes below it first"], {
    data: { id: child["parent"], title: row === undefined ? "" : titleOf(resource, row) },
  });
}
