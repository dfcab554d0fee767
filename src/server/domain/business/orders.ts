// Business orders and their nodes: one node in progress at a time, and an order that follows its nodes (catalogue, `business-order`).
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { insertRow } from "../../crud/write/write.ts";
import { businessError } from "../../http/errors.ts";
import type { Row, Transaction } from "../../store/database.ts";

const nodeStates = { notStarted: 0, inProgress: 1, skipped: 3 } as const;
const draftMail = 0;

type Work = (context: CommitContext, tx: Transaction, orderId: string) => Promise<void>;

/** Begins the first node that was not started, unless one is in progress already. */
const beginNext: Work = async (context, tx, orderId) => {
  await tx.query({
    sql: `update business_order_node n set status = $3, start_time = $4, update_user = $5, update_time = $4, version = version + 1
      where n.tenant_id = $1 and n.id = (select o.id from business_order_node o where o.tenant_id = $1 and o.order_id = $2 and o.status = $6 and o.is_deleted = 0 order by o.sort, o.id limit 1)
        and not exists (select from business_order_node o where o.tenant_id = $1 and o.order_id = $2 and o.status = $3 and o.is_deleted = 0)`,
    parameters: [context.scope.tenantId, orderId, nodeStates.inProgress, context.now(), context.caller.userId, nodeStates.notStarted],
  });
};

/** Gives the order the node that is in progress, and the share of its nodes that ended. */
const followNodes: Work = async (context, tx, orderId) => {
  await tx.query({
    sql: `update business_order o set current_node_id = n.current, progress = coalesce(n.share, o.progress), update_user = $3, update_time = $4, version = version + 1
      from (select max(id) filter (where status = 1) as current, (100 * count(*) filter (where status > 1) / nullif(count(*), 0))::int as share
        from business_order_node where tenant_id = $1 and order_id = $2 and is_deleted = 0) n
      where o.tenant_id = $1 and o.id = $2`,
    parameters: [context.scope.tenantId, orderId, context.caller.userId, context.now()],
  });
};

function onlyOne(ids: readonly string[]): string {
  const [id] = ids;
  if (id === undefined) throw new Error("an action on a row came without its key");
  return id;
}

const start: Effect = {
  commit: async (tx, context, { ids }) => {
    const orderId = onlyOne(ids);
    await beginNext(context, tx, orderId);
    await followNodes(context, tx, orderId);
  },
};

const finish: Effect = {
  commit: async (tx, context, { ids }) => {
    const orderId = onlyOne(ids);
    const open = await tx.first({
      sql: "select id::text as id, name from business_order_node where tenant_id = $1 and order_id = $2 and status in (0, 1) and is_deleted = 0 order by sort, id limit 1",
      parameters: [context.scope.tenantId, orderId],
    });
    if (open !== undefined) {
      const name = String(open["name"]);
      throw businessError("openNode", [`节点“${name}”尚未结束，不能完成订单`, `Node “${name}” has not ended, so the order cannot be finished`], { data: { blocker: { resource: "business-order-node", id: open["id"], title: name } } });
    }
    await followNodes(context, tx, orderId);
  },
};

const terminate: Effect = {
  commit: async (tx, context, { ids }) => {
    const orderId = onlyOne(ids);
    await tx.query({
      sql: `update business_order_node set status = $3, update_user = $4, update_time = $5, version = version + 1
        where tenant_id = $1 and order_id = $2 and status in (0, 1) and is_deleted = 0`,
      parameters: [context.scope.tenantId, orderId, nodeStates.skipped, context.caller.userId, context.now()],
    });
    await followNodes(context, tx, orderId);
  },
};

/** The node with its order, whose row is locked: two nodes of an order end one after the other. */
async function nodeWithOrder(context: CommitContext, tx: Transaction, nodeId: string): Promise<Row> {
  const row = await tx.first({
    sql: `select n.name, n.notify_partner, o.id::text as order_id, o.order_no, o.title, o.status as order_status, o.partner_id::text as partner_id
      from business_order_node n join business_order o on o.tenant_id = n.tenant_id and o.id = n.order_id and o.is_deleted = 0
      where n.tenant_id = $1 and n.id = $2 for no key update of o`,
    parameters: [context.scope.tenantId, nodeId],
  });
  if (row === undefined) throw businessError("orderGone", ["所属订单不存在或已被删除", "The order of this node does not exist or was removed"]);
  return row;
}

/** A draft to the partner from the default mailbox. What is not set up stays empty, for whoever sends the mail to fill in. */
async function draftNotice(context: CommitContext, tx: Transaction, nodeId: string, node: Row): Promise<void> {
  const { scope, caller } = context;
  const resource = context.model.resource.get("email-record");
  if (resource === undefined) return;
  const known = await tx.first({
    sql: `select (select e.id::text from email e where e.tenant_id = $1 and e.is_default = 1 and e.status = 1 and e.is_deleted = 0 order by e.id limit 1) as email_id,
      (select p.contact_email from partner p where p.tenant_id = $1 and p.id = $2) as receivers`,
    parameters: [scope.tenantId, node["partner_id"]],
  });
  const [orderNo, title, name] = [node["order_no"], node["title"], node["name"]].map(String);
  const values = {
    emailId: known?.["email_id"] ?? null, receivers: known?.["receivers"] ?? null, partnerId: node["partner_id"], orderId: node["order_id"], orderNodeId: nodeId, status: draftMail,
    subject: `《${title}》节点“${name}”已完成`.slice(0, 200), content: `<p>订单 ${orderNo} 的节点“${escaped(name ?? "")}”已完成。</p>`, sendCount: 0,
  };
  await insertRow(tx, resource, { values, id: await context.identifiers.next(), scope, caller, now: context.now() });
}

/** Text inside HTML. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

const orderInProgress = 1;

/** After a node ended: the next begins, if the order is under way, and the order follows. */
async function passOn(context: CommitContext, tx: Transaction, order: Row): Promise<void> {
  const orderId = String(order["order_id"]);
  if (Number(order["order_status"]) === orderInProgress) await beginNext(context, tx, orderId);
  await followNodes(context, tx, orderId);
}

const finishNode: Effect = {
  commit: async (tx, context, { ids }) => {
    const nodeId = onlyOne(ids);
    const node = await nodeWithOrder(context, tx, nodeId);
    if (Number(node["notify_partner"]) === 1) await draftNotice(context, tx, nodeId, node);
    await passOn(context, tx, node);
  },
};

const skipNode: Effect = {
  commit: async (tx, context, { ids }) => {
    await passOn(context, tx, await nodeWithOrder(context, tx, onlyOne(ids)));
  },
};

export const ordersDomain: Domain = {
  reads: {},
  actions: {
    "business-order.start": start, "business-order.finish": finish, "business-order.terminate": terminate,
    "business-order-node.finish": finishNode, "business-order-node.skip": skipNode,
  },
  hooks: {},
};
