// The grade of a member: what its growth reaches, unless a membership in force grants a higher one.
import { sql, type Expression } from "kysely";
import type { CommitContext } from "../../contract.ts";
import { lockRow } from "../../crud/write/server-rows.ts";
import { anyOf, db, first, rows, run } from "../../rows/query.ts";
import { tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";

const enabled = 1;
/** Memberships that count once their time has come: whether the clock's job has written that down yet does not matter. */
const running = [0, 1];

/** The highest grade that growth reaches, or that a membership grants now. */
function gradeFor(context: CommitContext, memberId: Expression<string>, growth: Expression<number | null>) {
  const { unscoped } = tables(context);
  const now = context.now();
  return db
    .selectFrom(unscoped("grade", "g"))
    .where(({ eb, and, or, exists, fn, ref }) =>
      or([
        and([eb("g.status", "=", enabled), eb("g.minGrowth", "<=", fn.coalesce(growth, sql<number>`0`))]),
        exists(
          db
            .selectFrom(unscoped("membership", "s"))
            .where("s.memberId", "=", memberId)
            .where("s.gradeId", "=", ref("g.id"))
            .where("s.status", "in", running)
            .where("s.startTime", "<=", now)
            .where("s.endTime", ">", now)
            .select("s.id"),
        ),
      ]),
    )
    .orderBy("g.gradeLevel", "desc")
    .limit(1)
    .select("g.id");
}

/** The grade that members begin with; none where no grade is open to everybody. */
export async function firstGrade(context: CommitContext, tx: Transaction): Promise<string | null> {
  return (await first(tx, gradeFor(context, sql<string>`0`, sql<number>`0`)))?.id ?? null;
}

/** Gives members, whose rows are locked, the grades that are theirs. */
async function giveGrades(context: CommitContext, tx: Transaction, ids: readonly string[]): Promise<void> {
  const { withRemoved } = tables(context);
  const due = db
    .selectFrom(withRemoved("member", "own"))
    .where("own.id", "=", anyOf(ids))
    .select(({ ref }) => ["own.id", gradeFor(context, ref("own.id"), ref("own.growthValue")).as("gradeId")]);
  await run(
    tx,
    update(context, withRemoved("member", "m"))
      .from(due.as("d"))
      .set(({ ref }) => ({ gradeId: ref("d.gradeId") }))
      .whereRef("m.id", "=", "d.id")
      .where(({ eb, ref }) => eb("m.gradeId", "is distinct from", ref("d.gradeId"))),
  );
}

/** Works out the grade of a member anew. */
export async function regrade(context: CommitContext, tx: Transaction, memberId: string | null): Promise<void> {
  const { id } = await lockRow(context, tx, "member", memberId);
  await giveGrades(context, tx, [id]);
}

/** Works out the grades of members behind an id, in the order of their ids; answers how many these were, and the last of them. */
export async function regradeNext(
  context: CommitContext,
  tx: Transaction,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<{ readonly count: number; readonly last: string }> {
  const next = db.selectFrom(tables(context).unscoped("member", "m")).where("m.id", ">", after).orderBy("m.id").limit(limit);
  const ids = (await rows(tx, next.forNoKeyUpdate().select("m.id"))).map(({ id }) => id);
  if (ids.length > 0) await giveGrades(context, tx, ids);
  return { count: ids.length, last: ids.at(-1) ?? after };
}
