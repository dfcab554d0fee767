// Schedules of reports: their times are kept with them, and whichever process finds one due hands it to its job, once.
import type { CommitContext, Domain, Effect, RestoreEffect, SubmitEffect } from "../../contract.ts";
import { fieldError } from "../../crud/guards/field-error.ts";
import { writeJobs } from "../../crud/write/jobs.ts";
import { addRows, changeRow, lockRows } from "../../crud/write/server-rows.ts";
import { userStatus } from "../../auth/people.ts";
import { businessError } from "../../http/errors.ts";
import type { JobHandler } from "../../jobs/job-handler.ts";
import { rowByRow } from "../../jobs/row-by-row.ts";
import { anyOf, db, first, read, rows } from "../../rows/query.ts";
import type { StoredRow } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import { localTime, millisecondsOf } from "../../store/clock.ts";
import type { Transaction } from "../../store/database.ts";
import { deliver, deliveryQueue, deliveryStates, type DeliveryServices } from "./report-delivery.ts";
import { nextDelivery } from "./schedule-times.ts";

const queue = "report.schedules";
const enabled = 1;
/** Each of them is a run of the report. */
const maxRecipients = 200;

/** Writes down who is to get it, and has a job take it to them. */
async function begin(
  context: CommitContext,
  tx: Transaction,
  { id, name, reportId, userIds }: Pick<StoredRow<"report-schedule">, "id" | "name" | "reportId" | "userIds">,
  dueTime: string,
): Promise<void> {
  const deliveries = [...new Set(userIds ?? [])].map((userId) => ({
    scheduleId: id,
    reportId,
    userId,
    dueTime,
    createTime: context.now(),
  }));
  await addRows(context, tx, "report-delivery", deliveries);
  const subject = { resource: "report-schedule", id, title: name ?? "" };
  await writeJobs(tx, context, [{ queue: deliveryQueue, key: `${id} ${dueTime}`, payload: { scheduleId: id, dueTime }, subject }]);
}

/** Of times that passed while no server ran, one delivery makes up for all. */
const dueSchedules: JobHandler = {
  isOnePerTenant: true,
  run: (job) => {
    const { context, database } = job;
    const isDue = ({ status, nextTime }: Pick<StoredRow<"report-schedule">, "status" | "nextTime">): boolean =>
      status === enabled && nextTime !== null && nextTime <= context.now();
    return rowByRow(job, {
      note: ["发送到期的报表", "Sending reports that are due"],
      batch: 1,
      due: async (after, limit) => {
        const due = db
          .selectFrom(tables(context).unscoped("report-schedule", "s"))
          .where("s.status", "=", enabled)
          .where("s.nextTime", "<=", context.now())
          .where("s.id", ">", after)
          .orderBy("s.id")
          .limit(limit)
          .select(["s.id", "s.name"]);
        return (await read({ database, scope: context.scope }, [due]))[0];
      },
      work: async (tx, { id }) => {
        const [schedule] = await lockRows(context, tx, "report-schedule", [id]);
        if (schedule === undefined || !isDue(schedule)) return false;
        await begin(context, tx, schedule, schedule.nextTime ?? context.now());
        const nextTime = localTime(nextDelivery(schedule, millisecondsOf(context.now())));
        await changeRow(context, tx, "report-schedule", { id, values: { nextTime } });
        return true;
      },
    });
  },
};

const sendNow: Effect<"report-schedule.sendNow"> = {
  commit: async (tx, context, { rows: schedules }) => {
    for (const schedule of schedules) {
      const waiting = db
        .selectFrom(tables(context).unscoped("report-delivery", "d"))
        .where("d.scheduleId", "=", schedule.id)
        .where("d.status", "=", deliveryStates.waiting);
      if ((await first(tx, waiting.limit(1).select("d.id"))) !== undefined)
        throw businessError("underWay", [
          `“${schedule.name ?? ""}”的上一次发送尚未完成，请稍后再试`,
          `The last delivery of “${schedule.name ?? ""}” is still under way; try again later`,
        ]);
      await begin(context, tx, schedule, context.now());
    }
    return { count: schedules.length };
  },
};

/** Refuses recipients who would get nothing in any case. */
async function requireRecipients(context: CommitContext, tx: Transaction, userIds: readonly string[]): Promise<void> {
  if (userIds.length > maxRecipients)
    throw fieldError(context, "report-schedule", "userIds", {
      code: "tooMany",
      message: [`收件人最多 ${maxRecipients} 位`, `At most ${maxRecipients} recipients`],
    });
  const users = db.selectFrom(tables(context).unscoped("user", "u")).where("u.id", "=", anyOf(userIds));
  const found = await rows(tx, users.orderBy("u.id").select(["u.realName", "u.email", "u.status"]));
  const without = found.filter(({ email }) => (email ?? "") === "").map(({ realName }) => realName ?? "");
  if (without.length > 0)
    throw fieldError(context, "report-schedule", "userIds", {
      code: "pattern",
      message: [`以下用户没有电子邮箱：${without.join("、")}`, `These users have no mail address: ${without.join(", ")}`],
    });
  const idle = found.filter(({ status }) => status !== userStatus.active).map(({ realName }) => realName ?? "");
  if (idle.length > 0)
    throw fieldError(context, "report-schedule", "userIds", {
      code: "pattern",
      message: [`以下用户的账号未启用：${idle.join("、")}`, `These accounts are not in use: ${idle.join(", ")}`],
    });
}

const times = ["frequency", "weekday", "monthDay", "hour", "status"] as const;

const submitted: SubmitEffect<"report-schedule"> = {
  beforeChange: async (tx, context, { values, current }) => {
    if (values.userIds !== undefined) await requireRecipients(context, tx, values.userIds ?? []);
    if (values.reportId !== undefined && values.reportId !== null) {
      const report = db.selectFrom(tables(context).accessible("report", "r")).where("r.id", "=", values.reportId).select("r.id");
      if ((await first(tx, report)) === undefined)
        throw fieldError(context, "report-schedule", "reportId", {
          code: "option",
          message: ["报表不存在或您无权查看", "There is no such report that you may open"],
        });
    }
    if (current !== undefined && times.every((name) => values[name] === undefined)) return;
    const { frequency = null, weekday = null, monthDay = null, hour = null, status } = { ...current, ...values };
    values.nextTime =
      status === enabled ? localTime(nextDelivery({ frequency, weekday, monthDay, hour }, millisecondsOf(context.now()))) : null;
  },
};

/** What was due while it was removed is not made up for. */
const restore: RestoreEffect<"report-schedule"> = {
  afterRestore: async (tx, context, { rows: schedules }) => {
    for (const { id, status, frequency, weekday, monthDay, hour } of schedules) {
      if (status !== enabled) continue;
      const nextTime = localTime(nextDelivery({ frequency, weekday, monthDay, hour }, millisecondsOf(context.now())));
      await changeRow(context, tx, "report-schedule", { id, values: { nextTime } });
    }
  },
};

export const reportSchedulesDomain = (services: DeliveryServices): Domain => ({
  reads: {},
  actions: { "report-schedule.sendNow": sendNow },
  hooks: { "report-schedule": { submit: submitted, restore } },
  jobs: { [queue]: dueSchedules, [deliveryQueue]: deliver(services) },
  schedules: { "report schedules": { times: { cron: "0 * * * *" }, tenants: "each", job: { queue, payload: null } } },
});
