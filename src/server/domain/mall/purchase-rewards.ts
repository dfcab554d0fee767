// What a received order earns: points and growth for who bought, shares for who invited them and for the merchant.
import { sql, type Expression } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { addRows, changeRow, lockRow } from "../../crud/write/server-rows.ts";
import { db, rows } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables, type TableSources } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { mayEarn, memberStatus } from "../loyalty/member-status.ts";
import { regrade } from "../loyalty/members.ts";
import { movePoints, pointsReasons } from "../loyalty/points-ledger.ts";
import { shareLevels } from "../loyalty/shares.ts";
import { merchantStatus } from "../loyalty/terminals.ts";

const terminalOrder = 2;
const sources = { order: 1, terminalSale: 3 } as const;

/** Points by what was paid in the end and the rate of the buyer's grade; growth by the same number. */
async function rewardBuyer(context: CommitContext, tx: Transaction, order: StoredRow<"order">, points: number): Promise<void> {
  const { memberId } = order;
  const buyer = await lockRow(context, tx, "member", memberId);
  if (!mayEarn(buyer) || points <= 0) return;
  await movePoints(context, tx, { memberId, points, reason: pointsReasons.purchase, bizNo: order.orderNo, remark: "购物赠送" });
  await changeRow(context, tx, "order", { id: order.id, values: { earnedPoints: points } });
  await changeRow(context, tx, "member", { id: memberId, values: { growthValue: (buyer.growthValue ?? 0) + points } });
  await regrade(context, tx, memberId);
}

/** The figures of an order, worked out by the database in decimals: points, the base of its shares, and who shares at which rate. */
function figuresOf({ unscoped, withRemoved }: TableSources, orderId: string) {
  const rateOf = (member: Expression<string | null>, rate: "g.shareRate" | "g.parentShareRate") =>
    db
      .selectFrom(withRemoved("member", "m"))
      .innerJoin(unscoped("grade", "g"), "g.id", "m.gradeId")
      .where(({ eb, ref }) => eb(ref("m.id"), "=", sql<string>`${member}`))
      .select(rate);
  return db
    .with("chain", () =>
      db
        .selectFrom(withRemoved("order", "o"))
        .innerJoin(withRemoved("member", "buyer"), "buyer.id", "o.memberId")
        .leftJoin(withRemoved("member", "parent"), "parent.id", "buyer.parentId")
        .where("o.id", "=", orderId)
        .select(({ ref }) => {
          const net = sql`coalesce(${ref("o.paidAmount")}, 0) - coalesce(${ref("o.refundAmount")}, 0)`;
          const pointsRate = db.selectFrom(unscoped("grade", "g")).where("g.id", "=", ref("buyer.gradeId")).select("g.pointsRate");
          return [
            "o.merchantId",
            "buyer.parentId as parent",
            "parent.parentId as grandparent",
            sql<string>`floor((${net}) * coalesce(${pointsRate}, 0))::bigint`.as("points"),
            sql<string>`greatest(${net} - coalesce(${ref("o.freightAmount")}, 0), 0)`.as("base"),
          ];
        }),
    )
    .with("due", (cte) =>
      cte
        .selectFrom("chain as c")
        .select(({ ref }) => [
          "c.parent as memberId",
          sql<number>`${sql.lit(shareLevels.direct)}`.as("level"),
          rateOf(ref("c.parent"), "g.shareRate").as("rate"),
        ])
        .unionAll(
          cte
            .selectFrom("chain as c")
            .select(({ ref }) => [
              "c.grandparent as memberId",
              sql<number>`${sql.lit(shareLevels.indirect)}`.as("level"),
              rateOf(ref("c.grandparent"), "g.parentShareRate").as("rate"),
            ]),
        )
        .unionAll(
          cte
            .selectFrom("chain as c")
            .innerJoin(unscoped("merchant", "m"), (join) =>
              join.onRef("m.id", "=", "c.merchantId").on("m.status", "=", merchantStatus.normal),
            )
            .select(["m.memberId", sql<number>`${sql.lit(shareLevels.merchant)}`.as("level"), "m.shareRate as rate"]),
        ),
    )
    .with("earned", (cte) =>
      cte
        .selectFrom("due as d")
        .innerJoin(unscoped("member", "earner"), (join) =>
          join.onRef("earner.id", "=", "d.memberId").on("earner.status", "=", memberStatus.normal),
        )
        .where("d.rate", ">", "0")
        .where(({ not, exists, ref }) =>
          not(
            exists(
              db
                .selectFrom(unscoped("share-benefit", "made"))
                .where("made.orderId", "=", orderId)
                .where("made.memberId", "=", ref("d.memberId"))
                .where("made.benefitLevel", "=", ref("d.level"))
                .select("made.id"),
            ),
          ),
        )
        .select(["d.memberId", "d.level", "d.rate"]),
    )
    .selectFrom("chain as c")
    .leftJoin("earned as e", (join) => join.onTrue())
    .orderBy("e.level")
    .select(({ ref }) => [
      "c.points",
      sql<string>`${ref("c.base")}::numeric(18,2)`.as("base"),
      "e.memberId",
      "e.level",
      "e.rate",
      sql<string | null>`round(${ref("c.base")} * ${ref("e.rate")} / 100, 2)`.as("amount"),
    ]);
}

/** Gives what a received order earns; the shares wait to be settled. */
export async function rewardPurchase(context: CommitContext, tx: Transaction, order: StoredRow<"order">): Promise<void> {
  const figures = await rows(tx, figuresOf(tables(context), order.id));
  const shares = figures.filter(({ amount }) => Number(amount ?? 0) > 0);
  await rewardBuyer(context, tx, order, Number(figures[0]?.points ?? 0));
  await addRows(
    context,
    tx,
    "share-benefit",
    shares.map((share) => ({
      sourceType: order.orderType === terminalOrder ? sources.terminalSale : sources.order,
      orderId: order.id,
      bizNo: order.orderNo,
      payerMemberId: order.memberId,
      merchantId: order.merchantId,
      terminalId: order.terminalId,
      memberId: share.memberId,
      benefitLevel: share.level,
      sourceAmount: share.base,
      rate: share.rate,
      amount: share.amount,
    })),
  );
}
