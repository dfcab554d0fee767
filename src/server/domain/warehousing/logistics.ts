// Waybills have the number of their stock-out document and are of the channel that it goes to. The times of dispatch and receipt move them.
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { lockRow } from "../../crud/write/server-rows.ts";
import { run } from "../../rows/query.ts";
import type { RowValues, StoredRow } from "../../rows/stored.ts";
import { tables, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

const resource = "logistics-out-doc";
const states = { toShip: 0, inTransit: 1, signed: 2, exception: 3 } as const;

type Times = Pick<RowValues<typeof resource>, "shipTime" | "signTime">;

/** The state that newly entered times lead to: with a time of dispatch a waybill is on its way, with one of receipt it is there. */
function stateAfter(context: CommitContext, values: Times, current: StoredRow<typeof resource> | undefined): number {
  const now = current?.status ?? states.toShip;
  const isEntered = (name: keyof Times) => (values[name] ?? null) !== null && (current?.[name] ?? null) === null;
  const isEmptied = (name: keyof Times) => values[name] === null && (current?.[name] ?? null) !== null;
  if (now !== states.toShip && isEmptied("shipTime"))
    throw fieldError(context, resource, "shipTime", {
      code: "required",
      message: ["已发运，发运时间不能清空", "It has been shipped, and keeps the time of dispatch"],
    });
  if (now === states.signed && isEmptied("signTime"))
    throw fieldError(context, resource, "signTime", {
      code: "required",
      message: ["已签收，签收时间不能清空", "It has been received, and keeps the time of receipt"],
    });
  const shipped = now === states.toShip && isEntered("shipTime") ? states.inTransit : now;
  if (!isEntered("signTime")) return shipped;
  if (shipped === states.toShip)
    throw fieldError(context, resource, "signTime", {
      code: "notAllowed",
      message: ["尚未发运，请先填写发运时间", "It has not been shipped: enter the time of dispatch first"],
    });
  return states.signed;
}

const hooks: ResourceHooks<typeof resource> = {
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      values.status = stateAfter(context, values, current);
      const stockOutDocId = values.stockOutDocId ?? current?.stockOutDocId ?? null;
      if (stockOutDocId === null) return;
      // Held, because a draft may change its channel at the same moment.
      const { docNo, channelId } = await lockRow(context, tx, "stock-out-doc", stockOutDocId);
      values.docNo = docNo;
      values.channelId = channelId;
    },
  },
  restore: {
    // The channel of its document may have changed meanwhile.
    afterRestore: async (tx, context, { rows }) => {
      for (const { id, stockOutDocId } of rows) {
        if (stockOutDocId === null) continue;
        const { docNo, channelId } = await lockRow(context, tx, "stock-out-doc", stockOutDocId);
        await run(tx, updateWithoutVersion(tables(context).unscoped(resource, "l")).set({ docNo, channelId }).where("l.id", "=", id));
      }
    },
  },
};

/** Waybills of a document follow when its channel changes. */
export async function moveWaybills(
  tx: Transaction,
  context: CommitContext,
  { docId, channelId }: { readonly docId: string; readonly channelId: string | null },
): Promise<void> {
  await run(tx, updateWithoutVersion(tables(context).unscoped(resource, "l")).set({ channelId }).where("l.stockOutDocId", "=", docId));
}

export const logisticsDomain: Domain = {
  reads: {},
  actions: {},
  hooks: { [resource]: hooks },
  effects: ["logistics-out-doc.channel"],
};
