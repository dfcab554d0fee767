// remove: all rows or none, refused while anything refers to one of them.
import type { ResourceModel } from "#schema/model";
import type { CommitContext, RequestContext, Values } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { describeSqlError } from "../../store/sql-errors.ts";
import { leavingRow } from "../guards/guard.ts";
import { judgeRequest } from "../guards/judge.ts";
import { plainRefusal } from "../guards/row-set.ts";
import { keysOf } from "../sql/keys.ts";
import type { Query } from "../sql/filters.ts";
import type { Services } from "../services.ts";
import { writeJobs } from "./jobs.ts";
import { lockedRows, writeRows } from "./write-rows.ts";
import { inTransaction, scopeOfRows } from "./write-scope.ts";

interface RemoveCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  readonly query: Query;
}

/** What was removed, and what follows from that for other rows. */
interface Removed {
  readonly rows: readonly Values[];
  /** To be called once whatever is written with the removal is written. */
  readonly follow: () => Promise<void>;
}

/** A removal that may begin: the rest runs in a transaction. */
export async function preparedRemoval(
  { services, context, resource }: Omit<RemoveCall, "query">,
  keys: readonly string[],
): Promise<(tx: Transaction, context: CommitContext) => Promise<Removed>> {
  judgeRequest("call", { kind: "remove", services, context, resource });
  const hook = services.domain.hooks[resource.name]?.remove;
  const prepared = await hook?.prepare?.(context, { ids: keys });
  return async (tx, given) => {
    const within = { ...given, domain: services.domain };
    // Writers that refer to one of these rows wait for the end of this transaction, and then find it removed.
    const rows = await lockedRows(tx, within, resource, { keys, lock: "update" });
    const going = rows.map((row, place) => leavingRow("remove", resource, row, place));
    await writeRows({ tx, context: within, resource, imageSources: services.imageSources }, going, {
      async beforeChange(leaving) {
        await hook?.beforeRemove?.(tx, within, { rows, prepared });
        return leaving;
      },
      afterChange: () => writeJobs(tx, within, hook?.enqueue?.(within, { rows, prepared })),
    }).catch((error: unknown) => Promise.reject(plainRefusal(error)));
    return { rows, follow: async () => hook?.afterRemove?.(tx, within, { rows, prepared }) };
  };
}

/** Removes the rows named by `ids`; a resource whose key is a code also takes `id` with one code. */
export async function removeRows({ services, context, resource, query }: RemoveCall): Promise<null> {
  const name = query["ids"] === undefined && (query["id"] !== undefined || !resource.hasBaseColumns) ? "id" : "ids";
  const keys = keysOf(resource, name, query[name]);
  const scope = await scopeOfRows(context, resource, keys);
  const remove = await preparedRemoval({ services, context: { ...context, scope }, resource }, keys);
  try {
    const removal = async (tx: Transaction, within: CommitContext): Promise<void> => (await remove(tx, within)).follow();
    await inTransaction({ context, resource, scope }, removal, () => null);
  } catch (error) {
    throw described(resource, error);
  }
  return null;
}

/** A row that the database itself holds, because rows which no check scans refer to it. */
function described(resource: ResourceModel, error: unknown): unknown {
  const problem = describeSqlError(error);
  if (problem?.kind !== "foreignKey" || problem.side !== "inUse") return error;
  return businessError("inUse", [
    `${resource.label[0]}正被其他数据使用，不能删除`,
    `This ${resource.label[1].toLowerCase()} is used by other records and cannot be removed`,
  ]);
}
