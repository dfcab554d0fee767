// A copy of a row under a new id: its user-written values, created by the caller now.
import { baseColumns, type ResourceModel } from "#schema/model";
import type { CommitContext, Values } from "../../contract.ts";
import type { Transaction } from "../../store/database.ts";
import { addRow } from "./server-rows.ts";

/** Columns of every row that a copy gets anew. A status is a field where the definition declares it. */
const ownOfRow: ReadonlySet<string> = new Set(baseColumns);

/** Copies a row and answers the id of the copy. */
export async function copyRow(context: CommitContext, tx: Transaction, resource: ResourceModel, row: Readonly<Values>): Promise<string> {
  const copied = Object.entries(row).filter(([name]) => !ownOfRow.has(name) || (name === "status" && resource.field.has(name)));
  const { id } = await addRow(context, tx, resource.name, Object.fromEntries(copied));
  return id;
}
