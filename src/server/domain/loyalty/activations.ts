// Activations of devices: what a record copies from its device, what its approval starts, and what it earns (catalogue, `activate-record`, `activate-reward`).
import type { CommitContext, Domain, Effect, ResourceHooks, Values } from "../../contract.ts";
import { addRow, changeRow, lockRow, readRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import type { Row, Transaction } from "../../store/database.ts";
import { earn, incomeTypes } from "./income.ts";
import { mayEarn, requireEarner } from "./member-status.ts";
import { movePoints, pointsReasons } from "./points-ledger.ts";

const deviceStatus = { bound: 1, active: 2 } as const;
const terminalStatus = { inactive: 0, active: 1 } as const;
const recordStatus = { valid: 1 } as const;
const rewardStatus = { notIssued: 0, issued: 1, none: 2 } as const;
const rewardLevels = { activator: 1, referrer: 2 } as const;
const rewardTypes = { cash: 1, points: 2 } as const;

const recordHooks: ResourceHooks = {
  // Where the device stands, and until when its activation earns, are as they were when it was recorded.
  submit: {
    beforeWrite: async (tx, context, { values, current }) => {
      if (current !== undefined) return;
      const device = await tx.first({
        sql: `select d.terminal_id, d.merchant_id, d.terminal_pack_id, t.manager_member_id, to_char(d.bind_time + make_interval(days => p.activate_days), 'YYYY-MM-DD HH24:MI:SS') as deadline
          from terminal_device d
            left join terminal t on t.tenant_id = d.tenant_id and t.id = d.terminal_id and t.is_deleted = 0
            left join terminal_pack p on p.tenant_id = d.tenant_id and p.id = d.terminal_pack_id and p.is_deleted = 0
          where d.tenant_id = $1 and d.id = $2::bigint and d.is_deleted = 0`,
        parameters: [context.scope.tenantId, values["terminalDeviceId"]],
      });
      const copied: Values = {
        terminalId: device?.["terminal_id"], merchantId: device?.["merchant_id"], terminalPackId: device?.["terminal_pack_id"], memberId: device?.["manager_member_id"], deadline: device?.["deadline"],
      };
      for (const [name, value] of Object.entries(copied)) values[name] ??= value ?? null;
    },
  },
};

/** The device of a record becomes active, and so does its terminal with the first one. */
async function activate(context: CommitContext, tx: Transaction, record: Readonly<Values>): Promise<void> {
  const device = await lockRow(context, tx, "terminal-device", record["terminalDeviceId"]);
  const sn = String(device["deviceSn"]);
  if (Number(device["status"]) !== deviceStatus.bound) throw businessError("deviceNotBound", [`设备“${sn}”不是已绑定状态，不能激活`, `Device “${sn}” is not bound and cannot become active`], { data: { deviceId: String(device["id"]) } });
  const earlier = await tx.first({
    sql: "select activate_no from activate_record where tenant_id = $1 and terminal_device_id = $2::bigint and id <> $3::bigint and status = $4 and is_deleted = 0 limit 1",
    parameters: [context.scope.tenantId, device["id"], record["id"], recordStatus.valid],
  });
  if (earlier !== undefined) {
    const number = String(earlier["activate_no"]);
    throw businessError("activatedBefore", [`设备“${sn}”已有有效激活“${number}”`, `Device “${sn}” has the valid activation “${number}”`], { data: { deviceId: String(device["id"]) } });
  }
  const { activateTime } = record;
  await changeRow(context, tx, "terminal-device", device["id"], { status: deviceStatus.active, activateTime });
  if (record["terminalId"] === null) return;
  const terminal = await lockRow(context, tx, "terminal", record["terminalId"]);
  if (Number(terminal["status"]) === terminalStatus.inactive) await changeRow(context, tx, "terminal", terminal["id"], { status: terminalStatus.active, activateTime });
}

/** The rewards of an activation from the amounts of its pack at this moment: nothing for nobody, for nothing, or for members who earn nothing. */
async function rewardsOf(context: CommitContext, tx: Transaction, record: Readonly<Values>): Promise<readonly Values[]> {
  const inTime = record["deadline"] !== null && String(record["activateTime"]) <= String(record["deadline"]);
  if (!inTime || record["memberId"] === null || record["terminalPackId"] === null) return [];
  const pack: Row | undefined = await tx.first({
    sql: "select reward_amount, parent_reward_amount, reward_points from terminal_pack where tenant_id = $1 and id = $2::bigint and is_deleted = 0",
    parameters: [context.scope.tenantId, record["terminalPackId"]],
  });
  const member = await readRow(context, tx, "member", record["memberId"]);
  const referrer = await readRow(context, tx, "member", member?.["parentId"]);
  const rewards: readonly (readonly [member: Values | undefined, level: number, type: number, amount: unknown])[] = [
    [member, rewardLevels.activator, rewardTypes.cash, pack?.["reward_amount"]],
    [member, rewardLevels.activator, rewardTypes.points, pack?.["reward_points"]],
    [referrer, rewardLevels.referrer, rewardTypes.cash, pack?.["parent_reward_amount"]],
  ];
  return rewards
    .filter(([earner, , , amount]) => mayEarn(earner) && Number(amount ?? 0) > 0)
    .map(([earner, rewardLevel, rewardType, amount]) => ({
      activateRecordId: record["id"], memberId: earner?.["id"], rewardLevel, rewardType, ...(rewardType === rewardTypes.cash ? { amount } : { points: Number(amount) }),
    }));
}

const pass: Effect = {
  commit: async (tx, context, { rows }) => {
    for (const record of rows) {
      await activate(context, tx, record);
      const rewards = await rewardsOf(context, tx, record);
      for (const reward of rewards) await addRow(context, tx, "activate-reward", reward);
      await changeRow(context, tx, "activate-record", record["id"], { rewardStatus: rewards.length > 0 ? rewardStatus.notIssued : rewardStatus.none });
    }
    return {};
  },
};

/** Gives a reward: money as an income that is booked at once, points as a points record. */
async function give(context: CommitContext, tx: Transaction, reward: Readonly<Values>): Promise<Values> {
  const [memberId, bizNo] = [reward["memberId"], String(reward["rewardNo"])];
  if (Number(reward["rewardType"]) === rewardTypes.cash) return { incomeRecordId: await earn(context, tx, { memberId, incomeType: incomeTypes.activation, bizNo, amount: reward["amount"], remark: "设备激活奖励" }) };
  const points = Number(reward["points"] ?? 0);
  if (points <= 0) throw businessError("nothingEarned", [`“${bizNo}”的积分为 0，无需发放`, `“${bizNo}” is over nothing; there is nothing to issue`], { data: { bizNo } });
  requireEarner(await readRow(context, tx, "member", memberId));
  return { pointsRecordId: await movePoints(context, tx, { memberId, points, reason: pointsReasons.activation, bizNo, remark: "设备激活奖励" }) };
}

const issue: Effect = {
  commit: async (tx, context, { rows }) => {
    for (const reward of rows) {
      // First of all the activation, so that of two rewards issued at once the later one sees that it is the last.
      const record = await lockRow(context, tx, "activate-record", reward["activateRecordId"]);
      await changeRow(context, tx, "activate-reward", reward["id"], await give(context, tx, reward));
      const left = await tx.first({
        sql: "select 1 from activate_reward where tenant_id = $1 and activate_record_id = $2::bigint and status = 0 and is_deleted = 0 limit 1",
        parameters: [context.scope.tenantId, record["id"]],
      });
      if (left === undefined) await changeRow(context, tx, "activate-record", record["id"], { rewardStatus: rewardStatus.issued });
    }
    return {};
  },
};

export const activationsDomain: Domain = { reads: {}, actions: { "activate-record.pass": pass, "activate-reward.issue": issue }, hooks: { "activate-record": recordHooks } };
