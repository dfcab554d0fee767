// Timers of instances: each is a job that is due with it. One that was due while no server ran fires once, when one does.
import { z } from "zod";
import type { AnyDomain } from "../../contract.ts";
import type { JobHandler } from "../../jobs/job-handler.ts";
import { ApiError } from "../../http/errors.ts";
import { preparedDecision } from "./approvals.ts";
import { duesOf } from "./engine/tree.ts";
import { advance } from "./instances.ts";

const payload = z.object({ processInstanceId: z.string(), executionId: z.string(), due: z.string() });

/** `whole`: all areas, one of which may have to carry out what a timer decides. */
export const timerJob = (whole: () => AnyDomain): JobHandler => ({
  async run(job) {
    const { processInstanceId, executionId, due } = payload.parse(job.payload);
    const context = { ...job.context, domain: whole(), database: job.database };
    // From its timer, a model may lead to the consent that carries something out.
    const prepared = await preparedDecision(context, processInstanceId);
    await job.step(
      async (tx) => {
        try {
          // One that was cancelled, or has come already, is not awaited any more.
          await advance({ ...context, preparedDecision: prepared }, tx, processInstanceId, async (state) =>
            duesOf(state)[executionId] === due ? { type: "timer", executionId } : undefined,
          );
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== "taskOver") throw error;
        }
      },
      { progress: { done: 1, total: 1 } },
    );
  },
});
