// Shares of a sale: what they amount to, and their settlement as income (catalogue, `share-benefit`).
import type { ActionHandler, Domain, ResourceHooks } from "../../contract.ts";
import { changeRow, lockRows } from "../../crud/write/server-rows.ts";
import { lockAccounts } from "./account-ledger.ts";
import { earn, incomeTypes } from "./income.ts";

const settle: ActionHandler = async (context, tx, { ids }) => {
  const shares = await lockRows(context, tx, "share-benefit", ids);
  await lockAccounts(context, tx, shares.map((share) => share["memberId"]));
  for (const share of shares) {
    const incomeRecordId = await earn(context, tx, { memberId: share["memberId"], incomeType: incomeTypes.shareBenefit, bizNo: String(share["benefitNo"]), amount: share["amount"], remark: "分润入账" });
    await changeRow(context, tx, "share-benefit", share["id"], { incomeRecordId });
  }
  return {};
};

const hooks: ResourceHooks = {
  // amount = round(sourceAmount × rate%, 2), counted in decimals by the database.
  beforeSubmit: async (_context, tx, { values, current }) => {
    const { sourceAmount, rate } = { ...current, ...values };
    values["amount"] = (await tx.first({ sql: "select round($1::numeric * $2::numeric / 100, 2)::text as amount", parameters: [sourceAmount, rate] }))?.["amount"] ?? null;
  },
};

export const sharesDomain: Domain = { reads: {}, actions: { "share-benefit.settle": settle, "share-benefit.batchSettle": settle }, hooks: { "share-benefit": hooks } };
