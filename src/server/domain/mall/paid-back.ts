// The money of an order on its way back: through the pay order that paid it.
import type { CommitContext } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { db, first } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { openRefund } from "../collection/refunds.ts";
import { refundTypes } from "../collection/states.ts";
import { payStates } from "./order-states.ts";

type Order = StoredRow<"order">;

/** The pay order that paid the order; repeated payments have a refund of their own. */
async function payOrderOf(context: CommitContext, tx: Transaction, order: Order): Promise<string> {
  const { unscoped } = tables(context);
  const paid = await first(
    tx,
    db
      .selectFrom(unscoped("pay-order", "p"))
      .where("p.orderId", "=", order.id)
      .where("p.status", "in", [...payStates.holdsMoney])
      .where(({ not, exists, ref }) =>
        not(exists(db.selectFrom(unscoped("repeat-order", "r")).where("r.payOrderId", "=", ref("p.id")).select("r.id"))),
      )
      .orderBy("p.id")
      .limit(1)
      .select("p.id"),
  );
  if (paid !== undefined) return paid.id;
  const number = order.orderNo ?? "";
  throw businessError(
    "noPayOrder",
    [`订单“${number}”没有可退款的支付单`, `Order “${number}” has no pay order that money can go back through`],
    { data: { orderId: order.id } },
  );
}

/** Opens a refund of an order, back to who paid. */
export async function refundTo(
  context: CommitContext,
  tx: Transaction,
  order: Order,
  { amount, reason }: { readonly amount: string; readonly reason: string },
): Promise<string> {
  return openRefund(context, tx, { payOrderId: await payOrderOf(context, tx, order), amount, refundType: refundTypes.business, reason });
}
