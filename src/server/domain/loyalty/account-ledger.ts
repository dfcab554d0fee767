// The ledger of money: every movement on a member's account is a water bill, and nothing else moves a balance.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { addRow, changeRow, takeNumber } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { anyOf, db, first, run } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

/** Why money moves (`water-bill.bizType`). */
export const billReasons = {
  incomeBooked: 1,
  paidByBalance: 2,
  refundToBalance: 3,
  withdrawal: 4,
  incomeReversed: 5,
  withdrawalReturned: 6,
  adjusted: 9,
} as const;

type BillReason = (typeof billReasons)[keyof typeof billReasons];

/** What a frozen account does not do: its owner's own spending. Income is still booked, and staff still corrects it. */
const closedToFrozen: ReadonlySet<BillReason> = new Set([billReasons.paidByBalance, billReasons.withdrawal]);

const directions = { in: 1, out: 2 } as const;
export const accountStatus = { frozen: 2, closed: 3 } as const;
/** The largest whole part that a column of money holds is sixteen digits. */
const tooMuch = "10000000000000000";

export interface Movement {
  /** The account, by its own id or by its member. */
  readonly account: { readonly id: string | null } | { readonly memberId: string | null };
  readonly direction: keyof typeof directions;
  /** Above 0, as text with two digits. */
  readonly amount: string;
  readonly reason: BillReason;
  /** Number of the business row behind it: one of a reason moves an account once. Corrections by staff have none, and get one. */
  readonly bizNo?: string | null;
  readonly remark?: string | null;
}

/** Locks the accounts of members in the order of their ids, so that two calls that move several do not wait for each other. */
export async function lockAccounts(context: CommitContext, tx: Transaction, memberIds: readonly (string | null)[]): Promise<void> {
  await run(
    tx,
    db
      .selectFrom(tables(context).unscoped("user-account", "a"))
      .where("a.memberId", "=", anyOf(memberIds))
      .orderBy("a.id")
      .forNoKeyUpdate()
      .select("a.id"),
  );
}

/** The locked account with what it would hold afterwards; amounts are worked out by the database, which counts in decimals. */
async function accountAfter(context: CommitContext, tx: Transaction, { account, direction, amount }: Movement) {
  const accounts = db.selectFrom(tables(context).unscoped("user-account", "a"));
  const movement = sql<string>`${direction === "in" ? amount : `-${amount}`}::numeric`;
  const row = await first(
    tx,
    ("id" in account ? accounts.where("a.id", "=", account.id) : accounts.where("a.memberId", "=", account.memberId))
      .forNoKeyUpdate()
      .select(({ ref }) => {
        const spendable = sql<string>`coalesce(${ref("a.balance")}, 0) - coalesce(${ref("a.frozenAmount")}, 0)`;
        return [
          "a.id",
          "a.accountNo",
          "a.memberId",
          "a.status",
          sql<string>`coalesce(${ref("a.balance")}, 0)::numeric(18,2)`.as("before"),
          sql<string>`(coalesce(${ref("a.balance")}, 0) + ${movement})::text`.as("after"),
          sql<string>`coalesce(${ref("a.totalIncome")}, 0) + greatest(${movement}, 0)`.as("income"),
          sql<string>`coalesce(${ref("a.totalExpense")}, 0) - least(${movement}, 0)`.as("expense"),
          sql<string>`(${spendable})::numeric(18,2)`.as("spendable"),
          sql<boolean>`${spendable} + ${movement} < 0`.as("isShort"),
          sql<boolean>`greatest(coalesce(${ref("a.totalIncome")}, 0) + ${movement}, coalesce(${ref("a.totalExpense")}, 0) - ${movement}) >= ${tooMuch}::numeric`.as(
            "isFull",
          ),
        ];
      }),
  );
  if (row === undefined)
    throw businessError("noAccount", ["该会员还没有资金账户，请先开户", "The member has no account yet; open one first"]);
  return row;
}

function requireMovable(row: Awaited<ReturnType<typeof accountAfter>>, { direction, amount, reason }: Movement): void {
  const [number, spendable] = [row.accountNo ?? "", row.spendable];
  const details = { data: { accountId: row.id } };
  const { status } = row;
  if (status === accountStatus.closed)
    throw businessError("accountClosed", [`账户“${number}”已注销`, `Account “${number}” is closed`], details);
  if (status === accountStatus.frozen && closedToFrozen.has(reason))
    throw businessError("accountFrozen", [`账户“${number}”已冻结`, `Account “${number}” is frozen`], details);
  if (direction === "out" && row.isShort) {
    throw businessError(
      "balanceTooLow",
      [
        `账户“${number}”可用余额不足：可用 ${spendable} 元，需要 ${amount} 元`,
        `Account “${number}” has ${spendable} left, and ${amount} is needed`,
      ],
      { data: { accountId: row.id, spendable } },
    );
  }
  if (row.isFull)
    throw businessError("amountTooLarge", [`账户“${number}”的金额超出上限`, `Account “${number}” cannot hold that much`], details);
}

/** The movement that a business row made already. */
async function billOf(
  context: CommitContext,
  tx: Transaction,
  { reason, bizNo, accountId }: { readonly reason: BillReason; readonly bizNo: string | null; readonly accountId: string },
): Promise<string | undefined> {
  const bills = db
    .selectFrom(tables(context).unscoped("water-bill", "b"))
    .where("b.bizType", "=", reason)
    .where("b.bizNo", "=", bizNo)
    .where("b.userAccountId", "=", accountId);
  return (await first(tx, bills.select("b.id")))?.id;
}

/** The last movement of an account, or of a member's accounts; undefined where there never was any. */
export async function lastBill(
  context: CommitContext,
  tx: Transaction,
  of: { readonly accountId: string } | { readonly memberId: string },
): Promise<{ readonly id: string; readonly billNo: string | null } | undefined> {
  const bills = db
    .selectFrom(tables(context).withRemoved("water-bill", "b"))
    .orderBy("b.tradeTime", "desc")
    .orderBy("b.id", "desc")
    .limit(1);
  const own = "accountId" in of ? bills.where("b.userAccountId", "=", of.accountId) : bills.where("b.memberId", "=", of.memberId);
  return first(tx, own.select(["b.id", "b.billNo"]));
}

export interface Moved {
  readonly accountId: string;
  readonly billId: string;
}

/**
 * Moves money: locks the account, checks what is left, writes the water bill and the new balance. A movement that its business row made
 * already is answered and not made again. Refused with a reason where the account is missing, closed, frozen or too empty.
 */
export async function moveMoney(context: CommitContext, tx: Transaction, movement: Movement): Promise<Moved> {
  const { direction, amount, reason, remark } = movement;
  const account = await accountAfter(context, tx, movement);
  const accountId = account.id;
  const made = movement.bizNo === undefined ? undefined : await billOf(context, tx, { reason, bizNo: movement.bizNo, accountId });
  if (made !== undefined) return { accountId, billId: made };
  requireMovable(account, movement);
  const billNo = await takeNumber(context, tx, "water-bill");
  const bill = await addRow(context, tx, "water-bill", {
    // A correction is its own business row: TZ202503120001 stands behind LS202503120001.
    billNo,
    bizNo: movement.bizNo ?? billNo.replace(/^\D+/, "TZ"),
    userAccountId: accountId,
    memberId: account.memberId,
    direction: directions[direction],
    bizType: reason,
    amount,
    balanceBefore: account.before,
    balanceAfter: account.after,
    tradeTime: context.now(),
    remark: remark ?? null,
  });
  await changeRow(context, tx, "user-account", {
    id: accountId,
    values: {
      balance: account.after,
      totalIncome: account.income,
      totalExpense: account.expense,
      lastTradeTime: context.now(),
    },
  });
  return { accountId, billId: bill.id };
}
