// Activations of devices: what a record copies from its device, what its approval starts, and what it earns.
import { sql, type Expression } from "kysely";
import type { CommitContext, Domain, Effect, ResourceHooks } from "../../contract.ts";
import { addRow, changeRow, lockRow, readRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { db, first } from "../../rows/query.ts";
import type { RowValues, StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { earn, incomeTypes } from "./income.ts";
import { mayEarn, requireEarner } from "./member-status.ts";
import { movePoints, pointsReasons } from "./points-ledger.ts";

const deviceStatus = { bound: 1, active: 2 } as const;
const terminalStatus = { inactive: 0, active: 1 } as const;
const recordStatus = { valid: 1 } as const;
const rewardStatus = { notIssued: 0, issued: 1, none: 2 } as const;
const rewardLevels = { activator: 1, referrer: 2 } as const;
const rewardTypes = { cash: 1, points: 2 } as const;

/** Until when an activation earns. */
const deadlineOf = (bound: Expression<string | null>, days: Expression<number | null>) =>
  sql<string | null>`to_char(${bound} + make_interval(days => ${days}), 'YYYY-MM-DD HH24:MI:SS')`;

const recordHooks: ResourceHooks<"activate-record"> = {
  // Where the device stands, and until when its activation earns, are as they were when it was recorded.
  submit: {
    beforeWrite: async (tx, context, { values, current }) => {
      if (current !== undefined) return;
      const { unscoped } = tables(context);
      const device = await first(
        tx,
        db
          .selectFrom(unscoped("terminal-device", "d"))
          .leftJoin(unscoped("terminal", "t"), "t.id", "d.terminalId")
          .leftJoin(unscoped("terminal-pack", "p"), "p.id", "d.terminalPackId")
          .where("d.id", "=", values.terminalDeviceId ?? null)
          .select(({ ref }) => [
            "d.terminalId",
            "d.merchantId",
            "d.terminalPackId",
            "t.managerMemberId as memberId",
            deadlineOf(ref("d.bindTime"), ref("p.activateDays")).as("deadline"),
          ]),
      );
      values.terminalId ??= device?.terminalId ?? null;
      values.merchantId ??= device?.merchantId ?? null;
      values.terminalPackId ??= device?.terminalPackId ?? null;
      values.memberId ??= device?.memberId ?? null;
      values.deadline ??= device?.deadline ?? null;
    },
  },
};

/** The device of a record becomes active, and so does its terminal with the first one. */
async function activate(context: CommitContext, tx: Transaction, record: StoredRow<"activate-record">): Promise<void> {
  const device = await lockRow(context, tx, "terminal-device", record.terminalDeviceId);
  const sn = device.deviceSn ?? "";
  if (device.status !== deviceStatus.bound)
    throw businessError("deviceNotBound", [`设备“${sn}”不是已绑定状态，不能激活`, `Device “${sn}” is not bound and cannot become active`], {
      data: { deviceId: device.id },
    });
  const earlier = await first(
    tx,
    db
      .selectFrom(tables(context).unscoped("activate-record", "r"))
      .where("r.terminalDeviceId", "=", device.id)
      .where("r.id", "<>", record.id)
      .where("r.status", "=", recordStatus.valid)
      .limit(1)
      .select("r.activateNo"),
  );
  if (earlier !== undefined) {
    const number = earlier.activateNo ?? "";
    throw businessError("activatedBefore", [`设备“${sn}”已有有效激活“${number}”`, `Device “${sn}” has the valid activation “${number}”`], {
      data: { deviceId: device.id },
    });
  }
  const { activateTime } = record;
  await changeRow(context, tx, "terminal-device", { id: device.id, values: { status: deviceStatus.active, activateTime } });
  if (record.terminalId === null) return;
  const terminal = await lockRow(context, tx, "terminal", record.terminalId);
  if (terminal.status === terminalStatus.inactive)
    await changeRow(context, tx, "terminal", { id: terminal.id, values: { status: terminalStatus.active, activateTime } });
}

/** Who gets what: an amount of money, or a number of points. */
type Reward = readonly [member: StoredRow<"member"> | undefined, level: number, type: number, amount: string | number | null | undefined];

/**
 * The rewards of an activation from the amounts of its pack at this moment: nothing for nobody, for nothing, or for members who earn
 * nothing.
 */
async function rewardsOf(
  context: CommitContext,
  tx: Transaction,
  record: StoredRow<"activate-record">,
): Promise<readonly RowValues<"activate-reward">[]> {
  const inTime = record.deadline !== null && (record.activateTime ?? "") <= record.deadline;
  if (!inTime || record.memberId === null || record.terminalPackId === null) return [];
  const packs = db.selectFrom(tables(context).unscoped("terminal-pack", "p")).where("p.id", "=", record.terminalPackId);
  const pack = await first(tx, packs.select(["p.rewardAmount", "p.parentRewardAmount", "p.rewardPoints"]));
  const member = await readRow(context, tx, "member", record.memberId);
  const referrer = await readRow(context, tx, "member", member?.parentId ?? null);
  const rewards: readonly Reward[] = [
    [member, rewardLevels.activator, rewardTypes.cash, pack?.rewardAmount],
    [member, rewardLevels.activator, rewardTypes.points, pack?.rewardPoints],
    [referrer, rewardLevels.referrer, rewardTypes.cash, pack?.parentRewardAmount],
  ];
  return rewards
    .filter(([earner, , , amount]) => mayEarn(earner) && Number(amount ?? 0) > 0)
    .map(([earner, rewardLevel, rewardType, amount]) => ({
      activateRecordId: record.id,
      memberId: earner?.id,
      rewardLevel,
      rewardType,
      ...(rewardType === rewardTypes.cash ? { amount: String(amount) } : { points: Number(amount) }),
    }));
}

const pass: Effect<"activate-record.pass"> = {
  commit: async (tx, context, { rows }) => {
    for (const record of rows) {
      await activate(context, tx, record);
      const rewards = await rewardsOf(context, tx, record);
      for (const reward of rewards) await addRow(context, tx, "activate-reward", reward);
      await changeRow(context, tx, "activate-record", {
        id: record.id,
        values: {
          rewardStatus: rewards.length > 0 ? rewardStatus.notIssued : rewardStatus.none,
        },
      });
    }
    return {};
  },
};

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
    throw businessError("nothingEarned", [`“${bizNo}”的积分为 0，无需发放`, `“${bizNo}” is over nothing; there is nothing to issue`], {
      data: { bizNo },
    });
  requireEarner(await readRow(context, tx, "member", memberId));
  return {
    pointsRecordId: await movePoints(context, tx, { memberId, points, reason: pointsReasons.activation, bizNo, remark: "设备激活奖励" }),
  };
}

const issue: Effect<"activate-reward.issue"> = {
  commit: async (tx, context, { rows }) => {
    for (const reward of rows) {
      // First of all the activation, so that of two rewards issued at once the later one sees that it is the last.
      const record = await lockRow(context, tx, "activate-record", reward.activateRecordId);
      await changeRow(context, tx, "activate-reward", { id: reward.id, values: await give(context, tx, reward) });
      const rewards = db.selectFrom(tables(context).unscoped("activate-reward", "w")).where("w.activateRecordId", "=", record.id);
      const left = await first(tx, rewards.where("w.status", "=", rewardStatus.notIssued).limit(1).select("w.id"));
      if (left === undefined)
        await changeRow(context, tx, "activate-record", { id: record.id, values: { rewardStatus: rewardStatus.issued } });
    }
    return {};
  },
};

export const activationsDomain: Domain = {
  reads: {},
  actions: { "activate-record.pass": pass, "activate-reward.issue": issue },
  hooks: { "activate-record": recordHooks },
};
