// How far a background job is, as rows carry it and the browser reads it.
import { isRecord } from "../schema/json.ts";
import { inLanguage, type Language } from "../schema/text.ts";
import { bilingualText } from "./cell.ts";

/** The states of a job, as they are stored. */
export const jobState = { waiting: 1, running: 2, succeeded: 3, failed: 4, cancelled: 5 } as const;

export interface JobView {
  readonly job: string;
  readonly state: number;
  readonly done: number | undefined;
  readonly total: number | undefined;
  /** In the reader's language, as `error`. */
  readonly note: string | undefined;
  readonly error: string | undefined;
}

/** SQL of a job's view, over the alias of its row of the table `job`. */
export const jobViewSql = (alias: string): string =>
  `jsonb_build_object('job', ${alias}.id::text, 'state', ${alias}.status, 'done', ${alias}.progress_done, 'total', ${alias}.progress_total, 'note', ${alias}.progress_note, 'error', ${alias}.error)`;

/** A sentence in both languages as its reader reads it; "" for none. */
const localizedText = (value: unknown, language: Language): string => {
  const text = bilingualText(value);
  return text === undefined ? "" : inLanguage(text, language);
};

/** A job's view as it is answered to a reader of a language. */
export function jobViewIn(view: unknown, language: Language): unknown {
  return isRecord(view) ? { ...view, note: localizedText(view["note"], language), error: localizedText(view["error"], language) } : view;
}

const sentenceIn = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
const optionalNumber = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

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
    done: optionalNumber(member("done")),
    total: optionalNumber(member("total")),
    note: sentenceIn(member("note")),
    error: sentenceIn(member("error")),
  };
}

/** Whether it will still change by itself. */
export const isUnfinished = ({ state }: Pick<JobView, "state">): boolean => state === jobState.waiting || state === jobState.running;

/** The share that is done, from 0 to 1; undefined where nobody knows how much there is to do. */
export function shareOf({ done, total }: Pick<JobView, "done" | "total">): number | undefined {
  if (done === undefined || total === undefined || total <= 0) return undefined;
  return Math.min(1, Math.max(0, done / total));
}
