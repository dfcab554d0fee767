// The ledger of points: every change of a member's points is a points record, and nothing else moves them.
import type { CommitContext } from "../../contract.ts";
import { addRow, changeRow, lockRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { db, first } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { memberStatus } from "./member-status.ts";
import { emptyExpired, nextExpiry, spendLots } from "./points-lots.ts";
import { pointsReasons, type PointsReason } from "./points-reasons.ts";
import { replayLots } from "./points-replay.ts";
import { expiryOf } from "./points-validity.ts";

export { pointsReasons } from "./points-reasons.ts";

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
const maxPoints = 2_147_483_647;

interface PointsMovement {
  readonly memberId: string | null;
  /** Positive adds, negative takes away; not 0. */
  readonly points: number;
  readonly reason: PointsReason;
  readonly bizNo?: string | null;
  readonly remark?: string | null;
}

type Member = StoredRow<"member">;

async function recordOf(context: CommitContext, tx: Transaction, { reason, bizNo, memberId }: PointsMovement): Promise<string | undefined> {
  const records = db
    .selectFrom(tables(context).unscoped("points-record", "p"))
    .where("p.bizType", "=", reason)
    .where("p.bizNo", "=", bizNo ?? null)
    .where("p.memberId", "=", memberId);
  return (await first(tx, records.select("p.id")))?.id;
}

function requirePossible(member: Member, after: number, total: number): void {
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
  if (Math.max(after, total) > maxPoints)
    throw businessError("pointsTooMany", [`会员“${name}”的积分超出上限`, `Member “${name}” cannot hold that many points`], details);
}

/** Writes a record and the balance that follows from it; the member is locked, and the movement possible. */
async function write(context: CommitContext, tx: Transaction, member: Member, movement: PointsMovement): Promise<string> {
  const { points, reason, bizNo, remark } = movement;
  const before = member.points ?? 0;
  const total = (member.totalPoints ?? 0) + (earned.has(reason) ? Math.max(points, 0) : 0);
  const isReturn = reason === pointsReasons.returned;
  const isLot = points > 0;
  const record = await addRow(context, tx, "points-record", {
    memberId: member.id,
    direction: isLot ? 1 : 2,
    bizType: reason,
    points,
    leftPoints: isLot ? points : null,
    balanceBefore: before,
    balanceAfter: before + points,
    // Corrections by staff are no earnings: they stay until staff corrects them again. What comes back has the time that it had.
    expireTime: isLot && !isReturn && reason !== pointsReasons.adjusted ? await expiryOf(context, tx) : null,
    bizNo: bizNo ?? null,
    remark: remark ?? null,
  });
  if (isReturn) await replayLots(context, tx, member.id);
  // What expired has left its lots already.
  if (!isLot && reason !== pointsReasons.expired) await spendLots(context, tx, member.id, -points);
  const values = { points: before + points, totalPoints: total, pointsExpireTime: await nextExpiry(context, tx, member.id) };
  await changeRow(context, tx, "member", { id: member.id, values });
  return record.id;
}

/** Takes away what expired of a locked member's points, with a record; answers the member as it is then. */
async function expire(context: CommitContext, tx: Transaction, member: Member): Promise<Member> {
  if (member.pointsExpireTime === null || member.pointsExpireTime >= context.now()) return member;
  const points = await emptyExpired(context, tx, member.id);
  if (points === 0) return member;
  const bizNo = `GQ${context.now().slice(0, 10).replaceAll("-", "")}`;
  await write(context, tx, member, { memberId: member.id, points: -points, reason: pointsReasons.expired, bizNo, remark: "积分到期" });
  return { ...member, points: (member.points ?? 0) - points };
}

/** Takes away the points of a member whose time is over; answers whether there were any. */
export async function expirePoints(context: CommitContext, tx: Transaction, memberId: string): Promise<boolean> {
  const member = await lockRow(context, tx, "member", memberId);
  return (await expire(context, tx, member)) !== member;
}

/**
 * Moves points: locks the member, takes away what has expired, checks what is left, writes the points record and the new balance; answers the
 * record's id. What comes back is as valid as it was, and over at once where its time has passed. A movement that its business row made already is answered and not made again. What is taken back on a refund is cut to what is
 * left, and no record where that is nothing.
 */
export async function movePoints(context: CommitContext, tx: Transaction, requested: PointsMovement): Promise<string | undefined> {
  const { memberId, reason, bizNo } = requested;
  const locked = await lockRow(context, tx, "member", memberId);
  const made = once.has(reason) && bizNo !== undefined ? await recordOf(context, tx, requested) : undefined;
  if (made !== undefined) return made;
  const member = await expire(context, tx, locked);
  const points = reason === pointsReasons.takenBack ? Math.max(requested.points, -(member.points ?? 0)) : requested.points;
  if (points === 0) return undefined;
  const movement = { ...requested, points };
  requirePossible(member, (member.points ?? 0) + points, (member.totalPoints ?? 0) + (earned.has(reason) ? Math.max(points, 0) : 0));
  const record = await write(context, tx, member, movement);
  if (reason === pointsReasons.returned) await expirePoints(context, tx, member.id);
  return record;
}
