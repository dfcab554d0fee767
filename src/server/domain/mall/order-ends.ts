// How orders end, by a person or by the clock: closed before they are paid, or received.
import type { CommitContext } from "../../contract.ts";
import type { StoredRow } from "../../rows/stored.ts";
import type { Transaction } from "../../store/database.ts";
import { closePayments } from "../collection/close-payments.ts";
import { returnStock } from "../product/stock.ts";
import { logStep } from "./order-log.ts";
import { orderStatus } from "./order-states.ts";
import { piecesOf, returnPoints } from "./order-stock.ts";
import { rewardPurchase } from "./purchase-rewards.ts";

type Order = StoredRow<"order">;

/** After an unpaid order was set to closed: its payments are closed, and what it took comes back. */
export async function closeOrder(context: CommitContext, tx: Transaction, order: Order, reason: string | null): Promise<void> {
  await closePayments(context, tx, order.id);
  await returnStock(context, tx, await piecesOf(context, tx, order.id), "locked");
  await returnPoints(context, tx, order, "订单关闭退回");
  await logStep(context, tx, order, { event: "close", from: orderStatus.unpaid, to: orderStatus.closed, remark: reason });
}

/** After a shipped order was set to done: what it earns. */
export async function receiveOrder(context: CommitContext, tx: Transaction, order: Order, remark: string | null = null): Promise<void> {
  await rewardPurchase(context, tx, order);
  await logStep(context, tx, order, { event: "receive", from: orderStatus.shipped, to: orderStatus.done, remark });
}
