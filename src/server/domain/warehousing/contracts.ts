// Contracts of channels end by the clock: a channel whose contract is over is expired, and no new document chooses it.
import type { Domain } from "../../contract.ts";
import { changeRow, lockRows } from "../../crud/write/server-rows.ts";
import type { JobHandler } from "../../jobs/job-handler.ts";
import { rowByRow } from "../../jobs/row-by-row.ts";
import { db, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";

const queue = "channel-contracts";
const statuses = { active: 1, expired: 3 } as const;

const ending: JobHandler = {
  isOnePerTenant: true,
  run: (job) => {
    const { context, database } = job;
    const today = () => context.now().slice(0, 10);
    return rowByRow(job, {
      note: ["渠道合同到期", "Contracts that end"],
      due: async (after, limit) => {
        const due = db
          .selectFrom(tables(context).unscoped("channel", "c"))
          .where("c.id", ">", after)
          .where("c.status", "=", statuses.active)
          .where("c.contractEnd", "<", today())
          .orderBy("c.id")
          .limit(limit)
          .select(["c.id", "c.name"]);
        return (await read({ database, scope: context.scope }, [due]))[0];
      },
      work: async (tx, { id }) => {
        const [channel] = await lockRows(context, tx, "channel", [id]);
        if (channel?.status !== statuses.active || (channel.contractEnd ?? "9999") >= today()) return false;
        await changeRow(context, tx, "channel", { id, values: { status: statuses.expired } });
        return true;
      },
    });
  },
};

export const contractsDomain: Domain = {
  reads: {},
  actions: {},
  hooks: {},
  jobs: { [queue]: ending },
  schedules: { [queue]: { times: { cron: "5 0 * * *" }, tenants: "each", job: { queue, payload: null } } },
};
