// Follows the jobs that the page shows; the part that asks is loaded when there is one to follow.
import { lazy, Suspense, type ReactNode } from "react";
import { useAskedJobs } from "./watched-jobs.ts";

const JobPoll = lazy(async () => ({ default: (await import("./job-poll.tsx")).JobPoll }));

export function JobWatch(): ReactNode {
  const jobs = useAskedJobs();
  return jobs.length === 0 ? null : (
    <Suspense fallback={null}>
      <JobPoll jobs={jobs} />
    </Suspense>
  );
}
