// What a refund takes back: shares of the lines, and before shipping the goods and the points that were used.
import { compareDecimals } from "#schema/decimals";
import { added } from "#schema/exact";
import type { CommitContext } from "../../contract.ts";
import { changeRows, lockRows } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { db, rows } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { returnStock } from "../product/stock.ts";
import { isBeforeShipping, lineStatus, orderStatus } from "./order-states.ts";
import { piecesOf, returnPoints } from "./order-stock.ts";
import { spread } from "./spread.ts";
import { takeBackRewards } from "./reward-returns.ts";

type Order = StoredRow<"order">;

/** What is refunded of an order now, and whether that is all that was paid. */
interface Refunded {
  readonly refundAmount: string;
  readonly isWhole: boolean;
}

/** All refunds of the order together over its lines; what is left falls on the freight. */
async function spreadOverLines(context: CommitContext, tx: Transaction, order: Order, { refundAmount, isWhole }: Refunded): Promise<void> {
  const ofOrder = await rows(
    tx,
    db.selectFrom(tables(context).unscoped("order-detail", "d")).where("d.orderId", "=", order.id).orderBy("d.id").select("d.id"),
  );
  const lines = await lockRows(
    context,
    tx,
    "order-detail",
    ofOrder.map(({ id }) => id),
  );
  const shares = spread(refundAmount, [...lines.map(({ payAmount }) => payAmount ?? "0"), order.freightAmount ?? "0"]);
  const changes = lines.map(({ id, quantity }, index) => {
    const share = shares[index] ?? "0";
    const refundedLine = { refundAmount: share, refundQuantity: quantity, status: lineStatus.refunded };
    const partly = compareDecimals(share, "0") > 0 ? { refundAmount: share, status: lineStatus.partlyRefunded } : {};
    return { id, values: isWhole ? refundedLine : partly };
  });
  await changeRows(context, tx, "order-detail", changes);
}

/** Takes back what the order gave for an amount that is refunded; answers what is refunded now. */
export async function refundOrder(context: CommitContext, tx: Transaction, order: Order, amount: string): Promise<Refunded> {
  const refundAmount = added(order.refundAmount ?? "0", amount);
  const left = compareDecimals(order.paidAmount ?? "0", refundAmount);
  if (left < 0)
    throw businessError(
      "refundTooLarge",
      [
        `订单“${order.orderNo ?? ""}”实付 ${order.paidAmount ?? "0"} 元，退款合计不能超过实付金额`,
        `Order “${order.orderNo ?? ""}” was paid with ${order.paidAmount ?? "0"}; refunds cannot exceed that`,
      ],
      { data: { orderId: order.id } },
    );
  const isWhole = left === 0;
  await spreadOverLines(context, tx, order, { refundAmount, isWhole });
  // A failed audit has given goods and points back by itself.
  if (isWhole && order.status === orderStatus.refunding && isBeforeShipping(order.preRefundStatus)) {
    await returnStock(context, tx, await piecesOf(context, tx, order.id), "sold");
    await returnPoints(context, tx, order, "订单退款退回");
  }
  await takeBackRewards(context, tx, order, amount);
  return { refundAmount, isWhole };
}
