// Income: what members earned, booked onto their accounts and taken back (catalogue, `income-record`).
import type { CommitContext, Domain, Effect, Values } from "../../contract.ts";
import { addRow, changeRow, readRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { billReasons, lockAccounts, moveMoney } from "./account-ledger.ts";
import { requireEarner } from "./member-status.ts";

export const incomeTypes = { shareBenefit: 1, activation: 2 } as const;

const booked = 1;

/** Puts an income onto the account of its member: one water bill over its amount. */
async function book(context: CommitContext, tx: Transaction, income: Readonly<Values>): Promise<void> {
  requireEarner(await readRow(context, tx, "member", income["memberId"]));
  const { accountId, billId } = await moveMoney(context, tx, {
    account: { memberId: income["memberId"] }, direction: "in", amount: String(income["amount"]), reason: billReasons.incomeBooked, bizNo: String(income["incomeNo"]), remark: income["remark"],
  });
  await changeRow(context, tx, "income-record", income["id"], { userAccountId: accountId, waterBillId: billId });
}

export interface Earning {
  readonly memberId: unknown;
  readonly incomeType: (typeof incomeTypes)[keyof typeof incomeTypes];
  /** Number of what earned it: one of a kind earns a member once. */
  readonly bizNo: string;
  readonly amount: unknown;
  readonly remark: string;
}

/** Makes an income and books it at once; answers its id. */
export async function earn(context: CommitContext, tx: Transaction, { memberId, incomeType, bizNo, amount, remark }: Earning): Promise<string> {
  if (!(Number(amount ?? 0) > 0)) throw businessError("nothingEarned", [`“${bizNo}”的金额为 0，无需入账`, `“${bizNo}” is over nothing; there is nothing to book`], { data: { bizNo } });
  // Before the numbers are taken, so that every call locks in the same order.
  await lockAccounts(context, tx, [memberId]);
  const made = await tx.first({
    sql: "select income_no from income_record where tenant_id = $1 and income_type = $2 and biz_no = $3 and member_id = $4::bigint and is_deleted = 0",
    parameters: [context.scope.tenantId, incomeType, bizNo, memberId],
  });
  if (made !== undefined) throw businessError("earnedAlready", [`“${bizNo}”已有收入记录“${String(made["income_no"])}”`, `“${bizNo}” has the income “${String(made["income_no"])}” already`], { data: { bizNo } });
  const income = await addRow(context, tx, "income-record", { memberId, incomeType, bizNo, amount, remark, status: booked, bookTime: context.now() });
  await book(context, tx, income);
  return String(income["id"]);
}

const bookIncome: Effect = {
  commit: async (tx, context, { rows }) => {
    for (const income of rows) await book(context, tx, income);
    return {};
  },
};

/** The share behind it is reversed with it: its settlement did not stand. */
async function reverseShare(context: CommitContext, tx: Transaction, incomeId: unknown): Promise<void> {
  await tx.query({
    sql: `update share_benefit set status = 3, update_user = $3, update_time = $4, version = version + 1
      where tenant_id = $1 and income_record_id = $2::bigint and status = 1 and is_deleted = 0`,
    parameters: [context.scope.tenantId, incomeId, context.caller.userId, context.now()],
  });
}

const reverseIncome: Effect = {
  commit: async (tx, context, { rows }) => {
    for (const income of rows) {
      await moveMoney(context, tx, {
        account: { id: income["userAccountId"] }, direction: "out", amount: String(income["amount"]), reason: billReasons.incomeReversed, bizNo: String(income["incomeNo"]), remark: income["remark"],
      });
      await reverseShare(context, tx, income["id"]);
    }
    return {};
  },
};

export const incomeDomain: Domain = { reads: {}, actions: { "income-record.book": bookIncome, "income-record.reverse": reverseIncome }, hooks: {} };
