// How far a background job is, as rows carry it and the browser reads it.
import type { Text } from "../schema/text.ts";
import { textIn } from "./cell.ts";

/** The states of a job, as they are stored. */
export const jobState = { waiting: 1, running: 2, succeeded: 3, failed: 4, cancelled: 5 } as const;

export interface JobView {
  readonly job: string;
  readonly state: number;
  readonly done: number | undefined;
  readonly total: number | undefined;
  readonly note: Text | undefined;
  readonly error: Text | undefined;
}

/** SQL of a job's view, over the alias of its row of the table `job`. */
export const jobViewSql = (alias: string): string =>
  `jsonb_build_object('job', ${alias}.id::text, 'state', ${alias}.status, 'done', ${alias}.progress_done, 'total', ${alias}.progress_total, 'note', ${alias}.progress_note, 'error', ${alias}.error)`;

const numberIn = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** The view in an answer; undefined where there is no job. */
export function readJobView(value: unknown): JobView | undefined {
  if (
    typeof value !== "object" ||
    value === null ||
    !("job" in value) ||
    !("state" in value) ||
    typeof value.job !== "string" ||
    typeof value.state !== "number"
  )
    return undefined;
  const member = (name: string): unknown => (value as Readonly<Record<string, unknown>>)[name]; // an object, as was seen
  return {
    job: value.job,
    state: value.state,
    done: numberIn(member("done")),
    total: numberIn(member("total")),
    note: textIn(member("note")),
    error: textIn(member("error")),
  };
}

/** Whether it will still change by itself. */
export const isUnfinished = ({ state }: Pick<JobView, "state">): boolean => state === jobState.waiting || state === jobState.running;

/** The share that is done, from 0 to 1; undefined where nobody knows how much there is to do. */
export function shareOf({ done, total }: Pick<JobView, "done" | "total">): number | undefined {
  if (done === undefined || total === undefined || total <= 0) return undefined;
  return Math.min(1, Math.max(0, done / total));
}
