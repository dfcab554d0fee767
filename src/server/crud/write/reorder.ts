// The order of rows that people give by hand: the new numbers of all rows that change, and the new parent of one that is moved within its
// tree, in one call and one transaction.
import type { ResourceModel, TreeModel } from "#schema/model";
import type { CommitContext, RequestContext, Values } from "../../contract.ts";
import { businessError, malformedParameter, missingParameter } from "../../http/errors.ts";
import { lockName } from "../../rows/query.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import type { SqlFragment } from "../../store/conditions.ts";
import type { Transaction } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import { translated } from "../guards/duplicates.ts";
import type { Services } from "../services.ts";
import { isKey } from "../sql/keys.ts";
import { scopeFragments } from "../sql/rows.ts";
import { tableOf } from "../sql/scoped.ts";
import { whereOf } from "../sql/where.ts";
import { plainRefusal, RowRefusal } from "../guards/row-set.ts";
import { namingRow, sentRows, writtenTogether } from "./submit-rows.ts";
import { bodyOf, keyOf, preparedUpdate } from "./prepared-rows.ts";
import { inTransaction, scopeOfRows } from "./write-scope.ts";
import { writeSubmitted } from "./write-submitted.ts";

/** A call that reorders rows. */
interface ReorderCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  /** The field that holds the order. */
  readonly field: string;
  /** The request: a list of keys and numbers; in a tree also with parents. A row with a parent and no number goes behind its rows. */
  readonly body: unknown;
}

/** Where numbers are chosen: in the transaction that writes them. */
interface Numbering extends Pick<ReorderCall, "context" | "resource" | "field"> {
  readonly tx: Transaction;
}

interface NumberedRow {
  readonly key: string;
  readonly body: Values;
}

/** The key of a row, its new number and its parent in a tree; further members are ignored. */
function numberedRow(resource: ResourceModel, field: string, sent: unknown): NumberedRow {
  const row = bodyOf(sent);
  const key = keyOf(resource, row);
  if (key === undefined) throw missingParameter(resource.key);
  const parent = resource.tree?.parent;
  const isPlaced = parent !== undefined && row[parent] !== undefined;
  if (row[field] === undefined && !isPlaced) throw missingParameter(field);
  const names = [field, "version", ...(parent === undefined ? [] : [parent])];
  return {
    key,
    body: Object.fromEntries([[resource.key, key], ...names.flatMap((name) => (row[name] === undefined ? [] : [[name, row[name]]]))]),
  };
}

/** The parent that a row names; undefined: the top. */
function parentOf(resource: ResourceModel, tree: TreeModel, body: Values): string | undefined {
  const sent = body[tree.parent];
  const parent = sent === "" || String(sent) === tree.root ? undefined : String(sent);
  if (parent !== undefined && !isKey(resource, parent)) throw malformedParameter(tree.parent);
  return parent;
}

/** The last number among the rows of a parent; nobody else chooses one there until the transaction ends. */
async function lastNumber({ tx, context, resource, field }: Numbering, tree: TreeModel, parent: string | undefined): Promise<number> {
  await lockName(tx, `tracemark.order ${resource.table} ${isTenantTable(resource) ? context.scope.tenantId : ""} ${parent ?? ""}`);
  const column = columnOf(resource, tree.parent);
  const below: SqlFragment =
    parent === undefined
      ? { shape: "top", parameters: [], sql: () => `t.${quoted(column.column)} IS NULL` }
      : { shape: "below", parameters: [parent], sql: ([place = ""]) => `t.${quoted(column.column)} = ${place}::${column.type}` };
  const where = whereOf([...scopeFragments(context, resource), below]);
  const sql = `SELECT max(t.${quoted(columnOf(resource, field).column)}) AS last FROM ${tableOf(resource, "t")} WHERE ${where.sql()}`;
  const { rows } = await tx.query({ sql, parameters: where.parameters });
  return Number(rows[0]?.["last"] ?? 0);
}

/** Gives rows with a parent and no number one each: behind all rows of the parent, those of the list too, in the order of the list. */
async function numberBehind(call: Numbering, tree: TreeModel, rows: readonly NumberedRow[]): Promise<void> {
  const { resource, field } = call;
  const placed = rows.flatMap(({ body }) => (body[tree.parent] === undefined ? [] : [{ body, parent: parentOf(resource, tree, body) }]));
  const isWaiting = ({ body }: Pick<NumberedRow, "body">) => body[field] === undefined;
  // In one order, so that two calls wait for each other and never for both.
  const parents = [...new Set(placed.filter(isWaiting).map((row) => row.parent))].toSorted((left = "", right = "") =>
    left < right ? -1 : 1,
  );
  for (const parent of parents) {
    const siblings = placed.filter((row) => row.parent === parent);
    const sent = siblings.map(({ body }) => Number(body[field])).filter(Number.isFinite);
    let last = Math.max(await lastNumber(call, tree, parent), ...sent);
    for (const { body } of siblings.filter(isWaiting)) body[field] = last += 1;
  }
}

/** Gives rows the numbers and parents of a list, each checked as an update: all of them or none. Returns their ids. */
export async function reorderRows(call: ReorderCall): Promise<readonly Values[]> {
  const { services, context, resource, field, body: sent } = call;
  const rows = sentRows(sent).map((row) => numberedRow(resource, field, row));
  const keys = rows.map(({ key }) => key);
  if (new Set(keys).size < keys.length) throw businessError("repeatedRow", ["同一数据出现了两次", "A record is in the list twice"]);
  const scope = await scopeOfRows(context, resource, keys);
  const scoped: RequestContext = { ...context, scope };
  const { tree } = resource;
  const writes = await Promise.all(
    rows.map(async ({ key, body }, index) => ({
      key,
      index,
      row: await preparedUpdate({ services, context: scoped, resource, body }, key),
    })),
  );
  // In the order of the keys, so that two people who move rows wait for each other and never for both.
  writes.sort((left, right) => (left.key < right.key ? -1 : 1));
  const prepared = writes.map(({ row }) => row);
  const indexOf = (place: number): number => writes[place]?.index ?? 0;
  const write = async (tx: Transaction, within: CommitContext): Promise<readonly Values[]> => {
    if (tree !== undefined) await numberBehind({ tx, context: scoped, resource, field }, tree, rows);
    await writeSubmitted({ services, resource }, tx, within, prepared);
    return keys.map((key) => ({ id: key }));
  };
  try {
    return await writtenTogether(writes.length, () => inTransaction({ context, resource, scope }, write, (ids) => ids));
  } catch (error) {
    const refusal = translated(resource, services.model, plainRefusal(error));
    // Nobody counts the rows of a list with one.
    if (writes.length === 1 || !(error instanceof RowRefusal)) throw refusal;
    throw namingRow(indexOf(error.place), refusal, indexOf);
  }
}
