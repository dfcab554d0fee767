// A list of rows in one call (`submits` of an action): each is written like a submit, all of them or none.
import { sentenceOf } from "#schema/sentence";
import type { Text } from "#schema/text";
import type { Issue } from "#schema/validation";
import { labelOf, type ResourceModel } from "#schema/model";
import type { CommitContext, RequestContext, Values } from "../../contract.ts";
import { ApiError, businessError, malformedParameter, missingParameter } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { columnOf } from "../../store/columns.ts";
import { describeSqlError } from "../../store/sql-errors.ts";
import { quoted } from "../../store/names.ts";
import { translated } from "../guards/duplicates.ts";
import { earlierRow } from "../guards/overlaps.ts";
import { lockReferred } from "../guards/lock-first.ts";
import { RowRefusal } from "../guards/row-set.ts";
import { findUnscoped } from "../sql/stored-row.ts";
import { isId } from "../sql/keys.ts";
import { ScopedStatement } from "../sql/scoped.ts";
import { mastersOf } from "../sql/masters.ts";
import type { Services } from "../services.ts";
import { preparedRemoval } from "./remove.ts";
import { bodyOf, keyOf, preparedInsert, preparedUpdate, type PreparedRow } from "./prepared-rows.ts";
import { inTransaction } from "./write-scope.ts";
import { writeSubmitted } from "./write-submitted.ts";

/** Most rows of one call; the combinations of a product's attributes are fewer. */
const maxRows = 200;

/** The list that was sent: bare, or as `data`. */
export function sentRows(body: unknown, { mayBeEmpty = false }: { readonly mayBeEmpty?: boolean } = {}): readonly unknown[] {
  const member: unknown = typeof body === "object" && body !== null && "data" in body ? body.data : undefined;
  const rows = Array.isArray(body) ? body : (member ?? (mayBeEmpty ? [] : undefined));
  if (rows === undefined || (Array.isArray(rows) && rows.length === 0 && !mayBeEmpty)) throw missingParameter("data");
  if (!Array.isArray(rows)) throw malformedParameter("data");
  if (rows.length > maxRows) throw tooManyRows();
  return rows;
}

const tooManyRows = () =>
  new ApiError(400, "tooManyRows", [`一次最多处理 ${maxRows} 条数据`, `At most ${maxRows} records at a time`], {
    data: { largest: maxRows },
  });

const ofRow = (index: number, [zh, en]: Text): Text => [`第 ${index + 1} 行：${zh}`, `Row ${index + 1}: ${en}`];

/** What an issue says; of two rows of the list by their numbers. */
function sentenceInList(issue: Issue, indexOf: (place: number) => number): Text {
  const earlier = issue.parameters[earlierRow];
  if (typeof earlier !== "number") return [sentenceOf(issue, "zh"), sentenceOf(issue, "en")];
  const number = indexOf(earlier) + 1;
  return [`与第 ${number} 行重叠`, `Overlaps row ${number}`];
}

/** A refusal with the row that it is about. Where rows are written in another order than they were sent, `indexOf` says which one is which. */
export function namingRow(index: number, error: unknown, indexOf: (place: number) => number = (place) => place): unknown {
  if (!(error instanceof ApiError)) return error;
  const { data, target } = error.details;
  const issues = error.details.issues?.map((issue) => ({
    ...issue,
    path: [index, ...issue.path],
    // A place in the order in which rows are written, which the sentence tells by the number that was sent.
    parameters: Object.fromEntries(Object.entries(issue.parameters).filter(([name]) => name !== earlierRow)),
    message: ofRow(index, sentenceInList(issue, indexOf)),
  }));
  return new ApiError(error.status, error.code, ofRow(index, error.text), {
    data: { ...data, row: index },
    ...(target === undefined ? {} : { target }),
    ...(issues === undefined ? {} : { issues }),
  });
}

/**
 * Writes a set of rows. What another call has taken, or removed, since it was looked up is refused by the database, which does not say of which
 * row; looked up again it is there to be seen, so that the guards name the row.
 */
export async function writtenTogether<T>(rows: number, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const problem = describeSqlError(error)?.kind;
    if (rows < 2 || (problem !== "unique" && problem !== "foreignKey" && problem !== "check")) throw error;
    return write();
  }
}

async function preparedRow(submits: RowsCall, sent: unknown): Promise<PreparedRow> {
  const body: Values = { ...bodyOf(sent) };
  const key = keyOf(submits.resource, body);
  return key === undefined ? preparedInsert({ ...submits, body }) : preparedUpdate({ ...submits, body }, key);
}

/** Refuses rows with different values in a field: one product at a time. */
async function requireOneOwner(
  tx: Transaction,
  { scope }: CommitContext,
  resource: ResourceModel,
  { name, ids }: { readonly name: string; readonly ids: readonly string[] },
): Promise<void> {
  const statement = new ScopedStatement(scope.tenantId);
  const sql = statement.select({
    columns: `DISTINCT t.${quoted(columnOf(resource, name).column)} AS owner`,
    resource,
    as: "t",
    // Those that go with this call among them.
    withRemoved: true,
    where: [`t.id = ANY(${statement.value(ids)}::bigint[])`],
    rest: "LIMIT 2",
  });
  const { rows } = await tx.query(statement.of(sql));
  const [zh, en] = labelOf(resource, name);
  if (rows.length > 1)
    throw businessError("severalOwners", [`一次只能保存同一${zh}的数据`, `All records must have the same ${en}`], {
      data: { field: name },
    });
}

/** A refusal of rows that are written together, with the row that it is about where that is known. */
function refusalOfList(resource: ResourceModel, { model }: Pick<Services, "model">, error: unknown): unknown {
  if (!(error instanceof RowRefusal)) return translated(resource, model, error);
  return namingRow(error.place, translated(resource, model, error.refusal));
}

/** Refuses a list with a record twice. */
function refuseRepeated(rows: readonly unknown[]): void {
  const index = rows.findIndex((row, place) => rows.indexOf(row) !== place);
  if (index !== -1) throw namingRow(index, businessError("repeatedRow", ["与前面的行重复", "This record is in the list twice"]));
}

interface RowsCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  /** The field that all rows of the list hold alike; true: any. */
  readonly owner: string | true;
  readonly body: unknown;
}

/** The keys of rows that go, sent beside the list. */
function removedKeys(body: unknown): readonly string[] {
  const removed: unknown = typeof body === "object" && body !== null && "removed" in body ? body.removed : undefined;
  if (removed === undefined || removed === null) return [];
  if (!Array.isArray(removed) || !removed.every((key: unknown): key is string => typeof key === "string" && isId(key)))
    throw malformedParameter("removed");
  if (removed.length > maxRows) throw tooManyRows();
  return [...new Set(removed)];
}

/** Locks the rows that the call changes, then those that they belong to, each in the order of their keys, so that no two calls wait for each other. */
async function lockAll(
  tx: Transaction,
  context: CommitContext,
  resource: ResourceModel,
  { writes, removed }: { readonly writes: readonly PreparedRow[]; readonly removed: readonly string[] },
): Promise<void> {
  const { tenantId } = context.scope;
  const keys = [...writes.flatMap((row) => (row.kind === "update" ? [row.id] : [])), ...removed];
  await lockReferred(context, tx, resource, keys);
  const rows = keys.length === 0 ? [] : await findUnscoped(tx, resource, tenantId, { keys, lock: "no key update" });
  for (const { resource: master, details } of mastersOf(resource, context.model)) {
    const named = [...rows, ...writes.map(({ body }) => body)].map((row) => row[details.by]);
    const masters = [...new Set(named.filter((key): key is string => typeof key === "string" && isId(key)))];
    if (masters.length > 0) await findUnscoped(tx, master, tenantId, { keys: masters, lock: "no key update" });
  }
}

/** Writes the rows of a body; `after` runs in the same transaction. Answers their ids, in the order of the list. */
export async function submitRows(
  submits: RowsCall,
  after: (tx: Transaction, context: CommitContext, ids: readonly string[]) => Promise<unknown>,
): Promise<unknown> {
  const { services, resource, owner, body } = submits;
  const removed = removedKeys(body);
  const remove = removed.length === 0 ? undefined : await preparedRemoval(submits, removed);
  const writes: PreparedRow[] = [];
  for (const [index, row] of sentRows(body, { mayBeEmpty: removed.length > 0 }).entries()) {
    writes.push(await preparedRow(submits, row).catch((error: unknown) => Promise.reject(namingRow(index, error))));
  }
  refuseRepeated(writes.map((row) => (row.kind === "update" ? row.id : row)));
  const write = async (tx: Transaction, within: CommitContext): Promise<unknown> => {
    await lockAll(tx, within, resource, { writes, removed });
    // First, so that what they had can be given to others.
    const removal = await remove?.(tx, within);
    const gone = removal?.rows ?? [];
    const ids = await writeSubmitted({ services, resource }, tx, within, writes);
    await removal?.follow();
    refuseRepeated(ids);
    if (owner !== true)
      await requireOneOwner(tx, within, resource, { name: owner, ids: [...ids, ...gone.map((row) => String(row[resource.key]))] });
    return (await after(tx, within, ids)) ?? ids.map((id) => ({ id }));
  };
  try {
    return await writtenTogether(writes.length, () => inTransaction(submits, write, (answer) => answer));
  } catch (error) {
    throw refusalOfList(resource, services, error);
  }
}
