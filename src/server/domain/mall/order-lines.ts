// Lines of an order that staff placed: while it is unpaid, lines may still come and go, and the order is worked out anew.
import { compareDecimals } from "#schema/decimals";
import { added, negated } from "#schema/exact";
import type { CommitContext, Domain, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { stateSentence } from "../../crud/guards/state-sentence.ts";
import { changeRow, lockRow, lockRows, readRow, resourceNamed } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { allOf, db, first, rows } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { lockStock, returnStock } from "../product/stock.ts";
import { dueOf, partsOf, sumOf } from "./order-amounts.ts";
import { requireNoOpenPayment, shareOverLines } from "./order-changes.ts";
import { payIfNothingDue } from "./order-payment.ts";
import { lockBuyer, lockCommodities, planLines, reductionOf, requireWithinLimits, requireWithinTotal } from "./order-plan.ts";
import { isBeforeReceipt } from "./order-states.ts";
import { newLine } from "./order-placing.ts";

type Order = StoredRow<"order">;

/** The order of lines that come or go, locked; refused while a payment of it is open. */
async function openOrder(context: CommitContext, tx: Transaction, orderId: string | null): Promise<Order> {
  const order = await lockRow(context, tx, "order", orderId);
  await requireNoOpenPayment(context, tx, order);
  return order;
}

/** What staff takes off beyond the member's own reduction stays off, as far as the goods still cost as much. */
async function discountOver(context: CommitContext, tx: Transaction, order: Order, totalAmount: string): Promise<string> {
  const gradeId = (await readRow(context, tx, "member", order.memberId))?.gradeId ?? null;
  const before = await reductionOf(context, tx, gradeId, order.totalAmount ?? "0");
  const extra = added(order.discountAmount ?? "0", negated(before));
  const reduction = await reductionOf(context, tx, gradeId, totalAmount);
  if (compareDecimals(extra, "0") <= 0) return reduction;
  const max = added(totalAmount, negated(order.pointsAmount ?? "0"));
  const wanted = added(reduction, extra);
  return sumOf([compareDecimals(wanted, max) > 0 && compareDecimals(max, reduction) > 0 ? max : wanted]);
}

/** Works an order out anew over the lines that it has, without those that are about to go. */
async function recount(context: CommitContext, tx: Transaction, order: Order, leaving: readonly string[] = []): Promise<void> {
  const lines = await rows(
    tx,
    db
      .selectFrom(tables(context).unscoped("order-detail", "d"))
      .where("d.orderId", "=", order.id)
      .where("d.id", "<>", allOf(leaving))
      .select("d.totalAmount"),
  );
  const totalAmount = sumOf(lines.map((line) => line.totalAmount ?? "0"));
  const parts = { ...partsOf(order), totalAmount, discountAmount: await discountOver(context, tx, order, totalAmount) };
  requireWithinTotal(context, parts, "discountAmount");
  const payAmount = dueOf(parts);
  const { discountAmount } = parts;
  await changeRow(context, tx, "order", { id: order.id, values: { totalAmount, discountAmount, payAmount } });
  await shareOverLines(context, tx, { id: order.id, leaving }, parts);
  await payIfNothingDue(context, tx, { ...order, payAmount }, leaving);
}

const hooks: ResourceHooks<"order-detail"> = {
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      if (current !== undefined) {
        const order = await lockRow(context, tx, "order", current.orderId);
        if (values.traceCodes === undefined || values.traceCodes === current.traceCodes || isBeforeReceipt(order.status)) return;
        const [zh, en] = stateSentence(resourceNamed(context, "order"), order);
        throw fieldError(context, "order-detail", "traceCodes", {
          code: "notAllowed",
          message: [`订单${zh}，不能修改发货码`, `The codes can no longer be changed${en}`],
        });
      }
      // No caller gives what is worked out; rows of a seed have it.
      if (values.totalAmount !== undefined) return;
      const order = await openOrder(context, tx, values.orderId ?? null);
      const { commodityId, commoditySkuId: skuId, quantity } = values;
      const wanted = { commodityId: commodityId ?? "", skuId: skuId ?? "", quantity: quantity ?? 0 };
      const lines = await planLines(context, tx, [wanted], order.clientPlatformId);
      await lockCommodities(context, tx, lines);
      const buyer = await lockBuyer(context, tx, order.memberId);
      await requireWithinLimits(context, tx, lines, buyer.id);
      for (const line of lines) {
        const written = newLine(order.id, line);
        Object.assign(values, written);
      }
      await lockStock(context, tx, [{ skuId: wanted.skuId, quantity: wanted.quantity }]);
    },
    afterChange: async (tx, context, { values, current }) => {
      if (current === undefined) await recount(context, tx, await lockRow(context, tx, "order", values.orderId));
    },
  },
  remove: {
    beforeRemove: async (tx, context, { rows: going }) => {
      const ofOrders = [...new Set(going.flatMap(({ orderId }) => orderId ?? []))];
      await lockRows(context, tx, "order", ofOrders);
      for (const orderId of ofOrders) {
        const order = await openOrder(context, tx, orderId);
        const lines = going.filter((line) => line.orderId === orderId);
        const leaving = lines.map(({ id }) => id);
        await requireOthers(context, tx, order, leaving);
        await returnStock(
          context,
          tx,
          lines.map(({ commoditySkuId: skuId, quantity }) => ({ skuId, quantity })),
          "locked",
        );
        await recount(context, tx, order, leaving);
      }
    },
  },
};

/** An order without lines is none: it is closed instead. */
async function requireOthers(context: CommitContext, tx: Transaction, order: Order, leaving: readonly string[]): Promise<void> {
  const other = await first(
    tx,
    db
      .selectFrom(tables(context).unscoped("order-detail", "d"))
      .where("d.orderId", "=", order.id)
      .where("d.id", "<>", allOf(leaving))
      .limit(1)
      .select("d.id"),
  );
  if (other !== undefined) return;
  const number = order.orderNo ?? "";
  throw businessError(
    "lastLine",
    [`订单“${number}”至少保留一条明细，不需要时请关闭订单`, `Order “${number}” keeps at least one line; close it if nobody wants it`],
    { data: { orderId: order.id } },
  );
}

export const orderLinesDomain: Domain = { reads: {}, actions: {}, hooks: { "order-detail": hooks }, effects: ["order-detail.amounts"] };
