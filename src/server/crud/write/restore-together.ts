// Rows that come out of the recycle bin together, with the guards of a new row.
import type { ResourceModel } from "#schema/model";
import type { CommitContext, Values } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { columnOf } from "../../store/columns.ts";
import type { Transaction } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import { returningRow } from "../guards/guard.ts";
import { plainRefusal } from "../guards/row-set.ts";
import type { Services } from "../services.ts";
import { ScopedStatement } from "../sql/scoped.ts";
import { writeRows } from "./write-rows.ts";

/** Rows that are not in the recycle bin, or that the caller does not see there. */
export const notInBin = () =>
  businessError("notInBin", [
    "回收站中没有该数据，可能已还原或彻底删除",
    "It is not in the recycle bin: it was restored, or deleted for good",
  ]);

interface Restoration {
  readonly tx: Transaction;
  readonly services: Services;
  readonly context: CommitContext;
  readonly resource: ResourceModel;
}

/** Restores removed rows of one resource, which are locked. */
export async function restoreTogether({ tx, services, context, resource }: Restoration, rows: readonly Values[]): Promise<void> {
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
