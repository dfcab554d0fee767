// Service tasks: each is a job, which makes the call outside of any transaction and then has its instance go on. What fails for good stays
// where it stands, and says why, until an administrator tries it again.
import type { AnyDomain, CommitContext, Effect } from "../../contract.ts";
import { ApiError, businessError } from "../../http/errors.ts";
import { OutgoingError, type Outgoing, type OutgoingAnswer } from "../../http/outgoing.ts";
import { writeJobs } from "../../crud/write/jobs.ts";
import type { JobHandler, JobRun } from "../../jobs/job-handler.ts";
import { anyOf, first, rows, run } from "../../rows/query.ts";
import { amend, tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import type { Text } from "#schema/text";
import type { Variables } from "#process/expressions";
import type { ServiceCall } from "#process/services";
import { preparedDecision } from "./approvals.ts";
import { assignmentsOf } from "./assignment.ts";
import type { Command } from "./engine/instance.ts";
import { advance } from "./instances.ts";
import { lockInstance, requireInstance } from "./locking.ts";
import { noticeTask } from "./notice-task.ts";
import { candidatesOf, sendNotices } from "./notices.ts";
import { runOf } from "./running.ts";
import { failedServices, followFailures, lineOf, serviceJob, servicePayload, type ServicePayload } from "./service-jobs.ts";
import { addNote, callerName } from "./task-notes.ts";

/** Why a call brought nothing, and whether another attempt may. */
class ServiceFailure extends Error {
  readonly text: Text;
  readonly isFinal: boolean;
  constructor(text: Text, isFinal: boolean) {
    super(text[1]);
    this.text = text;
    this.isFinal = isFinal;
  }
}

const isHandled = (status: number, handled: readonly string[]): boolean =>
  handled.includes(String(status)) || handled.includes(`${String(status).slice(0, 1)}XX`);

/** Statuses of a server that may answer otherwise later. */
const mayPass = (status: number): boolean => status >= 500 || status === 408 || status === 425 || status === 429;

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new ServiceFailure(["应答不是 JSON", "The answer is not JSON"], true);
  }
}

/** The command that an answer comes to. */
function commandOf(
  { executionId }: ServicePayload,
  call: ServiceCall & { readonly kind: "http" },
  { status, body }: OutgoingAnswer,
): Command {
  if (status >= 200 && status < 300) {
    const variables: Variables = call.variable === "" ? {} : { [call.variable]: jsonIn(body) };
    return { type: "served", executionId, variables };
  }
  if (isHandled(status, call.handled)) return { type: "failed", executionId, code: `HTTP${status}`, sentence: `HTTP ${status}` };
  throw new ServiceFailure([`对方应答 HTTP ${status}`, `The other side answered HTTP ${status}`], !mayPass(status));
}

async function post(
  job: JobRun,
  served: ServicePayload,
  call: ServiceCall & { readonly kind: "http" },
  outgoing: Outgoing,
): Promise<Command> {
  try {
    const answer = await outgoing({
      url: call.url,
      // The same in every attempt, so that the other side can recognise a repetition.
      headers: { "content-type": "application/json", accept: "application/json", "idempotency-key": served.executionId },
      body: call.body,
      signal: job.signal,
    });
    return commandOf(served, call, answer);
  } catch (error) {
    if (error instanceof OutgoingError) throw new ServiceFailure(error.text, error.kind === "refused" || error.kind === "tooLong");
    throw error;
  }
}

/** Tells people what a process has to say to them. */
async function notify(
  given: CommitContext,
  tx: Transaction,
  { processInstanceId, name, executionId, call }: ServicePayload,
): Promise<void> {
  if (call.kind !== "notice") return;
  // The process tells it, to whoever made it go on as well.
  const context = { ...given, caller: { ...given.caller, userId: "" } };
  const assignments = await assignmentsOf(context, tx, [{ ...noticeTask(call.to), executionId, elementId: "", name }]);
  const [people = []] = await candidatesOf(
    context,
    tx,
    assignments.map(({ assignee, candidates }) => ({ taskId: null, assignee, candidates })),
  );
  await sendNotices(
    context,
    tx,
    people.map((to) => ({ to, kind: "told" as const, processInstanceId, taskName: name, comment: call.text })),
  );
}

/** What a final failure says, for those who look at the instance, in the language of most of them. */
const stored = (text: Text): string => text[0].slice(0, 500);

export const serviceHandler = (whole: () => AnyDomain, outgoing: Outgoing): JobHandler => ({
  concurrency: 3,
  async run(job) {
    const served = servicePayload.parse(job.payload);
    const { processInstanceId, executionId, call } = served;
    const context = { ...job.context, domain: whole(), database: job.database };
    const line = await job.step((tx) => first(tx, lineOf(context, served).select("h.id")), {});
    // The process has left the service meanwhile.
    if (line === undefined) return;
    const prepared = await preparedDecision(context, processInstanceId);
    let command: Command = { type: "served", executionId, variables: {} };
    try {
      if (call.kind === "http") command = await post(job, served, call, outgoing);
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error;
      const { text, isFinal } = error;
      throw isFinal ? businessError("serviceFailed", text) : new ApiError(503, "serviceAway", text);
    }
    await job.step(
      async (tx) => {
        const instance = await lockInstance(context, tx, processInstanceId);
        if (instance === undefined || (await first(tx, lineOf(context, served).select("h.id"))) === undefined) return;
        await notify(context, tx, served);
        await advance({ ...context, preparedDecision: prepared }, tx, processInstanceId, async () => command);
      },
      { progress: { done: 1, total: 1 } },
    );
  },
  async ended(tx, { context, payload: given, reason }) {
    const served = servicePayload.parse(given);
    if ((await lockInstance(context, tx, served.processInstanceId)) === undefined) return;
    const line = await first(tx, lineOf(context, served).select("h.id"));
    if (line === undefined) return;
    await run(
      tx,
      amend(tables(context).unscoped("flow-history", "h"))
        .set({ failure: stored(reason) })
        .where("h.id", "=", line.id),
    );
    await followFailures(context, tx, served.processInstanceId);
  },
});

/** An administrator has the failed services of an instance called again. */
export const retryServices: Effect<"flow-follow.retry"> = {
  commit: async (tx, context, { rows: followed }) => {
    for (const { processInstanceId: id } of followed) {
      const processInstanceId = id ?? "";
      const { instance, state, xml } = await requireInstance(context, tx, processInstanceId);
      const { unscoped } = tables(context);
      const failed = await rows(tx, failedServices(context, processInstanceId));
      if (failed.length === 0)
        throw businessError("nothingFailed", ["该流程没有失败的服务任务", "No service task of this process has failed"]);
      const { services } = await runOf(context, tx, { xml, state, command: { type: "look" } });
      const again = services.filter(({ executionId }) => failed.some((one) => one.executionId === executionId));
      await run(
        tx,
        amend(unscoped("flow-history", "h"))
          .set({ failure: null })
          .where("h.id", "=", anyOf(failed.map((one) => one.id))),
      );
      const byName = await callerName(context, tx);
      for (const { executionId, historyActivityId, historyActivityName, failure } of failed)
        await addNote(
          context,
          tx,
          {
            processInstanceId,
            processDefinitionId: instance.processDefinitionId,
            executionId,
            taskDefinitionKey: historyActivityId,
            taskName: historyActivityName,
          },
          { kind: "retried", by: context.caller.userId, byName, comment: failure ?? "" },
        );
      await followFailures(context, tx, processInstanceId);
      await writeJobs(
        tx,
        context,
        again.map((service) => serviceJob(processInstanceId, service)),
      );
    }
    return { count: followed.length };
  },
};
