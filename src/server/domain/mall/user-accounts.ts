// Members' accounts: corrections by staff, and which of them may be removed.
import { compareDecimals } from "#schema/decimals";
import type { Domain, Effect, RemoveEffect } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { billReasons, lastBill, moveMoney } from "../loyalty/account-ledger.ts";

const directionIn = 1;

const adjust: Effect<"user-account.adjust"> = {
  commit: async (tx, context, { ids, values }) => {
    const direction = values.direction === directionIn ? "in" : "out";
    for (const id of ids)
      await moveMoney(context, tx, {
        account: { id },
        direction,
        amount: values.amount,
        reason: billReasons.adjusted,
        remark: values.remark,
      });
    return {};
  },
};

const isNothing = (amount: string | null): boolean => compareDecimals(amount ?? "0", "0") === 0;

/** What moved money stays, and so does what holds some. */
const remove: RemoveEffect<"user-account"> = {
  beforeRemove: async (tx, context, { rows: accounts }) => {
    for (const { id, accountNo, balance, frozenAmount } of accounts) {
      const bill = await lastBill(context, tx, { accountId: id });
      if (bill === undefined && isNothing(balance) && isNothing(frozenAmount)) continue;
      const [number, left] = [accountNo ?? "", balance ?? "0.00"];
      const [zh, en] = bill === undefined ? ["", ""] : [`流水“${bill.billNo ?? ""}”，`, `the movement “${bill.billNo ?? ""}” and `];
      throw businessError(
        "accountHasHistory",
        [`账户“${number}”有${zh}余额 ${left} 元，不能删除`, `Account “${number}” has ${en}a balance of ${left}, so it cannot be removed`],
        {
          data: { accountId: id },
          ...(bill === undefined ? {} : { target: { resource: "water-bill", id: bill.id, title: bill.billNo ?? "" } }),
        },
      );
    }
  },
};

export const userAccountsDomain: Domain = {
  reads: {},
  actions: { "user-account.adjust": adjust },
  hooks: { "user-account": { remove, restore: {} } },
};
