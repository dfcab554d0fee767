// What a refund takes back of the shares of its order: those that wait are worked out anew, those that were settled are reversed and settled
// anew over what is left.
import { sql, type Expression } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { addRow, changeRow, lockRow } from "../../crud/write/server-rows.ts";
import { compareDecimals } from "#schema/decimals";
import { added, negated, rounded } from "#schema/exact";
import { db, first, rows } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { accountStatus, lockAccounts } from "./account-ledger.ts";
import { reverse } from "./income.ts";
import { bookShare, shareStatus } from "./shares.ts";

/** What is left of the goods of an order: paid, not refunded, without freight. */
export const goodsLeft = (order: {
  readonly paidAmount: Expression<string | null>;
  readonly refundAmount: Expression<string | null>;
  readonly freightAmount: Expression<string | null>;
}) => sql<string>`greatest(coalesce(${order.paidAmount}, 0) - coalesce(${order.refundAmount}, 0) - coalesce(${order.freightAmount}, 0), 0)`;

/** The same of a row, after a further refund. */
export function goodsAfter(
  { paidAmount, refundAmount, freightAmount }: Pick<StoredRow<"order">, "paidAmount" | "refundAmount" | "freightAmount">,
  refund = "0",
): string {
  const off = [refundAmount, refund, freightAmount].reduce<string>((sum, one) => added(sum, one ?? "0"), "0");
  const left = added(paidAmount ?? "0", negated(off));
  return compareDecimals(left, "0") > 0 ? left : "0.00";
}

/** A share as it should be by now. */
interface Due {
  readonly id: string;
  readonly sourceAmount: string;
  readonly amount: string;
}

/** The shares of an order that are due or settled, locked in the order of their keys. */
const lockedShares = (context: CommitContext, orderId: string | null) =>
  db
    .selectFrom(tables(context).unscoped("share-benefit", "b"))
    .where("b.orderId", "=", orderId)
    .where("b.status", "in", [shareStatus.pending, shareStatus.settled])
    .orderBy("b.id")
    .forNoKeyUpdate();

/** The shares of an order that stand, locked, over what is left of its goods. What somebody shared of a part stays within that part. */
async function dueOf(context: CommitContext, tx: Transaction, orderId: string, left: string): Promise<readonly Due[]> {
  const base = (source: Expression<string | null>) => sql`least(${source}, ${left}::numeric)`;
  return rows(
    tx,
    lockedShares(context, orderId).select(({ ref }) => [
      "b.id",
      sql<string>`${base(ref("b.sourceAmount"))}::numeric(18,2)::text`.as("sourceAmount"),
      sql<string>`round(${base(ref("b.sourceAmount"))} * ${ref("b.rate")} / 100, 2)::text`.as("amount"),
    ]),
  );
}

/** Whether the account of a member gives so much back now. */
async function covers(context: CommitContext, tx: Transaction, memberId: string | null, amount: string): Promise<boolean> {
  const account = await first(
    tx,
    db
      .selectFrom(tables(context).unscoped("user-account", "a"))
      .where("a.memberId", "=", memberId)
      .select(["a.status", "a.balance", "a.frozenAmount"]),
  );
  if (account === undefined || account.status === accountStatus.closed) return false;
  return compareDecimals(added(account.balance ?? "0", negated(account.frozenAmount ?? "0")), amount) >= 0;
}

/** The share that stands instead of one that was settled over more. */
async function settleAnew(context: CommitContext, tx: Transaction, share: StoredRow<"share-benefit">, due: Due): Promise<void> {
  const { sourceType, orderId, bizNo, payerMemberId, merchantId, terminalId, memberId, benefitLevel, rate } = share;
  const settleTime = context.now();
  const values = {
    ...{ sourceType, orderId, bizNo, payerMemberId, merchantId, terminalId, memberId, benefitLevel, rate, settleTime },
    sourceAmount: due.sourceAmount,
    amount: due.amount,
    status: shareStatus.settled,
    remark: `订单退款后重算，替代分润单 ${share.benefitNo ?? ""}`,
  };
  const { id } = await addRow(context, tx, "share-benefit", values);
  await bookShare(context, tx, await lockRow(context, tx, "share-benefit", id), { isRemainder: true });
}

/**
 * Takes back what a settled share gives too much. What the account does not cover is not taken, and never turns a balance negative: it is
 * written down as owed, and the clock takes it once the member has earned again. Answers whether anything was taken.
 */
async function takeBack(context: CommitContext, tx: Transaction, share: StoredRow<"share-benefit">, due: Due): Promise<boolean> {
  const { id, incomeRecordId } = share;
  const owed = rounded(added(share.amount ?? "0", negated(due.amount)), 2);
  if (incomeRecordId === null || compareDecimals(owed, "0") <= 0) return false;
  if (!(await covers(context, tx, share.memberId, owed))) {
    if (compareDecimals(owed, share.owedAmount ?? "0") !== 0)
      await changeRow(context, tx, "share-benefit", { id, values: { owedAmount: owed } });
    return false;
  }
  // The new one first, so that the account needs to cover the difference only.
  await changeRow(context, tx, "share-benefit", { id, values: { status: shareStatus.reversed, owedAmount: "0.00" } });
  if (compareDecimals(due.amount, "0") > 0) await settleAnew(context, tx, share, due);
  return reverse(context, tx, incomeRecordId);
}

/**
 * Locks the shares of an order that stand, and then the accounts of those who earned them and of others, in the order of their keys: of two
 * people who earned shares of each other's orders neither refund holds what the other waits for. The order is locked before.
 */
export async function lockShared(
  context: CommitContext,
  tx: Transaction,
  { orderId, memberIds }: { readonly orderId: string | null; readonly memberIds: readonly (string | null)[] },
): Promise<void> {
  const earners = await rows(tx, lockedShares(context, orderId).select(["b.memberId", "b.status"]));
  const settled = earners.filter(({ status }) => status === shareStatus.settled).map(({ memberId }) => memberId);
  await lockAccounts(context, tx, [...memberIds, ...settled]);
}

/** Has the shares of an order, which is locked, follow what is left of its goods; answers whether anything was taken back of settled ones. */
export async function followRefund(context: CommitContext, tx: Transaction, orderId: string, left: string): Promise<boolean> {
  let isTaken = false;
  const dues = await dueOf(context, tx, orderId, left);
  const shares = await Promise.all(dues.map(({ id }) => lockRow(context, tx, "share-benefit", id)));
  const settled = shares.filter(({ status }) => status === shareStatus.settled);
  await lockAccounts(
    context,
    tx,
    settled.map(({ memberId }) => memberId),
  );
  for (const [index, due] of dues.entries()) {
    const share = shares[index];
    if (share?.status === shareStatus.settled) isTaken = (await takeBack(context, tx, share, due)) || isTaken;
    else if (compareDecimals(due.amount, "0") <= 0)
      await changeRow(context, tx, "share-benefit", { id: due.id, values: { status: shareStatus.cancelled, remark: "订单已退款" } });
    else await changeRow(context, tx, "share-benefit", { id: due.id, values: { sourceAmount: due.sourceAmount, amount: due.amount } });
  }
  return isTaken;
}
