// A copy of a row under a new id: what people wrote in it, as the caller's and of this moment.
import { baseColumns, type ResourceModel } from "#schema/model";
import type { RequestContext, Values } from "../../contract.ts";
import { rowNotFound } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { findUnscoped } from "../sql/stored-row.ts";
import { insertRow } from "./write.ts";

/** What every row has besides its own fields, and a copy gets anew. A status is a field where the definition says so. */
const ownOfRow: ReadonlySet<string> = new Set(baseColumns);

/** Copies a row and answers the id of the copy; `changes` says what differs, and must give what has to be unique. */
export async function copyRow(context: RequestContext, tx: Transaction, resource: ResourceModel, id: string, changes: Readonly<Values> = {}): Promise<string> {
  const { scope, caller, identifiers } = context;
  const [row] = await findUnscoped(tx, resource, scope.tenantId, [id]);
  if (row === undefined) throw rowNotFound();
  const kept = Object.entries(row).filter(([name]) => !ownOfRow.has(name) || (name === "status" && resource.field.has(name)));
  const copyId = await identifiers.next();
  await insertRow(tx, resource, { values: { ...Object.fromEntries(kept), ...changes }, id: copyId, scope, caller, now: context.now() });
  return copyId;
}
