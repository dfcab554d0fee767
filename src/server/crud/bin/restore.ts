// POST <path>/restore: rows come out of the recycle bin with the lines that went with them, all or none, with the guards of a new row (docs/wire.md §4.2).
import { isRestorable } from "#schema/recycle-bin";
import type { ResourceModel } from "#schema/model";
import type { CommitContext, RequestContext, Values } from "../../contract.ts";
import { businessError, rowNotFound } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { columnOf } from "../../store/columns.ts";
import { describeSqlError } from "../../store/sql-errors.ts";
import { quoted } from "../../store/names.ts";
import { translated } from "../guards/duplicates.ts";
import { returningRow } from "../guards/guard.ts";
import { judgeRequest } from "../guards/judge.ts";
import { plainRefusal } from "../guards/row-set.ts";
import type { Query } from "../sql/filters.ts";
import { keysOf } from "../sql/keys.ts";
import { findRemoved } from "../sql/removed-rows.ts";
import { ScopedStatement } from "../sql/scoped.ts";
import type { Services } from "../services.ts";
import { upperFirst } from "../write/restore-stored.ts";
import { writeRows } from "../write/write-rows.ts";
import { inTransaction, scopeOfRows } from "../write/write-scope.ts";

interface RestoreCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  readonly query: Query;
}

/** Rows that are not in the recycle bin, or that the caller does not see there. */
export const notInBin = () =>
  businessError("notInBin", [
    "回收站中没有该数据，可能已还原或彻底删除",
    "It is not in the recycle bin: it was restored, or deleted for good",
  ]);

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

interface Restoration {
  readonly tx: Transaction;
  readonly services: Services;
  readonly context: CommitContext;
  readonly resource: ResourceModel;
}

async function restoreTogether({ tx, services, context, resource }: Restoration, rows: readonly Values[]): Promise<void> {
  const hook = services.domain.hooks[resource.name]?.restore;
  const coming = rows.map((row, place) => returningRow("restore", resource, row, place));
  await writeRows({ tx, context, resource, imageSources: services.imageSources }, coming, {
    async beforeChange(returning) {
      await hook?.beforeRestore?.(tx, context, { rows });
      for (const { values } of returning) await giveWay(tx, context, resource, values);
      return returning;
    },
    async afterChange() {
      await hook?.afterRestore?.(tx, context, { rows });
    },
  }).catch((error: unknown) => Promise.reject(plainRefusal(error)));
}

/** Where only one row of a tenant is in a state (`exclusive`), one that comes back gives way to the one that is in it now. */
async function giveWay(tx: Transaction, context: CommitContext, resource: ResourceModel, values: Values): Promise<void> {
  const { stateField, actions } = resource;
  if (stateField === undefined) return;
  const state = values[stateField.name];
  const taking = actions.find(({ toValue, othersValue }) => othersValue !== undefined && String(toValue) === String(state));
  if (taking?.othersValue === undefined) return;
  const column = columnOf(resource, stateField.name);
  const statement = new ScopedStatement(context.scope.tenantId);
  const where = [`t.${quoted(column.column)} = ${statement.value(column.toColumn(state))}::${column.type}`];
  const holder = await tx.first(statement.of(statement.select({ columns: "1 AS one", resource, as: "t", where, rest: "LIMIT 1" })));
  if (holder !== undefined) values[stateField.name] = taking.othersValue;
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
