// Figures that are not there yet are made at night: after the first start of a version that keeps them, and for new tenants.
import { z } from "zod";
import type { Model } from "#schema/model";
import { callerWithoutRights } from "../../caller/caller.ts";
import type { Domain } from "../../contract.ts";
import type { JobHandler } from "../../jobs/job-handler.ts";
import { read, readAsOwner } from "../../rows/query.ts";
import { tables, type TableContext } from "../../rows/tables.ts";
import type { Clock } from "../../store/clock.ts";
import type { Database } from "../../store/database.ts";
import { differences, markReady, readiness, remake, remakeAll, stepsOf, type FigureDifference } from "./figures.ts";

const checkpointSchema = z.object({ done: z.int(), steps: z.array(z.object({ from: z.string(), before: z.string() })) });

const making: JobHandler = {
  isOnePerTenant: true,
  async run(job) {
    const [ready] = await read({ database: job.database, scope: job.context.scope }, [readiness(job.context, {})]);
    if (ready.length > 0) return;
    const begun = job.checkpoint === undefined ? undefined : checkpointSchema.parse(job.checkpoint);
    const planned =
      begun?.steps ??
      (await job.step(
        (tx) => stepsOf(tx, job.context),
        (found) => ({ checkpoint: { done: 0, steps: found.map((range) => ({ ...range })) } }),
      ));
    let done = begun?.done ?? 0;
    for (const range of planned.slice(done)) {
      done += 1;
      await job.step((tx) => remake(tx, job.context, range), {
        checkpoint: { done, steps: planned.map((one) => ({ ...one })) },
        progress: { done, total: planned.length, note: ["汇总扫码", "Counting scans"] },
      });
    }
    await job.step((tx) => markReady(tx, job.context), {});
  },
};

export const figuresDomain: Domain = {
  reads: {},
  actions: {},
  hooks: {},
  jobs: { "scan-figures": making },
  schedules: { "scan-figures": { times: { cron: "10 2 * * *" }, tenants: "each", job: { queue: "scan-figures", payload: null } } },
  rebuilds: {
    "figures of scans": async (tx, context) => {
      if (context.model.resource.has("consumer-scan-day")) await remakeAll(tx, context);
    },
  },
};

/** What commands work with. */
interface Figures {
  readonly database: Database;
  readonly model: Model;
  readonly clock: Clock;
}

const contextOf = ({ model, clock }: Pick<Figures, "model" | "clock">, tenantId: string): TableContext => ({
  model,
  scope: { tenantId },
  // Nobody whose data scopes could hide scans.
  caller: callerWithoutRights({ userId: "", tenantId, account: "" }),
  now: () => clock.now(),
});

/** What of a tenant's kept figures is not as the scans say; nothing where all of it is. Reads as the owner: without a limit of time. */
export async function figureDifferences(figures: Figures, tenantId: string): Promise<readonly FigureDifference[]> {
  const { database } = figures;
  const context = contextOf(figures, tenantId);
  const steps = await database.owner.transaction((tx) => stepsOf(tx, context));
  const found: FigureDifference[] = [];
  for (const range of steps) {
    const [rows] = await readAsOwner({ database }, [differences(tables(context), range)]);
    found.push(...rows);
  }
  return found;
}

/** Makes all figures of a tenant anew, some days after the others; look-ups of the tenant wait for each of them. */
export async function remakeFigures(figures: Figures, tenantId: string): Promise<void> {
  const { owner } = figures.database;
  const context = contextOf(figures, tenantId);
  const steps = await owner.transaction((tx) => stepsOf(tx, context));
  for (const range of steps) await owner.transaction((tx) => remake(tx, context, range));
  await owner.transaction((tx) => markReady(tx, context));
}
