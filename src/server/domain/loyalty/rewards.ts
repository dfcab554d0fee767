// Rewards of activations: what they are over, how they are given, and how far those of an activation are.
import type { CommitContext, Domain, Effect, SubmitEffect } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { changeRow, lockRow, readRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { db, rows } from "../../rows/query.ts";
import type { RowValues, StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { earn, incomeTypes } from "./income.ts";
import { requireEarner } from "./member-status.ts";
import { movePoints, pointsReasons } from "./points-ledger.ts";

export const rewardTypes = { cash: 1, points: 2 } as const;
const rewardStatus = { toIssue: 0, issued: 1, cancelled: 2 } as const;
const ofRecord = { notIssued: 0, issued: 1, none: 2 } as const;
const validRecord = 1;

/** Gives a reward: money as an income that is booked at once, points as a points record. */
async function give(context: CommitContext, tx: Transaction, reward: StoredRow<"activate-reward">): Promise<RowValues<"activate-reward">> {
  const { memberId, rewardNo: bizNo } = reward;
  if (reward.rewardType === rewardTypes.cash)
    return {
      incomeRecordId: await earn(context, tx, {
        memberId,
        incomeType: incomeTypes.activation,
        bizNo,
        amount: reward.amount,
        remark: "设备激活奖励",
      }),
    };
  const points = reward.points ?? 0;
  if (points <= 0)
    throw businessError("nothingEarned", [`“${bizNo}”的积分为 0，无需发放`, `“${bizNo}” has no points; there is nothing to issue`], {
      data: { bizNo },
    });
  requireEarner(await readRow(context, tx, "member", memberId));
  return {
    pointsRecordId:
      (await movePoints(context, tx, { memberId, points, reason: pointsReasons.activation, bizNo, remark: "设备激活奖励" })) ?? null,
  };
}

/** Writes down how far the rewards of an activation are. Its row is locked, so that of two rewards the later one sees that it is the last. */
export async function followRewards(context: CommitContext, tx: Transaction, recordId: string | null): Promise<void> {
  const record = await lockRow(context, tx, "activate-record", recordId);
  const rewards = db.selectFrom(tables(context).unscoped("activate-reward", "w")).where("w.activateRecordId", "=", record.id);
  const found = new Set((await rows(tx, rewards.select("w.status").distinct())).map(({ status }) => status));
  const given = found.has(rewardStatus.issued) ? ofRecord.issued : ofRecord.none;
  const values = { rewardStatus: found.has(rewardStatus.toIssue) ? ofRecord.notIssued : given };
  if (values.rewardStatus !== record.rewardStatus) await changeRow(context, tx, "activate-record", { id: record.id, values });
}

const issue: Effect<"activate-reward.issue"> = {
  commit: async (tx, context, { rows: rewards }) => {
    for (const reward of rewards) {
      await lockRow(context, tx, "activate-record", reward.activateRecordId);
      await changeRow(context, tx, "activate-reward", { id: reward.id, values: await give(context, tx, reward) });
      await followRewards(context, tx, reward.activateRecordId);
    }
    return {};
  },
};

const cancel: Effect<"activate-reward.cancel"> = {
  commit: async (tx, context, { rows: rewards }) => {
    for (const { activateRecordId } of rewards) await followRewards(context, tx, activateRecordId);
    return {};
  },
};

const submit: SubmitEffect<"activate-reward"> = {
  beforeChange: async (tx, context, { values, current }) => {
    const reward = { ...current, ...values };
    const isCash = reward.rewardType === rewardTypes.cash;
    if (!(Number((isCash ? reward.amount : reward.points) ?? 0) > 0))
      throw fieldError(context, "activate-reward", isCash ? "amount" : "points", {
        code: "rule",
        message: ["必须大于 0", "Must be greater than 0"],
      });
    if (current !== undefined && values.activateRecordId === undefined) return;
    const record = await readRow(context, tx, "activate-record", reward.activateRecordId);
    if (record?.status === validRecord) return;
    const number = record?.activateNo ?? "";
    throw fieldError(context, "activate-reward", "activateRecordId", {
      code: "rule",
      message: [`激活“${number}”不是有效状态`, `Activation “${number}” is not valid`],
    });
  },
  afterChange: async (tx, context, { values, current }) => {
    const ids = new Set([current?.activateRecordId, values.activateRecordId].flatMap((id) => id ?? []));
    for (const id of [...ids].sort()) await followRewards(context, tx, id);
  },
};

export const rewardsDomain: Domain = {
  reads: {},
  actions: { "activate-reward.issue": issue, "activate-reward.cancel": cancel },
  hooks: { "activate-reward": { submit } },
};
