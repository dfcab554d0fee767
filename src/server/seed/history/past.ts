// All that has happened in the demonstration.
import { bindingEvents } from "./bindings.ts";
import { codeHistoryEvents } from "./codes.ts";
import { goodsEvents } from "./goods.ts";
import type { HistoryEvent } from "./history.ts";
import { leaveEvents } from "./leave.ts";

/** Its days count back from the installation, as those of the seeds do. */
export const historyEvents: readonly HistoryEvent[] = [...codeHistoryEvents, ...bindingEvents, ...goodsEvents, ...leaveEvents];

/** Resources that get their rows of the demonstration so, and have no seed rows of their own. */
export const pastResources: readonly string[] = [
  "attribute-owner-doc",
  "code-item",
  "code-relation",
  "code-replace",
  "flow-follow",
  "flow-history",
  "flow-instance",
  "flow-task",
  "goods-bill",
  "goods-stock",
  "leave-process",
  "logistics-out-doc",
  "scan-record",
  "stock-move-record",
  "transfer",
  "traygoods",
  "warehousegoodscurrent",
];

/** Resources whose rows stand where the past of the demonstration has brought them: those it makes, and those that it begins with. */
export const pastRows: ReadonlySet<string> = new Set([
  ...pastResources,
  "code-gen-record",
  "code-gen-record-detail",
  "code-set",
  "code-set-layer",
  "doc-detail",
  "saledoc",
  "stock-in-doc",
  "stock-out-doc",
  "tray",
  "warehouse-in-bill",
  "warehouse-out-bill",
  "warehouse-out-bill-detail",
]);
