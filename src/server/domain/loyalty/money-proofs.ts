// The proof that money was shared, earned and moved once: shares within what their orders are worth, their income, and its movements.
import { sql } from "kysely";
import { db } from "../../rows/query.ts";
import { tables, type TableContext } from "../../rows/tables.ts";
import { different, type Proof } from "../proof.ts";
import { billReasons } from "./account-ledger.ts";
import { incomeStatus } from "./income.ts";
import { goodsLeft } from "./share-returns.ts";
import { shareStatus } from "./shares.ts";

/** Everything that must hold of shares, income and movements of a tenant; a query that finds no rows proves its rule. */
export function moneyProofs(context: Pick<TableContext, "model" | "scope" | "caller">): readonly Proof[] {
  const { unscoped } = tables(context);
  const standing = db.selectFrom(unscoped("share-benefit", "b")).where("b.status", "in", [shareStatus.pending, shareStatus.settled]);
  const shares = standing.leftJoin(unscoped("order", "o"), "o.id", "b.orderId").select(({ ref }) => {
    const left = goodsLeft({ paidAmount: ref("o.paidAmount"), refundAmount: ref("o.refundAmount"), freightAmount: ref("o.freightAmount") });
    const base = sql`case when ${ref("o.id")} is null then ${ref("b.sourceAmount")} else least(${ref("b.sourceAmount")}, ${left}) end`;
    return [
      "b.benefitNo as of",
      sql<string>`round(${base} * ${ref("b.rate")} / 100, 2)::text`.as("expected"),
      sql<string>`(coalesce(${ref("b.amount")}, 0) - coalesce(${ref("b.owedAmount")}, 0))::numeric(18,2)::text`.as("found"),
    ];
  });
  const settled = db
    .selectFrom(unscoped("share-benefit", "b"))
    .leftJoin(unscoped("income-record", "i"), "i.id", "b.incomeRecordId")
    .select(({ ref }) => [
      "b.benefitNo as of",
      sql<string>`case ${ref("b.status")} when ${shareStatus.settled}::int then ${incomeStatus.booked}::int || ': ' || ${ref("b.amount")}
        when ${shareStatus.reversed}::int then ${incomeStatus.reversed}::int || ': ' || ${ref("b.amount")} else '' end`.as("expected"),
      sql<string>`coalesce(${ref("i.status")} || ': ' || ${ref("i.amount")}, '')`.as("found"),
    ]);
  const moved = db.selectFrom(unscoped("income-record", "i")).select(({ ref }) => {
    const sum = (reason: number) =>
      sql<string>`coalesce(${db
        .selectFrom(unscoped("water-bill", "w"))
        .where("w.bizType", "=", reason)
        .where("w.bizNo", "=", ref("i.incomeNo"))
        .where("w.userAccountId", "=", ref("i.userAccountId"))
        .select(({ fn }) => fn.sum("w.amount").as("n"))}, 0)`;
    const isMoved = sql`${ref("i.status")} <> ${incomeStatus.toBook}::int`;
    const isBack = sql`${ref("i.status")} = ${incomeStatus.reversed}::int`;
    return [
      "i.incomeNo as of",
      sql<string>`(case when ${isMoved} then ${ref("i.amount")} else 0 end)::numeric(18,2)::text || ' - ' || (case when ${isBack} then ${ref("i.amount")} else 0 end)::numeric(18,2)::text`.as(
        "expected",
      ),
      sql<string>`${sum(billReasons.incomeBooked)}::numeric(18,2)::text || ' - ' || ${sum(billReasons.incomeReversed)}::numeric(18,2)::text`.as(
        "found",
      ),
    ];
  });
  const chain = db.selectFrom(unscoped("water-bill", "w")).select(({ ref }) => {
    const movement = sql`case ${ref("w.direction")} when 1 then ${ref("w.amount")} else -${ref("w.amount")} end`;
    const before = sql`coalesce(sum(${movement}) over (partition by ${ref("w.userAccountId")} order by ${ref("w.id")} rows between unbounded preceding and 1 preceding), 0)`;
    return [
      "w.billNo as of",
      sql<string>`(${before})::numeric(18,2)::text || ' → ' || (${before} + ${movement})::numeric(18,2)::text`.as("expected"),
      sql<string>`${ref("w.balanceBefore")}::numeric(18,2)::text || ' → ' || ${ref("w.balanceAfter")}::numeric(18,2)::text`.as("found"),
    ];
  });
  return [
    {
      name: "shares",
      label: ["分润等于订单净额乘以比例", "Shares are their rate of what is left of the order"],
      differences: different(shares),
    },
    {
      name: "share-income",
      label: ["已结算的分润均有等额收入", "Settled shares have an income over the same amount"],
      differences: different(settled),
    },
    { name: "income-movements", label: ["收入等于其流水", "Income is what its movements say"], differences: different(moved) },
    {
      name: "account-ledger",
      label: ["资金流水前后相接", "Each movement begins where the one before it ended"],
      differences: different(chain),
    },
  ];
}
