// Members: corrections of their points, and the grade that follows from growth and membership.
import { sql } from "kysely";
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { lockRow } from "../../crud/write/server-rows.ts";
import { invalidFields } from "../../http/errors.ts";
import { db, run } from "../../rows/query.ts";
import { tables, update } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { movePoints, pointsReasons } from "./points-ledger.ts";

/** The grade of a member: what its growth reaches, unless a membership in force grants a higher one. */
export async function regrade(context: CommitContext, tx: Transaction, memberId: string | null): Promise<void> {
  await lockRow(context, tx, "member", memberId);
  const { unscoped, withRemoved } = tables(context);
  const now = context.now();
  const reached = db
    .selectFrom([unscoped("grade", "g"), withRemoved("member", "own")])
    .where("own.id", "=", memberId)
    .where(({ eb, and, or, exists, fn, ref }) =>
      or([
        and([eb("g.status", "=", 1), eb("g.minGrowth", "<=", fn.coalesce("own.growthValue", sql<number>`0`))]),
        exists(
          db
            .selectFrom(unscoped("membership", "s"))
            .where("s.memberId", "=", ref("own.id"))
            .where("s.gradeId", "=", ref("g.id"))
            .where("s.status", "in", [0, 1])
            .where("s.startTime", "<=", now)
            .where("s.endTime", ">", now)
            .select("s.id"),
        ),
      ]),
    )
    .orderBy("g.gradeLevel", "desc")
    .limit(1)
    .select("g.id");
  await run(
    tx,
    update(context, withRemoved("member", "m"))
      .from(reached.as("r"))
      .set(({ ref }) => ({ gradeId: ref("r.id") }))
      .where("m.id", "=", memberId)
      .where(({ eb, ref }) => eb("m.gradeId", "is distinct from", ref("r.id"))),
  );
}

const adjustPoints: Effect<"member.adjustPoints"> = {
  commit: async (tx, context, { ids, values }) => {
    const { points, remark } = values;
    if (points === 0) {
      throw invalidFields([
        {
          code: "notAllowed",
          path: ["points"],
          parameters: {},
          label: ["积分变动", "Points"],
          message: ["积分变动不能为 0", "Points must not be 0"],
        },
      ]);
    }
    for (const memberId of ids) await movePoints(context, tx, { memberId, points, reason: pointsReasons.adjusted, remark });
    return {};
  },
};

const revokeMembership: Effect<"membership.revoke"> = {
  commit: async (tx, context, { rows }) => {
    for (const membership of rows) await regrade(context, tx, membership.memberId);
    return {};
  },
};

export const membersDomain: Domain = {
  reads: {},
  actions: { "member.adjustPoints": adjustPoints, "membership.revoke": revokeMembership },
  hooks: {},
};
