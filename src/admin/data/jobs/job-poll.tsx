// Polls the jobs on the page: one request for all of them, while one is unfinished and the page is visible.
import { useCustom } from "@refinedev/core";
import { useEffect } from "react";
import { readJobView } from "../../../fields/job-view.ts";
import { rowsOf, textOf } from "../../api/wire-data.ts";
import { hearsAtOnce, onLive } from "../live/live-events.ts";
import { useInvalidateAfter } from "../queries/writes.ts";
import { updateJobs } from "./watched-jobs.ts";

const betweenMs = 2_000;
/** As long as the server tells of jobs that go on: it may not have heard of each. */
const betweenToldMs = 15_000;
const afterFailureMs = 15_000;
/** The server's limit per request (src/server/domain/monitor/job.ts). */
const maxJobs = 200;

export function JobPoll({ jobs }: { readonly jobs: readonly string[] }): null {
  const invalidate = useInvalidateAfter();
  const ids = jobs.slice(0, maxJobs).join(",");
  // react-query does not poll in a hidden page.
  const { query } = useCustom({
    url: "/blade-job/job/progress",
    method: "get",
    config: { query: { ids } },
    errorNotification: false,
    queryOptions: {
      staleTime: 0,
      gcTime: 0,
      retry: false,
      refetchInterval: ({ state }) => (state.status === "error" ? afterFailureMs : hearsAtOnce() ? betweenToldMs : betweenMs),
    },
  });
  const { data, dataUpdatedAt, refetch } = query;
  useEffect(
    () =>
      onLive("jobs", (told) => {
        if (told.some((job) => ids.split(",").includes(job))) void refetch();
      }),
    [ids, refetch],
  );
  useEffect(() => {
    if (data === undefined) return;
    const rows = rowsOf(data.data["payload"]);
    const moved = new Set(
      updateJobs(
        ids.split(","),
        rows.flatMap((row) => readJobView(row) ?? []),
      ).map(({ job }) => job),
    );
    // Rows show the state of a job, and the job has changed its subject.
    for (const row of rows) {
      if (!moved.has(textOf(row["job"]))) continue;
      const subject = textOf(row["resource"]);
      invalidate("job");
      if (subject !== "") invalidate(subject);
    }
  }, [data, dataUpdatedAt, ids, invalidate]);
  return null;
}
