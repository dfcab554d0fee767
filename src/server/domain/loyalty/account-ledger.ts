// The ledger of money: every movement on a member's account is a water bill, and nothing else moves a balance (catalogue, `water-bill`).
import type { CommitContext } from "../../contract.ts";
import { addRow, changeRow, takeNumber } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import type { Row, Transaction } from "../../store/database.ts";

/** Why money moves (`water-bill.bizType`). */
export const billReasons = { incomeBooked: 1, paidByBalance: 2, refundToBalance: 3, withdrawal: 4, incomeReversed: 5, withdrawalReturned: 6, adjusted: 9 } as const;

type BillReason = (typeof billReasons)[keyof typeof billReasons];

/** What a frozen account does not do: its owner's own spending. Income is still booked, and staff still corrects it. */
const closedToFrozen: ReadonlySet<BillReason> = new Set([billReasons.paidByBalance, billReasons.withdrawal]);

const directions = { in: 1, out: 2 } as const;
const accountStatus = { frozen: 2, closed: 3 } as const;
/** The largest whole part that a column of money holds is sixteen digits. */
const tooMuch = "10000000000000000";

export interface Movement {
  /** The account, by its own id or by its member. */
  readonly account: { readonly id: unknown } | { readonly memberId: unknown };
  readonly direction: keyof typeof directions;
  /** Above 0, as text with two digits. */
  readonly amount: string;
  readonly reason: BillReason;
  /** Number of the business row behind it: one of a reason moves an account once. Corrections by staff have none, and get one. */
  readonly bizNo?: string;
  readonly remark?: unknown;
}

/** Locks the accounts of members in the order of their ids, so that two calls that move several do not wait for each other. */
export async function lockAccounts(context: CommitContext, tx: Transaction, memberIds: readonly unknown[]): Promise<void> {
  await tx.query({
    sql: "select id from user_account where tenant_id = $1 and member_id = any($2::bigint[]) and is_deleted = 0 order by id for no key update",
    parameters: [context.scope.tenantId, memberIds],
  });
}

/** The locked account with what it would hold afterwards; amounts are worked out by the database, which counts in decimals. */
async function accountAfter(context: CommitContext, tx: Transaction, { account, direction, amount }: Movement): Promise<Row> {
  const [column, key] = "id" in account ? ["id", account.id] : ["member_id", account.memberId];
  const found = await tx.first({
    sql: `select id, account_no, member_id, status, coalesce(balance, 0)::numeric(18,2) as before, (coalesce(balance, 0) + $3::numeric)::text as after,
        coalesce(total_income, 0) + greatest($3::numeric, 0) as income, coalesce(total_expense, 0) - least($3::numeric, 0) as expense,
        (coalesce(balance, 0) - coalesce(frozen_amount, 0))::numeric(18,2) as spendable, coalesce(balance, 0) - coalesce(frozen_amount, 0) + $3::numeric < 0 as is_short,
        greatest(coalesce(total_income, 0) + $3::numeric, coalesce(total_expense, 0) - $3::numeric) >= $4::numeric as is_full
      from user_account where tenant_id = $1 and ${column} = $2::bigint and is_deleted = 0 for no key update`,
    parameters: [context.scope.tenantId, key, direction === "in" ? amount : `-${amount}`, tooMuch],
  });
  if (found === undefined) throw businessError("noAccount", ["该会员还没有资金账户，请先开户", "The member has no account yet; open one first"]);
  return found;
}

function requireMovable(found: Row, { direction, amount, reason }: Movement): void {
  const [number, spendable] = [String(found["account_no"] ?? ""), String(found["spendable"])];
  const details = { data: { accountId: String(found["id"]) } };
  const status = Number(found["status"]);
  if (status === accountStatus.closed) throw businessError("accountClosed", [`账户“${number}”已注销`, `Account “${number}” is closed`], details);
  if (status === accountStatus.frozen && closedToFrozen.has(reason)) throw businessError("accountFrozen", [`账户“${number}”已冻结`, `Account “${number}” is frozen`], details);
  if (direction === "out" && found["is_short"] === true) {
    throw businessError(
      "balanceTooLow",
      [`账户“${number}”可用余额不足：可用 ${spendable} 元，需要 ${amount} 元`, `Account “${number}” has ${spendable} left, and ${amount} is needed`],
      { data: { accountId: String(found["id"]), spendable } },
    );
  }
  if (found["is_full"] === true) throw businessError("amountTooLarge", [`账户“${number}”的金额超出上限`, `Account “${number}” cannot hold that much`], details);
}

/** The movement that a business row made already. */
async function billOf(context: CommitContext, tx: Transaction, reason: BillReason, bizNo: string, accountId: unknown): Promise<Row | undefined> {
  return tx.first({
    sql: "select id, bill_no from water_bill where tenant_id = $1 and biz_type = $2 and biz_no = $3 and user_account_id = $4 and is_deleted = 0",
    parameters: [context.scope.tenantId, reason, bizNo, accountId],
  });
}

export interface Moved {
  readonly accountId: string;
  readonly billId: string;
}

/**
 * Moves money: locks the account, checks what is left, writes the water bill and the new balance. A movement that its business row made already is
 * answered and not made again. Refused with a reason where the account is missing, closed, frozen or too empty.
 */
export async function moveMoney(context: CommitContext, tx: Transaction, movement: Movement): Promise<Moved> {
  const { direction, amount, reason, remark } = movement;
  const account = await accountAfter(context, tx, movement);
  const accountId = String(account["id"]);
  const made = movement.bizNo === undefined ? undefined : await billOf(context, tx, reason, movement.bizNo, accountId);
  if (made !== undefined) return { accountId, billId: String(made["id"]) };
  requireMovable(account, movement);
  const billNo = await takeNumber(context, tx, "water-bill");
  const bill = await addRow(context, tx, "water-bill", {
    // A correction is its own business row: TZ202503120001 stands behind LS202503120001.
    billNo, bizNo: movement.bizNo ?? billNo.replace(/^\D+/, "TZ"),
    userAccountId: accountId, memberId: account["member_id"], direction: directions[direction], bizType: reason, amount, balanceBefore: account["before"], balanceAfter: account["after"],
    tradeTime: context.now(), remark: remark ?? null,
  });
  await changeRow(context, tx, "user-account", accountId, { balance: account["after"], totalIncome: account["income"], totalExpense: account["expense"], lastTradeTime: context.now() });
  return { accountId, billId: String(bill["id"]) };
}
