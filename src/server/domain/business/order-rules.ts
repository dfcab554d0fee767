// What may be written of a business order and of its nodes, and when.
import type { CommitContext, ResourceHooks } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { lockRows, readRow } from "../../crud/write/server-rows.ts";
import type { WritableValues } from "../../rows/stored.ts";
import type { Transaction } from "../../store/database.ts";
import { startNextNode, followNodes } from "./order-nodes.ts";

const [draft, inProgress] = [0, 1];
/** State of a partner we work with. */
const active = 1;

/** What was agreed when the order started. */
const agreed = ["partnerId", "quantity", "unitPrice"] as const;

/** An order is with a partner we work with, and placed by the day on which that ends. */
async function requireCooperation(
  context: CommitContext,
  tx: Transaction,
  { partnerId, orderDate }: Pick<WritableValues<"business-order">, "partnerId" | "orderDate">,
): Promise<void> {
  const partner = await readRow(context, tx, "partner", partnerId ?? null);
  if (partner === undefined) return;
  const { name, status, cooperateEnd } = partner;
  if (status !== active)
    throw fieldError(context, "business-order", "partnerId", {
      code: "notAllowed",
      message: [`“${name ?? ""}”不在合作中，不能下单`, `We do not work with “${name ?? ""}” at present, so there are no orders with it`],
    });
  if (cooperateEnd !== null && (orderDate ?? "") > cooperateEnd)
    throw fieldError(context, "business-order", "orderDate", {
      code: "rule",
      message: [
        `与“${name ?? ""}”的合作于 ${cooperateEnd} 到期，下单日期不能晚于该日`,
        `Work with “${name ?? ""}” ends on ${cooperateEnd}; an order with it is placed by then`,
      ],
    });
}

export const orderHooks: ResourceHooks<"business-order"> = {
  restore: {},
  submit: {
    beforeChange: async (tx, context, { values, current }) => {
      const isChanged = (name: (typeof agreed)[number] | "orderDate") => values[name] !== undefined && values[name] !== current?.[name];
      const order = { ...current, ...values };
      const { status } = order;
      // An order of the past, as installations bring some, may be with somebody we no longer work with.
      if ((isChanged("partnerId") || isChanged("orderDate")) && status === draft) await requireCooperation(context, tx, order);
      if (current === undefined || status === draft) return;
      const fixed = agreed.find(isChanged);
      if (fixed !== undefined)
        throw fieldError(context, "business-order", fixed, {
          code: "fixed",
          message: ["订单启动后不能修改", "This no longer changes once the order has started"],
        });
    },
  },
};

/** The orders that these nodes belong to. */
const ordersOf = (rows: readonly { readonly orderId?: string | null }[]): readonly string[] => [
  ...new Set(rows.flatMap(({ orderId }) => orderId ?? [])),
];

/** Orders whose nodes came or went: one under way goes on with the next node, and all show the share that has ended. */
async function follow(context: CommitContext, tx: Transaction, orderIds: readonly string[]) {
  for (const { id, status } of await lockRows(context, tx, "business-order", orderIds)) {
    if (status === inProgress) await startNextNode(context, tx, id);
    await followNodes(context, tx, id);
  }
}

export const nodeHooks: ResourceHooks<"business-order-node"> = {
  submit: {
    afterChange: async (tx, context, { values, current }) => {
      const orderId = values.orderId ?? current?.orderId ?? null;
      if (current === undefined && orderId !== null) await follow(context, tx, [orderId]);
    },
  },
  remove: {
    // An order refers to the node that is in progress, which could not go otherwise.
    beforeRemove: async (tx, context, { rows }) => {
      const leaving = rows.map(({ id }) => id);
      for (const { id } of await lockRows(context, tx, "business-order", ordersOf(rows))) await followNodes(context, tx, id, leaving);
    },
    afterRemove: (tx, context, { rows }) => follow(context, tx, ordersOf(rows)),
  },
  restore: {
    afterRestore: (tx, context, { rows }) => follow(context, tx, ordersOf(rows)),
  },
};
