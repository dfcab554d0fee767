// Orders: what is done when they are placed, and what their steps do beyond the transition.
import { compareDecimals } from "#schema/decimals";
import type { CommitContext, Domain, Effect, ResourceHooks } from "../../contract.ts";
import { businessError, invalidFields } from "../../http/errors.ts";
import { db, rows, run } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { leftOfOrder } from "../collection/refunds.ts";
import { returnStock } from "../product/stock.ts";
import { changeOrder } from "./order-changes.ts";
import { closeOrder, receiveOrder } from "./order-ends.ts";
import { logAction, logStep, placedBy } from "./order-log.ts";
import { payIfNothingDue } from "./order-payment.ts";
import { placeOrder } from "./order-placing.ts";
import { planOrder, wantedLines } from "./order-plan.ts";
import { lineStatus, orderStatus } from "./order-states.ts";
import { piecesOf, returnPoints } from "./order-stock.ts";
import { refundTo } from "./paid-back.ts";

type Order = StoredRow<"order">;

const auditSuccess: Effect<"order.auditSuccess"> = {
  commit: async (tx, context, { rows: orders }) => {
    for (const order of orders) await logAction(context, tx, order, { event: "auditSuccess", remark: order.auditRemark });
    return {};
  },
};

const auditFail: Effect<"order.auditFail"> = {
  commit: async (tx, context, { rows: orders }) => {
    for (const order of orders) {
      await returnStock(context, tx, await piecesOf(context, tx, order.id), "sold");
      await returnPoints(context, tx, order, "审核不通过退回");
      const amount = leftOfOrder(order);
      const reason = order.auditRemark ?? "审核不通过";
      if (compareDecimals(amount, "0") > 0) await refundTo(context, tx, order, { amount, reason });
      await logAction(context, tx, order, { event: "auditFail", remark: order.auditRemark });
    }
    return {};
  },
};

const refund: Effect<"order.refund"> = {
  commit: async (tx, context, { rows: orders, values }) => {
    for (const order of orders) {
      const left = leftOfOrder(order);
      const amount = values.refundAmount ?? left;
      if (compareDecimals(amount, left) > 0)
        throw invalidFields([
          {
            code: "notAllowed",
            path: ["refundAmount"],
            parameters: {},
            label: ["退款金额", "Amount to refund"],
            message: [`退款金额不能超过可退金额 ${left} 元`, `At most ${left} can be refunded`],
          },
        ]);
      await refundTo(context, tx, order, { amount, reason: values.refundReason });
      const from = order.preRefundStatus ?? orderStatus.paid;
      await logStep(context, tx, order, { event: "refund", from, to: orderStatus.refunding, remark: values.refundReason });
    }
    return {};
  },
};

/** Codes that left with the parcel: of an order of one line they are its own; with several lines each has its codes already. */
async function keepTraceCodes(context: CommitContext, tx: Transaction, order: Order, traceCodes: string): Promise<void> {
  const lines = await rows(
    tx,
    db.selectFrom(tables(context).unscoped("order-detail", "d")).where("d.orderId", "=", order.id).limit(2).select("d.id"),
  );
  if (lines.length > 1)
    throw businessError(
      "severalLines",
      [
        `订单“${order.orderNo ?? ""}”有多条明细，请在各明细上填写发货码`,
        `Order “${order.orderNo ?? ""}” has several lines; enter the codes of each line there`,
      ],
      { data: { orderId: order.id } },
    );
  await run(tx, update(context, tables(context).unscoped("order-detail", "d")).set({ traceCodes }).where("d.orderId", "=", order.id));
}

const ship: Effect<"order.ship"> = {
  commit: async (tx, context, { rows: orders, values }) => {
    const { unscoped } = tables(context);
    for (const order of orders) {
      const traceCodes = values.traceCodes ?? "";
      if (traceCodes !== "") await keepTraceCodes(context, tx, order, traceCodes);
      await run(
        tx,
        update(context, unscoped("order-detail", "d"))
          .set({ status: lineStatus.shipped })
          .where("d.orderId", "=", order.id)
          .where("d.status", "=", lineStatus.normal),
      );
      await logAction(context, tx, order, { event: "ship", remark: order.deliveryNo });
    }
    return {};
  },
};

const receive: Effect<"order.receive"> = {
  commit: async (tx, context, { rows: orders }) => {
    for (const order of orders) await receiveOrder(context, tx, order);
    return {};
  },
};

const close: Effect<"order.close"> = {
  commit: async (tx, context, { rows: orders }) => {
    for (const order of orders) await closeOrder(context, tx, order, order.closeReason);
    return {};
  },
};

const hooks: ResourceHooks<"order"> = {
  // Only closed orders are removed, which hold no goods and wait for no money.
  restore: {},
  submit: {
    beforeChange: async (tx, context, { values, current, unstored }) => {
      if (current !== undefined) await changeOrder(context, tx, values, current);
      // No caller gives what is worked out; rows of a seed have it.
      else if (values.totalAmount === undefined) {
        values.placedBy = placedBy(context);
        await planOrder(context, tx, values, wantedLines(unstored["details"]));
      }
    },
    afterChange: async (tx, context, { id, values, current, unstored }) => {
      if (current === undefined) await placeOrder(context, tx, id, wantedLines(unstored["details"]));
      else await payIfNothingDue(context, tx, { ...current, ...values });
    },
  },
};

export const ordersDomain: Domain = {
  reads: {},
  actions: {
    "order.auditSuccess": auditSuccess,
    "order.auditFail": auditFail,
    "order.ship": ship,
    "order.receive": receive,
    "order.close": close,
    "order.refund": refund,
  },
  hooks: { order: hooks },
  effects: ["order.creation"],
};
