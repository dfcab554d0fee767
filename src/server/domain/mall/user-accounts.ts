// Corrections of members' accounts by staff.
import type { Domain, Effect } from "../../contract.ts";
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

export const userAccountsDomain: Domain = { reads: {}, actions: { "user-account.adjust": adjust }, hooks: {} };
