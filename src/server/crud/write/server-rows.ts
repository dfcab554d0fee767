// Rows that the server writes as part of a user's action: found by the name of their resource, locked, added, changed.
import { resourceIn, type ResourceModel } from "#schema/model";
import { hasFormulas } from "#schema/formulas";
import { formulasOf } from "#schema/model-formulas";
import { storedDefault } from "#schema/validation";
import type { CommitContext, Values } from "../../contract.ts";
import { rowNotFound } from "../../http/errors.ts";
import type { AddedRow, RowValues, StoredRow } from "../../rows/stored.ts";
import type { Transaction } from "../../store/database.ts";
import { translated } from "../guards/duplicates.ts";
import type { GuardedRow } from "../guards/guard.ts";
import { plainRefusal } from "../guards/row-set.ts";
import { nextNumbers } from "./numbering.ts";
import { findUnscoped } from "../sql/stored-row.ts";
import { initialStates } from "./prepared-rows.ts";
import { removeOwned, writeRows } from "./write-rows.ts";

/** A resource that code names; its absence is a fault of ours. */
export function resourceNamed(context: CommitContext, name: string): ResourceModel {
  return resourceIn(context.model, name);
}

/** The types follow from the definitions, as do the columns that rows are read with. */
function stored<Name extends string>(rows: readonly unknown[]): readonly StoredRow<Name>[] {
  return rows as readonly StoredRow<Name>[];
}

/** Living rows by their ids, locked until the transaction ends, in the order of their ids. */
export async function lockRows<Name extends string>(
  context: CommitContext,
  tx: Transaction,
  name: Name,
  ids: readonly string[],
): Promise<readonly StoredRow<Name>[]> {
  return stored(await findUnscoped(tx, resourceNamed(context, name), context.scope.tenantId, { keys: ids, lock: "no key update" }));
}

/** One current row by its id, without a lock; undefined where it was removed. */
export async function readRow<Name extends string>(
  context: CommitContext,
  tx: Transaction,
  name: Name,
  id: unknown,
): Promise<StoredRow<Name> | undefined> {
  if (id === null || id === undefined) return undefined;
  const [row] = stored<Name>(await findUnscoped(tx, resourceNamed(context, name), context.scope.tenantId, { keys: [String(id)] }));
  return row;
}

/** One row by its id, locked until the transaction ends. Refused where it was removed. */
export async function lockRow<Name extends string>(
  context: CommitContext,
  tx: Transaction,
  name: Name,
  id: unknown,
): Promise<StoredRow<Name>> {
  const [row] = id === null || id === undefined ? stored<Name>([]) : await lockRows(context, tx, name, [String(id)]);
  if (row === undefined) throw rowNotFound();
  return row;
}

/** The next numbers of a resource that numbers its rows. */
export async function takeNumbers(context: CommitContext, tx: Transaction, name: string, count: number): Promise<readonly string[]> {
  const resource = resourceNamed(context, name);
  const { numbering } = resource.data;
  if (numbering === undefined) throw new Error(`rows of "${name}" have no numbers`);
  return nextNumbers(tx, resource, { ...numbering, tenantId: context.scope.tenantId, now: context.now() }, count);
}

/** The next number of a resource that numbers its rows. */
export async function takeNumber(context: CommitContext, tx: Transaction, name: string): Promise<string> {
  const [number = ""] = await takeNumbers(context, tx, name, 1);
  return number;
}

/** Writes rows of an effect in the order that every write has; refused like a submit. */
async function writeServerRows(
  context: CommitContext,
  tx: Transaction,
  resource: ResourceModel,
  rows: readonly GuardedRow[],
): Promise<void> {
  try {
    await writeRows({ tx, context, resource, imageSources: [] }, rows);
  } catch (error) {
    throw translated(resource, context.model, plainRefusal(error));
  }
}

/**
 * Adds rows with ids, defaults, first states and numbers, in one statement; returns the stored rows. Read-only fields may be set: the server
 * writes them. Refused like a submit on a violation of uniqueness, and where ranges overlap.
 */
export async function addRows<Name extends string>(
  context: CommitContext,
  tx: Transaction,
  name: Name,
  given: readonly RowValues<Name>[],
): Promise<readonly AddedRow<Name>[]> {
  if (given.length === 0) return [];
  const resource = resourceNamed(context, name);
  const now = context.now();
  const rows: GuardedRow[] = [];
  for (const [place, own] of given.entries()) {
    const values: Values = { ...own };
    for (const field of resource.fields) if (values[field.name] === undefined) values[field.name] = storedDefault(field, now);
    initialStates(resource, values);
    const id = await context.identifiers.next();
    rows.push({ kind: "server", place, id, isNew: true, values, current: undefined, sent: new Set() });
  }
  await writeServerRows(context, tx, resource, rows);
  const added: unknown = rows.map(({ values, id }) => ({ ...values, id }));
  // As given, and as the definition says of what was not.
  return added as readonly AddedRow<Name>[];
}

/** Adds a row. */
export async function addRow<Name extends string>(
  context: CommitContext,
  tx: Transaction,
  name: Name,
  given: RowValues<Name>,
): Promise<AddedRow<Name>> {
  const [added] = await addRows(context, tx, name, [given]);
  if (added === undefined) throw new Error(`a row of "${name}" was not added`);
  return added;
}

interface RowChange<Name extends string> {
  readonly id: unknown;
  readonly values: RowValues<Name>;
}

/** Writes values into rows that the transaction holds, in one round trip. */
export async function changeRows<Name extends string>(
  context: CommitContext,
  tx: Transaction,
  name: Name,
  changes: readonly RowChange<Name>[],
): Promise<void> {
  if (changes.length === 0) return;
  const resource = resourceNamed(context, name);
  // Only formulas and ranges look at the rest of a row.
  const needsCurrent = hasFormulas(formulasOf(resource)) || resource.data.noOverlap !== undefined;
  const keys = changes.map(({ id }) => String(id));
  const stored = needsCurrent ? await findUnscoped(tx, resource, context.scope.tenantId, { keys }) : [];
  const byKey = new Map(stored.map((row) => [String(row[resource.key]), row]));
  const rows = changes.map(({ id, values }, place): GuardedRow => ({
    kind: "server",
    place,
    id: String(id),
    isNew: false,
    values: { ...values },
    current: byKey.get(String(id)),
    sent: new Set(),
  }));
  await writeServerRows(context, tx, resource, rows);
}

/** Writes values into a row that the transaction holds. */
export function changeRow<Name extends string>(
  context: CommitContext,
  tx: Transaction,
  name: Name,
  change: RowChange<Name>,
): Promise<void> {
  return changeRows(context, tx, name, [change]);
}

/** Removes rows that the transaction holds, because of the row that they belong to; refused while something refers to one of them. */
export function removeOwnedRows<Name extends string>(
  context: CommitContext,
  tx: Transaction,
  name: Name,
  owned: readonly StoredRow<Name>[],
): Promise<void> {
  const going = owned.map((row): Readonly<Values> => ({ ...row }));
  return removeOwned({ tx, context, resource: resourceNamed(context, name), imageSources: [] }, going);
}
