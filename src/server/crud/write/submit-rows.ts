// A list of rows in one call (`submits` of an action): each is written like a submit, all of them or none.
import { sentenceOf } from "#schema/sentence";
import type { Text } from "#schema/text";
import type { ResourceModel } from "#schema/model";
import type { CommitContext, RequestContext, Values } from "../../contract.ts";
import { ApiError, businessError, malformedParameter, missingParameter } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { columnOf } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { translated } from "../guards/duplicates.ts";
import { findUnscoped } from "../sql/stored-row.ts";
import type { Services } from "../services.ts";
import { bodyOf, keyOf, preparedInsert, preparedUpdate, type PreparedWrite } from "./submit.ts";
import { inTransaction } from "./write-scope.ts";

/** Most rows of one call; the combinations of a product's attributes are fewer. */
const mostRows = 200;

/** The list that was sent: bare, or as `data`. */
export function sentRows(body: unknown): readonly unknown[] {
  const member: unknown = typeof body === "object" && body !== null && "data" in body ? body.data : undefined;
  const rows = Array.isArray(body) ? body : member;
  if (rows === undefined || (Array.isArray(rows) && rows.length === 0)) throw missingParameter("data");
  if (!Array.isArray(rows)) throw malformedParameter("data");
  if (rows.length > mostRows)
    throw new ApiError(400, "tooManyRows", [`一次最多处理 ${mostRows} 条数据`, `At most ${mostRows} records at a time`], {
      data: { largest: mostRows },
    });
  return rows;
}

const ofRow = (index: number, [zh, en]: Text): Text => [`第 ${index + 1} 行：${zh}`, `Row ${index + 1}: ${en}`];

/** A refusal with the row that it is about. */
export function namingRow(index: number, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const issues = error.details.issues?.map((issue) => ({
    ...issue,
    path: [index, ...issue.path],
    message: ofRow(index, [sentenceOf(issue, "zh"), sentenceOf(issue, "en")]),
  }));
  return new ApiError(error.status, error.code, ofRow(index, error.text), {
    data: { ...error.details.data, row: index },
    ...(issues === undefined ? {} : { issues }),
  });
}

interface PreparedRow {
  /** The row that is changed; undefined for a new one. */
  readonly key: string | undefined;
  readonly write: PreparedWrite;
}

async function preparedRow(submits: RowsCall, sent: unknown): Promise<PreparedRow> {
  const body: Values = { ...bodyOf(sent) };
  const key = keyOf(submits.resource, body);
  return { key, write: key === undefined ? await preparedInsert({ ...submits, body }) : await preparedUpdate({ ...submits, body }, key) };
}

/** Refuses rows with different values in a field: one product at a time. */
async function requireOneOwner(tx: Transaction, resource: ResourceModel, name: string, ids: readonly string[]): Promise<void> {
  const column = quoted(columnOf(resource, name).column);
  const { rows } = await tx.query({
    sql: `SELECT DISTINCT ${column} AS owner FROM ${quoted(resource.table)} WHERE id = ANY($1::bigint[]) LIMIT 2`,
    parameters: [ids],
  });
  const [zh, en] = resource.field.get(name)?.label ?? [name, name];
  if (rows.length > 1)
    throw businessError("severalOwners", [`一次只能保存同一${zh}的数据`, `All records must have the same ${en}`], {
      data: { field: name },
    });
}

export interface RowsCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  /** The field that all rows of the list hold alike. */
  readonly owner: string;
  readonly body: unknown;
}

/** Writes the rows of a body; `after` runs in the same transaction. Answers their ids, in the order of the list. */
export async function submitRows(
  submits: RowsCall,
  after: (tx: Transaction, context: CommitContext, ids: readonly string[]) => Promise<unknown>,
): Promise<unknown> {
  const { services, resource, owner, body } = submits;
  const writes: PreparedRow[] = [];
  for (const [index, row] of sentRows(body).entries()) {
    writes.push(await preparedRow(submits, row).catch((error: unknown) => Promise.reject(namingRow(index, error))));
  }
  return inTransaction(submits, async (tx, context) => {
    // All at once and in the order of their keys, before what they belong to is locked: nobody who holds one of them waits for this call
    // while it waits for them.
    const keys = writes.flatMap(({ key }) => key ?? []);
    if (keys.length > 0) await findUnscoped(tx, resource, context.scope.tenantId, { keys, lock: "no key update" });
    const ids: string[] = [];
    for (const [index, { write }] of writes.entries()) {
      const id = await write(tx, context).catch((error: unknown) =>
        Promise.reject(namingRow(index, translated(resource, services.model, error))),
      );
      if (ids.includes(id)) throw namingRow(index, businessError("repeatedRow", ["与前面的行重复", "This record is in the list twice"]));
      ids.push(id);
    }
    await requireOneOwner(tx, resource, owner, ids);
    return (await after(tx, context, ids)) ?? ids.map((id) => ({ id }));
  });
}
