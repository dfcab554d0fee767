// What happens to orders as time passes: unpaid ones are closed at their deadline, shipped ones are received after some days.
import { sql } from "kysely";
import type { CommitContext, Domain } from "../../contract.ts";
import { changeRow, lockRows } from "../../crud/write/server-rows.ts";
import type { JobHandler } from "../../jobs/job-handler.ts";
import { rowByRow, type DueRow } from "../../jobs/row-by-row.ts";
import { db, read, type Query } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { closeOrder, receiveOrder } from "./order-ends.ts";
import { orderStatus } from "./order-states.ts";

/** What a job of the clock does with each order that is due. */
interface Task {
  readonly note: readonly [string, string];
  /** Orders that are due, in the order of their ids, after one. */
  due(context: CommitContext, after: string, limit: number): Query<DueRow>;
  /** Ends one of them; answers whether it was still to be ended, as others may have been faster. */
  end(context: CommitContext, tx: Transaction, id: string): Promise<boolean>;
}

const defaultDays = 10;
const overdue = "超时未付款";

const expiry: Task = {
  note: ["关闭超时未付款的订单", "Closing orders that were not paid in time"],
  due: (context, after, limit) =>
    db
      .selectFrom(tables(context).unscoped("order", "o"))
      .where("o.status", "=", orderStatus.unpaid)
      .where("o.expireTime", "<=", context.now())
      .where("o.id", ">", after)
      .orderBy("o.id")
      .limit(limit)
      .select(["o.id", "o.orderNo as name"]),
  end: async (context, tx, id) => {
    const [order] = await lockRows(context, tx, "order", [id]);
    if (order?.status !== orderStatus.unpaid) return false;
    const values = { status: orderStatus.closed, closeTime: context.now(), closeReason: overdue };
    await changeRow(context, tx, "order", { id, values });
    await closeOrder(context, tx, order, overdue);
    return true;
  },
};

const receipt: Task = {
  note: ["到期自动确认收货", "Confirming receipts that are due"],
  due: (context, after, limit) =>
    db
      .selectFrom(tables(context).unscoped("order", "o"))
      .innerJoin(tables(context).withRemoved("client-platform", "p"), "p.id", "o.clientPlatformId")
      .where("o.status", "=", orderStatus.shipped)
      .where(
        ({ ref }) =>
          sql<boolean>`${ref("o.deliveryTime")} + make_interval(days => coalesce(${ref("p.autoReceiveDays")}, ${sql.lit(defaultDays)})) <= ${context.now()}::timestamp`,
      )
      .where("o.id", ">", after)
      .orderBy("o.id")
      .limit(limit)
      .select(["o.id", "o.orderNo as name"]),
  end: async (context, tx, id) => {
    const [order] = await lockRows(context, tx, "order", [id]);
    if (order?.status !== orderStatus.shipped) return false;
    await changeRow(context, tx, "order", { id, values: { status: orderStatus.done, finishTime: context.now() } });
    await receiveOrder(context, tx, order, "到期自动确认收货");
    return true;
  },
};

/** One transaction for each order, so that one that fails keeps no other waiting, and none is locked for longer than it takes. */
const handlerOf = ({ note, due, end }: Task): JobHandler => ({
  isOnePerTenant: true,
  run: (job) =>
    rowByRow(job, {
      note,
      due: async (after, limit) => (await read({ database: job.database, scope: job.context.scope }, [due(job.context, after, limit)]))[0],
      batch: 1,
      work: (tx, { id }) => end(job.context, tx, id),
    }),
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
