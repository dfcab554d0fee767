// POST <path>/import-undo: an import is taken back as a whole, as long as nothing has changed its rows since: what it added goes, and what it
// changed has its former values again, by a removal and a submit with all their guards.
import { z } from "zod";
import { rowChanges } from "#schema/history";
import type { ResourceModel } from "#schema/model";
import { maxImportedRows } from "#schema/import-modes";
import { toWire } from "#schema/wire";
import { maxLoggedRows } from "../audit/row-history.ts";
import type { RequestContext, Values } from "../contract.ts";
import { isSame, isSubmitted } from "../crud/history/moment.ts";
import type { ImportCall } from "../crud/imports.ts";
import { judgeRequest } from "../crud/guards/judge.ts";
import { plainRefusal } from "../crud/guards/row-set.ts";
import { translated } from "../crud/guards/duplicates.ts";
import { isKey } from "../crud/sql/keys.ts";
import { ScopedStatement } from "../crud/sql/scoped.ts";
import { preparedUpdate, type PreparedRow } from "../crud/write/prepared-rows.ts";
import { preparedRemoval } from "../crud/write/remove.ts";
import { inTransaction } from "../crud/write/write-scope.ts";
import { writeSubmitted } from "../crud/write/write-submitted.ts";
import { businessError, malformedParameter, missingParameter, rowNotFound } from "../http/errors.ts";
import type { Row } from "../store/database.ts";

/** The name of the call in logs and histories, by which the changes of an import are told from others. */
const importCall = "import-rows";

const changeOfImport = z.object({
  row: z.string(),
  kind: z.enum(["add", "edit", "remove", "restore", "touch"]),
  changes: z.record(z.string(), z.union([z.tuple([z.unknown(), z.unknown()]), z.null()])),
  /** Something else has changed the row since. */
  later: z.boolean(),
});
type ChangeOfImport = z.infer<typeof changeOfImport>;

const noImport = () =>
  businessError("noImport", [
    "这条数据最近的变更不是导入，不能撤销",
    "The latest change of this record is no import, so there is nothing to undo",
  ]);

const changedSince = (count: number) =>
  businessError("changedSince", [
    `有 ${count} 条数据在导入之后又有变更，不能整体撤销`,
    `${count} records have changed since the import, so it cannot be undone as a whole`,
  ]);

const tooLargeToUndo = () =>
  businessError("tooLargeToUndo", [
    "这次导入连带变更的数据过多，历史中没有全部保留，不能整体撤销",
    "The import has changed more records than the history keeps of one write, so it cannot be undone as a whole",
  ]);

async function read({ database, scope }: RequestContext, statement: { readonly sql: string; readonly parameters: readonly unknown[] }) {
  const [answer] = await database.read(scope, [statement]);
  return answer?.rows ?? [];
}

/** The write that has changed a row last. */
async function lastWriteOf(context: RequestContext, resource: ResourceModel, key: string): Promise<Row | undefined> {
  const log = context.model.resource.get(rowChanges);
  if (log === undefined) return undefined;
  const statement = new ScopedStatement(context.scope.tenantId);
  const sql = statement.select({
    columns: "t.entry_id AS entry, t.call_name AS call, t.create_time AS time",
    resource: log,
    as: "t",
    where: [`t.resource = ${statement.value(resource.name)}`, `t.row_id = ${statement.value(key)}`],
    rest: "ORDER BY t.id DESC LIMIT 1",
  });
  return (await read(context, statement.of(sql)))[0];
}

/** What a write has done to rows of the resource. */
async function changesOf(context: RequestContext, resource: ResourceModel, last: Row): Promise<readonly ChangeOfImport[]> {
  const log = context.model.resource.get(rowChanges);
  if (log === undefined) return [];
  const statement = new ScopedStatement(context.scope.tenantId);
  const later = statement.select({
    columns: "1",
    resource: log,
    as: "n",
    where: ["n.resource = t.resource", "n.row_id = t.row_id", "n.id > t.id"],
  });
  const sql = statement.select({
    columns: `t.row_id AS row, t.change_kind AS kind, t.changes, EXISTS (${later}) AS later`,
    resource: log,
    as: "t",
    // By the time, which has an index.
    where: [
      `t.create_time = ${statement.value(last["time"])}`,
      `t.entry_id = ${statement.value(last["entry"])}`,
      `t.resource = ${statement.value(resource.name)}`,
    ],
  });
  return (await read(context, statement.of(sql))).map((row) => changeOfImport.parse(row));
}

/** Whether the history may lack rows of a write: it keeps so many of one, and rows that follow from those of an import count as well. */
async function isCut(context: RequestContext, last: Row, own: number): Promise<boolean> {
  const log = context.model.resource.get(rowChanges);
  if (log === undefined || own >= maxImportedRows) return false;
  const statement = new ScopedStatement(context.scope.tenantId);
  const sql = statement.select({
    columns: "count(*)::int AS kept",
    resource: log,
    as: "t",
    where: [`t.create_time = ${statement.value(last["time"])}`, `t.entry_id = ${statement.value(last["entry"])}`],
  });
  const [row] = await read(context, statement.of(sql));
  return Number(row?.["kept"] ?? 0) >= maxLoggedRows;
}

/** The body of a submit that gives a row the values that it had. */
function formerValues({ context, resource }: ImportCall, { row, changes }: ChangeOfImport): Values {
  const body: Values = { [resource.key]: row };
  for (const field of resource.fields) {
    const both = changes[field.name];
    if (both === undefined || both === null || !isSubmitted(field, context.caller)) continue;
    body[field.name] = isSame(both[0], null) ? "" : toWire(field, both[0]);
  }
  return body;
}

/** Refuses whoever may neither change nor remove rows; which of both is needed depends on what the import has done. */
function requireSomeRight({ services, context, resource }: ImportCall): void {
  const refusals = (["update", "remove"] as const).flatMap((kind) => {
    try {
      judgeRequest("call", { kind, services, context, resource });
      return [];
    } catch (error) {
      return [error];
    }
  });
  if (refusals.length === 2) throw refusals[0];
}

/** Takes an import back; answers how many rows went, and how many have their former values. */
export async function undoImport(call: ImportCall): Promise<Values> {
  const { services, context, resource, parameters } = call;
  requireSomeRight(call);
  const key = parameters["row"] ?? "";
  if (key === "") throw missingParameter("row");
  if (!isKey(resource, key)) throw malformedParameter("row");
  const last = await lastWriteOf(context, resource, key);
  if (last === undefined) throw rowNotFound();
  if (last["call"] !== importCall || typeof last["entry"] !== "string") throw noImport();
  const changes = await changesOf(context, resource, last);
  // Of a write with more rows than the history keeps some are missing.
  if (await isCut(context, last, changes.length)) throw tooLargeToUndo();
  const changed = changes.filter(({ later }) => later).length;
  if (changed > 0) throw changedSince(changed);
  const added = changes.filter(({ kind }) => kind === "add").map(({ row }) => row);
  const edited = changes.filter(({ kind }) => kind === "edit");
  const remove = added.length === 0 ? undefined : await preparedRemoval({ services, context, resource }, added);
  const writes: PreparedRow[] = [];
  for (const one of edited) writes.push(await preparedUpdate({ services, context, resource, body: formerValues(call, one) }, one.row));
  const answer = { removed: added.length, restored: edited.length };
  try {
    await inTransaction(
      { context, resource },
      async (tx, within) => {
        // First, so that what they had can be given back to others.
        const removal = await remove?.(tx, within);
        if (writes.length > 0) await writeSubmitted({ services, resource }, tx, within, writes);
        await removal?.follow();
      },
      () => answer,
    );
  } catch (error) {
    throw translated(resource, services.model, plainRefusal(error));
  }
  return answer;
}
