// The unfinished jobs that are shown anywhere on the page, with their latest state: lists and forms share one request to the server.
import { useEffect, useSyncExternalStore } from "react";
import { isUnfinished, type JobView } from "../../../fields/job-view.ts";

interface ShownJob {
  /** How many places show it. */
  readonly places: number;
  /** Its state in the rows that were read. */
  readonly state: number;
}

const shown = new Map<string, ShownJob>();
/** The latest answers of the server. */
const latest = new Map<string, JobView>();
const listeners = new Set<() => void>();
let polled: readonly string[] = [];

function changed(): void {
  const next = [...shown.keys()]
    .filter((job) => {
      const view = latest.get(job);
      return view === undefined || isUnfinished(view);
    })
    .sort();
  if (next.join() !== polled.join()) polled = next;
  for (const listener of [...listeners]) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function watch(job: string, state: number): () => void {
  shown.set(job, { places: (shown.get(job)?.places ?? 0) + 1, state });
  changed();
  return () => {
    const places = (shown.get(job)?.places ?? 1) - 1;
    if (places > 0) shown.set(job, { places, state });
    else {
      shown.delete(job);
      latest.delete(job);
    }
    changed();
  };
}

/** The current state of a job; followed until it has ended. */
export function useJob(view: JobView): JobView {
  const isFollowed = isUnfinished(view);
  useEffect(() => (isFollowed ? watch(view.job, view.state) : undefined), [view.job, view.state, isFollowed]);
  const read = () => latest.get(view.job);
  const latestView = useSyncExternalStore(subscribe, read, read);
  return isFollowed ? (latestView ?? view) : view;
}

/** The jobs to poll. */
export function usePolledJobs(): readonly string[] {
  const read = () => polled;
  return useSyncExternalStore(subscribe, read, read);
}

/** Takes over the server's answers. Jobs missing from the answer are not polled again. Returns the jobs whose state changed. */
export function updateJobs(of: readonly string[], views: readonly JobView[]): readonly JobView[] {
  const byJob = new Map(views.map((view) => [view.job, view]));
  const moved: JobView[] = [];
  for (const job of of) {
    const view = byJob.get(job);
    const before = latest.get(job)?.state ?? shown.get(job)?.state;
    if (before === undefined) continue;
    if (view === undefined) shown.delete(job);
    else {
      latest.set(job, view);
      if (view.state !== before) moved.push(view);
    }
  }
  changed();
  return moved;
}
