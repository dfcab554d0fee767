// Business orders and their nodes: one node in progress at a time, and an order that follows its nodes.
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { addRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { db, first, run } from "../../rows/query.ts";
import { tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { startNextNode, followNodes, nodeStates, unfinished } from "./order-nodes.ts";
import { nodeHooks, orderHooks } from "./order-rules.ts";

const draftMail = 0;

function onlyOne(ids: readonly string[]): string {
  const [id] = ids;
  if (id === undefined) throw new Error("an action on a row came without its key");
  return id;
}

const start: Effect<"business-order.start"> = {
  commit: async (tx, context, { ids }) => {
    const orderId = onlyOne(ids);
    await startNextNode(context, tx, orderId);
    await followNodes(context, tx, orderId);
  },
};

const finish: Effect<"business-order.finish"> = {
  commit: async (tx, context, { ids }) => {
    const orderId = onlyOne(ids);
    const nodes = db
      .selectFrom(tables(context).unscoped("business-order-node", "n"))
      .where("n.orderId", "=", orderId)
      .where("n.status", "in", unfinished);
    const open = await first(tx, nodes.orderBy("n.sort").orderBy("n.id").limit(1).select(["n.id", "n.name"]));
    if (open !== undefined) {
      const title = open.name ?? "";
      throw businessError(
        "openNode",
        [`节点“${title}”尚未结束，不能完成订单`, `Node “${title}” has not ended, so the order cannot be finished`],
        { target: { resource: "business-order-node", id: open.id, title } },
      );
    }
    await followNodes(context, tx, orderId);
  },
};

const terminate: Effect<"business-order.terminate"> = {
  commit: async (tx, context, { ids }) => {
    const orderId = onlyOne(ids);
    await run(
      tx,
      update(context, tables(context).unscoped("business-order-node", "n"))
        .set({ status: nodeStates.skipped })
        .where("n.orderId", "=", orderId)
        .where("n.status", "in", unfinished),
    );
    await followNodes(context, tx, orderId);
  },
};

/** The node with its order, whose row is locked: two nodes of an order end one after the other. */
async function nodeWithOrder(context: CommitContext, tx: Transaction, nodeId: string) {
  const { unscoped, withRemoved } = tables(context);
  const row = await first(
    tx,
    db
      .selectFrom(withRemoved("business-order-node", "n"))
      .innerJoin(unscoped("business-order", "o"), "o.id", "n.orderId")
      .where("n.id", "=", nodeId)
      .forNoKeyUpdate("o")
      .select(["n.name", "n.notifyPartner", "o.id as orderId", "o.orderNo", "o.title", "o.status as orderStatus", "o.partnerId"]),
  );
  if (row === undefined)
    throw businessError("orderGone", ["所属订单不存在或已被删除", "The order of this node does not exist or was removed"]);
  return row;
}

type NodeWithOrder = Awaited<ReturnType<typeof nodeWithOrder>>;

/** A draft to the partner from the default mailbox. What is not set up stays empty, for whoever sends the mail to fill in. */
async function draftNotice(context: CommitContext, tx: Transaction, nodeId: string, node: NodeWithOrder): Promise<void> {
  if (!context.model.resource.has("email-record")) return;
  const { unscoped, withRemoved } = tables(context);
  const { partnerId, orderId } = node;
  const mail = await first(
    tx,
    db.selectNoFrom(({ selectFrom }) => [
      selectFrom(unscoped("email", "e"))
        .where("e.isDefault", "=", 1)
        .where("e.status", "=", 1)
        .orderBy("e.id")
        .limit(1)
        .select("e.id")
        .as("emailId"),
      selectFrom(withRemoved("partner", "p")).where("p.id", "=", partnerId).select("p.contactEmail").as("receivers"),
    ]),
  );
  const [orderNo, title, name] = [node.orderNo, node.title, node.name].map((text) => text ?? "");
  const values = {
    emailId: mail?.emailId ?? null,
    receivers: mail?.receivers ?? null,
    partnerId,
    orderId,
    orderNodeId: nodeId,
    status: draftMail,
    subject: `《${title}》节点“${name}”已完成`.slice(0, 200),
    content: `<p>订单 ${orderNo} 的节点“${escaped(name ?? "")}”已完成。</p>`,
    sendCount: 0,
  };
  await addRow(context, tx, "email-record", values);
}

/** Text inside HTML. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const orderInProgress = 1;

/** After a node ended: the next begins, if the order is under way, and the order follows. */
async function advanceOrder(context: CommitContext, tx: Transaction, { orderId, orderStatus }: NodeWithOrder): Promise<void> {
  if (orderStatus === orderInProgress) await startNextNode(context, tx, orderId);
  await followNodes(context, tx, orderId);
}

const finishNode: Effect<"business-order-node.finish"> = {
  commit: async (tx, context, { ids }) => {
    const nodeId = onlyOne(ids);
    const node = await nodeWithOrder(context, tx, nodeId);
    if (node.notifyPartner === 1) await draftNotice(context, tx, nodeId, node);
    await advanceOrder(context, tx, node);
  },
};

const skipNode: Effect<"business-order-node.skip"> = {
  commit: async (tx, context, { ids }) => {
    await advanceOrder(context, tx, await nodeWithOrder(context, tx, onlyOne(ids)));
  },
};

export const ordersDomain: Domain = {
  reads: {},
  actions: {
    "business-order.start": start,
    "business-order.finish": finish,
    "business-order.terminate": terminate,
    "business-order-node.finish": finishNode,
    "business-order-node.skip": skipNode,
  },
  hooks: { "business-order": orderHooks, "business-order-node": nodeHooks },
};
