// Orders: what their steps do beyond the transition.
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { run } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { logAction } from "./order-log.ts";
import { piecesOf, returnPoints } from "./order-stock.ts";
import { rewardPurchase } from "./purchase-rewards.ts";
import { returnStock } from "../product/stock.ts";

/** States of a pay order: not paid yet, and closed. */
const payStatus = { open: [0, 1], closed: 4 } as const;

type Order = StoredRow<"order">;
type Work = (context: CommitContext, tx: Transaction, order: Order) => Promise<void>;
type Step = "auditSuccess" | "ship" | "receive" | "close";

/** A step with its row in the history, after whatever else it does to the order. */
const step = (event: Step, effect?: Work, remarkOf?: (order: Order) => string | null): Effect<`order.${Step}`> => ({
  commit: async (tx, context, { rows: orders }) => {
    for (const order of orders) {
      await effect?.(context, tx, order);
      await logAction(context, tx, order, { event, remark: remarkOf?.(order) });
    }
    return {};
  },
});

/** Nobody pays a closed order. */
async function closePayments(context: CommitContext, tx: Transaction, orderId: string): Promise<void> {
  await run(
    tx,
    update(context, tables(context).unscoped("pay-order", "p"))
      .set({ status: payStatus.closed })
      .where("p.orderId", "=", orderId)
      .where("p.status", "in", payStatus.open),
  );
}

const close: Work = async (context, tx, order) => {
  await closePayments(context, tx, order.id);
  await returnStock(context, tx, await piecesOf(context, tx, order.id), "locked");
  await returnPoints(context, tx, order, "订单关闭退回");
};

export const ordersDomain: Domain = {
  reads: {},
  actions: {
    "order.auditSuccess": step("auditSuccess"),
    "order.ship": step("ship", undefined, (order) => order.deliveryNo),
    "order.receive": step("receive", rewardPurchase),
    "order.close": step("close", close, (order) => order.closeReason),
  },
  hooks: {},
};
