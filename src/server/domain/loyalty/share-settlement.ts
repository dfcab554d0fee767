// Shares by the clock: settled when the time for returns is over, reversed when their order was paid back after all.
import { sql } from "kysely";
import type { CommitContext, Domain } from "../../contract.ts";
import { changeRow, lockRow, lockRows } from "../../crud/write/server-rows.ts";
import type { JobHandler } from "../../jobs/job-handler.ts";
import { rowByRow } from "../../jobs/row-by-row.ts";
import { db, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { numberSetting, readSettings } from "../bind-config/settings.ts";
import { accountStatus, lockAccounts } from "./account-ledger.ts";
import { memberStatus } from "./member-status.ts";
import { followRefund, goodsAfter, goodsLeft } from "./share-returns.ts";
import { bookShare, shareLevels, shareStatus } from "./shares.ts";
import { merchantStatus } from "./terminals.ts";

const settling = "share-settlement";
const reversing = "share-reversal";
const key = "share.settleDays";
/** 0: staff settles all of them. */
const builtIn = 7;

const orderStatus = { refunding: 7, refunded: 8 } as const;

/** Settles a share that still waits; answers whether it did. */
async function settleOne(context: CommitContext, tx: Transaction, id: string): Promise<boolean> {
  const share = await lockRow(context, tx, "share-benefit", id);
  if (share.status !== shareStatus.pending) return false;
  await bookShare(context, tx, share);
  await changeRow(context, tx, "share-benefit", { id, values: { status: shareStatus.settled, settleTime: context.now() } });
  return true;
}

/** What waits for longer than returns take, of members and merchants who earn, and of no order that is being refunded. */
const settlement: JobHandler = {
  isOnePerTenant: true,
  run: async (job) => {
    const { context, database } = job;
    const days = numberSetting(await readSettings({ ...context, database }, [key]), key, builtIn);
    if (days === 0) return;
    const { unscoped } = tables(context);
    const until = sql<string>`${context.now()}::timestamp - make_interval(days => ${days}::int)`;
    await rowByRow(job, {
      note: ["分润结算", "Settling shares"],
      due: async (after, limit) => {
        const due = db
          .selectFrom(unscoped("share-benefit", "b"))
          .innerJoin(unscoped("member", "m"), "m.id", "b.memberId")
          .leftJoin(unscoped("order", "o"), "o.id", "b.orderId")
          .leftJoin(unscoped("merchant", "s"), "s.id", "b.merchantId")
          .where("b.id", ">", after)
          .where("b.status", "=", shareStatus.pending)
          .where("b.amount", ">", "0")
          .where("b.createTime", "<=", until)
          .where("m.status", "=", memberStatus.normal)
          .where(({ eb, or }) =>
            or([eb("b.benefitLevel", "<>", shareLevels.merchant), eb("s.id", "is", null), eb("s.status", "=", merchantStatus.normal)]),
          )
          .where(({ eb, or }) => or([eb("o.id", "is", null), eb("o.status", "not in", [orderStatus.refunding, orderStatus.refunded])]))
          .orderBy("b.id")
          .limit(limit)
          .select(["b.id", "b.memberId", "b.benefitNo as name"]);
        return (await read({ database, scope: context.scope }, [due]))[0];
      },
      lock: async (tx, due) => {
        await lockRows(
          context,
          tx,
          "share-benefit",
          due.map(({ id }) => id),
        );
        await lockAccounts(
          context,
          tx,
          due.map(({ memberId }) => memberId),
        );
      },
      work: (tx, { id }) => settleOne(context, tx, id),
    });
  },
};

/** What was settled for more than is left of its order. Where the account does not cover it, it waits until its member has earned again. */
const reversal: JobHandler = {
  isOnePerTenant: true,
  run: (job) => {
    const { context, database } = job;
    const { unscoped } = tables(context);
    return rowByRow(job, {
      note: ["分润冲正", "Reversing shares"],
      due: async (after, limit) => {
        const due = db
          .selectFrom(unscoped("share-benefit", "b"))
          .innerJoin(unscoped("order", "o"), "o.id", "b.orderId")
          .innerJoin(unscoped("user-account", "a"), "a.memberId", "b.memberId")
          .where("b.id", ">", after)
          .where("b.status", "=", shareStatus.settled)
          .where("b.incomeRecordId", "is not", null)
          .where("o.refundAmount", ">", "0")
          .where("a.status", "<>", accountStatus.closed)
          .where(({ ref }) => {
            const left = goodsLeft({
              paidAmount: ref("o.paidAmount"),
              refundAmount: ref("o.refundAmount"),
              freightAmount: ref("o.freightAmount"),
            });
            const owed = sql`${ref("b.amount")} - round(least(${ref("b.sourceAmount")}, ${left}) * ${ref("b.rate")} / 100, 2)`;
            const spendable = sql`coalesce(${ref("a.balance")}, 0) - coalesce(${ref("a.frozenAmount")}, 0)`;
            return sql<boolean>`(${owed}) > 0 and (${spendable} >= ${owed} or ${ref("b.owedAmount")} is distinct from ${owed})`;
          })
          .orderBy("b.id")
          .limit(limit)
          .select(["b.id", "b.orderId", "b.benefitNo as name"]);
        return (await read({ database, scope: context.scope }, [due]))[0];
      },
      // Each for itself: what an account covers changes with each of them.
      batch: 1,
      work: async (tx, { orderId }) => {
        const order = await lockRow(context, tx, "order", orderId);
        return followRefund(context, tx, order.id, goodsAfter(order));
      },
    });
  },
};

export const shareSettlementDomain: Domain = {
  reads: {},
  actions: {},
  hooks: {},
  jobs: { [settling]: settlement, [reversing]: reversal },
  schedules: {
    [settling]: { times: { cron: "20 1 * * *" }, tenants: "each", job: { queue: settling, payload: null } },
    [reversing]: { times: { cron: "40 1 * * *" }, tenants: "each", job: { queue: reversing, payload: null } },
  },
};
