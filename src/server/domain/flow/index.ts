// What the area of workflows hangs into the common pattern.
import type { AnyDomain, Domain, Effect } from "../../contract.ts";
import { mergeDomains } from "../../crud/services.ts";
import type { UploadedFiles } from "../resource/uploaded-files.ts";
import { approvals } from "./approvals.ts";
import { definitionsDomain } from "./definitions.ts";
import { withdrawInstance } from "./instances.ts";
import { messageJob, sendMessage } from "./messages.ts";
import { historyList } from "./process-history.ts";
import { modelView } from "./process-view.ts";
import { taskOver } from "./sources.ts";
import { tasksDomain } from "./tasks.ts";
import { timerJob } from "./timers.ts";
import { workListsDomain } from "./work-lists.ts";

const deleteProcessInstance: Effect<"flow-follow.deleteProcessInstance"> = {
  commit: async (tx, context, { rows, values }) => {
    for (const { processInstanceId } of rows)
      if (!(await withdrawInstance(context, tx, processInstanceId ?? "", values.deleteReason))) throw taskOver();
    return { count: rows.length };
  },
};

const instancesDomain = (whole: () => AnyDomain): Domain => ({
  reads: { "flow-process.model-view": modelView, "flow-history.history-flow-list": historyList },
  actions: { "flow-follow.deleteProcessInstance": deleteProcessInstance, "flow-follow.sendMessage": sendMessage },
  hooks: {},
  jobs: { "flow.timer": timerJob(whole), "flow.message": messageJob(whole) },
  approvals,
});

/** `files`: where uploaded models lie; `whole`: all areas, for what is carried out when a process ends. */
export const flowDomain = (files: UploadedFiles, whole: () => AnyDomain): AnyDomain =>
  mergeDomains([instancesDomain(whole), tasksDomain, workListsDomain, definitionsDomain(files)]);
