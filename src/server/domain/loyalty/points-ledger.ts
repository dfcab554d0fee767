// The ledger of points: every change of a member's points is a points record, and nothing else moves them.
import type { CommitContext } from "../../contract.ts";
import { addRow, changeRow, lockRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { db, first } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { memberStatus } from "./member-status.ts";

/** Why points move (`points-record.bizType`). */
export const pointsReasons = {
  scan: 1,
  purchase: 2,
  checkIn: 3,
  activation: 4,
  campaign: 5,
  exchange: 6,
  orderDeduction: 7,
  returned: 8,
  adjusted: 9,
  takenBack: 11,
} as const;

type PointsReason = (typeof pointsReasons)[keyof typeof pointsReasons];

/** A business row of these reasons moves a member's points once. */
const once: ReadonlySet<PointsReason> = new Set([
  pointsReasons.purchase,
  pointsReasons.activation,
  pointsReasons.exchange,
  pointsReasons.orderDeduction,
]);
/** What counts as ever earned; points that come back do not. */
const earned: ReadonlySet<PointsReason> = new Set([
  pointsReasons.scan,
  pointsReasons.purchase,
  pointsReasons.checkIn,
  pointsReasons.activation,
  pointsReasons.campaign,
]);
/** What an integer column holds. */
const mostPoints = 2_147_483_647;

export interface PointsMovement {
  readonly memberId: string | null;
  /** Positive adds, negative takes away; not 0. */
  readonly points: number;
  readonly reason: PointsReason;
  readonly bizNo?: string | null;
  readonly remark?: string | null;
}

async function recordOf(context: CommitContext, tx: Transaction, { reason, bizNo, memberId }: PointsMovement): Promise<string | undefined> {
  const records = db
    .selectFrom(tables(context).unscoped("points-record", "p"))
    .where("p.bizType", "=", reason)
    .where("p.bizNo", "=", bizNo ?? null)
    .where("p.memberId", "=", memberId);
  return (await first(tx, records.select("p.id")))?.id;
}

function requirePossible(member: StoredRow<"member">, after: number, total: number): void {
  const name = member.nickName ?? "";
  const details = { data: { memberId: member.id, points: member.points ?? 0 } };
  if (member.status === memberStatus.cancelled)
    throw businessError("memberCancelled", [`会员“${name}”已注销`, `Member “${name}” is cancelled`], details);
  if (after < 0)
    throw businessError(
      "pointsTooFew",
      [`会员“${name}”积分不足：可用 ${details.data.points}`, `Member “${name}” has only ${details.data.points} points`],
      details,
    );
  if (Math.max(after, total) > mostPoints)
    throw businessError("pointsTooMany", [`会员“${name}”的积分超出上限`, `Member “${name}” cannot hold that many points`], details);
}

/**
 * Moves points: locks the member, checks what is left, writes the points record and the new balance; answers the record's id. A movement
 * that its business row made already is answered and not made again.
 */
export async function movePoints(context: CommitContext, tx: Transaction, movement: PointsMovement): Promise<string> {
  const { memberId, points, reason, bizNo, remark } = movement;
  const member = await lockRow(context, tx, "member", memberId);
  const made = once.has(reason) && bizNo !== undefined ? await recordOf(context, tx, movement) : undefined;
  if (made !== undefined) return made;
  const before = member.points ?? 0;
  const after = before + points;
  const total = (member.totalPoints ?? 0) + (earned.has(reason) ? Math.max(points, 0) : 0);
  requirePossible(member, after, total);
  const record = await addRow(context, tx, "points-record", {
    memberId,
    direction: points > 0 ? 1 : 2,
    bizType: reason,
    points,
    balanceBefore: before,
    balanceAfter: after,
    bizNo: bizNo ?? null,
    remark: remark ?? null,
  });
  await changeRow(context, tx, "member", { id: memberId, values: { points: after, totalPoints: total } });
  return record.id;
}
