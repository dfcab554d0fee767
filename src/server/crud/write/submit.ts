// submit, save and update: an insert without id, a partial update with one; one transaction each.
//
// A row is prepared before its transaction (`prepared-rows.ts`), read beside what is stored inside it (`submitted-rows.ts`), and written with its
// hooks (`write-submitted.ts`) in the order that every write has (`write-rows.ts`).
import { checkValue } from "#schema/validation";
import { fromWire } from "#schema/wire";
import type { ResourceModel } from "#schema/model";
import type { Values } from "../../contract.ts";
import { missingParameter } from "../../http/errors.ts";
import { columnOf } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { translated } from "../guards/duplicates.ts";
import { plainRefusal } from "../guards/row-set.ts";
import { ScopedStatement } from "../sql/scoped.ts";
import { findUnscoped } from "../sql/stored-row.ts";
import { bodyOf, keyOf, preparedInsert, preparedUpdate, type PreparedRow, type SubmitCall } from "./prepared-rows.ts";
import { inTransaction, scopeOfNewRow, scopeOfRows, type Writing } from "./write-scope.ts";
import { writeSubmitted } from "./write-submitted.ts";

/** submit decides by the id; save only inserts, update only updates. */
export type WriteCall = "submit" | "save" | "update";

interface SubmitRequest extends Omit<SubmitCall, "body"> {
  readonly body: unknown;
  readonly call: WriteCall;
}

/** Inserts or updates a row; answers its id. */
export async function submitRow({ body: sent, call, ...request }: SubmitRequest): Promise<Values> {
  const body = bodyOf(sent);
  const submit: SubmitCall = { ...request, body };
  const { resource } = submit;
  const key = keyOf(resource, body);
  if (resource.key !== "id" && key !== undefined) return submitByKey(submit, key, call);
  if (key === undefined || call === "save") {
    if (call === "update") throw missingParameter(resource.key);
    const added = await withTenant(submit);
    return answerOf(resource, call === "save" ? await insert(added) : await submitOne(added));
  }
  return answerOf(resource, await update(submit, key));
}

/** The id of the written row, and its key where users choose that. */
const answerOf = (resource: ResourceModel, id: string): Values => ({ id, [resource.key]: id });

/** A submit of a new row with the tenant that it belongs to. */
async function withTenant(submit: SubmitCall): Promise<SubmitCall> {
  const { context, resource, body } = submit;
  const scope = await scopeOfNewRow(context, resource, body);
  return scope === undefined ? submit : { ...submit, context: { ...context, scope }, body: { ...body, tenantId: scope.tenantId } };
}

/** A resource with user-chosen keys: an unknown key is an insert, an existing one an update. */
async function submitByKey(submit: SubmitCall, key: string, call: WriteCall): Promise<Values> {
  const { context, resource } = submit;
  const exists =
    (await inTransaction({ context, resource }, (tx) => findUnscoped(tx, resource, context.scope.tenantId, { keys: [key] }))).length > 0;
  const written = exists && call !== "save" ? await update(submit, key) : await insert(submit);
  return answerOf(resource, written);
}

async function insert(submit: SubmitCall): Promise<string> {
  // The tenant of a new row is the caller's, or the one the platform's administrator named (access/guard.ts).
  return writeOne(submit, await preparedInsert(submit));
}

/** A submit in the tenant of the row that it changes. */
async function inTenantOf(submit: SubmitCall, key: string): Promise<SubmitCall> {
  const { context, resource } = submit;
  return { ...submit, context: { ...context, scope: await scopeOfRows(context, resource, [key]) } };
}

async function update(submit: SubmitCall, key: string): Promise<string> {
  const own = await inTenantOf(submit, key);
  return writeOne(own, await preparedUpdate(own, key));
}

interface PreparedSubmit {
  readonly writing: SubmitCall;
  /** Undefined where it was refused. */
  readonly row: PreparedRow | undefined;
}

/** A submit of one row up to its transaction, for calls that write more with it. `prepare` runs what may refuse the values that were sent. */
export async function preparedSubmit(
  submit: SubmitCall,
  prepare: (work: () => Promise<PreparedRow>) => Promise<PreparedRow | undefined>,
): Promise<PreparedSubmit> {
  const key = keyOf(submit.resource, submit.body);
  const writing = key === undefined ? await withTenant(submit) : await inTenantOf(submit, key);
  return { writing, row: await prepare(() => (key === undefined ? preparedInsert(writing) : preparedUpdate(writing, key))) };
}

/** Writes one row in a transaction of its own. */
async function writeOne(writing: Pick<SubmitCall, "services"> & Writing, row: PreparedRow): Promise<string> {
  const { services, resource } = writing;
  try {
    return await inTransaction(
      writing,
      async (tx, within) => {
        const [id = row.id] = await writeSubmitted({ services, resource }, tx, within, [row]);
        return id;
      },
      (id) => answerOf(resource, id),
    );
  } catch (error) {
    throw translated(resource, services.model, plainRefusal(error));
  }
}

/** Inserts a row, or changes the one that there already is for the same row. */
async function submitOne(submit: SubmitCall): Promise<string> {
  const existing = await existingOne(submit);
  if (existing !== undefined) return update(submit, existing);
  try {
    return await insert(submit);
  } catch (error) {
    // Another user may have been faster: then this is a change of what they added.
    const added = await existingOne(submit);
    if (added === undefined) throw error;
    return update(submit, added);
  }
}

/** The id of the row that there already is for the row that the body refers to, where there is one for each (`upsertBy`). */
async function existingOne({ context, resource, body }: SubmitCall): Promise<string | undefined> {
  const { upsertBy } = resource.data;
  const field = resource.field.get(upsertBy ?? "");
  const value = field === undefined ? null : fromWire(field, body[field.name]);
  if (field === undefined || typeof value !== "string" || checkValue(field, value).length > 0) return undefined;
  const column = columnOf(resource, field.name);
  const statement = new ScopedStatement(context.scope.tenantId);
  const sql = statement.select({
    columns: `t.${quoted(columnOf(resource, resource.key).column)}::text AS id`,
    resource,
    as: "t",
    where: [`t.${quoted(column.column)} = ${statement.value(column.toColumn(value))}`],
  });
  const row = await inTransaction({ context, resource }, (tx) => tx.first(statement.of(sql)));
  return row === undefined ? undefined : String(row["id"]);
}
