// The nodes of a business order: one in progress at a time, and an order that follows them.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { allOf, db, run } from "../../rows/query.ts";
import { tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

export const nodeStates = { notStarted: 0, inProgress: 1, skipped: 3 } as const;
/** States of a node that has not ended. */
export const unfinished = [nodeStates.notStarted, nodeStates.inProgress];

/** Begins the first node that was not started, unless one is in progress already. */
export async function startNextNode(context: CommitContext, tx: Transaction, orderId: string): Promise<void> {
  const { unscoped } = tables(context);
  const nodes = db.selectFrom(unscoped("business-order-node", "o")).where("o.orderId", "=", orderId).select("o.id");
  await run(
    tx,
    update(context, unscoped("business-order-node", "n"))
      .set({ status: nodeStates.inProgress, startTime: context.now() })
      .where("n.id", "=", nodes.where("o.status", "=", nodeStates.notStarted).orderBy("o.sort").orderBy("o.id").limit(1))
      .where(({ not, exists }) => not(exists(nodes.where("o.status", "=", nodeStates.inProgress)))),
  );
}

/** Gives the order the node that is in progress, and the share of its nodes that ended. `leaving`: nodes that are about to be removed. */
export async function followNodes(
  context: CommitContext,
  tx: Transaction,
  orderId: string,
  leaving: readonly string[] = [],
): Promise<void> {
  const { unscoped, withRemoved } = tables(context);
  const nodes = db
    .selectFrom(unscoped("business-order-node", "n"))
    .where("n.orderId", "=", orderId)
    .where("n.id", "<>", allOf(leaving))
    .select(({ ref }) => [
      sql<string | null>`max(${ref("n.id")}) filter (where ${ref("n.status")} = ${sql.lit(nodeStates.inProgress)})`.as("current"),
      sql<
        number | null
      >`(100 * count(*) filter (where ${ref("n.status")} > ${sql.lit(nodeStates.inProgress)}) / nullif(count(*), 0))::int`.as("share"),
    ]);
  await run(
    tx,
    update(context, withRemoved("business-order", "o"))
      .from(nodes.as("n"))
      .where("o.id", "=", orderId)
      .set(({ ref, fn }) => ({ currentNodeId: ref("n.current"), progress: fn.coalesce("n.share", "o.progress") })),
  );
}
