// The history of a process instance, and the markers it puts on the diagram.
import { isRecord, partsOf, rowsOf, textOf } from "../api/record.ts";

export interface ProcessStep {
  readonly activityId: string;
  readonly type: string;
  readonly name: string;
  readonly person: string;
  readonly comment: string;
  /** Addresses of files that came with it. */
  readonly attachments: readonly string[];
  readonly began: string;
  /** "" while it is running. */
  readonly ended: string;
  readonly duration: string;
}

/** `none`: nothing has begun, it is the drawing of a definition. */
export type Progress = "none" | "running" | "ended";

export type Mark = "done" | "current" | "failed";

export interface ProcessView {
  readonly xml: string;
  readonly steps: readonly ProcessStep[];
}

function stepOf(row: Readonly<Record<string, unknown>>): ProcessStep {
  return {
    activityId: textOf(row["historyActivityId"]),
    type: textOf(row["historyActivityType"]),
    name: textOf(row["historyActivityName"]),
    person: textOf(row["assigneeName"]),
    comment: textOf(row["comment"]),
    attachments: partsOf(row["attachments"]),
    began: textOf(row["createTime"]),
    ended: textOf(row["endTime"]),
    duration: textOf(row["historyActivityDurationTime"]),
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
  ...(["consulted", "opinion", "reminded", "withdrawn", "reassigned"] as const),
] as const;

export type Note = (typeof notes)[number];

export const isNote = (type: string): type is Note => notes.some((note) => note === type);

/** The last step shows whether an instance has ended, and a withdrawal does. */
export function progressOf(steps: readonly ProcessStep[]): Progress {
  const last = steps.at(-1);
  if (last === undefined) return "none";
  return last.type === "endEvent" || steps.some(({ type }) => type === "withdrawn") ? "ended" : "running";
}

/** A candidate for a task is neither a node of the diagram nor a completed step. */
const isInDiagram = (step: ProcessStep) => step.type !== "candidate" && step.activityId !== "";

/** Completed and current nodes, by their ids. A node that a loop returned to is current, although it was completed before. */
export function marksOf(steps: readonly ProcessStep[]): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const step of steps.filter(isInDiagram))
    marks.set(step.activityId, step.ended === "" || marks.get(step.activityId) === "current" ? "current" : "done");
  return marks;
}

/** The steps that are shown: nodes, not the lines between them. */
export function visibleSteps(steps: readonly ProcessStep[]): readonly ProcessStep[] {
  return steps.filter((step) => isInDiagram(step) && step.type !== "sequenceFlow");
}
