// Takes rows out of the recycle bin, with the lines that went with them.
import type { ResourceModel } from "#schema/model";
import { auditLogOf } from "../../audit/audit-log.ts";
import type { CommitContext, Values } from "../../contract.ts";
import { columnOf } from "../../store/columns.ts";
import type { Statement } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import type { GuardedRow, GuardedWrite } from "../guards/guard.ts";
import { isGone, keyTypeOf, ScopedStatement, setLiving } from "../sql/scoped.ts";
import { updateRows } from "./write.ts";

/** Restores rows that guards have let come, and logs it. */
export async function restoreStored(
  { tx, context, resource }: Pick<GuardedWrite, "tx" | "context" | "resource">,
  rows: readonly Pick<GuardedRow, "id" | "values" | "removed">[],
): Promise<void> {
  for (const { removed } of rows) if (removed !== undefined) auditLogOf(tx)?.name(resource, "restore", removed);
  const { scope, caller } = context;
  // What follows from the rows around it may be another value than it was: the level in a tree whose upper row has moved.
  const followed = rows.flatMap(({ id, values, removed }) => {
    const changed = differing(values, removed ?? {});
    return Object.keys(changed).length === 0 ? [] : [{ values: changed, id, scope, caller, now: context.now(), current: removed ?? {} }];
  });
  // Before they are there again: what they give way to is there already.
  await updateRows(tx, resource, followed);
  await tx.query(
    restoration(
      context,
      resource,
      rows.map(({ id }) => id),
    ),
  );
}

function differing(values: Readonly<Values>, removed: Readonly<Values>): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(removed[name] ?? null)),
  );
}

function restoration(context: CommitContext, resource: ResourceModel, keys: readonly string[]): Statement {
  const key = columnOf(resource, resource.key);
  const statement = new ScopedStatement(context.scope.tenantId);
  const writer = context.caller.userId === "" ? null : context.caller.userId;
  const set = `${setLiving}, update_user = ${statement.value(writer)}, update_time = ${statement.value(context.now())}::timestamp, version = t.version + 1`;
  const where = [isGone("t"), `t.${quoted(key.column)} = ANY(${statement.value(keys)}::${keyTypeOf(key.columnType)}[])`];
  return statement.of(statement.update({ resource, as: "t", set, withRemoved: true, where }));
}

/** The rows of a tree level by level: a row is restored below one that is there. */
export function upperFirst(resource: ResourceModel, rows: readonly Values[]): readonly (readonly Values[])[] {
  const parent = resource.tree?.parent;
  if (parent === undefined) return [rows];
  const levels: Values[][] = [];
  let left = [...rows];
  while (left.length > 0) {
    const keys = new Set(left.map((row) => String(row[resource.key])));
    const upper = left.filter((row) => !keys.has(String(row[parent])));
    // Rows that are below each other in a circle are refused by their place.
    const next = upper.length === 0 ? left : upper;
    levels.push(next);
    left = left.filter((row) => !next.includes(row));
  }
  return levels;
}
