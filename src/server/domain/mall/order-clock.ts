// What happens to orders as time passes: unpaid ones are closed at their deadline, shipped ones are received after some days.
import { sql } from "kysely";
import { z } from "zod";
import type { CommitContext, Domain } from "../../contract.ts";
import { changeRow, lockRows } from "../../crud/write/server-rows.ts";
import { ApiError, businessError } from "../../http/errors.ts";
import { JobInterruption } from "../../jobs/interruption.ts";
import type { JobHandler, JobRun } from "../../jobs/job-handler.ts";
import { db, read, type Query } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { closeOrder, receiveOrder } from "./order-ends.ts";
import { orderStatus } from "./order-states.ts";

interface DueOrder {
  readonly id: string;
  readonly orderNo: string | null;
}

/** What a job of the clock does with each order that is due. */
interface Task {
  readonly note: readonly [string, string];
  /** Orders that are due, in the order of their ids, after one. */
  due(context: CommitContext, after: string): Query<DueOrder>;
  /** Ends one of them, locked; others may have been faster. */
  end(context: CommitContext, tx: Transaction, id: string): Promise<void>;
}

const batch = 100;
const usualDays = 10;

const checkpointSchema = z.object({ last: z.string(), done: z.int() });

const overdue = "超时未付款";

const expiry: Task = {
  note: ["关闭超时未付款的订单", "Closing orders that were not paid in time"],
  due: (context, after) =>
    db
      .selectFrom(tables(context).unscoped("order", "o"))
      .where("o.status", "=", orderStatus.unpaid)
      .where("o.expireTime", "<=", context.now())
      .where("o.id", ">", after)
      .orderBy("o.id")
      .limit(batch)
      .select(["o.id", "o.orderNo"]),
  end: async (context, tx, id) => {
    const [order] = await lockRows(context, tx, "order", [id]);
    if (order?.status !== orderStatus.unpaid) return;
    const values = { status: orderStatus.closed, closeTime: context.now(), closeReason: overdue };
    await changeRow(context, tx, "order", { id, values });
    await closeOrder(context, tx, order, overdue);
  },
};

const receipt: Task = {
  note: ["到期自动确认收货", "Confirming receipts that are due"],
  due: (context, after) =>
    db
      .selectFrom(tables(context).unscoped("order", "o"))
      .innerJoin(tables(context).withRemoved("client-platform", "p"), "p.id", "o.clientPlatformId")
      .where("o.status", "=", orderStatus.shipped)
      .where(
        ({ ref }) =>
          sql<boolean>`${ref("o.deliveryTime")} + make_interval(days => coalesce(${ref("p.autoReceiveDays")}, ${sql.lit(usualDays)})) <= ${context.now()}::timestamp`,
      )
      .where("o.id", ">", after)
      .orderBy("o.id")
      .limit(batch)
      .select(["o.id", "o.orderNo"]),
  end: async (context, tx, id) => {
    const [order] = await lockRows(context, tx, "order", [id]);
    if (order?.status !== orderStatus.shipped) return;
    await changeRow(context, tx, "order", { id, values: { status: orderStatus.done, finishTime: context.now() } });
    await receiveOrder(context, tx, order, "到期自动确认收货");
  },
};

/** Orders that could not be ended are told when all others are done; the next run tries them again. */
function tell(failed: readonly { readonly order: DueOrder; readonly error: unknown }[]): void {
  const fault = failed.find(({ error }) => !(error instanceof ApiError));
  if (fault !== undefined) throw fault.error;
  const [first] = failed;
  if (!(first?.error instanceof ApiError)) return;
  const [zh, en] = first.error.text;
  throw businessError("someOrdersFailed", [
    `${failed.length} 个订单未能处理，如“${first.order.orderNo ?? ""}”：${zh}`,
    `${failed.length} orders could not be handled, such as “${first.order.orderNo ?? ""}”: ${en}`,
  ]);
}

/** One transaction for each order, so that one that fails keeps no other waiting. */
const handlerOf = ({ note, due, end }: Task): JobHandler => ({
  isOnePerTenant: true,
  async run(job: JobRun) {
    let { last, done } = checkpointSchema.parse(job.checkpoint ?? { last: "0", done: 0 });
    const failed = [];
    for (let isOver = false; !isOver;) {
      const [orders] = await read({ database: job.database, scope: job.context.scope }, [due(job.context, last)]);
      for (const order of orders) {
        last = order.id;
        try {
          await job.step((tx) => end(job.context, tx, order.id), {
            checkpoint: { last, done: done + 1 },
            progress: { done: done + 1, note },
          });
          done += 1;
        } catch (error) {
          if (error instanceof JobInterruption || job.signal.aborted) throw error;
          failed.push({ order, error });
        }
      }
      isOver = orders.length < batch;
    }
    tell(failed);
  },
});

export const orderClockDomain: Domain = {
  reads: {},
  actions: {},
  hooks: {},
  effects: ["order.expiry", "order.autoReceipt"],
  jobs: { "order.expiry": handlerOf(expiry), "order.autoReceipt": handlerOf(receipt) },
  schedules: {
    "order expiry": { times: { everyMinutes: 5 }, tenants: "each", job: { queue: "order.expiry", payload: null } },
    "order receipt": { times: { cron: "20 * * * *" }, tenants: "each", job: { queue: "order.autoReceipt", payload: null } },
  },
};
