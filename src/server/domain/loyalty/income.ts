// Income: what members earned, booked onto their accounts and taken back.
import type { CommitContext, Domain, Effect, SubmitEffect } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { addRow, changeRow, lockRow, readRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { db, first, run } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { billReasons, lockAccounts, moveMoney } from "./account-ledger.ts";
import { requireEarner } from "./member-status.ts";

export const incomeTypes = { shareBenefit: 1, activation: 2 } as const;

export const incomeStatus = { toBook: 0, booked: 1, reversed: 2 } as const;
const shareStatus = { settled: 1, reversed: 3 } as const;

type Income = Pick<StoredRow<"income-record">, "id" | "incomeNo" | "memberId" | "amount" | "remark">;

/** Puts an income onto the account of its member: one water bill over its amount. */
async function book(context: CommitContext, tx: Transaction, income: Income): Promise<void> {
  const { accountId, billId } = await moveMoney(context, tx, {
    account: { memberId: income.memberId },
    direction: "in",
    amount: income.amount ?? "0",
    reason: billReasons.incomeBooked,
    bizNo: income.incomeNo,
    remark: income.remark,
  });
  await changeRow(context, tx, "income-record", { id: income.id, values: { userAccountId: accountId, waterBillId: billId } });
}

interface Earning {
  readonly memberId: string | null;
  readonly incomeType: (typeof incomeTypes)[keyof typeof incomeTypes];
  /** Number of what earned it: one of a kind earns a member once. */
  readonly bizNo: string | null;
  readonly amount: string | null;
  readonly remark: string;
  /** What is left of an income that is reversed: members who earn nothing new keep it. Default: false. */
  readonly isRemainder?: boolean;
}

/** Makes an income and books it at once; answers its id. */
export async function earn(
  context: CommitContext,
  tx: Transaction,
  { memberId, incomeType, bizNo, amount, remark, isRemainder = false }: Earning,
): Promise<string> {
  if (!(Number(amount ?? 0) > 0))
    throw businessError("nothingEarned", [`“${bizNo}”的金额为 0，无需入账`, `“${bizNo}” has no amount; there is nothing to book`], {
      data: { bizNo },
    });
  // Before the numbers are taken, so that every call locks in the same order.
  await lockAccounts(context, tx, [memberId]);
  if (!isRemainder) requireEarner(await readRow(context, tx, "member", memberId));
  const made = await first(
    tx,
    db
      .selectFrom(tables(context).unscoped("income-record", "i"))
      .where("i.incomeType", "=", incomeType)
      .where("i.bizNo", "=", bizNo)
      .where("i.memberId", "=", memberId)
      .select("i.incomeNo"),
  );
  if (made !== undefined)
    throw businessError(
      "earnedAlready",
      [`“${bizNo}”已有收入记录“${made.incomeNo ?? ""}”`, `“${bizNo}” has the income “${made.incomeNo ?? ""}” already`],
      { data: { bizNo } },
    );
  const income = await addRow(context, tx, "income-record", {
    memberId,
    incomeType,
    bizNo,
    amount,
    remark,
    status: incomeStatus.booked,
    bookTime: context.now(),
  });
  await book(context, tx, { id: income.id, incomeNo: income.incomeNo ?? null, memberId, amount, remark });
  return income.id;
}

const bookIncome: Effect<"income-record.book"> = {
  commit: async (tx, context, { rows }) => {
    for (const income of rows) {
      requireEarner(await readRow(context, tx, "member", income.memberId));
      await book(context, tx, income);
    }
    return {};
  },
};

/** The share behind it is reversed with it: its settlement did not stand. */
async function reverseShare(context: CommitContext, tx: Transaction, incomeId: string): Promise<void> {
  await run(
    tx,
    update(context, tables(context).unscoped("share-benefit", "b"))
      .set({ status: shareStatus.reversed, owedAmount: "0" })
      .where("b.incomeRecordId", "=", incomeId)
      .where("b.status", "=", shareStatus.settled),
  );
}

/** Takes an income back off the account of its member; refused while the balance does not cover it. */
async function takeBack(context: CommitContext, tx: Transaction, income: StoredRow<"income-record">): Promise<void> {
  await moveMoney(context, tx, {
    account: { id: income.userAccountId },
    direction: "out",
    amount: income.amount ?? "0",
    reason: billReasons.incomeReversed,
    bizNo: income.incomeNo,
    remark: income.remark,
  });
  await reverseShare(context, tx, income.id);
}

const reverseIncome: Effect<"income-record.reverse"> = {
  commit: async (tx, context, { rows }) => {
    for (const income of rows) await takeBack(context, tx, income);
    return {};
  },
};

/** Reverses an income by the server's own doing; answers whether it was booked until now. */
export async function reverse(context: CommitContext, tx: Transaction, incomeId: string | null): Promise<boolean> {
  const income = await lockRow(context, tx, "income-record", incomeId);
  if (income.status !== incomeStatus.booked) return false;
  await takeBack(context, tx, income);
  await changeRow(context, tx, "income-record", { id: income.id, values: { status: incomeStatus.reversed, reverseTime: context.now() } });
  return true;
}

/** What shares and activations bring is only made by them; staff says why it adds anything else. */
const submit: SubmitEffect<"income-record"> = {
  beforeChange: async (_tx, context, { values, current }) => {
    const { status = incomeStatus.toBook, incomeType, remark } = { ...current, ...values };
    // The past of a new installation brings what was booked.
    if (status !== incomeStatus.toBook) return;
    if (incomeType === incomeTypes.shareBenefit || incomeType === incomeTypes.activation)
      throw fieldError(context, "income-record", "incomeType", {
        code: "rule",
        message: [
          "分润和激活奖励的收入由系统生成，不能手工添加",
          "Income of shares and activations is made by them and cannot be added by hand",
        ],
      });
    if ((remark ?? "") === "") throw fieldError(context, "income-record", "remark", { code: "required" });
  },
};

export const incomeDomain: Domain = {
  reads: {},
  actions: { "income-record.book": bookIncome, "income-record.reverse": reverseIncome },
  // Only what is not booked yet is removed.
  hooks: { "income-record": { submit, restore: {} } },
};
