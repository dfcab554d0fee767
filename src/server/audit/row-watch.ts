// Who else is told of the changes that the audit log records: the seam between writes and what follows from them.
import type { AuditAction } from "#schema/changes";
import type { ResourceModel } from "#schema/model";
import type { Values } from "../contract.ts";
import type { Transaction } from "../store/database.ts";

/** Is told of each change of a row in one transaction, as it is written. */
export interface RowWatch {
  /** A row was added, changed or removed: its values before and after, and the names of those that differ. */
  changed(
    resource: ResourceModel,
    action: AuditAction,
    id: string,
    row: { readonly before: Readonly<Values>; readonly after: Readonly<Values>; readonly names: readonly string[] },
  ): void;
  /** An action is carried out on a row. */
  acted(resource: ResourceModel, action: string, id: string): void;
}

const actions = new WeakMap<Transaction, RowWatch>();

/** Has the writes of a transaction tell a watch. */
export function watchRows(tx: Transaction, watch: RowWatch): void {
  actions.set(tx, watch);
}

/** Tells who watches a transaction that an action is carried out on a row. */
export function recordAction(tx: Transaction, resource: ResourceModel, action: string, id: string): void {
  actions.get(tx)?.acted(resource, action, id);
}
