// The sender of a parcel hears that it was handed over; every evening the prices of all parcels are worked out anew.
import { sql } from "kysely";
import { z } from "zod";
import type { Domain } from "../../../src/server/contract.ts";
import { changeRow, lockRows } from "../../../src/server/crud/write/server-rows.ts";
import { ApiError } from "../../../src/server/http/errors.ts";
import type { JobHandler } from "../../../src/server/jobs/job-handler.ts";
import { db, rows } from "../../../src/server/rows/query.ts";
import { tables, updateDerived } from "../../../src/server/rows/tables.ts";

/** An outside service. It takes one message of a number once, however often it is sent. */
export interface Messages {
  send(number: string, text: string, signal: AbortSignal): Promise<boolean>;
}

const tellSender = (messages: Messages): JobHandler => ({
  concurrency: 2,
  async run(job) {
    const { parcelId } = z.object({ parcelId: z.string() }).parse(job.payload);
    // The job's id is the same in every attempt.
    const isSent = await messages.send(job.id, `parcel ${parcelId} was handed over`, job.signal);
    if (!isSent) throw new ApiError(503, "messagesAway", ["短信服务暂不可用", "The message service is not available"]);
    await job.step(async (tx) => {
      const [parcel] = await lockRows(job.context, tx, "parcel", [parcelId]);
      if (parcel !== undefined) await changeRow(job.context, tx, "parcel", { id: parcelId, values: { isTold: 1 } });
    }, { progress: { done: 1, total: 1 } });
  },
});

const batch = 2;

const price: JobHandler = {
  async run(job) {
    let { done, last } = z.object({ done: z.int(), last: z.string() }).parse(job.checkpoint ?? { done: 0, last: "0" });
    for (let isOver = false; !isOver; ) {
      const ids = await job.step(async (tx) => {
        const { unscoped } = tables(job.context);
        const next = db.selectFrom(unscoped("parcel", "n")).where("n.id", ">", last).orderBy("n.id").limit(batch).select("n.id");
        const pricing = updateDerived(unscoped("parcel", "p")).set(({ ref }) => ({ price: sql<number>`3 * ${ref("p.weight")}` }));
        const priced = await rows(tx, pricing.where("p.id", "in", next).returning("p.id"));
        return priced.map(({ id }) => id).sort((left, right) => (BigInt(left) < BigInt(right) ? -1 : 1));
      }, (priced) => ({
        checkpoint: { done: done + priced.length, last: priced.at(-1) ?? last },
        progress: { done: done + priced.length, note: ["计算运费", "Working out prices"] },
      }));
      done += ids.length;
      last = ids.at(-1) ?? last;
      isOver = ids.length < batch;
    }
  },
};

export const parcelJobsDomain = (messages: Messages): Domain => ({
  reads: {},
  actions: {},
  hooks: {},
  jobs: { "parcel.tellSender": tellSender(messages), "parcel.price": price },
  schedules: {
    "parcel prices": { times: { cron: "0 22 * * *" }, tenants: "each", job: { queue: "parcel.price", payload: null } },
  },
});
