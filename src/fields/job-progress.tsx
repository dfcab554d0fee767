// How far a job is: a bar with its share while it runs, a word before and afterwards, and the error of one that failed.
import type { ReactNode } from "react";
import { useJob } from "../admin/data/jobs/watched-jobs.ts";
import { inLanguage, type Language, type Text } from "../schema/text.ts";
import { groupDigits } from "./digits.ts";
import { Tag } from "./tag.tsx";
import { isUnfinished, jobState, shareOf, type JobView } from "./job-view.ts";

const states: Readonly<Record<number, readonly [name: Text, colour: string | undefined]>> = {
  [jobState.waiting]: [["等待中", "Waiting"], undefined],
  [jobState.running]: [["执行中", "Running"], "blue"],
  [jobState.succeeded]: [["已完成", "Done"], "green"],
  [jobState.failed]: [["失败", "Failed"], "red"],
  [jobState.cancelled]: [["已取消", "Cancelled"], "orange"],
};

const stateName = (state: number, language: Language): string => inLanguage(states[state]?.[0] ?? ["", ""], language);

/** "450 / 1,000", or what is done of a whole that nobody knows. */
function countOf({ done, total }: JobView): string {
  if (done === undefined) return "";
  return total === undefined ? groupDigits(String(done)) : `${groupDigits(String(done))} / ${groupDigits(String(total))}`;
}

/** Beside the state: a job that waits has done nothing yet, and is followed all the same. */
const bareText = (view: JobView): string => countOf(view) || (isUnfinished(view) ? "—" : "");

/** In one line, for titles and copies. */
export function progressText(view: JobView, language: Language, isBare: boolean): string {
  if (isBare && view.state !== jobState.running) return bareText(view);
  const share = shareOf(view);
  const { error = "" } = view;
  const isRunning = view.state === jobState.running;
  const note = isRunning ? (view.note ?? "") : "";
  return [stateName(view.state, language), isRunning && share !== undefined ? `${Math.floor(share * 100)}%` : "", note, error]
    .filter((part) => part !== "")
    .join(" ");
}

interface ProgressProps {
  readonly view: JobView;
  readonly language: Language;
  /** In one line of a list, or with everything there is to say. */
  readonly isWhole?: boolean;
  /** State and error are shown elsewhere. */
  readonly isBare?: boolean;
}

function Bar({ view, language }: { readonly view: JobView; readonly language: Language }): ReactNode {
  const share = shareOf(view);
  const percent = share === undefined ? undefined : Math.floor(share * 100);
  return (
    <span
      className="tm-progress-bar"
      data-colour={states[view.state]?.[1]}
      data-open={percent === undefined ? "true" : undefined}
      role="progressbar"
      aria-label={stateName(view.state, language)}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(percent === undefined ? {} : { "aria-valuenow": percent })}
    >
      <span style={{ width: `${percent ?? 100}%` }} />
    </span>
  );
}

/** The progress of a job, which follows the job by itself until it has ended. */
export function Progress({ view: given, language, isWhole = false, isBare = false }: ProgressProps): ReactNode {
  const view = useJob(given);
  const { note = "", error = "" } = view;
  const count = countOf(view);
  if (view.state === jobState.running) {
    const share = shareOf(view);
    return (
      <span
        className={isWhole ? "tm-progress tm-progress-whole" : "tm-progress"}
        title={[note, count].filter((part) => part !== "").join(" ")}
      >
        <Bar view={view} language={language} />
        <span className="tm-digits">{share === undefined || isWhole ? count : `${Math.floor(share * 100)}%`}</span>
        {isWhole && note !== "" && <span>{note}</span>}
      </span>
    );
  }
  if (isBare)
    return (
      <span className="tm-progress">
        {shareOf(view) !== undefined && <Bar view={view} language={language} />}
        <span className="tm-digits">{bareText(view)}</span>
      </span>
    );
  return (
    <span className={isWhole ? "tm-progress tm-progress-whole" : "tm-progress"} {...(error === "" ? {} : { title: error })}>
      <Tag text={stateName(view.state, language)} colour={states[view.state]?.[1]} />
      {error !== "" && <span className="tm-progress-error">{error}</span>}
      {isWhole && count !== "" && <span className="tm-digits">{count}</span>}
    </span>
  );
}
