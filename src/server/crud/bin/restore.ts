// POST <path>/restore: rows come out of the recycle bin with the lines that went with them, all or none, with the guards of a new row (docs/wire.md §4.2).
import { isRestorable } from "#schema/recycle-bin";
import type { ResourceModel } from "#schema/model";
import type { CommitContext, RequestContext } from "../../contract.ts";
import { businessError, rowNotFound } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { describeSqlError } from "../../store/sql-errors.ts";
import { translated } from "../guards/duplicates.ts";
import { judgeRequest } from "../guards/judge.ts";
import type { Query } from "../sql/filters.ts";
import { keysOf } from "../sql/keys.ts";
import { findRemoved } from "../sql/removed-rows.ts";
import type { Services } from "../services.ts";
import { notInBin, restoreTogether } from "../write/restore-together.ts";
import { upperFirst } from "../write/restore-stored.ts";
import { inTransaction, scopeOfRows } from "../write/write-scope.ts";

interface RestoreCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  readonly query: Query;
}

/** Restores the rows named by `ids`. */
export async function restoreRows({ services, context, resource, query }: RestoreCall): Promise<null> {
  if (!isRestorable(resource)) throw rowNotFound();
  judgeRequest("call", { kind: "restore", services, context, resource });
  const keys = keysOf(resource, "ids", query["ids"]);
  const scope = await scopeOfRows(context, resource, keys);
  const restore = async (tx: Transaction, given: CommitContext): Promise<null> => {
    const within = { ...given, domain: services.domain };
    const rows = await findRemoved(tx, within, resource, keys);
    if (rows.length < keys.length) throw notInBin();
    for (const together of upperFirst(resource, rows)) await restoreTogether({ tx, services, context: within, resource }, together);
    return null;
  };
  try {
    return await inTransaction({ context, resource, scope }, restore, () => null);
  } catch (error) {
    throw described(context, resource, error);
  }
}

/** What the database has against it: another write was faster, or a rule looks at more than the guards do. */
function described({ model }: RequestContext, resource: ResourceModel, error: unknown): unknown {
  const named = translated(resource, model, error);
  if (named !== error) return named;
  const problem = describeSqlError(error);
  if (problem?.kind !== "unique" && problem?.kind !== "check") return error;
  return businessError("taken", [
    `与现有${resource.label[0]}冲突，不能还原`,
    `Another ${resource.label[1].toLowerCase()} has taken its place, so it cannot be restored`,
  ]);
}
