// Rows that the server writes as part of a user's action: found by the name of their resource, locked, added, changed.
import { resourceIn, type ResourceModel } from "#schema/model";
import { hasFormulas } from "#schema/formulas";
import { followingValues, formulasOf } from "#schema/model-formulas";
import { storedDefault } from "#schema/validation";
import type { CommitContext, Values } from "../../contract.ts";
import { invalidFields, rowNotFound } from "../../http/errors.ts";
import type { AddedRow, RowValues, StoredRow } from "../../rows/stored.ts";
import type { Transaction } from "../../store/database.ts";
import { translated } from "../guards/duplicates.ts";
import { findOverlaps, type OverlapCheck } from "../guards/overlaps.ts";
import { nextNumbers } from "./numbering.ts";
import { findUnscoped } from "../sql/stored-row.ts";
import { initialStates } from "./submit.ts";
import { insertRow, updateRow } from "./write.ts";

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

/** Refuses a range that overlaps another, as a submit does. */
async function refuseOverlaps(context: CommitContext, tx: Transaction, resource: ResourceModel, check: OverlapCheck): Promise<void> {
  const issues = await findOverlaps(context, tx, resource, check);
  if (issues.length > 0) throw invalidFields(issues);
}

/**
 * Adds a row with id, defaults, first state and number; returns the stored row. Read-only fields may be set: the server writes it. Refused
 * like a submit on a violation of uniqueness, and where ranges overlap.
 */
export async function addRow<Name extends string>(
  context: CommitContext,
  tx: Transaction,
  name: Name,
  given: RowValues<Name>,
): Promise<AddedRow<Name>> {
  const resource = resourceNamed(context, name);
  const values: Values = { ...given };
  for (const field of resource.fields) if (values[field.name] === undefined) values[field.name] = storedDefault(field, context.now());
  initialStates(resource, values);
  const { numbering } = resource.data;
  if (numbering !== undefined) values[numbering.field] ??= await takeNumber(context, tx, name);
  Object.assign(values, followingValues(resource, { values, now: context.now() }));
  await refuseOverlaps(context, tx, resource, { values, current: undefined });
  const id = await context.identifiers.next();
  try {
    await insertRow(tx, resource, { values, id, scope: context.scope, caller: context.caller, now: context.now() });
  } catch (error) {
    throw translated(resource, context.model, error);
  }
  const added: unknown = { ...values, id };
  // As given, and as the definition says of what was not.
  return added as AddedRow<Name>;
}

/** Writes values into a row that the transaction holds. */
export async function changeRow<Name extends string>(
  context: CommitContext,
  tx: Transaction,
  name: Name,
  { id, values }: { readonly id: unknown; readonly values: RowValues<Name> },
): Promise<void> {
  const resource = resourceNamed(context, name);
  const needsCurrent = hasFormulas(formulasOf(resource)) || resource.data.noOverlap !== undefined;
  const [current] = needsCurrent ? await findUnscoped(tx, resource, context.scope.tenantId, { keys: [String(id)] }) : [];
  const written: RowValues<Name> =
    current === undefined ? values : { ...values, ...followingValues(resource, { values, current, now: context.now() }) };
  if (current !== undefined) await refuseOverlaps(context, tx, resource, { values: written, current });
  await updateRow(tx, resource, {
    values: written,
    id: String(id),
    scope: context.scope,
    caller: context.caller,
    now: context.now(),
  });
}
