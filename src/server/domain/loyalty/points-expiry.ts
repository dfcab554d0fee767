// Points expire at night: what was not used in time leaves the balance by a points record.
import type { Domain } from "../../contract.ts";
import { lockRows } from "../../crud/write/server-rows.ts";
import type { JobHandler } from "../../jobs/job-handler.ts";
import { rowByRow } from "../../jobs/row-by-row.ts";
import { db, read, rows } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { expirePoints } from "./points-ledger.ts";
import { replayLots } from "./points-replay.ts";

const queue = "points-expiry";

const expiry: JobHandler = {
  isOnePerTenant: true,
  run: (job) =>
    rowByRow(job, {
      note: ["积分到期", "Expiring points"],
      due: async (after, limit) => {
        const { context, database } = job;
        const due = db
          .selectFrom(tables(context).unscoped("member", "m"))
          .where("m.id", ">", after)
          .where("m.pointsExpireTime", "<", context.now())
          .orderBy("m.id")
          .limit(limit)
          .select(["m.id", "m.nickName as name"]);
        return (await read({ database, scope: context.scope }, [due]))[0];
      },
      lock: (tx, due) =>
        lockRows(
          job.context,
          tx,
          "member",
          due.map(({ id }) => id),
        ),
      work: (tx, { id }) => expirePoints(job.context, tx, id),
    }),
};

export const pointsExpiryDomain: Domain = {
  reads: {},
  actions: {},
  hooks: {},
  effects: ["member.pointsExpiry"],
  jobs: { [queue]: expiry },
  // Points are valid until the end of a day.
  schedules: { [queue]: { times: { cron: "10 0 * * *" }, tenants: "each", job: { queue, payload: null } } },
  rebuilds: {
    "points that are left": async (tx, context) => {
      if (!context.model.resource.has("points-record")) return;
      const earners = db.selectFrom(tables(context).unscoped("points-record", "p")).select("p.memberId").distinct();
      for (const { memberId } of await rows(tx, earners)) if (memberId !== null) await replayLots(context, tx, memberId);
    },
  },
};
