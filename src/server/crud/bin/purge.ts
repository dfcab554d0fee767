// POST <path>/purge: removed rows are deleted for good, with the lines that went with them (docs/wire.md §4.2); and what the retention deletes.
import { isRestorable } from "#schema/recycle-bin";
import type { Model, ResourceModel } from "#schema/model";
import { auditLogOf } from "../../audit/audit-log.ts";
import type { CommitContext, RequestContext, Values } from "../../contract.ts";
import { businessError, rowNotFound } from "../../http/errors.ts";
import type { Database, Statement, Transaction } from "../../store/database.ts";
import { columnOf } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { describeSqlError } from "../../store/sql-errors.ts";
import { ownedDetails } from "../guards/child-lists.ts";
import { boundSql, bindingsOf, type Binding } from "../guards/bindings.ts";
import type { Query } from "../sql/filters.ts";
import { keysOf } from "../sql/keys.ts";
import { findRemoved } from "../sql/removed-rows.ts";
import { isGone, keyTypeOf, ScopedStatement, tenantOf } from "../sql/scoped.ts";
import { titleOf } from "../sql/stored-row.ts";
import { inTransaction, scopeOfRows } from "../write/write-scope.ts";
import { notInBin } from "./restore.ts";

/** Rows of one tenant's table. */
interface Bin {
  readonly model: Model;
  readonly resource: ResourceModel;
  readonly tenantId: string;
}

/** The lines of rows are deleted first: nobody can restore them without what they belong to. */
const linesOf = ({ model, resource }: Bin) => ownedDetails(resource, model);

/** Conditions that nothing is bound to a row with the alias `t`, nor to one of its lines. */
function freeConditions(bin: Bin, statement: ScopedStatement, going: string | undefined): readonly string[] {
  const { model, resource } = bin;
  const tenant = statement.tenantFor(resource);
  const own = bindingsOf(resource, model).map((holder) => `NOT ${boundSql(resource, "t", holder, { tenant, going })}`);
  const lines = linesOf(bin);
  if (lines === undefined) return own;
  const of = `l.${quoted(columnOf(lines.resource, lines.by).column)} = t.${quoted(columnOf(resource, resource.key).column)}`;
  const byKey = columnOf(lines.resource, lines.by).columnType === columnOf(resource, resource.key).columnType ? of : `${of}::text`;
  return [
    ...own,
    ...bindingsOf(lines.resource, model).map((holder) => {
      const bound = statement.select({
        columns: "1",
        resource: lines.resource,
        as: "l",
        withRemoved: true,
        where: [byKey, boundSql(lines.resource, "l", holder, { tenant: statement.tenantFor(lines.resource) })],
      });
      return `NOT EXISTS (${bound})`;
    }),
  ];
}

/** The keys among some that nothing is bound to; where all of them go together, they do not bind each other. */
function freeStatement(bin: Bin, keys: readonly string[], goTogether: boolean): Statement {
  const { resource, tenantId } = bin;
  const statement = new ScopedStatement(tenantId);
  const key = columnOf(resource, resource.key);
  const named = `${statement.value(keys)}::${keyTypeOf(key.columnType)}[]`;
  const where = [isGone("t"), `t.${quoted(key.column)} = ANY(${named})`, ...freeConditions(bin, statement, goTogether ? named : undefined)];
  return statement.of(statement.select({ columns: `t.${quoted(key.column)}::text AS key`, resource, as: "t", withRemoved: true, where }));
}

function deletion({ resource, tenantId }: Omit<Bin, "model">, field: string, keys: readonly string[]): Statement {
  const column = columnOf(resource, field);
  const statement = new ScopedStatement(tenantId);
  const where = [isGone("t"), `t.${quoted(column.column)} = ANY(${statement.value(keys)}::${keyTypeOf(column.columnType)}[])`];
  return statement.of(statement.delete({ resource, as: "t", withRemoved: true, where }));
}

/** Deletes removed rows that nothing is bound to, with their lines. */
async function deleteForGood(tx: Transaction, bin: Bin, keys: readonly string[]): Promise<void> {
  const lines = linesOf(bin);
  if (lines !== undefined) await tx.query(deletion({ ...bin, resource: lines.resource }, lines.by, keys));
  await tx.query(deletion(bin, bin.resource.key, keys));
}

interface PurgeCall {
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  readonly query: Query;
}

/** Deletes the rows named by `ids` for good, all or none. */
export async function purgeRows({ context, resource, query }: PurgeCall): Promise<null> {
  if (!isRestorable(resource)) throw rowNotFound();
  const keys = keysOf(resource, "ids", query["ids"]);
  const scope = await scopeOfRows(context, resource, keys);
  const purge = async (tx: Transaction, within: CommitContext): Promise<null> => {
    const rows = await findRemoved(tx, within, resource, keys);
    if (rows.length < keys.length) throw notInBin();
    const bin = { model: context.model, resource, tenantId: scope.tenantId };
    const free = new Set((await tx.query(freeStatement(bin, keys, true))).rows.map((row) => String(row["key"])));
    const bound = rows.find((row) => !free.has(String(row[resource.key])));
    if (bound !== undefined) throw await boundRefusal(tx, bin, bound);
    // Who did it is told by the log. It was told of the removal already.
    for (const row of rows) auditLogOf(tx)?.name(resource, "touch", row);
    await deleteForGood(tx, bin, keys);
    return null;
  };
  try {
    return await inTransaction({ context, resource, scope }, purge, () => null);
  } catch (error) {
    throw describeSqlError(error)?.kind === "foreignKey" ? stillBound(resource, "") : error;
  }
}

const stillBound = ({ label: [zh, en] }: ResourceModel, title: string, holder?: ResourceModel) =>
  businessError("bound", [
    `${zh}${title === "" ? "" : `“${title}”`}仍被${holder === undefined ? "其他数据" : `“${holder.label[0]}”的数据`}引用（含已删除的），不能彻底删除`,
    `${holder === undefined ? "Other records" : `Rows of “${holder.label[1]}”`}, removed ones included, still refer to ${en.toLowerCase()}${title === "" ? "" : ` “${title}”`}, so it cannot be deleted for good`,
  ]);

/** Says whose rows are bound to a row, where it is itself that they are bound to and not a line of it. */
async function boundRefusal(tx: Transaction, bin: Bin, row: Readonly<Values>) {
  const { resource, model } = bin;
  const isBoundBy = async (holder: Binding): Promise<boolean> => {
    const statement = new ScopedStatement(bin.tenantId);
    const key = columnOf(resource, resource.key);
    const where = [
      `t.${quoted(key.column)} = ${statement.value(row[resource.key])}::${keyTypeOf(key.columnType)}`,
      boundSql(resource, "t", holder, { tenant: statement.tenantFor(resource) }),
    ];
    return (
      (await tx.first(statement.of(statement.select({ columns: "1 AS one", resource, as: "t", withRemoved: true, where })))) !== undefined
    );
  };
  for (const holder of bindingsOf(resource, model))
    if (await isBoundBy(holder)) return stillBound(resource, titleOf(resource, row), holder.resource);
  return stillBound(resource, titleOf(resource, row));
}

/** Those among some tenants that have rows which were removed before their moment; found for all of them at once by the latest moment. */
export async function tenantsWithExpired(
  database: Database,
  resource: ResourceModel,
  tenantIds: readonly string[],
  before: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const latest = tenantIds.map((tenantId) => before.get(tenantId) ?? "").reduce((one, other) => (one > other ? one : other), "");
  const statement = new ScopedStatement("");
  const sql = statement.select({
    columns: `DISTINCT ${tenantOf("t")} AS tenant`,
    resource,
    as: "t",
    withRemoved: true,
    acrossTenants: true,
    where: [
      isGone("t"),
      `${tenantOf("t")} = ANY(${statement.value(tenantIds)}::text[])`,
      `t.${quoted(columnOf(resource, "updateTime").column)} < ${statement.value(latest)}::timestamp`,
    ],
  });
  // As the owner: those of all tenants are looked for.
  const [answer] = await database.owner.read([statement.of(sql)]);
  return (answer?.rows ?? []).map((row) => String(row["tenant"])).sort();
}

/** Where the retention looks for rows: those that were removed before a moment, behind the last one that it has seen. */
interface Expired extends Bin {
  readonly before: string;
  /** "" at the beginning. */
  readonly after: string;
  readonly limit: number;
}

/**
 * Deletes a batch of rows that have been in the recycle bin for too long, but for those that something is bound to. Answers how many were
 * found, the last of them, and how many were deleted.
 */
export async function purgeExpired(
  tx: Transaction,
  { before, after, limit, ...bin }: Expired,
): Promise<{ readonly found: number; readonly last: string; readonly deleted: number }> {
  const { resource, tenantId } = bin;
  const key = columnOf(resource, resource.key);
  const statement = new ScopedStatement(tenantId);
  const where = [
    isGone("t"),
    `t.${quoted(columnOf(resource, "updateTime").column)} < ${statement.value(before)}::timestamp`,
    after === "" ? undefined : `t.${quoted(key.column)} > ${statement.value(after)}::${keyTypeOf(key.columnType)}`,
  ];
  const sql = statement.select({
    columns: `t.${quoted(key.column)}::text AS key`,
    resource,
    as: "t",
    withRemoved: true,
    where,
    rest: `ORDER BY t.${quoted(key.column)} LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
  });
  const found = (await tx.query(statement.of(sql))).rows.map((row) => String(row["key"]));
  const free = found.length === 0 ? [] : (await tx.query(freeStatement(bin, found, false))).rows.map((row) => String(row["key"]));
  if (free.length > 0) await deleteForGood(tx, bin, free);
  return { found: found.length, last: found.at(-1) ?? after, deleted: free.length };
}
