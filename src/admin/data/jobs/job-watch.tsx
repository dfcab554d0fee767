// Follows the jobs on the page; the polling part is loaded when there is one to follow.
import { lazy, Suspense, type ReactNode } from "react";
import { usePolledJobs } from "./watched-jobs.ts";

const JobPoll = lazy(async () => ({ default: (await import("./job-poll.tsx")).JobPoll }));

export function JobWatch(): ReactNode {
  const jobs = usePolledJobs();
  return jobs.length === 0 ? null : (
    <Suspense fallback={null}>
      <JobPoll jobs={jobs} />
    </Suspense>
  );
}
