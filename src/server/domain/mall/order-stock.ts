// What an order took when it was placed, and what it gives back: goods and points.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { readRow } from "../../crud/write/server-rows.ts";
import { allOf, db, first, rows } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { memberStatus } from "../loyalty/member-status.ts";
import { movePoints, pointsReasons } from "../loyalty/points-ledger.ts";
import type { Quantity } from "../product/stock.ts";

/** The pieces of an order, by SKU; without lines that are about to go. */
export async function piecesOf(
  context: CommitContext,
  tx: Transaction,
  orderId: string,
  leaving: readonly string[] = [],
): Promise<readonly Quantity[]> {
  return rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("order-detail", "d"))
      .where("d.orderId", "=", orderId)
      .where("d.id", "<>", allOf(leaving))
      .orderBy("d.id")
      .select(["d.commoditySkuId as skuId", "d.quantity"]),
  );
}

/**
 * Returns points that the order took when it was placed, as the ledger has them: what a form said was to be used proves nothing, and what
 * was returned already is not returned again. A cancelled member has no points any more.
 */
export async function returnPoints(
  context: CommitContext,
  tx: Transaction,
  { memberId, orderNo: bizNo }: Pick<StoredRow<"order">, "memberId" | "orderNo">,
  remark: string,
): Promise<void> {
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
  if (points <= 0 || (await readRow(context, tx, "member", memberId))?.status === memberStatus.cancelled) return;
  await movePoints(context, tx, { memberId, points, reason: pointsReasons.returned, bizNo, remark });
}
