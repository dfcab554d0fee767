// Rows that the server writes by itself, as part of somebody's action: found by the name of their resource, locked, added, changed.
import type { ResourceModel } from "#schema/model";
import { storedDefault } from "#schema/validation";
import type { CommitContext, Values } from "../../contract.ts";
import { rowNotFound } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { translated } from "../guards/duplicates.ts";
import { nextNumber } from "./numbering.ts";
import { findUnscoped } from "../sql/stored-row.ts";
import { initialStates } from "./submit.ts";
import { insertRow, updateRow } from "./write.ts";

/** A resource that code names; its absence is a fault of ours. */
export function resourceNamed(context: CommitContext, name: string): ResourceModel {
  const resource = context.model.resource.get(name);
  if (resource === undefined) throw new Error(`there is no resource "${name}"`);
  return resource;
}

/** Living rows by their ids, locked until the transaction ends, in the order of their ids. */
export function lockRows(context: CommitContext, tx: Transaction, name: string, ids: readonly string[]): Promise<readonly Values[]> {
  return findUnscoped(tx, resourceNamed(context, name), context.scope.tenantId, { keys: ids, lock: "no key update" });
}

/** One living row by its id as it is now, without a lock; undefined where it is gone. */
export async function readRow(context: CommitContext, tx: Transaction, name: string, id: unknown): Promise<Values | undefined> {
  if (id === null || id === undefined) return undefined;
  const [row] = await findUnscoped(tx, resourceNamed(context, name), context.scope.tenantId, { keys: [String(id)] });
  return row;
}

/** One living row by its id, locked until the transaction ends. Refused where it is gone. */
export async function lockRow(context: CommitContext, tx: Transaction, name: string, id: unknown): Promise<Values> {
  const [row] = id === null || id === undefined ? [] : await lockRows(context, tx, name, [String(id)]);
  if (row === undefined) throw rowNotFound();
  return row;
}

/** The next number of a resource that numbers its rows. */
export async function takeNumber(context: CommitContext, tx: Transaction, name: string): Promise<string> {
  const resource = resourceNamed(context, name);
  const { numbering } = resource.data;
  if (numbering === undefined) throw new Error(`rows of "${name}" have no numbers`);
  return nextNumber(tx, resource, { ...numbering, tenantId: context.scope.tenantId, now: context.now() });
}

/**
 * Adds a row with id, defaults, first state and number; answers it as it is stored. Read-only fields may be given: the server writes it. Refused like a
 * submit where another row has what must be unique.
 */
export async function addRow(context: CommitContext, tx: Transaction, name: string, given: Readonly<Values>): Promise<Values> {
  const resource = resourceNamed(context, name);
  const values: Values = { ...given };
  for (const field of resource.fields) if (values[field.name] === undefined) values[field.name] = storedDefault(field);
  initialStates(resource, values);
  const { numbering } = resource.data;
  if (numbering !== undefined) values[numbering.field] ??= await takeNumber(context, tx, name);
  const id = await context.identifiers.next();
  try {
    await insertRow(tx, resource, { values, id, scope: context.scope, caller: context.caller, now: context.now() });
  } catch (error) {
    throw translated(resource, context.model, error);
  }
  return { ...values, id };
}

/** Writes values into a row that the transaction holds. */
export async function changeRow(context: CommitContext, tx: Transaction, name: string, id: unknown, values: Readonly<Values>): Promise<void> {
  await updateRow(tx, resourceNamed(context, name), { values, id: String(id), scope: context.scope, caller: context.caller, now: context.now() });
}
