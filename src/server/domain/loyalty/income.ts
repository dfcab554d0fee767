// Income: what members earned, booked onto their accounts and taken back.
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { addRow, changeRow, readRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { db, first, run } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { billReasons, lockAccounts, moveMoney } from "./account-ledger.ts";
import { requireEarner } from "./member-status.ts";

export const incomeTypes = { shareBenefit: 1, activation: 2 } as const;

const booked = 1;
const shareStatus = { settled: 1, reversed: 3 } as const;

type Income = Pick<StoredRow<"income-record">, "id" | "incomeNo" | "memberId" | "amount" | "remark">;

/** Puts an income onto the account of its member: one water bill over its amount. */
async function book(context: CommitContext, tx: Transaction, income: Income): Promise<void> {
  requireEarner(await readRow(context, tx, "member", income.memberId));
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

export interface Earning {
  readonly memberId: string | null;
  readonly incomeType: (typeof incomeTypes)[keyof typeof incomeTypes];
  /** Number of what earned it: one of a kind earns a member once. */
  readonly bizNo: string | null;
  readonly amount: string | null;
  readonly remark: string;
}

/** Makes an income and books it at once; answers its id. */
export async function earn(
  context: CommitContext,
  tx: Transaction,
  { memberId, incomeType, bizNo, amount, remark }: Earning,
): Promise<string> {
  if (!(Number(amount ?? 0) > 0))
    throw businessError("nothingEarned", [`“${bizNo}”的金额为 0，无需入账`, `“${bizNo}” is over nothing; there is nothing to book`], {
      data: { bizNo },
    });
  // Before the numbers are taken, so that every call locks in the same order.
  await lockAccounts(context, tx, [memberId]);
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
    status: booked,
    bookTime: context.now(),
  });
  await book(context, tx, { id: income.id, incomeNo: income.incomeNo ?? null, memberId, amount, remark });
  return income.id;
}

const bookIncome: Effect<"income-record.book"> = {
  commit: async (tx, context, { rows }) => {
    for (const income of rows) await book(context, tx, income);
    return {};
  },
};

/** The share behind it is reversed with it: its settlement did not stand. */
async function reverseShare(context: CommitContext, tx: Transaction, incomeId: string): Promise<void> {
  await run(
    tx,
    update(context, tables(context).unscoped("share-benefit", "b"))
      .set({ status: shareStatus.reversed })
      .where("b.incomeRecordId", "=", incomeId)
      .where("b.status", "=", shareStatus.settled),
  );
}

const reverseIncome: Effect<"income-record.reverse"> = {
  commit: async (tx, context, { rows }) => {
    for (const income of rows) {
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
    return {};
  },
};

export const incomeDomain: Domain = {
  reads: {},
  actions: { "income-record.book": bookIncome, "income-record.reverse": reverseIncome },
  hooks: {},
};
