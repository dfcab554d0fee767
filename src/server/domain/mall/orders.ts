// Orders: what their steps do beyond the transition.
import { sql } from "kysely";
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { lockRow } from "../../crud/write/server-rows.ts";
import { db, first, rows, run } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { movePoints, pointsReasons } from "../loyalty/points-ledger.ts";
import { logAction } from "./order-log.ts";
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

async function unlockGoods(context: CommitContext, tx: Transaction, orderId: string): Promise<void> {
  const goods = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("order-detail", "d"))
      .where("d.orderId", "=", orderId)
      .select(["d.commoditySkuId", "d.quantity"]),
  );
  await returnStock(
    context,
    tx,
    goods.map(({ commoditySkuId: skuId, quantity }) => ({ skuId, quantity })),
    "locked",
  );
}

/** Points that the order took when it was placed, as the ledger has them: what a form said was to be used proves nothing. */
async function returnPoints(context: CommitContext, tx: Transaction, order: Order): Promise<void> {
  const { memberId, orderNo: bizNo } = order;
  await lockRow(context, tx, "member", memberId);
  const taken = await first(
    tx,
    db
      .selectFrom(tables(context).unscoped("points-record", "p"))
      .where("p.memberId", "=", memberId)
      .where("p.bizNo", "=", bizNo)
      .where("p.bizType", "in", [pointsReasons.orderDeduction, pointsReasons.returned])
      .select(({ ref }) => sql<number | null>`-sum(${ref("p.points")})::int`.as("points")),
  );
  const points = taken?.points ?? 0;
  if (points > 0) await movePoints(context, tx, { memberId, points, reason: pointsReasons.returned, bizNo, remark: "订单关闭退回" });
}

const close: Work = async (context, tx, order) => {
  await closePayments(context, tx, order.id);
  await unlockGoods(context, tx, order.id);
  await returnPoints(context, tx, order);
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
