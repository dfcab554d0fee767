// Activations of devices: what a record copies from its device, what its approval starts, and what it earns.
import { sql, type Expression } from "kysely";
import type { CommitContext, Domain, Effect, SubmitEffect } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { addRows, changeRow, lockRow, readRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { db, first } from "../../rows/query.ts";
import type { RowValues, StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { mayEarn } from "./member-status.ts";
import { followRewards, rewardTypes } from "./rewards.ts";
import { merchantStatus, terminalStatus } from "./terminals.ts";

const deviceStatus = { bound: 1, active: 2 } as const;
/** A device earns once: while a record waits or is valid there is no other. */
const recordStatus = { pending: 0, valid: 1, standing: [0, 1] } as const;
const rewardLevels = { activator: 1, referrer: 2 } as const;

/** Until when an activation earns. */
const deadlineOf = (bound: Expression<string | null>, days: Expression<number | null>) =>
  sql<string | null>`to_char(${bound} + make_interval(days => ${days}), 'YYYY-MM-DD HH24:MI:SS')`;

const submit: SubmitEffect<"activate-record"> = {
  // Where the device stands, and until when its activation earns, are as they were when it was recorded.
  beforeChange: async (tx, context, { values, current }) => {
    // The past of a new installation brings records that were judged.
    if (current !== undefined || (values.status ?? recordStatus.pending) !== recordStatus.pending) return;
    const locked = await lockRow(context, tx, "terminal-device", values.terminalDeviceId);
    const sn = locked.deviceSn ?? "";
    if (locked.status !== deviceStatus.bound)
      throw fieldError(context, "activate-record", "terminalDeviceId", {
        code: "rule",
        message: [`设备“${sn}”不是已绑定状态，不能激活`, `Device “${sn}” is not bound and cannot become active`],
      });
    const earlier = await recordOf(context, tx, { deviceId: locked.id, states: recordStatus.standing });
    if (earlier !== undefined)
      throw fieldError(context, "activate-record", "terminalDeviceId", {
        code: "duplicate",
        message: [`设备“${sn}”已有激活“${earlier}”`, `Device “${sn}” has the activation “${earlier}” already`],
      });
    const { unscoped } = tables(context);
    const device = await first(
      tx,
      db
        .selectFrom(unscoped("terminal-device", "d"))
        .leftJoin(unscoped("terminal", "t"), "t.id", "d.terminalId")
        .leftJoin(unscoped("terminal-pack", "p"), "p.id", "d.terminalPackId")
        .where("d.id", "=", locked.id)
        .select(({ ref }) => [
          "d.terminalId",
          "d.merchantId",
          "d.terminalPackId",
          "t.managerMemberId as memberId",
          deadlineOf(ref("d.bindTime"), ref("p.activateDays")).as("deadline"),
        ]),
    );
    Object.assign(values, device);
  },
};

/** The number of a device's record in one of these states, besides one. */
async function recordOf(
  context: CommitContext,
  tx: Transaction,
  { deviceId, states, besides = "0" }: { readonly deviceId: string; readonly states: readonly number[]; readonly besides?: string },
): Promise<string | undefined> {
  const found = db
    .selectFrom(tables(context).unscoped("activate-record", "r"))
    .where("r.terminalDeviceId", "=", deviceId)
    .where("r.id", "<>", besides)
    .where("r.status", "in", states)
    .limit(1);
  const record = await first(tx, found.select("r.activateNo"));
  return record === undefined ? undefined : (record.activateNo ?? "");
}

/** The device of a record becomes active, and so does its terminal with the first one. */
async function activate(context: CommitContext, tx: Transaction, record: StoredRow<"activate-record">): Promise<void> {
  const device = await lockRow(context, tx, "terminal-device", record.terminalDeviceId);
  const sn = device.deviceSn ?? "";
  if (device.status !== deviceStatus.bound)
    throw businessError("deviceNotBound", [`设备“${sn}”不是已绑定状态，不能激活`, `Device “${sn}” is not bound and cannot become active`], {
      data: { deviceId: device.id },
    });
  const earlier = await recordOf(context, tx, { deviceId: device.id, states: [recordStatus.valid], besides: record.id });
  if (earlier !== undefined)
    throw businessError(
      "activatedBefore",
      [`设备“${sn}”已有有效激活“${earlier}”`, `Device “${sn}” has the valid activation “${earlier}”`],
      {
        data: { deviceId: device.id },
      },
    );
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
  // The terminals of a merchant that is not in its normal state earn nothing.
  if ((await readRow(context, tx, "merchant", record.merchantId))?.status !== merchantStatus.normal) return [];
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
      await addRows(context, tx, "activate-reward", rewards);
      await followRewards(context, tx, record.id);
    }
    return {};
  },
};

export const activationsDomain: Domain = {
  reads: {},
  actions: { "activate-record.pass": pass },
  hooks: { "activate-record": { submit } },
};
