// A refund takes back what the receipt of the order has earned: points and growth of the buyer, and shares of who invited them.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { changeRow, lockRow, readRow } from "../../crud/write/server-rows.ts";
import { db, first } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import type { Transaction } from "../../store/database.ts";
import { memberStatus } from "../loyalty/member-status.ts";
import { regrade } from "../loyalty/members.ts";
import { movePoints, pointsReasons } from "../loyalty/points-ledger.ts";
import { followRefund, goodsAfter } from "../loyalty/share-returns.ts";

type Order = StoredRow<"order">;

/** What of its points the order has still earned, and what of them this refund takes, counted in decimals. */
async function pointsTaken(tx: Transaction, order: Order, amount: string): Promise<number> {
  const { earnedPoints, paidAmount, refundAmount } = order;
  if ((earnedPoints ?? 0) <= 0) return 0;
  const counted = await first(
    tx,
    db.selectNoFrom(
      sql<number>`floor(${earnedPoints}::int * ${amount}::numeric / (${paidAmount}::numeric - coalesce(${refundAmount}::numeric, 0)))::int`.as(
        "points",
      ),
    ),
  );
  return counted?.points ?? 0;
}

async function takeFromBuyer(context: CommitContext, tx: Transaction, order: Order, amount: string): Promise<void> {
  const taken = await pointsTaken(tx, order, amount);
  if (taken <= 0) return;
  await changeRow(context, tx, "order", { id: order.id, values: { earnedPoints: (order.earnedPoints ?? 0) - taken } });
  if ((await readRow(context, tx, "member", order.memberId)) === undefined) return;
  const buyer = await lockRow(context, tx, "member", order.memberId);
  if (buyer.status === memberStatus.cancelled) return;
  // At most what is left; what is spent stays spent.
  const points = Math.min(taken, buyer.points ?? 0);
  if (points > 0) {
    const { orderNo: bizNo, memberId } = order;
    await movePoints(context, tx, { memberId, points: -points, reason: pointsReasons.takenBack, bizNo, remark: "订单退款扣回" });
  }
  await changeRow(context, tx, "member", { id: buyer.id, values: { growthValue: Math.max((buyer.growthValue ?? 0) - taken, 0) } });
  await regrade(context, tx, buyer.id);
}

/** Takes back in proportion what was earned. `order` is as it was before this refund. */
export async function takeBackRewards(context: CommitContext, tx: Transaction, order: Order, amount: string): Promise<void> {
  await takeFromBuyer(context, tx, order, amount);
  await followRefund(context, tx, order.id, goodsAfter(order, amount));
}
