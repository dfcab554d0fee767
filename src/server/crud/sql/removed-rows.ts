// Removed rows, as the recycle bin has them.
import { rowChanges } from "#schema/history";
import type { ResourceModel } from "#schema/model";
import type { CommitContext, RequestContext, Values } from "../../contract.ts";
import type { Statement, Transaction } from "../../store/database.ts";
import { columnOf } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { limitFragments } from "./row-access.ts";
import { isGone, keyTypeOf, ScopedStatement } from "./scoped.ts";
import { valuesOf } from "./stored-row.ts";
import { whereOf } from "./where.ts";

interface Removed {
  readonly resource: ResourceModel;
  readonly keys: readonly string[];
  readonly columns: string;
  readonly lock: boolean;
}

/** Removed rows by their keys, in the order of these; those that the caller would not see if they were there are left out. */
function removedStatement({ caller, model, scope }: Pick<CommitContext, "caller" | "model" | "scope">, removed: Removed): Statement {
  const { resource, keys, columns, lock } = removed;
  const statement = new ScopedStatement(scope.tenantId);
  const tenant = statement.tenantFor(resource);
  const key = columnOf(resource, resource.key);
  const named = `t.${quoted(key.column)} = ANY(${statement.value(keys)}::${keyTypeOf(key.columnType)}[])`;
  const limits = limitFragments(caller, model, resource);
  const [first] = limits.flatMap((limit) => limit.parameters).map((value) => Number(statement.value(value).slice(1)));
  const sql = statement.select({
    columns,
    resource,
    as: "t",
    withRemoved: true,
    where: [isGone("t"), named, whereOf(limits, first ?? 1, tenant).sql()],
    rest: `ORDER BY t.${quoted(key.column)}${lock ? " FOR UPDATE" : ""}`,
  });
  return statement.of(sql);
}

/** Removed rows by their keys, locked and in the order of their keys; those that the caller would not see if they were there are left out. */
export async function findRemoved(
  tx: Transaction,
  context: CommitContext,
  resource: ResourceModel,
  keys: readonly string[],
): Promise<readonly Values[]> {
  const { rows } = await tx.query(removedStatement(context, { resource, keys, columns: "t.*", lock: true }));
  return rows.map((row) => valuesOf(resource, row));
}

/** The keys of those among removed rows that the caller would see if they were there. */
export async function seenAmongRemoved(
  context: RequestContext,
  resource: ResourceModel,
  keys: readonly string[],
): Promise<readonly string[]> {
  const columns = `t.${quoted(columnOf(resource, resource.key).column)}::text AS key`;
  const [answer] = await context.database.read(context.scope, [removedStatement(context, { resource, keys, columns, lock: false })]);
  return (answer?.rows ?? []).map((row) => String(row["key"]));
}

interface Owned {
  readonly resource: ResourceModel;
  readonly by: string;
}

/** The write that has removed a row, as its history names it; undefined where that is not told any more. */
function removalStatement(log: ResourceModel, resource: ResourceModel, tenantId: string, key: string): Statement {
  const statement = new ScopedStatement(tenantId);
  const sql = statement.select({
    columns: "c.entry_id AS entry",
    resource: log,
    as: "c",
    where: [
      `c.resource = ${statement.value(resource.name)}`,
      `c.row_id = ${statement.value(key)}`,
      `c.change_kind = 'remove'`,
      "c.entry_id IS NOT NULL",
    ],
    rest: "ORDER BY c.id DESC LIMIT 1",
  });
  return statement.of(sql);
}

/**
 * The rows that went with a row: removed by the same person at the same moment, and by no other write of that second, as far as the history
 * tells of each of them. It has up to five thousand rows of a write, and is kept for years and not for ever.
 */
export async function removedWith(
  tx: Transaction,
  { model, scope }: CommitContext,
  { resource, owned }: { readonly resource: ResourceModel; readonly owned: Owned },
  removed: Readonly<Values>,
): Promise<readonly Values[]> {
  const log = model.resource.get(rowChanges);
  const key = String(removed[resource.key]);
  const entry = log === undefined ? undefined : (await tx.first(removalStatement(log, resource, scope.tenantId, key)))?.["entry"];
  const statement = new ScopedStatement(scope.tenantId);
  const [by, time, user] = [owned.by, "updateTime", "updateUser"].map((name) => columnOf(owned.resource, name));
  if (by === undefined || time === undefined || user === undefined) return [];
  const same = (column: typeof by, value: unknown, type: string) =>
    `l.${quoted(column.column)} IS NOT DISTINCT FROM ${statement.value(value ?? null)}::${type}`;
  const where = [
    isGone("l"),
    `l.${quoted(by.column)} = ${statement.value(key)}::${keyTypeOf(by.columnType)}`,
    same(time, removed[time.name], "timestamp"),
    same(user, removed[user.name], "bigint"),
  ];
  if (log !== undefined && typeof entry === "string") {
    const byOther = statement.select({
      columns: "1",
      resource: log,
      as: "c",
      where: [
        `c.resource = ${statement.value(owned.resource.name)}`,
        `c.row_id = l.${quoted(columnOf(owned.resource, owned.resource.key).column)}::text`,
        `c.change_kind = 'remove'`,
        `c.entry_id <> ${statement.value(entry)}`,
        `c.create_time >= l.${quoted(time.column)}`,
      ],
    });
    where.push(`NOT EXISTS (${byOther})`);
  }
  const sql = statement.select({
    columns: "l.*",
    resource: owned.resource,
    as: "l",
    withRemoved: true,
    where,
    rest: `ORDER BY l.${quoted(columnOf(owned.resource, owned.resource.key).column)} FOR UPDATE`,
  });
  const { rows } = await tx.query(statement.of(sql));
  return rows.map((row) => valuesOf(owned.resource, row));
}
