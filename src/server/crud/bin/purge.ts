// POST <path>/purge: removed rows are deleted for good, with the lines that went with them (docs/wire.md §4.2); and what the retention deletes.
import { hasComments } from "#schema/comments";
import { isRestorable } from "#schema/recycle-bin";
import type { ResourceModel } from "#schema/model";
import { auditLogOf } from "../../audit/audit-log.ts";
import type { CommitContext, RequestContext, Values } from "../../contract.ts";
import { businessError, rowNotFound } from "../../http/errors.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import type { Database, Statement, Transaction } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import { describeSqlError } from "../../store/sql-errors.ts";
import { boundAmong } from "../guards/bindings.ts";
import { ownedDetails } from "../guards/child-lists.ts";
import type { Query } from "../sql/filters.ts";
import { isId, keysOf } from "../sql/keys.ts";
import { mastersOf } from "../sql/masters.ts";
import { findRemoved } from "../sql/removed-rows.ts";
import { isGone, keyTypeOf, ScopedStatement, tenantOf } from "../sql/scoped.ts";
import { titleOf, valuesOf } from "../sql/stored-row.ts";
import { deleteComments, type Bin } from "./orphaned-comments.ts";
import { notInBin } from "../write/restore-together.ts";
import { inTransaction, scopeOfRows } from "../write/write-scope.ts";

/** Removed rows that a field names. */
function named({ resource, tenantId }: Omit<Bin, "model">, field: string, keys: readonly string[]) {
  const statement = new ScopedStatement(tenantId);
  const column = columnOf(resource, field);
  const where = [isGone("t"), `t.${quoted(column.column)} = ANY(${statement.value(keys)}::${keyTypeOf(column.columnType)}[])`];
  return { statement, rows: { resource, as: "t", withRemoved: true, where } } as const;
}

function deletion(bin: Omit<Bin, "model">, field: string, keys: readonly string[]): Statement {
  const { statement, rows } = named(bin, field, keys);
  return statement.of(statement.delete(rows));
}

/** The rows that others are bound to, or to a line of which they are, by their keys; each with the resource of such a row. */
async function boundRows(
  tx: Transaction,
  bin: Bin,
  rows: readonly Readonly<Values>[],
  goTogether: boolean,
): Promise<ReadonlyMap<string, ResourceModel>> {
  const { model, resource } = bin;
  const bound = new Map(await boundAmong(tx, { ...bin, rows, goTogether }));
  const owned = ownedDetails(resource, model);
  if (owned === undefined || rows.length === 0) return bound;
  const keys = rows.map((row) => String(row[resource.key]));
  const { statement, rows: ofRows } = named({ ...bin, resource: owned.resource }, owned.by, keys);
  const found = await tx.query(statement.of(statement.select({ ...ofRows, columns: "t.*" })));
  const lines = found.rows.map((row) => valuesOf(owned.resource, row));
  const boundLines = await boundAmong(tx, { ...bin, resource: owned.resource, rows: lines, goTogether: true });
  for (const line of lines) {
    const by = boundLines.get(String(line[owned.resource.key]));
    if (by !== undefined) bound.set(String(line[owned.by]), by);
  }
  return bound;
}

/** Deletes removed rows that nothing is bound to, after their lines, which nobody could restore without them. */
async function deleteForGood(tx: Transaction, bin: Bin, keys: readonly string[]): Promise<void> {
  const owned = ownedDetails(bin.resource, bin.model);
  if (owned !== undefined) {
    const lines = { ...bin, resource: owned.resource };
    if (hasComments(owned.resource) && isTenantTable(owned.resource)) {
      const { statement, rows } = named(lines, owned.by, keys);
      const key = columnOf(owned.resource, owned.resource.key);
      const found = await tx.query(statement.of(statement.select({ ...rows, columns: `t.${quoted(key.column)}::text AS key` })));
      await deleteComments(
        tx,
        lines,
        found.rows.map((row) => String(row["key"])),
      );
    }
    await tx.query(deletion(lines, owned.by, keys));
  }
  // What tenants have said about records of the platform goes at night (orphaned-comments.ts).
  if (isTenantTable(bin.resource)) await deleteComments(tx, bin, keys);
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
    await requireOwnersLeft(tx, within, resource, rows);
    const bin = { model: context.model, resource, tenantId: scope.tenantId };
    const [[key, by] = []] = await boundRows(tx, bin, rows, true);
    const row = rows.find((one) => String(one[resource.key]) === key);
    if (row !== undefined) throw stillBound(resource, titleOf(resource, row), by);
    // Who did it is told by the log. What watches the rows was told of their removal.
    for (const one of rows) auditLogOf(tx)?.name(resource, "touch", one);
    await deleteForGood(tx, bin, keys);
    return null;
  };
  try {
    return await inTransaction({ context, resource, scope }, purge, () => null);
  } catch (error) {
    throw describeSqlError(error)?.kind === "foreignKey" ? stillBound(resource, "") : error;
  }
}

/** Refuses lines of a row that is in the recycle bin itself: it could not be restored as it was without them, and takes them with it. */
async function requireOwnersLeft(tx: Transaction, context: CommitContext, resource: ResourceModel, rows: readonly Values[]): Promise<void> {
  for (const { resource: master, details } of mastersOf(resource, context.model)) {
    const keys = [...new Set(rows.map((row) => row[details.by]).filter((key): key is string => typeof key === "string" && isId(key)))];
    const [removed] = keys.length === 0 ? [] : await findRemoved(tx, context, master, keys);
    if (removed !== undefined) throw stillBound(resource, "", master);
  }
}

const stillBound = ({ label: [zh, en] }: ResourceModel, title: string, by?: ResourceModel) =>
  businessError("bound", [
    `${zh}${title === "" ? "" : `“${title}”`}仍被${by === undefined ? "其他数据" : `“${by.label[0]}”的数据`}引用（含已删除的），不能彻底删除`,
    `${by === undefined ? "Other records" : `Rows of “${by.label[1]}”`}, removed ones included, still refer to ${en.toLowerCase()}${title === "" ? "" : ` “${title}”`}, so it cannot be deleted for good`,
  ]);

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
    columns: "t.*",
    resource,
    as: "t",
    withRemoved: true,
    where,
    rest: `ORDER BY t.${quoted(key.column)} LIMIT ${limit} FOR UPDATE`,
  });
  const found = (await tx.query(statement.of(sql))).rows.map((row) => valuesOf(resource, row));
  const bound = await boundRows(tx, bin, found, false);
  const keys = found.map((row) => String(row[resource.key]));
  const free = keys.filter((one) => !bound.has(one));
  if (free.length > 0) await deleteForGood(tx, bin, free);
  return { found: found.length, last: keys.at(-1) ?? after, deleted: free.length };
}
