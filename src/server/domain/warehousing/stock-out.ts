// Stock-out documents: what a sale needs.
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { invalidFields } from "../../http/errors.ts";
import { db, first } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

/** docType of a sale: it decides to which channel goods belong. */
const sale = 1;

async function regionsOfChannel(tx: Transaction, context: CommitContext, channelId: string): Promise<string[] | null> {
  const channel = await first(
    tx,
    db.selectFrom(tables(context).withRemoved("channel", "c")).where("c.id", "=", channelId).select("c.saleRegionCodes"),
  );
  return channel?.saleRegionCodes ?? null;
}

const documentHooks: ResourceHooks<"stock-out-doc"> = {
  submit: {
    beforeWrite: async (tx, context, { values, current }) => {
      const merged = { ...current, ...values };
      const channelId = merged.channelId ?? null;
      if (merged.docType === sale && channelId === null) {
        const field = context.model.resource.get("stock-out-doc")?.field.get("channelId");
        throw invalidFields([
          {
            code: "required",
            path: ["channelId"],
            parameters: {},
            label: field?.label ?? ["渠道", "Channel"],
            message: ["销售出库请选择渠道", "Please select the channel of the sale"],
          },
        ]);
      }
      // The regions of the channel, unless they were narrowed.
      if (channelId !== null && channelId !== current?.channelId && (merged.saleRegionCodes ?? null) === null)
        values.saleRegionCodes = await regionsOfChannel(tx, context, channelId);
    },
  },
};

export const stockOutDomain: Domain = { reads: {}, actions: {}, hooks: { "stock-out-doc": documentHooks } };
