// What an import has done to rows, read from their history, and how it is taken back: what it added goes, and what it changed has its former
// values again, by a removal and a submit with all their guards.
import { z } from "zod";
import { rowChanges } from "#schema/history";
import type { ResourceModel } from "#schema/model";
import { toWire } from "#schema/wire";
import { importCall } from "../audit/origin.ts";
import type { CommitContext, RequestContext, Values } from "../contract.ts";
import { lockReferred } from "../crud/guards/lock-first.ts";
import { isSame, isSubmitted } from "../crud/history/moment.ts";
import { ScopedStatement } from "../crud/sql/scoped.ts";
import { findUnscoped } from "../crud/sql/stored-row.ts";
import { preparedUpdate, type PreparedRow } from "../crud/write/prepared-rows.ts";
import { preparedRemoval } from "../crud/write/remove.ts";
import { writeSubmitted } from "../crud/write/write-submitted.ts";
import { businessError, rowNotFound } from "../http/errors.ts";
import type { Row, Statement, Transaction } from "../store/database.ts";
import type { ImportingCall } from "./import-plan.ts";

const changeOfImport = z.object({
  id: z.string(),
  row: z.string(),
  kind: z.enum(["add", "edit", "remove", "restore", "touch"]),
  changes: z.record(z.string(), z.union([z.tuple([z.unknown(), z.unknown()]), z.null()])),
  /** Something else has changed the row since. */
  later: z.boolean(),
});
type ChangeOfImport = z.infer<typeof changeOfImport>;

/** An import as the histories of its rows know it. */
export interface WrittenImport {
  /** Its entry in the log. */
  readonly entry: string;
  /** When it changed one of its rows. */
  readonly time: string;
}

const noImport = () =>
  businessError("noImport", [
    "这条数据最近的变更不是导入，不能撤销",
    "The latest change of this record is no import, so there is nothing to undo",
  ]);

export const changedSince = (count: number) =>
  businessError("changedSince", [
    `有 ${count} 条数据在导入之后又有变更，不能整体撤销`,
    `${count} records have changed since the import, so it cannot be undone as a whole`,
  ]);

const hasSecrets = () =>
  businessError("secretsChanged", [
    "这次导入变更了密码等保密内容，历史中不保留原值，不能整体撤销",
    "The import has changed secret values, which the history does not keep, so it cannot be undone as a whole",
  ]);

type Read = (statement: Statement) => Promise<readonly Row[]>;

export const readingOf =
  ({ database, scope }: RequestContext): Read =>
  async (statement) =>
    (await database.read(scope, [statement]))[0]?.rows ?? [];

const readingIn =
  (tx: Transaction): Read =>
  async (statement) =>
    (await tx.query(statement)).rows;

const logOf = ({ model }: Pick<RequestContext, "model">): ResourceModel => {
  const log = model.resource.get(rowChanges);
  if (log === undefined) throw rowNotFound();
  return log;
};

/** The import that has changed a row last. Throws where something else has. */
export async function importOf(context: RequestContext, resource: ResourceModel, key: string): Promise<WrittenImport> {
  const statement = new ScopedStatement(context.scope.tenantId);
  const sql = statement.select({
    columns: "t.entry_id AS entry, t.call_name AS call, t.create_time::text AS time",
    resource: logOf(context),
    as: "t",
    where: [`t.resource = ${statement.value(resource.name)}`, `t.row_id = ${statement.value(key)}`],
    rest: "ORDER BY t.id DESC LIMIT 1",
  });
  const [last] = await readingOf(context)(statement.of(sql));
  if (last === undefined) throw rowNotFound();
  if (last["call"] !== importCall || typeof last["entry"] !== "string") throw noImport();
  return { entry: last["entry"], time: String(last["time"]) };
}

/** The changes of an import: by the time, which has an index. A job that is tried again may end a day after it began. */
const ofEntry = (statement: ScopedStatement, { entry, time }: WrittenImport): readonly string[] => [
  `t.create_time BETWEEN ${statement.value(time)}::timestamp - interval '2 days' AND ${statement.value(time)}::timestamp + interval '2 days'`,
  `t.entry_id = ${statement.value(entry)}`,
];

/** A later change of the same row: found by the row, not among all later changes, which the sum keeps from being looked through. */
const laterChange = (statement: ScopedStatement, log: ResourceModel): string =>
  statement.select({
    columns: "1",
    resource: log,
    as: "n",
    where: ["n.resource = t.resource", "n.row_id = t.row_id", "n.id + 0 > t.id"],
  });

interface ChangesOf {
  readonly written: WrittenImport;
  /** Of these changes alone. */
  readonly ids?: readonly string[];
  /** In front of this change, so many of the latest. */
  readonly before?: { readonly id: string; readonly limit: number };
}

/** What an import has done to rows of its resource, the latest first. */
export async function changesOf(
  read: Read,
  context: Pick<RequestContext, "model" | "scope">,
  resource: ResourceModel,
  { written, ids, before }: ChangesOf,
): Promise<readonly ChangeOfImport[]> {
  const log = logOf(context);
  const statement = new ScopedStatement(context.scope.tenantId);
  const later = laterChange(statement, log);
  const sql = statement.select({
    columns: `t.id::text AS id, t.row_id AS row, t.change_kind AS kind, t.changes, EXISTS (${later}) AS later`,
    resource: log,
    as: "t",
    where: [
      ...ofEntry(statement, written),
      `t.resource = ${statement.value(resource.name)}`,
      ...(ids === undefined ? [] : [`t.id = ANY(${statement.value(ids)}::bigint[])`]),
      ...(before === undefined ? [] : [`t.id < ${statement.value(before.id)}::bigint`]),
    ],
    rest: `ORDER BY t.id DESC${before === undefined ? "" : ` LIMIT ${before.limit}`}`,
  });
  return (await read(statement.of(sql))).map((row) => changeOfImport.parse(row));
}

/** How many changes of an import the histories keep: of rows of the resource, of these with something later, and of all. */
export async function countChanges(
  context: RequestContext,
  resource: ResourceModel,
  written: WrittenImport,
): Promise<{ readonly own: number; readonly later: number; readonly all: number }> {
  const log = logOf(context);
  const statement = new ScopedStatement(context.scope.tenantId);
  const later = laterChange(statement, log);
  const isOwn = `t.resource = ${statement.value(resource.name)}`;
  const sql = statement.select({
    columns: `count(*) FILTER (WHERE ${isOwn})::int AS own, count(*) FILTER (WHERE ${isOwn} AND EXISTS (${later}))::int AS later, count(*)::int AS "all"`,
    resource: log,
    as: "t",
    where: ofEntry(statement, written),
  });
  const [row] = await readingOf(context)(statement.of(sql));
  return { own: Number(row?.["own"] ?? 0), later: Number(row?.["later"] ?? 0), all: Number(row?.["all"] ?? 0) };
}

/** The body of a submit that gives a row the values that it had. */
function formerValues({ context, resource }: ImportingCall, { row, changes }: ChangeOfImport): Values {
  const body: Values = { [resource.key]: row };
  for (const field of resource.fields) {
    const both = changes[field.name];
    if (both === undefined) continue;
    if (both === null) throw hasSecrets();
    if (isSubmitted(field, context.caller)) body[field.name] = isSame(both[0], null) ? "" : toWire(field, both[0]);
  }
  return body;
}

/** Changes that are ready to be taken back, in a transaction. */
interface PreparedUndo {
  readonly removed: number;
  readonly restored: number;
  carryOut(tx: Transaction, within: CommitContext): Promise<void>;
}

/** Prepares taking back changes of an import. Whoever saves one of the rows meanwhile is waited for, and then found out. */
export async function preparedUndo(call: ImportingCall, written: WrittenImport, changes: readonly ChangeOfImport[]): Promise<PreparedUndo> {
  const { services, context, resource } = call;
  const added = changes.filter(({ kind }) => kind === "add").map(({ row }) => row);
  const edited = changes.filter(({ kind }) => kind === "edit");
  const remove = added.length === 0 ? undefined : await preparedRemoval({ services, context, resource }, added);
  const writes: PreparedRow[] = [];
  for (const one of edited) writes.push(await preparedUpdate({ services, context, resource, body: formerValues(call, one) }, one.row));
  return {
    removed: added.length,
    restored: edited.length,
    carryOut: async (tx, within) => {
      const keys = changes.map(({ row }) => row);
      await lockReferred(within, tx, resource, keys);
      await findUnscoped(tx, resource, within.scope.tenantId, { keys, lock: "update" });
      const ids = changes.map(({ id }) => id);
      const later = (await changesOf(readingIn(tx), within, resource, { written, ids })).filter((one) => one.later).length;
      if (later > 0) throw changedSince(later);
      // First, so that what they had can be given back to others.
      const removal = await remove?.(tx, within);
      if (writes.length > 0) await writeSubmitted({ services, resource }, tx, within, writes);
      await removal?.follow();
    },
  };
}
