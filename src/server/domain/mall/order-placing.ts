// What a placed order takes at once: its lines are written, goods locked, points taken, cart lines used up.
import type { CommitContext } from "../../contract.ts";
import { addRows, readRow } from "../../crud/write/server-rows.ts";
import { anyOf, run } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { movePoints, pointsReasons } from "../loyalty/points-ledger.ts";
import { lockStock } from "../product/stock.ts";
import { partsOf, shareOut } from "./order-amounts.ts";
import { logStep } from "./order-log.ts";
import { payIfNothingDue } from "./order-payment.ts";
import { planLines, type PlannedLine } from "./order-plan.ts";
import { lineStatus, orderStatus } from "./order-states.ts";
import type { WantedLine } from "./ordered-goods.ts";

type Order = StoredRow<"order">;

/** A line as it is written, its goods as they are now; its shares of what is taken off come with those of all lines. */
export function newLine(orderId: string, { commodityId, skuId, quantity, goods, total }: PlannedLine) {
  const { commodityName, commodityImage, specText, skuCode, price } = goods;
  const snapshot = { commodityName, commodityImage, specText, skuCode, price };
  const nothing = { refundQuantity: 0, refundAmount: "0.00", status: lineStatus.normal };
  return { orderId, commodityId, commoditySkuId: skuId, ...snapshot, quantity, totalAmount: total, ...nothing };
}

async function addLines(context: CommitContext, tx: Transaction, order: Order, lines: readonly PlannedLine[]): Promise<void> {
  const shares = shareOut(
    partsOf(order),
    lines.map(({ total }) => total),
  );
  await addRows(
    context,
    tx,
    "order-detail",
    lines.map((line, index) => ({ ...newLine(order.id, line), ...shares[index] })),
  );
}

/** What was in the cart is ordered now. */
async function clearCart(context: CommitContext, tx: Transaction, order: Order, lines: readonly PlannedLine[]): Promise<void> {
  await run(
    tx,
    updateWithoutVersion(tables(context).unscoped("cart-item", "i"))
      .set({ isDeleted: 1 })
      .where("i.memberId", "=", order.memberId)
      .where("i.clientPlatformId", "=", order.clientPlatformId)
      .where("i.commoditySkuId", "=", anyOf(lines.map(({ skuId }) => skuId))),
  );
}

/** After the row of an order was added: everything that it takes. An order over nothing goes on at once. */
export async function placeOrder(context: CommitContext, tx: Transaction, orderId: string, wanted: readonly WantedLine[]): Promise<void> {
  const order = await readRow(context, tx, "order", orderId);
  if (order === undefined) throw new Error(`the order ${orderId} was not written`);
  const lines = await planLines(context, tx, wanted, order.clientPlatformId);
  await addLines(context, tx, order, lines);
  await lockStock(
    context,
    tx,
    lines.map(({ skuId, quantity }) => ({ skuId, quantity })),
  );
  const { memberId, orderNo: bizNo, usedPoints } = order;
  if ((usedPoints ?? 0) > 0)
    await movePoints(context, tx, {
      memberId,
      points: -(usedPoints ?? 0),
      reason: pointsReasons.orderDeduction,
      bizNo,
      remark: "订单抵扣",
    });
  await logStep(context, tx, order, { event: "create", from: null, to: orderStatus.unpaid });
  await clearCart(context, tx, order, lines);
  await payIfNothingDue(context, tx, order);
}
