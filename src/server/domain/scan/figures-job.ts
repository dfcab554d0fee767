// Figures that are not there yet are made at night: after the first start of a version that keeps them, and for new tenants. Later in the
// night those of the last days are compared with their scans.
import { z } from "zod";
import type { Model } from "#schema/model";
import { callerWithoutRights } from "../../caller/caller.ts";
import type { Domain } from "../../contract.ts";
import type { JobHandler } from "../../jobs/job-handler.ts";
import { businessError } from "../../http/errors.ts";
import { read, readAsOwner, rows } from "../../rows/query.ts";
import { tables, type TableContext } from "../../rows/tables.ts";
import type { Clock } from "../../store/clock.ts";
import type { Database } from "../../store/database.ts";
import { differences, markReady, readiness, rebuild, rebuildAll, stepsOf, type FigureDifference } from "./figures.ts";
import { plus } from "./range.ts";

const checkpointSchema = z.object({ done: z.int(), steps: z.array(z.object({ from: z.string(), before: z.string() })) });

const proofSchema = z.object({ first: z.string(), done: z.int() });

const making: JobHandler = {
  isOnePerTenant: true,
  async run(job) {
    const [ready] = await read({ database: job.database, scope: job.context.scope }, [readiness(job.context, {})]);
    if (ready.length > 0) return;
    const checkpoint = job.checkpoint === undefined ? undefined : checkpointSchema.parse(job.checkpoint);
    const planned =
      checkpoint?.steps ??
      (await job.step(
        (tx) => stepsOf(tx, job.context),
        (found) => ({ checkpoint: { done: 0, steps: found.map((range) => ({ ...range })) } }),
      ));
    let done = checkpoint?.done ?? 0;
    for (const range of planned.slice(done)) {
      done += 1;
      await job.step((tx) => rebuild(tx, job.context, range), {
        checkpoint: { done, steps: planned.map((one) => ({ ...one })) },
        progress: { done, total: planned.length, note: ["汇总扫码", "Counting scans"] },
      });
    }
    await job.step((tx) => markReady(tx, job.context), {});
  },
};

/** Days that are compared at night, today counted in: what went wrong earlier was told then. */
const provenDays = 8;

const differing = ([first]: readonly FigureDifference[], day: string) => {
  const { of = "", expected = "", found = "" } = first ?? {};
  return businessError("figuresDiffer", [
    `${day} 的扫码汇总与扫码记录不一致，例如“${of}”应为 ${expected}，现为 ${found}；请运行 npm run reconcile -- --rebuild 重新汇总`,
    `The figures of ${day} are not those of its scans: “${of}” is ${found} and must be ${expected}. Recalculate them with npm run reconcile -- --rebuild`,
  ]);
};

/** A day with a difference ends the job with a message, so that it stands among those that failed. */
const proof: JobHandler = {
  isOnePerTenant: true,
  async run(job) {
    const [ready] = await read({ database: job.database, scope: job.context.scope }, [readiness(job.context, {})]);
    if (ready.length === 0) return;
    const checkpoint = job.checkpoint === undefined ? undefined : proofSchema.parse(job.checkpoint);
    const first = checkpoint?.first ?? plus(job.context.now().slice(0, 10), 1 - provenDays);
    for (let done = checkpoint?.done ?? 0; done < provenDays; done += 1) {
      const day = plus(first, done);
      await job.step(
        async (tx) => {
          const found = await rows(tx, differences(tables(job.context), { from: day, before: plus(day, 1) }));
          if (found.length > 0) throw differing(found, day);
        },
        {
          checkpoint: { first, done: done + 1 },
          progress: { done: done + 1, total: provenDays, note: ["核对扫码汇总", "Comparing figures with scans"] },
        },
      );
    }
  },
};

export const figuresDomain: Domain = {
  reads: {},
  actions: {},
  hooks: {},
  jobs: { "scan-figures": making, "scan-figures-proof": proof },
  schedules: {
    "scan-figures": { times: { cron: "10 2 * * *" }, tenants: "each", job: { queue: "scan-figures", payload: null } },
    "scan-figures-proof": { times: { cron: "40 3 * * *" }, tenants: "each", job: { queue: "scan-figures-proof", payload: null } },
  },
  rebuilds: {
    "figures of scans": async (tx, context) => {
      if (context.model.resource.has("consumer-scan-day")) await rebuildAll(tx, context);
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
    const [some] = await readAsOwner({ database }, [differences(tables(context), range)]);
    found.push(...some);
  }
  return found;
}

/** So many parts of a tenant's days are done. */
type OnPart = (progress: { readonly done: number; readonly total: number }) => void;

/** Makes all figures of a tenant anew, some days after the others; look-ups of the tenant wait for each of them. */
export async function rebuildFigures(figures: Figures, tenantId: string, onPart: OnPart = () => undefined): Promise<void> {
  const { owner } = figures.database;
  const context = contextOf(figures, tenantId);
  const steps = await owner.transaction((tx) => stepsOf(tx, context));
  for (const [index, range] of steps.entries()) {
    await owner.transaction((tx) => rebuild(tx, context, range));
    onPart({ done: index + 1, total: steps.length });
  }
  await owner.transaction((tx) => markReady(tx, context));
}
