// What the area of workflows hangs into the common pattern.
import type { Domain } from "../../contract.ts";
import { historyList } from "./process-history.ts";
import { modelView } from "./process-view.ts";

export const flowDomain: Domain = {
  reads: { "flow-process.model-view": modelView, "flow-history.history-flow-list": historyList },
  actions: {},
  hooks: {},
};
