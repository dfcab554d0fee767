// What the area of workflows hangs into the common pattern.
import type { AnyDomain, Domain, Effect } from "../../contract.ts";
import { mergeDomains } from "../../crud/services.ts";
import type { Outgoing } from "../../http/outgoing.ts";
import type { UploadedFiles } from "../resource/uploaded-files.ts";
import { approvals, preparedDecision } from "./approvals.ts";
import { definitionsDomain } from "./definitions.ts";
import { deletionJob, deletionQueue } from "./deployment-deletion.ts";
import { dryRun } from "./dry-run.ts";
import { withdrawInstance } from "./instances.ts";
import { xmlOf } from "./locking.ts";
import { messageJob, sendMessage } from "./messages.ts";
import { moveInstance, stepsToMoveTo } from "./transitions.ts";
import { noticesDomain } from "./notice-list.ts";
import { reassignmentJob, reassignmentQueue } from "./orphans.ts";
import { overdueDomain } from "./overdue.ts";
import { historyList } from "./process-history.ts";
import { modelView } from "./process-view.ts";
import { taskOver } from "./sources.ts";
import { serviceQueue } from "./service-jobs.ts";
import { retryServices, serviceHandler } from "./services.ts";
import { statisticsDomain } from "./statistics.ts";
import { subject } from "./subject-view.ts";
import { taskCallsDomain } from "./task-calls.ts";
import { tasksDomain } from "./tasks.ts";
import { timerJob } from "./timers.ts";
import { vocabulary } from "./vocabulary.ts";
import { workListsDomain } from "./work-lists.ts";

const deleteProcessInstance: Effect<"flow-follow.deleteProcessInstance"> = {
  commit: async (tx, context, { rows, values }) => {
    for (const { processInstanceId } of rows)
      if (!(await withdrawInstance(context, tx, processInstanceId ?? "", values.deleteReason))) throw taskOver();
    return { count: rows.length };
  },
};

const move: Effect<"flow-follow.move", ReadonlyMap<string, unknown>> = {
  // From the step that it is moved to, a model may lead to its end.
  prepare: async (context, { ids }) =>
    new Map(await Promise.all(ids.map(async (instance) => [instance, await preparedDecision(context, instance)] as const))),
  commit: async (tx, given, { rows, values: { to, reason }, prepared }) => {
    for (const { processInstanceId, processDefinitionId } of rows) {
      const context = { ...given, preparedDecision: prepared.get(processInstanceId ?? "") };
      const xml = await xmlOf(context, tx, { processDefinitionId: processDefinitionId ?? "" });
      // People know steps by their names.
      const step = (await stepsToMoveTo(xml)).find(({ elementId, name }) => elementId === to || name === to);
      await moveInstance(context, tx, { processInstanceId: processInstanceId ?? "", to: step?.elementId ?? to, reason });
    }
    return { count: rows.length };
  },
};

const instancesDomain = (whole: () => AnyDomain, outgoing: Outgoing): Domain => ({
  reads: {
    "flow-process.model-view": modelView,
    "flow-process.subject": subject,
    "flow-history.history-flow-list": historyList,
    "flow-model.vocabulary": vocabulary,
    "flow-model.dry-run": dryRun,
  },
  actions: {
    "flow-follow.deleteProcessInstance": deleteProcessInstance,
    "flow-follow.move": move,
    "flow-follow.retry": retryServices,
    "flow-follow.sendMessage": sendMessage,
  },
  hooks: {},
  jobs: {
    "flow.timer": timerJob(whole),
    "flow.message": messageJob(whole),
    [serviceQueue]: serviceHandler(whole, outgoing),
    [reassignmentQueue]: reassignmentJob,
    [deletionQueue]: deletionJob(whole),
  },
  approvals,
});

/** `files`: where uploaded models lie; `outgoing`: calls of services; `whole`: all areas, for what is carried out when a process ends. */
export const flowDomain = (files: UploadedFiles, outgoing: Outgoing, whole: () => AnyDomain): AnyDomain =>
  mergeDomains([
    instancesDomain(whole, outgoing),
    tasksDomain,
    taskCallsDomain,
    noticesDomain,
    overdueDomain,
    statisticsDomain,
    workListsDomain,
    definitionsDomain(files),
  ]);
