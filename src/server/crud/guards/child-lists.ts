// Rows that belong to a row of another resource (`details`): lines of a document. They are written only while the document allows it.
import { approvalWays, stateValue } from "#schema/approval";
import type { DetailsData } from "#schema/resource-data";
import { resourceIn, type Model, type ResourceModel } from "#schema/model";
import { meets, type Condition } from "#schema/text";
import type { Issue } from "#schema/validation";
import type { CommitContext, Values } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import type { Statement, Transaction } from "../../store/database.ts";
import { columnOf, columnsOf } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { isId } from "../sql/keys.ts";
import { mastersOf } from "../sql/masters.ts";
import type { GuardedRow } from "./guard.ts";
import { ofRow } from "./row-set.ts";
import { isWaiting } from "./waiting.ts";
import { unmetSentence } from "./state-sentence.ts";
import { keyTypeOf, ScopedStatement } from "../sql/scoped.ts";
import { comparable, findAccessible, titleOf, valuesOf } from "../sql/stored-row.ts";

/** Values that every row of the details copies from its master. */
function masterFixed(details: DetailsData, master: Readonly<Values>): Values {
  return Object.fromEntries(
    Object.entries(details.with ?? {}).map(([name, value]) => [name, typeof value === "object" ? (master[value.field] ?? null) : value]),
  );
}

/** A row that belongs to another one. */
type MasterCheck = Pick<GuardedRow, "kind" | "values" | "current">;

/**
 * Finds the masters of the written rows, locks them against a change of their state, and refuses the write of a row while its master does not
 * permit it. Copies from the master are added to the values. Returns the issues where there is no master, row by row.
 */
export async function mastersAmong(
  context: CommitContext,
  tx: Transaction,
  resource: ResourceModel,
  rows: readonly MasterCheck[],
): Promise<readonly (readonly Issue[])[]> {
  const masters = mastersOf(resource, context.model);
  const by = masters[0]?.details.by;
  if (by === undefined) return rows.map(() => []);
  // An action has states of its own; its row belongs to another master only where its dialog asks for one.
  const isConcerned = ({ kind, values }: MasterCheck): boolean => kind !== "action" || by in values;
  const concerned = rows.map((check, place) => ({ check, place })).filter(({ check }) => isConcerned(check));
  let left = concerned;
  for (const master of masters) {
    const keyOf = ({ check }: (typeof left)[number]) => ({ ...check.current, ...check.values })[master.details.by];
    const keys = [...new Set(left.map(keyOf).filter((key): key is string => typeof key === "string" && isId(key)))];
    if (keys.length === 0) continue;
    // Not shared: what follows may write totals into them, and two writers that hold one both would wait for each other.
    const masterRows = await findAccessible(context, tx, master.resource, { keys, lock: "no key update" });
    const byKey = new Map(masterRows.map((row) => [String(row[master.resource.key]), row]));
    const judged = new Map<Readonly<Values>, Readonly<Values>>();
    for (const row of masterRows) judged.set(row, await asBefore(context, tx, master.resource, row));
    for (const { check, place } of left) {
      const row = byKey.get(String(keyOf({ check, place }) ?? ""));
      if (row === undefined) continue;
      await ofRow(place, () => followMaster(context, resource, { ...master, row, judged: judged.get(row) ?? row }, check));
    }
    left = left.filter((one) => !byKey.has(String(keyOf(one) ?? "")));
  }
  const field = resource.field.get(by);
  const orphans = new Set(left.map(({ place }) => place));
  return rows.map(({ values, current }, place) => {
    const isOrphan = orphans.has(place) && ({ ...current, ...values }[by] ?? null) !== null;
    return isOrphan && field !== undefined ? [{ code: "notFound", path: [by], parameters: {}, label: field.label }] : [];
  });
}

interface Master {
  readonly resource: ResourceModel;
  readonly details: DetailsData;
  readonly row: Readonly<Values>;
  /** As its rules see it. */
  readonly judged: Readonly<Values>;
}

/** Refuses a row that its master does not permit, and copies what it has of it. */
function followMaster(context: CommitContext, resource: ResourceModel, master: Master, check: MasterCheck): void {
  const { writableWhen, addableWhen } = master.details;
  const isRefused = (condition: Condition | undefined) =>
    condition !== undefined && !meets(condition, comparable(master.resource, master.judged), context.now());
  if (isRefused(writableWhen)) throw lockedDetails(master.resource, master.row, writableWhen);
  if ((check.current === undefined || check.kind === "remove") && isRefused(addableWhen))
    throw fixedDetails(master.resource, master.row, addableWhen);
  for (const [name, value] of Object.entries(masterFixed(master.details, master.row)))
    if (columnsOf(resource).has(name)) check.values[name] = value;
}

/** A row as the rules for its lines see it: one that is back with the caller is judged as it was before its request. */
async function asBefore(
  context: CommitContext,
  tx: Transaction,
  resource: ResourceModel,
  row: Readonly<Values>,
): Promise<Readonly<Values>> {
  const { stateField, data } = resource;
  if (stateField === undefined || !isWaiting(resource, row)) return row;
  if ((await context.domain?.approvals?.isBack(tx, context, row)) !== true) return row;
  return { ...row, [stateField.name]: stateValue(data, approvalWays(data)?.withdrawn) ?? row[stateField.name] };
}

function lockedDetails(master: ResourceModel, row: Readonly<Values>, condition: Condition | undefined) {
  const [zh, en] = master.label;
  const title = titleOf(master, row);
  const state = unmetSentence(master, row, condition);
  return businessError(
    "detailsLocked",
    [`${zh}“${title}”${state[0]}，不能再修改明细`, `The lines of ${en.toLowerCase()} “${title}” cannot be changed${state[1]}`],
    { data: { resource: master.name, id: row[master.key] } },
  );
}

function fixedDetails(master: ResourceModel, row: Readonly<Values>, condition: Condition | undefined) {
  const [zh, en] = master.label;
  const title = titleOf(master, row);
  const state = unmetSentence(master, row, condition);
  return businessError(
    "detailsFixed",
    [`${zh}“${title}”${state[0]}，不能再增减明细`, `Lines of ${en.toLowerCase()} “${title}” cannot be added or removed${state[1]}`],
    { data: { resource: master.name, id: row[master.key] } },
  );
}

/** The resource whose rows belong to rows of this one and are removed with them; a tree's own lower levels do not count. */
export function ownedDetails(resource: ResourceModel, model: Model): { readonly resource: ResourceModel; readonly by: string } | undefined {
  const { details } = resource;
  if (details === undefined || details.resource === resource.name) return undefined;
  const target = resourceIn(model, details.resource);
  return target.hasBaseColumns ? { resource: target, by: details.by } : undefined;
}

/** The rows that belong to rows with these keys, locked for removal. */
export async function detailsOf(
  tx: Transaction,
  owned: { readonly resource: ResourceModel; readonly by: string },
  tenantId: string,
  keys: readonly string[],
): Promise<readonly Values[]> {
  const by = columnOf(owned.resource, owned.by);
  const statement = new ScopedStatement(tenantId);
  const sql = statement.select({
    columns: "t.*",
    resource: owned.resource,
    as: "t",
    where: [`t.${quoted(by.column)} = ANY(${statement.value(keys)}::${keyTypeOf(by.columnType)}[])`],
    rest: "ORDER BY t.id FOR UPDATE",
  });
  const { rows } = await tx.query(statement.of(sql));
  return rows.map((row) => valuesOf(owned.resource, row));
}

/** The statement that counts the details of a row. */
function countDetails(resource: ResourceModel, model: Model, tenantId: string, key: string): Statement | undefined {
  const { details } = resource;
  if (details === undefined) return undefined;
  const target = resourceIn(model, details.resource);
  const by = columnOf(target, details.by);
  const statement = new ScopedStatement(tenantId);
  const where = [`t.${quoted(by.column)} = ${statement.value(key)}::${keyTypeOf(by.columnType)}`];
  return statement.of(statement.select({ columns: "count(*)::int AS total", resource: target, as: "t", where }));
}

/** Refuses an action that needs lines on a row without any. */
export async function checkHasDetails(
  tx: Transaction,
  context: CommitContext,
  resource: ResourceModel,
  row: Readonly<Values>,
): Promise<void> {
  const count = countDetails(resource, context.model, context.scope.tenantId, String(row[resource.key]));
  if (count === undefined || Number((await tx.first(count))?.["total"]) > 0) return;
  const title = titleOf(resource, row);
  throw businessError(
    "noDetails",
    [`${resource.label[0]}“${title}”没有明细，请先添加`, `${resource.label[1]} “${title}” has no lines; add them first`],
    { data: { id: String(row[resource.key]) } },
  );
}
