// Payments by a gateway: asked for after their pay order is there, queried on request, and closed when their time is over.
import type { Text } from "#schema/text";
import { z } from "zod";
import type { CommitContext, Domain } from "../../contract.ts";
import { writeJobs } from "../../crud/write/jobs.ts";
import { changeRow, lockRows, readRow } from "../../crud/write/server-rows.ts";
import type { EndedJob, JobHandler, JobRun } from "../../jobs/job-handler.ts";
import { enqueueJobs } from "../../jobs/enqueue.ts";
import { db, rows } from "../../rows/query.ts";
import { tables, update, type TableRows } from "../../rows/tables.ts";
import { millisecondsOf } from "../../store/clock.ts";
import type { Transaction } from "../../store/database.ts";
import { exchangeWith, NotSent, partiesOf, subjectOf, type ExchangeServices } from "./exchange.ts";
import { exchangeJob } from "./pay-orders.ts";
import type { PaymentResult } from "./providers/provider.ts";
import { applyPayment, closeExpired } from "./settlement.ts";
import { closingJob } from "../collection/close-payments.ts";
import { openPayments, payStatus } from "../collection/states.ts";
import { closeJob } from "./payment-closing.ts";

const payloadSchema = z.object({ payOrderId: z.string(), closes: z.boolean().optional() });

/** Writes down what the channel said; a contradiction is the operator's to look into. */
async function apply(job: JobRun, payOrderId: string, result: PaymentResult): Promise<void> {
  await job.step(async (tx) => {
    const applied = await applyPayment(job.context, tx, payOrderId, result);
    if ("refusal" in applied) await noteContradiction(job.context, tx, payOrderId, applied.refusal);
  }, {});
}

async function noteContradiction(context: CommitContext, tx: Transaction, id: string, errorMsg: Text): Promise<void> {
  const [payment] = await lockRows(context, tx, "pay-order", [id]);
  if (payment !== undefined) await changeRow(context, tx, "pay-order", { id, values: { errorCode: "contradiction", errorMsg } });
}

/** Nobody can pay what the channel has not heard of. What it may have heard of is settled by its report all the same. */
async function giveUp(context: CommitContext, tx: Transaction, id: string, errorMsg: Text): Promise<void> {
  const [payment] = await lockRows(context, tx, "pay-order", [id]);
  if (payment?.status !== payStatus.created) return;
  const values = { status: payStatus.failed, errorCode: "notSent", errorMsg };
  await changeRow(context, tx, "pay-order", { id, values });
}

const ended = async (tx: Transaction, { context, payload, reason }: EndedJob): Promise<void> =>
  giveUp(context, tx, payloadSchema.parse(payload).payOrderId, reason);

/** Has the channel close what has been closed here. */
async function closeAtChannel(context: CommitContext, tx: Transaction, id: string): Promise<void> {
  const payment = await readRow(context, tx, "pay-order", id);
  if (payment?.status === payStatus.closed) await writeJobs(tx, context, [closingJob(payment)]);
}

const open = (services: ExchangeServices): JobHandler => ({
  concurrency: 3,
  ended,
  async run(job) {
    const { payOrderId } = payloadSchema.parse(job.payload);
    const parties = await job.step((tx) => partiesOf(job.context, tx, payOrderId, services), {});
    if (parties?.payment.status !== payStatus.created) {
      // It was closed between two attempts, and the channel may have heard of the first.
      if (job.attempt > 1) await job.step((tx) => closeAtChannel(job.context, tx, payOrderId), {});
      return;
    }
    const { payment, gateway, returnUrl } = parties;
    const { payNo, orderNo, subject, amount, currency, expireTime, clientIp } = payment;
    const request = {
      payNo: payNo ?? "",
      orderNo: orderNo ?? "",
      subject: subject ?? "",
      amount: amount ?? "",
      currency: currency ?? "",
      expireTime: expireTime === null ? null : new Date(millisecondsOf(expireTime)).toISOString(),
      clientIp: clientIp ?? "",
      returnUrl,
    };
    try {
      const result = await exchangeWith(
        job,
        { gateway, type: "payment", subject: subjectOf(payment) },
        services,
        ({ channel, provider }, context) => provider.open(channel, request, context),
      );
      await apply(job, payOrderId, result);
      // It may have been closed meanwhile.
      if (result.outcome === "pending") await job.step((tx) => closeAtChannel(job.context, tx, payOrderId), {});
    } catch (error) {
      throw error instanceof NotSent ? error.cause : error;
    }
  },
});

const query = (services: ExchangeServices): JobHandler => ({
  concurrency: 3,
  async ended(tx, { context, payload }) {
    const { payOrderId, closes } = payloadSchema.parse(payload);
    if (closes === true) await closeExpired(context, tx, payOrderId);
  },
  async run(job) {
    const { payOrderId, closes } = payloadSchema.parse(job.payload);
    const parties = await job.step((tx) => partiesOf(job.context, tx, payOrderId, services), {});
    if (parties === undefined || !openPayments.includes(parties.payment.status)) return;
    const { payment, gateway } = parties;
    try {
      const result = await exchangeWith(
        job,
        { gateway, type: "query", subject: subjectOf(payment) },
        services,
        ({ channel, provider }, context) => provider.query(channel, { payNo: payment.payNo ?? "" }, context),
      );
      await apply(job, payOrderId, result);
    } catch (error) {
      throw error instanceof NotSent ? error.cause : error;
    }
    if (closes === true) await job.step((tx) => closeExpired(job.context, tx, payOrderId), {});
  },
});

/** Rows of one step. */
const batch = 200;

/**
 * Closes what was not paid in time, tenant by tenant: rows are locked, which a distributed database does on the node of a tenant. A channel that
 * was asked to collect is asked once more how it went, by a job of its tenant.
 */
const expire: JobHandler = {
  concurrency: 1,
  // Pay orders of all tenants, by one job instead of one for each of them.
  acrossTenants: true,
  async run(job) {
    const { context } = job;
    const everybody = overdue(context, tables(context).acrossTenants("pay-order", "n"))
      .select("n.tenantId")
      .distinct()
      .orderBy("n.tenantId");
    for (const { tenantId } of await job.step((tx) => rows(tx, everybody), {})) await expireOf(job, tenantId);
  },
};

const overdue = (context: Pick<CommitContext, "now">, orders: TableRows<"pay-order", "n">) =>
  db
    .selectFrom(orders)
    .where("n.expireTime", "<=", context.now())
    .where("n.status", "in", [...openPayments]);

async function expireOf(job: JobRun, tenantId: string): Promise<void> {
  const context = { ...job.context, scope: { ...job.context.scope, tenantId } };
  const { unscoped } = tables(context);
  const isOver = overdue(context, unscoped("pay-order", "n"));
  for (let count = batch; count === batch;) {
    const next = isOver.where("n.status", "=", payStatus.created).orderBy("n.id").limit(batch).forUpdate().skipLocked().select("n.id");
    const closing = update(context, unscoped("pay-order", "p")).set({ status: payStatus.closed }).where("p.id", "in", next);
    count = await job.step(async (tx) => (await rows(tx, closing.returning("p.id"))).length, {});
  }
  for (let last = "0"; last !== "";) {
    const request = isOver.where("n.status", "=", payStatus.paying).where("n.id", ">", last).orderBy("n.id").limit(batch);
    last = await job.step(async (tx) => {
      const found = await rows(tx, request.select(["n.id", "n.payNo"]));
      for (const { id, payNo } of found) {
        const ask = { ...exchangeJob("pay-order.query", id, payNo), payload: { payOrderId: id, closes: true } };
        await enqueueJobs(tx, { tenantId, userId: "", now: context.now() }, [ask]);
      }
      return found.length === batch ? (found.at(-1)?.id ?? "") : "";
    }, {});
  }
}

export const paymentJobsDomain = (services: ExchangeServices): Domain => ({
  reads: {},
  actions: {},
  hooks: {},
  jobs: {
    "pay-order.open": open(services),
    "pay-order.query": query(services),
    "pay-order.close": closeJob(services),
    "pay-order.expire": expire,
  },
  schedules: { "pay-order expiry": { times: { everyMinutes: 5 }, job: { queue: "pay-order.expire", payload: null } } },
  effects: ["pay-order.expiry", "pay-log-data.recording"],
});
