// Waybills have the number of their stock-out document and are of the channel that it goes to.
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { lockRow } from "../../crud/write/server-rows.ts";
import { run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

const hooks: ResourceHooks<"logistics-out-doc"> = {
  submit: {
    beforeWrite: async (tx, context, { values, current }) => {
      const stockOutDocId = values.stockOutDocId ?? current?.stockOutDocId ?? null;
      if (stockOutDocId === null) return;
      // Held, because a draft may change its channel at the same moment.
      const { docNo, channelId } = await lockRow(context, tx, "stock-out-doc", stockOutDocId);
      values.docNo = docNo;
      values.channelId = channelId;
    },
  },
};

/** Waybills of a document follow when its channel changes. */
export async function moveWaybills(
  tx: Transaction,
  context: CommitContext,
  { docId, channelId }: { readonly docId: string; readonly channelId: string | null },
): Promise<void> {
  await run(tx, updateDerived(tables(context).unscoped("logistics-out-doc", "l")).set({ channelId }).where("l.stockOutDocId", "=", docId));
}

export const logisticsDomain: Domain = {
  reads: {},
  actions: {},
  hooks: { "logistics-out-doc": hooks },
  effects: ["logistics-out-doc.channel"],
};
