// Repeated payments on their way back to who paid twice.
import type { Domain, Effect } from "../../contract.ts";
import { changeRow } from "../../crud/write/server-rows.ts";
import { openRefund } from "../collection/refunds.ts";
import { refundTypes } from "../collection/states.ts";

const refund: Effect<"repeat-order.refund"> = {
  commit: async (tx, context, { rows }) => {
    for (const repeat of rows) {
      const refundOrderId = await openRefund(context, tx, {
        payOrderId: repeat.payOrderId,
        amount: repeat.amount ?? "0",
        refundType: refundTypes.repeatedPayment,
        reason: "重复支付",
      });
      await changeRow(context, tx, "repeat-order", { id: repeat.id, values: { refundOrderId } });
    }
    return {};
  },
};

export const repeatOrdersDomain: Domain = { reads: {}, actions: { "repeat-order.refund": refund }, hooks: {} };
