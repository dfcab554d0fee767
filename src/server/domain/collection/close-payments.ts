// The open pay orders of an order end with it.
import type { CommitContext } from "../../contract.ts";
import { run } from "../../rows/query.ts";
import { tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { openPayments, payStatus } from "./states.ts";

/** Nobody pays a closed order. */
export async function closePayments(context: CommitContext, tx: Transaction, orderId: string): Promise<void> {
  await run(
    tx,
    update(context, tables(context).unscoped("pay-order", "p"))
      .set({ status: payStatus.closed })
      .where("p.orderId", "=", orderId)
      .where("p.status", "in", [...openPayments]),
  );
}
