// What is left of points that were earned: each record that adds points is a lot, which spending uses up and time takes away.
import { sql } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { db, first, run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

/** The lots of a member that have something left; the member is locked. */
const lotsOf = (context: CommitContext, memberId: string) =>
  db.selectFrom(tables(context).unscoped("points-record", "l")).where("l.memberId", "=", memberId).where("l.leftPoints", ">", 0);

/** Takes points from the lots that expire first, and of those from the oldest; the ledger has proved that there are as many. */
export async function spendLots(context: CommitContext, tx: Transaction, memberId: string, points: number): Promise<void> {
  const { unscoped } = tables(context);
  const queue = lotsOf(context, memberId).select(({ ref }) => [
    "l.id",
    "l.leftPoints",
    sql<number>`sum(${ref("l.leftPoints")}) over (order by ${ref("l.expireTime")} nulls last, ${ref("l.id")})`.as("upTo"),
  ]);
  await run(
    tx,
    updateDerived(unscoped("points-record", "p"))
      .from(queue.as("q"))
      .whereRef("p.id", "=", "q.id")
      .where(({ ref }) => sql<boolean>`${ref("q.upTo")} - ${ref("q.leftPoints")} < ${points}`)
      .set(({ ref }) => ({ leftPoints: sql<number>`greatest(${ref("q.upTo")} - ${points}, 0)` })),
  );
}

/** Empties the lots whose time is over; answers how many points that were. */
export async function emptyExpired(context: CommitContext, tx: Transaction, memberId: string): Promise<number> {
  const over = lotsOf(context, memberId).where("l.expireTime", "<", context.now());
  const expired = await first(
    tx,
    over.select(({ ref }) => sql<number>`coalesce(sum(${ref("l.leftPoints")}), 0)::int`.as("points")),
  );
  const points = expired?.points ?? 0;
  if (points > 0)
    await run(
      tx,
      updateDerived(tables(context).unscoped("points-record", "p"))
        .where("p.memberId", "=", memberId)
        .where("p.leftPoints", ">", 0)
        .where("p.expireTime", "<", context.now())
        .set({ leftPoints: 0 }),
    );
  return points;
}

/** When the next points of a member expire; null where none do. */
export async function nextExpiry(context: CommitContext, tx: Transaction, memberId: string): Promise<string | null> {
  const next = await first(
    tx,
    lotsOf(context, memberId).select(({ fn }) => fn.min("l.expireTime").as("expireTime")),
  );
  return next?.expireTime ?? null;
}
