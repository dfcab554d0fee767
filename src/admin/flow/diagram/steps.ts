// The history of a process instance, and the markers it puts on the diagram.
import { fileName } from "../../../fields/file-name.ts";
import { isRecord, partsOf, rowsOf, textOf } from "../../api/wire-data.ts";

export interface ProcessStep {
  readonly activityId: string;
  readonly type: string;
  readonly name: string;
  readonly person: string;
  readonly comment: string;
  /** Files that came with it, under the names that they were sent by. */
  readonly attachments: readonly { readonly address: string; readonly name: string }[];
  readonly began: string;
  /** "" while it is running. */
  readonly ended: string;
  readonly duration: string;
  /** Why its service has failed; "" where it has not. */
  readonly failure: string;
}

/** `none`: nothing has begun, it is the drawing of a definition. */
export type Progress = "none" | "running" | "ended";

export type Mark = "done" | "current" | "failed";

export interface ProcessView {
  readonly xml: string;
  readonly steps: readonly ProcessStep[];
}

function filesOf(row: Readonly<Record<string, unknown>>): ProcessStep["attachments"] {
  const sentNames: unknown = row["attachmentNames"];
  const names: readonly unknown[] = Array.isArray(sentNames) ? sentNames : [];
  return partsOf(row["attachments"]).map((address, index) => ({ address, name: textOf(names[index]) || fileName(address) }));
}

function stepOf(row: Readonly<Record<string, unknown>>): ProcessStep {
  return {
    activityId: textOf(row["historyActivityId"]),
    type: textOf(row["historyActivityType"]),
    name: textOf(row["historyActivityName"]),
    person: textOf(row["assigneeName"]),
    comment: textOf(row["comment"]),
    attachments: filesOf(row),
    began: textOf(row["createTime"]),
    ended: textOf(row["endTime"]),
    duration: textOf(row["historyActivityDurationTime"]),
    failure: textOf(row["failure"]),
  };
}

/** The answer of model-view. */
export function processViewOf(data: unknown): ProcessView {
  const view = isRecord(data) ? data : {};
  return { xml: textOf(view["xml"]), steps: rowsOf(view["flow"]).map(stepOf) };
}

/** What people did besides completing their tasks (resources/flow/flow-history.ts). */
const notes = [
  ...(["sentBack", "moved", "unclaimed", "transferred", "delegated", "returned"] as const),
  ...(["consulted", "opinion", "reminded", "withdrawn", "reassigned", "retried"] as const),
] as const;

type Note = (typeof notes)[number];

export const isNote = (type: string): type is Note => notes.some((note) => note === type);

/** Whatever runs waits in a step that has not ended; a failure, or a withdrawal, ends all of them. */
export function progressOf(steps: readonly ProcessStep[]): Progress {
  if (steps.length === 0) return "none";
  return steps.every(({ ended }) => ended !== "") ? "ended" : "running";
}

/** A candidate for a task is neither a node of the diagram nor a completed step. */
const isInDiagram = (step: ProcessStep) => step.type !== "candidate" && step.activityId !== "";

/** Completed, current and failed nodes, by their ids. A node that a loop returned to is current, although it was completed before. */
export function marksOf(steps: readonly ProcessStep[]): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const { activityId, ended, failure } of steps.filter(isInDiagram)) {
    const before = marks.get(activityId);
    if (ended === "" && failure !== "") marks.set(activityId, "failed");
    else if (before !== "failed") marks.set(activityId, ended === "" || before === "current" ? "current" : "done");
  }
  return marks;
}

/** The steps that are shown: nodes, not the lines between them. */
export function visibleSteps(steps: readonly ProcessStep[]): readonly ProcessStep[] {
  return steps.filter((step) => isInDiagram(step) && step.type !== "sequenceFlow");
}
