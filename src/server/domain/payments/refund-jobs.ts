// Refunds by a gateway: made once under their number, and asked about until the gateway has decided.
import type { Text } from "#schema/text";
import { z } from "zod";
import type { Domain } from "../../contract.ts";
import { writeJobs } from "../../crud/write/jobs.ts";
import { changeRow, lockRows, readRow } from "../../crud/write/server-rows.ts";
import type { JobHandler, JobRun } from "../../jobs/job-handler.ts";
import { localTime } from "../../store/clock.ts";
import { exchangeWith, NotSent, partiesOf, subjectOf, type ExchangeServices, type Gateway } from "./exchange.ts";
import type { CallContext, Refund, RefundResult } from "./providers/provider.ts";
import { refundJob } from "./refund-execution.ts";
import { applyRefund } from "./refund-settlement.ts";
import { refundStatus } from "../collection/states.ts";

const payloadSchema = z.object({ refundOrderId: z.string(), round: z.int() });

/** Minutes until a gateway that has not decided is asked again; then as long as the last. */
const pauses = [1, 2, 5, 10, 30, 60] as const;
const maxRounds = 48;

type Talk = (gateway: Gateway, refund: Refund, context: CallContext) => Promise<RefundResult>;

const talks = {
  refund: ({ channel, provider }, refund, context) => provider.refund(channel, refund, context),
  query: ({ channel, provider }, refund, context) => provider.queryRefund(channel, refund, context),
} as const satisfies Readonly<Record<string, Talk>>;

async function load(job: JobRun, refundOrderId: string, services: ExchangeServices) {
  return job.step(async (tx) => {
    const refund = await readRow(job.context, tx, "pay-refund-order", refundOrderId);
    const parties = refund?.payOrderId == null ? undefined : await partiesOf(job.context, tx, refund.payOrderId, services);
    return refund === undefined || parties === undefined ? undefined : { ...parties, refund };
  }, {});
}

/** Writes down what the gateway said, and has it asked again where it has not decided. */
async function apply(job: JobRun, refundOrderId: string, result: RefundResult, round: number): Promise<void> {
  const { context } = job;
  await job.step(async (tx) => {
    const applied = await applyRefund(context, tx, refundOrderId, result);
    const [refund] = await lockRows(context, tx, "pay-refund-order", [refundOrderId]);
    if (refund === undefined) return;
    if ("refusal" in applied) {
      const values = { errorCode: "contradiction", errorMsg: applied.refusal };
      await changeRow(context, tx, "pay-refund-order", { id: refund.id, values });
    } else if (result.outcome === "pending" && refund.status === refundStatus.refunding && round < maxRounds) {
      const minutes = pauses[Math.min(round, pauses.length - 1)] ?? pauses[0];
      const runAt = localTime(job.milliseconds() + minutes * 60_000);
      await writeJobs(tx, context, [{ ...refundJob("pay-refund-order.query", refund, round + 1), runAt }]);
    }
  }, {});
}

const handler = (type: keyof typeof talks, services: ExchangeServices): JobHandler => ({
  concurrency: 3,
  // Whether the money went back is not known: the refund stays under way until somebody asks again.
  async ended(tx, { context, payload, reason }) {
    const { refundOrderId } = payloadSchema.parse(payload);
    const [refund] = await lockRows(context, tx, "pay-refund-order", [refundOrderId]);
    if (refund?.status !== refundStatus.refunding) return;
    const errorMsg: Text = [`结果未知，请查询结果：${reason[0]}`, `The result is unknown, query it: ${reason[1]}`];
    await changeRow(context, tx, "pay-refund-order", { id: refund.id, values: { errorCode: "unknown", errorMsg } });
  },
  async run(job) {
    const { refundOrderId, round } = payloadSchema.parse(job.payload);
    const found = await load(job, refundOrderId, services);
    if (found?.refund.status !== refundStatus.refunding) return;
    const { refund, payment, gateway } = found;
    const request: Refund = {
      refundNo: refund.refundNo ?? "",
      payNo: payment.payNo ?? "",
      tradeNo: refund.tradeNo ?? "",
      amount: refund.refundAmount ?? "",
      total: payment.amount ?? "",
      currency: payment.currency ?? "",
      reason: refund.refundReason ?? "",
    };
    const subject = { ...subjectOf(payment), refundNo: refund.refundNo };
    try {
      const result = await exchangeWith(job, { gateway, type, subject }, services, (to, context) => talks[type](to, request, context));
      await apply(job, refundOrderId, result, round);
    } catch (error) {
      if (!(error instanceof NotSent)) throw error;
      // Only of the first attempt is it certain that the gateway knows nothing of the refund.
      if (type === "refund" && job.attempt === 1)
        await apply(job, refundOrderId, { outcome: "failed", code: "notSent", message: error.cause.text }, round);
      throw error.cause;
    }
  },
});

export const refundJobsDomain = (services: ExchangeServices): Domain => ({
  reads: {},
  actions: {},
  hooks: {},
  jobs: { "pay-refund-order.execute": handler("refund", services), "pay-refund-order.query": handler("query", services) },
});
