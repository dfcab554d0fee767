// The ledger of points gone through once more: what of each record is left follows from all that came after it.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { db, rows, run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { nextExpiry } from "./points-lots.ts";
import { pointsReasons } from "./points-reasons.ts";

/** A record of the ledger, in the order in which they were written. */
export interface LedgerRecord {
  readonly id: string;
  readonly bizType: number | null;
  readonly bizNo: string | null;
  readonly points: number | null;
  readonly expireTime: string | null;
  readonly createTime: string | null;
}

interface Lot {
  readonly id: string;
  readonly expireTime: string | null;
  left: number;
}

/** A lot without an end comes last; of two with the same the older comes first, as they were added in that order. */
const sooner = (one: Lot, other: Lot): number => {
  if (one.expireTime === other.expireTime) return 0;
  if (one.expireTime === null) return 1;
  return other.expireTime === null || one.expireTime < other.expireTime ? -1 : 1;
};

/** Points that a business row took of a lot. */
interface Part {
  readonly lot: Lot;
  points: number;
}

/** Takes points from lots, one after the other; answers what it took of which. */
function takeFrom(lots: readonly Lot[], points: number): readonly Part[] {
  let due = points;
  return lots.flatMap((lot) => {
    const taken = Math.min(lot.left, due);
    lot.left -= taken;
    due -= taken;
    return taken > 0 ? [{ lot, points: taken }] : [];
  });
}

/** Puts points back where they were taken, those that last longest first; answers how many nobody had taken. */
function giveBack(parts: readonly Part[], points: number): number {
  let due = points;
  for (const part of parts.toReversed()) {
    const returned = Math.min(part.points, due);
    part.lot.left += returned;
    part.points -= returned;
    due -= returned;
  }
  return due;
}

/** What is left of each record that added points. */
export function leftOf(ledger: readonly LedgerRecord[]): ReadonlyMap<string, number> {
  const lots: Lot[] = [];
  /** By the number of the business row. */
  const spent = new Map<string, readonly Part[]>();
  for (const { id, bizType, bizNo, points, expireTime, createTime } of ledger) {
    const moved = points ?? 0;
    if (moved > 0) {
      // Points that come back have no time of their own.
      const isReturn = bizType === pointsReasons.returned && expireTime === null;
      const left = isReturn ? giveBack(spent.get(bizNo ?? "") ?? [], moved) : moved;
      lots.push({ id, expireTime, left });
      continue;
    }
    const isOver = ({ expireTime: end }: Lot): boolean => end !== null && end < (createTime ?? "");
    const parts = takeFrom(bizType === pointsReasons.expired ? lots.filter(isOver) : lots.toSorted(sooner), -moved);
    if (bizType !== pointsReasons.expired && bizNo !== null) spent.set(bizNo, [...(spent.get(bizNo) ?? []), ...parts]);
  }
  return new Map(lots.map(({ id, left }) => [id, left]));
}

/** Works out anew what is left of a member's records, and when the next of it expires. */
export async function replayLots(context: CommitContext, tx: Transaction, memberId: string): Promise<void> {
  const { unscoped } = tables(context);
  const ledger = db
    .selectFrom(unscoped("points-record", "p"))
    .where("p.memberId", "=", memberId)
    .orderBy("p.id")
    .select(["p.id", "p.bizType", "p.bizNo", "p.points", "p.expireTime", "p.createTime"]);
  const left = [...leftOf(await rows(tx, ledger))];
  const found = sql<{
    id: string;
    points: number;
  }>`unnest(${left.map(([id]) => id)}::bigint[], ${left.map(([, points]) => points)}::int[])`;
  await run(
    tx,
    updateDerived(unscoped("points-record", "p"))
      .from(found.as<"f">(sql`f(id, points)`))
      .whereRef("p.id", "=", "f.id")
      .where(({ eb, ref }) => eb("p.leftPoints", "is distinct from", ref("f.points")))
      .set(({ ref }) => ({ leftPoints: ref("f.points") })),
  );
  await run(
    tx,
    updateDerived(unscoped("member", "m"))
      .where("m.id", "=", memberId)
      .set({ pointsExpireTime: await nextExpiry(context, tx, memberId) }),
  );
}
