// What staff changes in an order: freight and discount. Until when, its definition says (`changeableWhen`).
import { compareDecimals } from "#schema/decimals";
import { allOf, db, first, rows, run } from "../../rows/query.ts";
import type { CommitContext } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { readRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import type { StoredRow, WritableValues } from "../../rows/stored.ts";
import { tables, updateWithoutVersion } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { dueOf, partsOf, shareOut, sumOf, type Parts } from "./order-amounts.ts";
import { reductionOf, requireWithinTotal } from "./order-plan.ts";
import { requireSeller } from "./order-seller.ts";
import { payStates } from "./order-states.ts";

type Order = StoredRow<"order">;

/** Somebody is about to pay what the order costs now. */
export async function requireNoOpenPayment(context: CommitContext, tx: Transaction, order: Pick<Order, "id" | "orderNo">): Promise<void> {
  const open = await first(
    tx,
    db
      .selectFrom(tables(context).unscoped("pay-order", "p"))
      .where("p.orderId", "=", order.id)
      .where("p.status", "in", [...payStates.open])
      .limit(1)
      .select("p.payNo"),
  );
  if (open === undefined) return;
  throw businessError(
    "openPayment",
    [
      `订单“${order.orderNo ?? ""}”有未完成的支付单“${open.payNo ?? ""}”，请先关闭`,
      `Order “${order.orderNo ?? ""}” has the open pay order “${open.payNo ?? ""}”; close it first`,
    ],
    { data: { orderId: order.id } },
  );
}

/** Gives each line its share of what is taken off now; those that are about to go get none. */
export async function shareOverLines(
  context: CommitContext,
  tx: Transaction,
  { id: orderId, leaving = [] }: { readonly id: string; readonly leaving?: readonly string[] },
  parts: Parts,
): Promise<void> {
  const { unscoped } = tables(context);
  const lines = await rows(
    tx,
    db
      .selectFrom(unscoped("order-detail", "d"))
      .where("d.orderId", "=", orderId)
      .where("d.id", "<>", allOf(leaving))
      .orderBy("d.id")
      .forNoKeyUpdate()
      .select(["d.id", "d.totalAmount"]),
  );
  const shares = shareOut(
    parts,
    lines.map(({ totalAmount }) => totalAmount ?? "0"),
  );
  for (const [index, { id }] of lines.entries())
    await run(
      tx,
      updateWithoutVersion(unscoped("order-detail", "d"))
        .set(shares[index] ?? {})
        .where("d.id", "=", id),
    );
}

const differs = (left: string | null | undefined, right: string | null): boolean => compareDecimals(left ?? "0", right ?? "0") !== 0;

/** A change of an order by staff. Its row is locked. */
export async function changeOrder(context: CommitContext, tx: Transaction, values: WritableValues<"order">, order: Order): Promise<void> {
  const other = (name: "merchantId" | "terminalId") => (values[name] === order[name] ? null : (values[name] ?? null));
  await requireSeller(context, tx, { merchantId: other("merchantId"), terminalId: other("terminalId") });
  const { freightAmount = order.freightAmount, discountAmount = order.discountAmount } = values;
  const isOtherDiscount = differs(discountAmount, order.discountAmount);
  if (!isOtherDiscount && !differs(freightAmount, order.freightAmount)) return;
  await requireNoOpenPayment(context, tx, order);
  const parts = { ...partsOf(order), freightAmount: sumOf([freightAmount ?? "0"]), discountAmount: sumOf([discountAmount ?? "0"]) };
  if (isOtherDiscount) await requireReduction(context, tx, order, parts);
  requireWithinTotal(context, parts, "discountAmount");
  Object.assign(values, { ...parts, payAmount: dueOf(parts) });
  await shareOverLines(context, tx, order, parts);
}

/** Staff may raise the discount, not take from a member what its grade gives. */
async function requireReduction(context: CommitContext, tx: Transaction, order: Order, parts: Parts): Promise<void> {
  const member = await readRow(context, tx, "member", order.memberId);
  const minDiscount = await reductionOf(context, tx, member?.gradeId ?? null, parts.totalAmount);
  if (compareDecimals(parts.discountAmount, minDiscount) >= 0) return;
  throw fieldError(context, "order", "discountAmount", {
    code: "notAllowed",
    message: [`优惠金额不能低于会员优惠 ${minDiscount} 元`, `The discount cannot be less than the member's own, ${minDiscount}`],
  });
}
