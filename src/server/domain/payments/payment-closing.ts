// Closed pay orders at their gateway: it is told to take no money for them any more, and says so, or that it has taken it already.
import type { Text } from "#schema/text";
import { z } from "zod";
import { changeRow, lockRows } from "../../crud/write/server-rows.ts";
import type { JobHandler, JobRun } from "../../jobs/job-handler.ts";
import { db, first } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { payStatus } from "../collection/states.ts";
import { exchangeWith, NotSent, partiesOf, subjectOf, type ExchangeServices } from "./exchange.ts";
import { applyPayment } from "./settlement.ts";

const payloadSchema = z.object({ payOrderId: z.string() });

/** The closed pay order with its gateway, if the gateway may have heard of it. */
async function load(job: JobRun, payOrderId: string, services: ExchangeServices) {
  const { context } = job;
  return job.step(async (tx) => {
    const parties = await partiesOf(context, tx, payOrderId, services);
    if (parties?.payment.status !== payStatus.closed) return undefined;
    const due = db
      .selectFrom(tables(context).unscoped("pay-log-data", "l"))
      .where("l.payOrderId", "=", payOrderId)
      .where("l.logType", "=", "payment");
    return (await first(tx, due.limit(1).select("l.id"))) === undefined ? undefined : parties;
  }, {});
}

export const closeJob = (services: ExchangeServices): JobHandler => ({
  concurrency: 3,
  // The payer may still pay there; the money is kept all the same, and its report says where it belongs.
  async ended(tx, { context, payload, reason }) {
    const { payOrderId } = payloadSchema.parse(payload);
    const [payment] = await lockRows(context, tx, "pay-order", [payOrderId]);
    if (payment?.status !== payStatus.closed) return;
    const errorMsg: Text = [`支付渠道未确认关闭：${reason[0]}`, `The channel did not confirm the closing: ${reason[1]}`];
    await changeRow(context, tx, "pay-order", { id: payment.id, values: { errorCode: "notClosed", errorMsg } });
  },
  async run(job) {
    const { payOrderId } = payloadSchema.parse(job.payload);
    const parties = await load(job, payOrderId, services);
    if (parties === undefined) return;
    const { payment, gateway } = parties;
    try {
      const result = await exchangeWith(
        job,
        { gateway, type: "close", subject: subjectOf(payment) },
        services,
        ({ channel, provider }, context) => provider.close(channel, { payNo: payment.payNo ?? "" }, context),
      );
      if (result.outcome === "closed") return;
      await job.step(async (tx) => {
        const applied = await applyPayment(job.context, tx, payOrderId, result);
        if (!("refusal" in applied)) return;
        const values = { errorCode: "contradiction", errorMsg: applied.refusal };
        await changeRow(job.context, tx, "pay-order", { id: payOrderId, values });
      }, {});
    } catch (error) {
      throw error instanceof NotSent ? error.cause : error;
    }
  },
});
