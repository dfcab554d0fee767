// The jobs of service tasks, and what the list of what runs shows of those that have failed.
import { z } from "zod";
import type { CommitContext } from "../../contract.ts";
import type { NewJob } from "../../jobs/new-job.ts";
import { db, first, run } from "../../rows/query.ts";
import { tables, updateDerived } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import type { ServiceCall } from "#process/services";
import type { RunResult, WaitingService } from "./engine/instance.ts";

export const serviceQueue = "flow.service";

const call = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("http"), url: z.string(), body: z.string(), variable: z.string(), handled: z.array(z.string()) }),
  z.object({ kind: z.literal("notice"), to: z.array(z.string()), text: z.string() }),
]) satisfies z.ZodType<ServiceCall>;

export const servicePayload = z.object({ processInstanceId: z.string(), executionId: z.string(), name: z.string(), call });

export type ServicePayload = z.infer<typeof servicePayload>;

export function serviceJob(processInstanceId: string, { executionId, name, call }: WaitingService): NewJob {
  const of = { ...call, ...(call.kind === "http" ? { handled: [...call.handled] } : { to: [...call.to] }) };
  return { queue: serviceQueue, key: `${processInstanceId}:${executionId}`, payload: { processInstanceId, executionId, name, call: of } };
}

/** Services that a run has come to. */
export function startedServices({ services, steps }: RunResult): readonly WaitingService[] {
  const started = new Set(steps.filter(({ what }) => what === "started").map(({ executionId }) => executionId));
  return services.filter(({ executionId }) => started.has(executionId));
}

/** The line of a service in the history, while the service is waited for. */
export const lineOf = (
  context: CommitContext,
  { processInstanceId, executionId }: Pick<ServicePayload, "processInstanceId" | "executionId">,
) =>
  db
    .selectFrom(tables(context).unscoped("flow-history", "h"))
    .where("h.processInstanceId", "=", processInstanceId)
    .where("h.executionId", "=", executionId)
    .where("h.endTime", "is", null);

/** Services of an instance that have failed and are waited for, in the order in which they were called. */
export const failedServices = (context: CommitContext, processInstanceId: string) =>
  db
    .selectFrom(tables(context).unscoped("flow-history", "h"))
    .where("h.processInstanceId", "=", processInstanceId)
    .where("h.endTime", "is", null)
    .where("h.failure", "is not", null)
    .orderBy("h.id")
    .select(["h.id", "h.executionId", "h.historyActivityId", "h.historyActivityName", "h.failure"]);

/** What runs shows the first of its services that have failed; nothing where none has. */
export async function followFailures(context: CommitContext, tx: Transaction, processInstanceId: string): Promise<void> {
  const { unscoped } = tables(context);
  const failed = await first(tx, failedServices(context, processInstanceId).limit(1));
  const name = failed?.historyActivityName ?? "";
  const step = name === "" ? (failed?.historyActivityId ?? "") : name;
  await run(
    tx,
    updateDerived(unscoped("flow-follow", "f"))
      .set(
        failed === undefined ? { health: "0", failure: null } : { health: "1", failure: `${step}：${failed.failure ?? ""}`.slice(0, 500) },
      )
      .where("f.processInstanceId", "=", processInstanceId),
  );
}
