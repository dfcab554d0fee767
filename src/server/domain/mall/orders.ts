// Orders: what their steps do beyond the transition (catalogue, `order`).
import type { CommitContext, Domain, Effect, Values } from "../../contract.ts";
import { lockRow } from "../../crud/write/server-rows.ts";
import type { Transaction } from "../../store/database.ts";
import { movePoints, pointsReasons } from "../loyalty/points-ledger.ts";
import { logAction, type OrderStep } from "./order-log.ts";
import { rewardPurchase } from "./purchase-rewards.ts";
import { returnStock } from "../product/stock.ts";

type Orders = (context: CommitContext, tx: Transaction, order: Readonly<Values>) => Promise<void>;

/** A step with its row in the history, after whatever else it does to the order. */
const step = (event: OrderStep["event"], effect?: Orders, remarkOf?: (order: Readonly<Values>) => unknown): Effect => ({
  commit: async (tx, context, { rows }) => {
    for (const order of rows) {
      await effect?.(context, tx, order);
      await logAction(context, tx, order, event, remarkOf?.(order));
    }
    return {};
  },
});

/** Nobody pays a closed order. */
async function closePayments(context: CommitContext, tx: Transaction, orderId: unknown): Promise<void> {
  await tx.query({
    sql: "update pay_order set status = 4, update_user = $3, update_time = $4, version = version + 1 where tenant_id = $1 and order_id = $2::bigint and status in (0, 1) and is_deleted = 0",
    parameters: [context.scope.tenantId, orderId, context.caller.userId, context.now()],
  });
}

async function unlockGoods(context: CommitContext, tx: Transaction, orderId: unknown): Promise<void> {
  const { rows } = await tx.query({
    sql: "select commodity_sku_id, quantity from order_detail where tenant_id = $1 and order_id = $2::bigint and is_deleted = 0",
    parameters: [context.scope.tenantId, orderId],
  });
  await returnStock(context, tx, rows.map((row) => ({ skuId: String(row["commodity_sku_id"]), quantity: Number(row["quantity"]) })), "locked");
}

/** Points that the order took when it was placed, as the ledger has them: what a form said was to be used proves nothing. */
async function returnPoints(context: CommitContext, tx: Transaction, order: Readonly<Values>): Promise<void> {
  const [memberId, bizNo] = [order["memberId"], String(order["orderNo"])];
  await lockRow(context, tx, "member", memberId);
  const taken = await tx.first({
    sql: `select -sum(points)::int as points from points_record
      where tenant_id = $1 and member_id = $2::bigint and biz_no = $3 and biz_type = any($4) and is_deleted = 0`,
    parameters: [context.scope.tenantId, memberId, bizNo, [pointsReasons.orderDeduction, pointsReasons.returned]],
  });
  const points = Number(taken?.["points"] ?? 0);
  if (points > 0) await movePoints(context, tx, { memberId, points, reason: pointsReasons.returned, bizNo, remark: "订单关闭退回" });
}

const close: Orders = async (context, tx, order) => {
  await closePayments(context, tx, order["id"]);
  await unlockGoods(context, tx, order["id"]);
  await returnPoints(context, tx, order);
};

export const ordersDomain: Domain = {
  reads: {},
  actions: {
    "order.auditSuccess": step("auditSuccess"),
    "order.ship": step("ship", undefined, (order) => order["deliveryNo"]),
    "order.receive": step("receive", rewardPurchase),
    "order.close": step("close", close, (order) => order["closeReason"]),
  },
  hooks: {},
};
