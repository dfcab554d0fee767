// The one way rows are written, whoever writes them: submits and lists of them, actions, what approvals carry out, rows of effects, removals,
// restorations.
// Each kind of write makes its rows, and hands over what it does in between; the order is the same for all:
//
// 1. guards judge the rows, which are locked: by what is stored and sent, by the rows that they belong or refer to, by their place (`stored`,
//    `related`, `placed`);
// 2. the kind's own work before the write (`beforeChange` hooks, what an action writes, whether somebody has to approve first);
// 3. formulas;
// 4. guards judge what is to be stored (`final`);
// 5. numbers are given, so that none is lost to a refusal;
// 6. the rows are inserted, updated, removed or restored, and logged;
// 7. level and ancestors of the rows below a moved one follow;
// 8. guards judge the rows as they were written (`written`);
// 9. the kind's own work after the write (`afterChange` hooks, jobs).
//
// The guards and their order are `guards/guards.ts`.
import { followingValues } from "#schema/model-formulas";
import type { ResourceModel } from "#schema/model";
import type { CommitContext, Values } from "../../contract.ts";
import { rowNotFound } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { inverseStatements } from "../../store/inverses.ts";
import { detailsOf, ownedDetails } from "../guards/child-lists.ts";
import { isRemoved, isReturning, leavingRow, returningRow, type GuardedRow, type GuardedWrite } from "../guards/guard.ts";
import { judge } from "../guards/judge.ts";
import { lockReferred } from "../guards/lock-first.ts";
import { plainRefusal } from "../guards/row-set.ts";
import { removedWith } from "../sql/removed-rows.ts";
import { findAccessible } from "../sql/stored-row.ts";
import { nextNumbers } from "./numbering.ts";
import { removeStored } from "./remove-stored.ts";
import { restoreStored, upperFirst } from "./restore-stored.ts";
import { insertRows, insertRowsSoon, updateRows } from "./write.ts";

/** What a kind of write does around the write itself. */
interface WriteSteps<Row extends GuardedRow> {
  /** Gives the rows their last values; returns those that are written after all. */
  beforeChange?(rows: readonly Row[]): Promise<readonly Row[]>;
  /** What follows from the written rows. */
  afterChange?(rows: readonly Row[]): Promise<void>;
}

/**
 * Locks rows that a write is about, after what has to be locked before them, and reads them in the order of their keys. Rows that the caller does not
 * see are not found.
 */
export async function lockedRows(
  tx: Transaction,
  context: CommitContext,
  resource: ResourceModel,
  { keys, lock = "no key update" }: { readonly keys: readonly string[]; readonly lock?: "no key update" | "update" },
): Promise<readonly Values[]> {
  await lockReferred(context, tx, resource, keys);
  const rows = await findAccessible(context, tx, resource, { keys, lock });
  if (rows.length < keys.length) throw rowNotFound();
  return rows;
}

/**
 * Writes rows, all of them or none; returns those that were written. Refusals say which row they are about (`RowRefusal`), but for what the database
 * itself refuses of several.
 */
export async function writeRows<Row extends GuardedRow>(
  write: GuardedWrite,
  rows: readonly Row[],
  { beforeChange, afterChange }: WriteSteps<Row> = {},
): Promise<readonly Row[]> {
  await judge("stored", write, rows);
  await judge("related", write, rows);
  await judge("placed", write, rows);
  const written = beforeChange === undefined ? rows : await beforeChange(rows);
  for (const row of written) applyFormulas(write, row);
  await judge("final", write, written);
  await writeNumbers(write, written);
  await store(write, written);
  for (const { deriveBranch } of written) await deriveBranch?.();
  await judge("written", write, written);
  await afterChange?.(written);
  return written;
}

const isEmpty = (values: Readonly<Values>): boolean => Object.keys(values).length === 0;

/** Whether a write leaves the stored row as it is: an action without values of its own. A submit counts as a change even so. */
const isUntouched = ({ kind, isNew, values }: GuardedRow): boolean => !isNew && kind !== "update" && isEmpty(values);

function applyFormulas({ resource, context }: GuardedWrite, row: GuardedRow): void {
  const { values, current, isNew } = row;
  // Where a row is not read there is no formula that could follow (`server-rows.ts`).
  if (isRemoved(row) || isUntouched(row) || (!isNew && current === undefined)) return;
  Object.assign(values, followingValues(resource, { values, current, now: context.now() }));
}

async function writeNumbers({ tx, context, resource }: GuardedWrite, rows: readonly GuardedRow[]): Promise<void> {
  const { numbering } = resource.data;
  if (numbering === undefined) return;
  const waiting = rows.filter(({ values, isNew }) => isNew && (values[numbering.field] ?? null) === null);
  if (waiting.length === 0) return;
  const { tenantId } = context.scope;
  const numbers = await nextNumbers(tx, resource, { ...numbering, tenantId, now: context.now() }, waiting.length);
  for (const [index, { values }] of waiting.entries()) values[numbering.field] = numbers[index];
}

/** Removes rows after the lines that belong to them, which have guards of their own. */
async function removeWithDetails(write: GuardedWrite, rows: readonly GuardedRow[]): Promise<void> {
  const { tx, resource } = write;
  const { model, scope } = write.context;
  // All of them at one moment, by which a restoration finds what went together.
  const now = write.context.now();
  const context = { ...write.context, now: () => now };
  const owned = ownedDetails(resource, model);
  if (owned !== undefined) {
    const keys = rows.map(({ id }) => id);
    await removeOwned({ ...write, context, resource: owned.resource }, await detailsOf(tx, owned, scope.tenantId, keys));
  }
  await removeStored({ tx, context, resource }, rows);
}

/** Removes rows that belong to others, which go or are saved without them, unless a guard has something against it. */
export async function removeOwned(write: Omit<GuardedWrite, "action">, stored: readonly Readonly<Values>[]): Promise<void> {
  const { tx, context, resource, imageSources } = write;
  if (stored.length === 0) return;
  const rows = stored.map((row, place) => leavingRow("cascade", resource, row, place));
  // Its places are those of the lines.
  await writeRows({ tx, context, resource, imageSources }, rows).catch((error: unknown) => Promise.reject(plainRefusal(error)));
}

/** Restores rows, and then the lines that were removed with them. */
async function restoreWithDetails(write: GuardedWrite, rows: readonly GuardedRow[]): Promise<void> {
  const { tx, context, resource, imageSources } = write;
  await restoreStored(write, rows);
  const owned = ownedDetails(resource, context.model);
  if (owned === undefined) return;
  const lines: Values[] = [];
  for (const { removed } of rows) if (removed !== undefined) lines.push(...(await removedWith(tx, context, { resource, owned }, removed)));
  for (const together of lines.length === 0 ? [] : upperFirst(owned.resource, lines)) {
    const returning = together.map((line, place) => returningRow("rejoin", owned.resource, line, place));
    // Its places are those of the lines.
    await writeRows({ tx, context, resource: owned.resource, imageSources }, returning).catch((error: unknown) =>
      Promise.reject(plainRefusal(error)),
    );
  }
}

async function store(write: GuardedWrite, rows: readonly GuardedRow[]): Promise<void> {
  const { tx, context, resource } = write;
  const { scope, caller } = context;
  const now = context.now();
  const going = rows.filter(isRemoved);
  if (going.length > 0) await removeWithDetails(write, going);
  const returning = rows.filter(isReturning);
  if (returning.length > 0) await restoreWithDetails(write, returning);
  const changed = rows.filter((row) => !row.isNew && !isRemoved(row) && !isReturning(row) && !isUntouched(row));
  await updateRows(
    tx,
    resource,
    changed.map(({ values, id, current }) => ({ values, id, scope, caller, now, ...(current === undefined ? {} : { current }) })),
  );
  const added = rows.filter(({ isNew }) => isNew).map((row) => ({ row, values: row.values, id: row.id, scope, caller, now }));
  // An effect is refused where it adds its rows, so that it may answer for it.
  await insertRows(
    tx,
    resource,
    added.filter(({ row }) => row.kind === "server"),
  );
  insertRowsSoon(
    tx,
    resource,
    added.filter(({ row }) => row.kind !== "server"),
  );
  const linked = [...going, ...returning, ...changed, ...rows.filter(({ isNew }) => isNew)].map((row) => ({
    id: row.id,
    values: isRemoved(row) ? undefined : row.values,
  }));
  for (const statement of inverseStatements(context.model, resource, scope.tenantId, linked)) tx.soon(statement);
}
