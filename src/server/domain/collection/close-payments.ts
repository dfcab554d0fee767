// The open pay orders of an order end with it, at the channels that were asked to collect them as well.
import type { CommitContext } from "../../contract.ts";
import { writeJobs } from "../../crud/write/jobs.ts";
import type { NewJob } from "../../jobs/new-job.ts";
import { anyOf, db, rows, run } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { openPayments, payStatus } from "./states.ts";

/** A job that has the channel take no money for a closed pay order any more. */
export const closingJob = ({ id, payNo }: Pick<StoredRow<"pay-order">, "id" | "payNo">): NewJob => ({
  queue: "pay-order.close",
  key: id,
  payload: { payOrderId: id },
  subject: { resource: "pay-order", id, title: payNo ?? "" },
});

/** Nobody pays a closed order. */
export async function closePayments(context: CommitContext, tx: Transaction, orderId: string): Promise<void> {
  const { unscoped } = tables(context);
  const found = await rows(
    tx,
    db
      .selectFrom(unscoped("pay-order", "p"))
      .where("p.orderId", "=", orderId)
      .where("p.status", "in", [...openPayments])
      .orderBy("p.id")
      .forNoKeyUpdate()
      .select(["p.id", "p.payNo", "p.status"]),
  );
  const closing = update(context, unscoped("pay-order", "p")).set({ status: payStatus.closed });
  await run(tx, closing.where("p.id", "=", anyOf(found.map(({ id }) => id))));
  // Of one that is not on its way yet nobody has heard; the job that is to ask for it finds it closed.
  await writeJobs(tx, context, found.filter(({ status }) => status === payStatus.paying).map(closingJob));
}
