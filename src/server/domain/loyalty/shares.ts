// Shares of a sale: what they amount to, and their settlement as income.
import { sql } from "kysely";
import type { Text } from "#schema/text";
import type { CommitContext, Domain, Effect, SubmitEffect } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { changeRow, readRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { db, first, lockName } from "../../rows/query.ts";
import type { StoredRow, WritableValues } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { lockAccounts } from "./account-ledger.ts";
import { earn, incomeTypes } from "./income.ts";
import { mayEarn } from "./member-status.ts";
import { merchantStatus } from "./terminals.ts";

export const shareStatus = { pending: 0, settled: 1, cancelled: 2, reversed: 3 } as const;
/** What counts against the sale. */
const standing = [shareStatus.pending, shareStatus.settled];

/** Whom a share is for. */
export const shareLevels = { direct: 1, indirect: 2, merchant: 3 } as const;

type Share = WritableValues<"share-benefit">;

/** The merchant of a share of merchants that is not in its normal state: it earns nothing, like a disabled member. */
async function idleMerchant(
  context: CommitContext,
  tx: Transaction,
  { merchantId, benefitLevel }: Pick<Share, "merchantId" | "benefitLevel">,
): Promise<{ readonly id: string; readonly message: Text } | undefined> {
  const merchant = benefitLevel === shareLevels.merchant ? await readRow(context, tx, "merchant", merchantId ?? null) : undefined;
  if (merchant === undefined || merchant.status === merchantStatus.normal) return undefined;
  const name = merchant.name ?? "";
  return {
    id: merchant.id,
    message: [`商户“${name}”不是正常状态，不能获得收益`, `Merchant “${name}” is not in its normal state and earns nothing`],
  };
}

/** A merchant that was suspended since gets its shares when it is back. */
async function requireMerchant(context: CommitContext, tx: Transaction, share: StoredRow<"share-benefit">): Promise<void> {
  const idle = await idleMerchant(context, tx, share);
  if (idle !== undefined) throw businessError("merchantNotNormal", idle.message, { data: { merchantId: idle.id } });
}

/** Books what a share amounts to, and names the income in it. `isRemainder`: what a refund leaves of a share that was booked before. */
export async function bookShare(
  context: CommitContext,
  tx: Transaction,
  share: StoredRow<"share-benefit">,
  { isRemainder = false }: { readonly isRemainder?: boolean } = {},
): Promise<void> {
  if (!isRemainder) await requireMerchant(context, tx, share);
  const incomeRecordId = await earn(context, tx, {
    memberId: share.memberId,
    incomeType: incomeTypes.shareBenefit,
    bizNo: share.benefitNo,
    amount: share.amount,
    remark: isRemainder ? "订单退款后重算" : "分润入账",
    isRemainder,
  });
  await changeRow(context, tx, "share-benefit", { id: share.id, values: { incomeRecordId } });
}

const settle: Effect<"share-benefit.settle" | "share-benefit.batchSettle"> = {
  commit: async (tx, context, { rows: shares }) => {
    await lockAccounts(
      context,
      tx,
      shares.map((share) => share.memberId),
    );
    for (const share of shares) await bookShare(context, tx, share);
    return {};
  },
};

/** amount = round(sourceAmount × rate%, 2), counted in decimals by the database; and what the source has left after its other shares. */
async function counted(context: CommitContext, tx: Transaction, { sourceAmount, rate, sourceType, bizNo }: Share, id: string) {
  const others = db
    .selectFrom(tables(context).unscoped("share-benefit", "b"))
    .where("b.sourceType", "=", sourceType ?? null)
    .where("b.bizNo", "=", bizNo ?? null)
    .where("b.id", "<>", id)
    .where("b.status", "in", standing)
    .select(({ ref }) => sql<string>`coalesce(sum(${ref("b.amount")}), 0)`.as("shared"));
  const amount = sql`round(${sourceAmount}::numeric * ${rate}::numeric / 100, 2)`;
  return first(
    tx,
    db
      .selectFrom(others.as("o"))
      .select(({ ref }) => [
        sql<string | null>`${amount}::text`.as("amount"),
        sql<string>`(${sourceAmount}::numeric - ${ref("o.shared")})::numeric(18,2)`.as("left"),
        sql<boolean>`${ref("o.shared")} + ${amount} > ${sourceAmount}::numeric`.as("isTooMuch"),
      ]),
  );
}

/** Shares that wait are those of people and merchants who earn; what was shared before they stopped stays theirs. */
async function requireRecipient(context: CommitContext, tx: Transaction, share: Share): Promise<void> {
  const member = await readRow(context, tx, "member", share.memberId);
  if (member !== undefined && !mayEarn(member)) {
    const name = member.nickName ?? "";
    throw fieldError(context, "share-benefit", "memberId", {
      code: "notAllowed",
      message: [`会员“${name}”已禁用或注销，不能获得收益`, `Member “${name}” is disabled or cancelled and earns nothing`],
    });
  }
  const idle = await idleMerchant(context, tx, share);
  if (idle !== undefined) throw fieldError(context, "share-benefit", "merchantId", { code: "notAllowed", message: idle.message });
}

const submit: SubmitEffect<"share-benefit"> = {
  beforeChange: async (tx, context, { values, current }) => {
    const share = { ...current, ...values };
    const isFor = (["memberId", "merchantId", "benefitLevel"] as const).some((name) => share[name] !== current?.[name]);
    if (share.status === shareStatus.pending && isFor) await requireRecipient(context, tx, share);
    const { sourceType, bizNo } = share;
    // Of two shares of one source the second is judged beside the first.
    await lockName(tx, `shares of ${context.scope.tenantId} ${String(sourceType)} ${bizNo ?? ""}`);
    const found = await counted(context, tx, share, current?.id ?? "0");
    if (share.status === shareStatus.pending && found?.isTooMuch === true)
      throw fieldError(context, "share-benefit", "rate", {
        code: "rule",
        message: [
          `“${bizNo ?? ""}”的分润合计不能超过计算基数，还可分 ${found.left} 元`,
          `Shares of “${bizNo ?? ""}” must not exceed its base amount; ${found.left} is left`,
        ],
      });
    values.amount = found?.amount ?? null;
  },
  // Not of what the past of a new installation brings, which orders made.
  afterChange: async (_tx, context, { values, current }) => {
    if (({ ...current, ...values }.remark ?? "") === "" && current === undefined)
      throw fieldError(context, "share-benefit", "remark", {
        code: "required",
        message: ["手工添加的分润须填写备注", "A share added by hand needs a remark"],
      });
  },
};

export const sharesDomain: Domain = {
  reads: {},
  actions: { "share-benefit.settle": settle, "share-benefit.batchSettle": settle },
  hooks: { "share-benefit": { submit } },
};
