// What a received order earns: points and growth for who bought, shares for who invited them and for the merchant (catalogue, `order.receive`, `share-benefit`).
import type { CommitContext, Values } from "../../contract.ts";
import { addRow, changeRow, lockRow } from "../../crud/write/server-rows.ts";
import type { Row, Transaction } from "../../store/database.ts";
import { mayEarn } from "../loyalty/member-status.ts";
import { regrade } from "../loyalty/members.ts";
import { movePoints, pointsReasons } from "../loyalty/points-ledger.ts";

const terminalOrder = 2;
const sources = { order: 1, terminalSale: 3 } as const;
const levels = { direct: 1, indirect: 2, merchant: 3 } as const;

/** Points by what was paid in the end and the rate of the buyer's grade; growth by the same number. */
async function rewardBuyer(context: CommitContext, tx: Transaction, order: Readonly<Values>, points: number): Promise<void> {
  const { memberId } = order;
  const buyer = await lockRow(context, tx, "member", memberId);
  if (!mayEarn(buyer) || points <= 0) return;
  await movePoints(context, tx, { memberId, points, reason: pointsReasons.purchase, bizNo: String(order["orderNo"]), remark: "购物赠送" });
  await changeRow(context, tx, "member", memberId, { growthValue: Number(buyer["growthValue"] ?? 0) + points });
  await regrade(context, tx, memberId);
}

/** The figures of an order, worked out by the database in decimals: points, the base of its shares, and who shares at which rate. */
async function figuresOf(context: CommitContext, tx: Transaction, orderId: unknown): Promise<{ readonly points: number; readonly shares: readonly Row[] }> {
  const { rows } = await tx.query({
    sql: `with sale as (
        select o.member_id, o.merchant_id, coalesce(o.paid_amount, 0) - coalesce(o.refund_amount, 0) as net,
          greatest(coalesce(o.paid_amount, 0) - coalesce(o.refund_amount, 0) - coalesce(o.freight_amount, 0), 0) as base
        from "order" o where o.tenant_id = $1 and o.id = $2::bigint
      ), chain as (
        select sale.*, buyer.parent_id as parent, parent.parent_id as grandparent,
          floor(sale.net * coalesce((select g.points_rate from grade g where g.tenant_id = $1 and g.id = buyer.grade_id and g.is_deleted = 0), 0))::bigint as points
        from sale join member buyer on buyer.tenant_id = $1 and buyer.id = sale.member_id
          left join member parent on parent.tenant_id = $1 and parent.id = buyer.parent_id
      ), due as (
        select parent as member_id, ${levels.direct} as level, (select g.share_rate from member m join grade g on g.tenant_id = m.tenant_id and g.id = m.grade_id and g.is_deleted = 0 where m.tenant_id = $1 and m.id = parent) as rate from chain
        union all
        select grandparent, ${levels.indirect}, (select g.parent_share_rate from member m join grade g on g.tenant_id = m.tenant_id and g.id = m.grade_id and g.is_deleted = 0 where m.tenant_id = $1 and m.id = grandparent) from chain
        union all
        select m.member_id, ${levels.merchant}, m.share_rate from chain join merchant m on m.tenant_id = $1 and m.id = chain.merchant_id and m.is_deleted = 0
      )
      select chain.points, chain.base::numeric(18,2) as base, due.member_id, due.level, due.rate, round(chain.base * due.rate / 100, 2) as amount
      from chain left join (due join member earner on earner.tenant_id = $1 and earner.id = due.member_id and earner.status = 1 and earner.is_deleted = 0) on due.rate > 0
        and not exists (
          select 1 from share_benefit made where made.tenant_id = $1 and made.order_id = $2::bigint and made.member_id = due.member_id and made.benefit_level = due.level and made.is_deleted = 0)
      order by due.level`,
    parameters: [context.scope.tenantId, orderId],
  });
  return { points: Number(rows[0]?.["points"] ?? 0), shares: rows.filter((row) => Number(row["amount"] ?? 0) > 0) };
}

/** Gives what a received order earns; the shares wait to be settled. */
export async function rewardPurchase(context: CommitContext, tx: Transaction, order: Readonly<Values>): Promise<void> {
  const { points, shares } = await figuresOf(context, tx, order["id"]);
  await rewardBuyer(context, tx, order, points);
  for (const share of shares) {
    await addRow(context, tx, "share-benefit", {
      sourceType: Number(order["orderType"]) === terminalOrder ? sources.terminalSale : sources.order, orderId: order["id"], bizNo: order["orderNo"], payerMemberId: order["memberId"],
      merchantId: order["merchantId"], terminalId: order["terminalId"], memberId: share["member_id"], benefitLevel: share["level"], sourceAmount: share["base"], rate: share["rate"], amount: share["amount"],
    });
  }
}
