// Shares of a sale: what they amount to, and their settlement as income.
import { sql } from "kysely";
import type { Domain, Effect, ResourceHooks } from "../../contract.ts";
import { changeRow } from "../../crud/write/server-rows.ts";
import { db, first } from "../../rows/query.ts";
import { lockAccounts } from "./account-ledger.ts";
import { earn, incomeTypes } from "./income.ts";

const settle: Effect<"share-benefit.settle" | "share-benefit.batchSettle"> = {
  commit: async (tx, context, { rows: shares }) => {
    await lockAccounts(
      context,
      tx,
      shares.map((share) => share.memberId),
    );
    for (const share of shares) {
      const incomeRecordId = await earn(context, tx, {
        memberId: share.memberId,
        incomeType: incomeTypes.shareBenefit,
        bizNo: share.benefitNo,
        amount: share.amount,
        remark: "分润入账",
      });
      await changeRow(context, tx, "share-benefit", { id: share.id, values: { incomeRecordId } });
    }
    return {};
  },
};

const hooks: ResourceHooks<"share-benefit"> = {
  // amount = round(sourceAmount × rate%, 2), counted in decimals by the database.
  submit: {
    beforeWrite: async (tx, _context, { values, current }) => {
      const { sourceAmount, rate } = { ...current, ...values };
      const counted = await first(
        tx,
        db.selectNoFrom(sql<string | null>`round(${sourceAmount}::numeric * ${rate}::numeric / 100, 2)::text`.as("amount")),
      );
      values.amount = counted?.amount ?? null;
    },
  },
};

export const sharesDomain: Domain = {
  reads: {},
  actions: { "share-benefit.settle": settle, "share-benefit.batchSettle": settle },
  hooks: { "share-benefit": hooks },
};
