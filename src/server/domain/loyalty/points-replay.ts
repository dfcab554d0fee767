// The ledger of points gone through once more: what of each record is left follows from all that came after it.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { db, rows, run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { nextExpiry } from "./points-lots.ts";
import { pointsReasons } from "./points-ledger.ts";

/** A record of the ledger, in the order in which they were written. */
export interface LedgerRecord {
  readonly id: string;
  readonly bizType: number | null;
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

/** What is left of each record that added points. */
export function leftOf(ledger: readonly LedgerRecord[]): ReadonlyMap<string, number> {
  const lots: Lot[] = [];
  for (const { id, bizType, points, expireTime, createTime } of ledger) {
    if ((points ?? 0) > 0) {
      lots.push({ id, expireTime, left: points ?? 0 });
      continue;
    }
    let due = -(points ?? 0);
    const isOver = ({ expireTime: end }: Lot): boolean => end !== null && end < (createTime ?? "");
    const taken = bizType === pointsReasons.expired ? lots.filter(isOver) : lots.toSorted(sooner);
    for (const lot of taken) {
      const part = Math.min(lot.left, due);
      lot.left -= part;
      due -= part;
    }
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
    .select(["p.id", "p.bizType", "p.points", "p.expireTime", "p.createTime"]);
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
      .set(({ ref }) => ({ leftPoints: ref("f.points") })),
  );
  await run(
    tx,
    updateDerived(unscoped("member", "m"))
      .where("m.id", "=", memberId)
      .set({ pointsExpireTime: await nextExpiry(context, tx, memberId) }),
  );
}
