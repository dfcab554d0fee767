// Members: corrections of their points, and the grade that follows from growth and membership (catalogue, `member`, `grade`, `membership`).
import type { CommitContext, Domain, Effect } from "../../contract.ts";
import { lockRow } from "../../crud/write/server-rows.ts";
import { invalidFields } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { movePoints, pointsReasons } from "./points-ledger.ts";

/** The grade of a member: what its growth reaches, unless a membership in force grants a higher one. */
export async function regrade(context: CommitContext, tx: Transaction, memberId: unknown): Promise<void> {
  await lockRow(context, tx, "member", memberId);
  await tx.query({
    sql: `update member m set grade_id = g.id, update_user = $4, update_time = $3::timestamp, version = m.version + 1
      from (
        select g.id from grade g, member own
        where own.tenant_id = $1 and own.id = $2::bigint and g.tenant_id = own.tenant_id and g.is_deleted = 0 and (
          (g.status = 1 and g.min_growth <= coalesce(own.growth_value, 0))
          or exists (
            select 1 from membership s where s.tenant_id = own.tenant_id and s.member_id = own.id and s.grade_id = g.id and s.is_deleted = 0
              and s.status in (0, 1) and s.start_time <= $3::timestamp and s.end_time > $3::timestamp))
        order by g.grade_level desc limit 1
      ) g
      where m.tenant_id = $1 and m.id = $2::bigint and m.grade_id is distinct from g.id`,
    parameters: [context.scope.tenantId, memberId, context.now(), context.caller.userId],
  });
}

const adjustPoints: Effect = {
  commit: async (tx, context, { ids, values }) => {
    const points = Number(values["points"]);
    if (points === 0) {
      throw invalidFields([{ code: "notAllowed", path: ["points"], parameters: {}, label: ["积分变动", "Points"], message: ["积分变动不能为 0", "Points must not be 0"] }]);
    }
    for (const memberId of ids) await movePoints(context, tx, { memberId, points, reason: pointsReasons.adjusted, remark: values["remark"] });
    return {};
  },
};

const revokeMembership: Effect = {
  commit: async (tx, context, { rows }) => {
    for (const membership of rows) await regrade(context, tx, membership["memberId"]);
    return {};
  },
};

export const membersDomain: Domain = { reads: {}, actions: { "member.adjustPoints": adjustPoints, "membership.revoke": revokeMembership }, hooks: {} };
