// What staff does with pay orders: asks the channel, confirms a transfer that arrived, and closes what nobody is to pay any more.
import type { Domain, Effect } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { closingJob } from "../collection/close-payments.ts";
import { exchangeJob } from "./pay-orders.ts";
import { providerOf } from "./providers/index.ts";
import { afterSuccess } from "./settlement.ts";

const query: Effect<"pay-order.query"> = {
  commit: () => Promise.resolve({}),
  enqueue: (_context, { rows }) => rows.map(({ id, payNo }) => exchangeJob("pay-order.query", id, payNo)),
};

const confirm: Effect<"pay-order.confirm"> = {
  commit: async (tx, context, { rows }) => {
    for (const payment of rows) {
      if (payment.payTime !== null && payment.payTime > context.now())
        throw businessError("payTimeAhead", ["支付时间不能晚于当前时间", "The time of the payment must not be in the future"]);
      await afterSuccess(context, tx, payment);
    }
    return {};
  },
};

const close: Effect<"pay-order.close"> = {
  commit: () => Promise.resolve({}),
  enqueue: (_context, { rows }) => rows.filter(({ payType }) => providerOf(payType)?.kind === "gateway").map(closingJob),
};

export const payOrderActionsDomain: Domain = {
  reads: {},
  actions: { "pay-order.query": query, "pay-order.confirm": confirm, "pay-order.close": close },
  hooks: {},
};
