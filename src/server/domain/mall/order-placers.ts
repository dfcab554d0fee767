// Who placed the orders of installations from before orders said so: their history knows.
import type { CommitContext, Domain } from "../../contract.ts";
import { run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

async function namePlacers(tx: Transaction, context: CommitContext): Promise<void> {
  const { acrossTenants } = tables(context);
  await run(
    tx,
    updateDerived(acrossTenants("order", "o"))
      .from(acrossTenants("order-status-log", "l"))
      .whereRef("l.orderId", "=", "o.id")
      .where("l.event", "=", "create")
      .where("o.placedBy", "is", null)
      .set(({ ref }) => ({ placedBy: ref("l.operatorType") })),
  );
}

export const orderPlacersDomain: Domain = { reads: {}, actions: {}, hooks: {}, completions: { "order.placedBy": namePlacers } };
