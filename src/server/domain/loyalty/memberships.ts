// Memberships: times during which members hold a grade. They begin and end by the clock, and the grade follows.
import type { CommitContext, Domain, Effect, SubmitEffect } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { changeRow, lockRows, readRow } from "../../crud/write/server-rows.ts";
import type { JobHandler } from "../../jobs/job-handler.ts";
import { rowByRow } from "../../jobs/row-by-row.ts";
import { db, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { mayEarn } from "./member-status.ts";
import { regrade } from "./grade-of-member.ts";

const queue = "membership-term";
const statuses = { waiting: 0, valid: 1, expired: 2 } as const;
const purchased = 1;

interface Term {
  readonly startTime?: string | null;
  readonly endTime?: string | null;
}

/** Where a membership that was not revoked stands. The end is no longer in it: another may begin then. */
function standing({ startTime, endTime }: Term, now: string): number {
  if ((endTime ?? "") <= now) return statuses.expired;
  return (startTime ?? "") <= now ? statuses.valid : statuses.waiting;
}

/** Nobody opens a membership for members who are not in their normal state. */
async function requireMember(context: CommitContext, tx: Transaction, memberId: string | null): Promise<void> {
  const member = await readRow(context, tx, "member", memberId);
  if (member === undefined || mayEarn(member)) return;
  const name = member.nickName ?? "";
  throw fieldError(context, "membership", "memberId", {
    code: "notAllowed",
    message: [`会员“${name}”已禁用或注销，不能开通会籍`, `Member “${name}” is disabled or cancelled, and gets no membership`],
  });
}

const submit: SubmitEffect<"membership"> = {
  beforeChange: async (tx, context, { values, current }) => {
    const membership = { ...current, ...values };
    // Only waiting ones are written by people; the past of a new installation brings others.
    if (membership.status !== statuses.waiting) return;
    const status = standing(membership, context.now());
    if (status === statuses.expired)
      throw fieldError(context, "membership", "endTime", {
        code: "rule",
        message: ["到期时间必须晚于当前时间", "Valid to must be after the present time"],
      });
    if (membership.memberId !== undefined && current === undefined) await requireMember(context, tx, membership.memberId);
    if (membership.openType === purchased) {
      const order = await readRow(context, tx, "order", membership.orderId ?? null);
      if (order !== undefined && order.memberId !== membership.memberId)
        throw fieldError(context, "membership", "orderId", {
          code: "rule",
          message: [`订单“${order.orderNo ?? ""}”不是该会员的`, `Order “${order.orderNo ?? ""}” is another member's`],
        });
    }
    values.status = status;
  },
  afterChange: async (tx, context, { values, current }) => {
    const { memberId, status } = { ...current, ...values };
    if (status === statuses.valid) await regrade(context, tx, memberId ?? null);
  },
};

const revoke: Effect<"membership.revoke"> = {
  commit: async (tx, context, { rows: memberships }) => {
    for (const { memberId } of memberships) await regrade(context, tx, memberId);
    return {};
  },
};

/** Writes down where a membership stands by now, and has the grade of its member follow; answers whether it stood elsewhere. */
export async function follow(context: CommitContext, tx: Transaction, id: string): Promise<boolean> {
  const [membership] = await lockRows(context, tx, "membership", [id]);
  if (membership === undefined || (membership.status !== statuses.waiting && membership.status !== statuses.valid)) return false;
  const status = standing(membership, context.now());
  if (status === membership.status) return false;
  await changeRow(context, tx, "membership", { id, values: { status } });
  await regrade(context, tx, membership.memberId);
  return true;
}

/** Memberships whose time has come, or is over. */
const byClock: JobHandler = {
  isOnePerTenant: true,
  run: (job) =>
    rowByRow(job, {
      note: ["会籍生效与到期", "Memberships that begin and end"],
      due: async (after, limit) => {
        const { context, database } = job;
        const now = context.now();
        const due = db
          .selectFrom(tables(context).unscoped("membership", "s"))
          .where("s.id", ">", after)
          .where(({ eb, and, or }) =>
            or([
              and([eb("s.status", "=", statuses.waiting), eb("s.startTime", "<=", now)]),
              and([eb("s.status", "=", statuses.valid), eb("s.endTime", "<=", now)]),
            ]),
          )
          .orderBy("s.id")
          .limit(limit)
          .select(["s.id", "s.memberId", "s.membershipNo as name"]);
        return (await read({ database, scope: context.scope }, [due]))[0];
      },
      lock: async (tx, due) => {
        await lockRows(
          job.context,
          tx,
          "membership",
          due.map(({ id }) => id),
        );
        await lockRows(
          job.context,
          tx,
          "member",
          due.flatMap(({ memberId }) => memberId ?? []),
        );
      },
      work: (tx, { id }) => follow(job.context, tx, id),
    }),
};

export const membershipsDomain: Domain = {
  reads: {},
  actions: { "membership.revoke": revoke },
  hooks: { membership: { submit } },
  effects: ["membership.term"],
  jobs: { [queue]: byClock },
  schedules: { [queue]: { times: { everyMinutes: 10 }, tenants: "each", job: { queue, payload: null } } },
};
