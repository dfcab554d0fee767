// The proof that orders add up: what they cost is what their lines cost, what was paid and refunded is what payments say, what they earned
// is what the ledger of points has, and their history is a chain.
import { sql } from "kysely";
import { db } from "../../rows/query.ts";
import { tables, type TableContext } from "../../rows/tables.ts";
import { refundStatus, refundTypes, successfulPayments } from "../collection/states.ts";
import { pointsReasons } from "../loyalty/points-reasons.ts";
import { different, type Proof } from "../proof.ts";
import { orderStatus } from "./order-states.ts";

/** Everything that must hold of the orders of a tenant; a query that finds no rows proves its rule. */
export function orderProofs(context: Pick<TableContext, "model" | "scope" | "caller">): readonly Proof[] {
  const { unscoped } = tables(context);
  const amounts = db
    .selectFrom(unscoped("order", "o"))
    .leftJoin(unscoped("order-detail", "d"), "d.orderId", "o.id")
    .groupBy(["o.id", "o.orderNo", "o.payAmount", "o.totalAmount", "o.freightAmount", "o.discountAmount", "o.pointsAmount"])
    .select(({ ref }) => [
      "o.orderNo as of",
      sql<string>`(coalesce(${ref("o.totalAmount")}, 0) + coalesce(${ref("o.freightAmount")}, 0) - coalesce(${ref("o.discountAmount")}, 0)
        - coalesce(${ref("o.pointsAmount")}, 0))::text || ' = ' || (coalesce(sum(${ref("d.payAmount")}), 0) + coalesce(${ref("o.freightAmount")}, 0))::text`.as(
        "expected",
      ),
      sql<string>`${ref("o.payAmount")}::text || ' = ' || ${ref("o.payAmount")}::text`.as("found"),
    ]);
  const paid = db.selectFrom(unscoped("order", "o")).select(({ ref }) => [
    "o.orderNo as of",
    sql<string>`coalesce(${db
      .selectFrom(unscoped("pay-order", "p"))
      .leftJoin(unscoped("repeat-order", "r"), "r.payOrderId", "p.id")
      .where("p.orderId", "=", ref("o.id"))
      .where("p.status", "in", [...successfulPayments])
      .where("r.id", "is", null)
      .select(({ fn }) => fn.sum("p.amount").as("n"))}, 0)::numeric(18,2)::text`.as("expected"),
    sql<string>`coalesce(${ref("o.paidAmount")}, 0)::numeric(18,2)::text`.as("found"),
  ]);
  const refunded = db.selectFrom(unscoped("order", "o")).select(({ ref }) => [
    "o.orderNo as of",
    sql<string>`coalesce(${db
      .selectFrom(unscoped("pay-refund-order", "r"))
      .where("r.orderId", "=", ref("o.id"))
      .where("r.refundType", "=", refundTypes.business)
      .where("r.status", "=", refundStatus.refunded)
      .select(({ fn }) => fn.sum("r.refundAmount").as("n"))}, 0)::numeric(18,2)::text`.as("expected"),
    sql<string>`coalesce(${ref("o.refundAmount")}, 0)::numeric(18,2)::text`.as("found"),
  ]);
  const earned = db.selectFrom(unscoped("order", "o")).select(({ ref }) => [
    "o.orderNo as of",
    "o.refundAmount",
    sql<string>`coalesce(${db
      .selectFrom(unscoped("points-record", "p"))
      .where("p.bizNo", "=", ref("o.orderNo"))
      .where("p.memberId", "=", ref("o.memberId"))
      .where("p.bizType", "=", pointsReasons.purchase)
      .select(({ fn }) => fn.sum("p.points").as("n"))}, 0)::text`.as("expected"),
    sql<string>`coalesce(${ref("o.earnedPoints")}, 0)::text`.as("found"),
  ]);
  const steps = db
    .selectFrom(unscoped("order-status-log", "g"))
    .select(({ ref }) => [
      "g.orderId",
      "g.orderNo as of",
      "g.toStatus",
      sql<string>`coalesce(lag(${ref("g.toStatus")}) over (partition by ${ref("g.orderId")} order by ${ref("g.createTime")}, ${ref("g.id")})::text, '')`.as(
        "expected",
      ),
      sql<string>`coalesce(${ref("g.fromStatus")}::text, '')`.as("found"),
      sql<number>`row_number() over (partition by ${ref("g.orderId")} order by ${ref("g.createTime")} desc, ${ref("g.id")} desc)`.as(
        "back",
      ),
    ]);
  const last = db
    .selectFrom(unscoped("order", "o"))
    .innerJoin(steps.as("s"), "s.orderId", "o.id")
    .where("s.back", "=", 1)
    .select(({ ref }) => [
      "o.orderNo as of",
      sql<string>`${ref("s.toStatus")}::text`.as("expected"),
      sql<string>`${ref("o.status")}::text`.as("found"),
    ]);
  const locked = db.selectFrom(unscoped("commodity-sku", "k")).select(({ ref }) => [
    "k.skuCode as of",
    sql<string>`coalesce(${db
      .selectFrom(unscoped("order-detail", "d"))
      .innerJoin(unscoped("order", "o"), "o.id", "d.orderId")
      .where("d.commoditySkuId", "=", ref("k.id"))
      .where("o.status", "=", orderStatus.unpaid)
      .select(({ fn }) => fn.sum("d.quantity").as("n"))}, 0)::text`.as("expected"),
    sql<string>`coalesce(${ref("k.lockStock")}, 0)::text`.as("found"),
  ]);
  // What a refund took back of points is gone from the order, but not always from the ledger: at most what was left was taken.
  const fullyEarned = db
    .selectFrom(earned.as("e"))
    .where(({ ref }) => sql<boolean>`coalesce(${ref("e.refundAmount")}, 0) = 0 or ${ref("e.found")}::bigint > ${ref("e.expected")}::bigint`)
    .select(["e.of", "e.expected", "e.found"]);
  return [
    {
      name: "order-amounts",
      label: ["订单应付等于明细与运费之和", "Orders cost what their lines and freight come to"],
      differences: different(amounts),
    },
    { name: "order-payments", label: ["订单实付等于成功的支付", "Orders were paid what payments say"], differences: different(paid) },
    { name: "order-refunds", label: ["订单已退等于成功的退款", "Orders were refunded what refunds say"], differences: different(refunded) },
    {
      name: "order-points",
      label: ["订单赠送积分等于积分记录", "Orders earned what the ledger of points has"],
      differences: different(fullyEarned),
    },
    {
      name: "order-history",
      label: ["订单状态记录前后相接", "Each step of an order begins where the one before it ended"],
      differences: different(steps),
    },
    {
      name: "order-states",
      label: ["订单状态等于最后一条记录", "Orders are in the state of their last step"],
      differences: different(last),
    },
    {
      name: "locked-goods",
      label: ["锁定库存等于待付款订单", "What is locked is what unpaid orders hold"],
      differences: different(locked),
    },
  ];
}
