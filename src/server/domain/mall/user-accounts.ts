// Corrections of members' accounts by staff, and the accounts that stay.
import type { Domain, Effect, RemoveEffect } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import { db, first } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { billReasons, moveMoney } from "../loyalty/account-ledger.ts";

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

/** Money that moved stays on record. The table of bills grows without bound, so nothing else looks into it before a removal. */
const remove: RemoveEffect<"user-account"> = {
  beforeWrite: async (tx, context, { rows: accounts }) => {
    for (const { id, accountNo } of accounts) {
      const bills = db.selectFrom(tables(context).withRemoved("water-bill", "b")).where("b.userAccountId", "=", id).limit(1);
      if ((await first(tx, bills.select("b.id"))) === undefined) continue;
      throw businessError(
        "accountHasBills",
        [`账户“${accountNo ?? ""}”有资金流水，不能删除`, `Account “${accountNo ?? ""}” has movements and cannot be removed`],
        { data: { id } },
      );
    }
  },
};

export const userAccountsDomain: Domain = {
  reads: {},
  actions: { "user-account.adjust": adjust },
  hooks: { "user-account": { remove } },
};
