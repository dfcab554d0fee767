// Workers of tests: as many as a test wants, over one database, with a clock that tests set.
import { enqueueJobs } from "../../../src/server/jobs/enqueue.ts";
import type { JobHandler } from "../../../src/server/jobs/job-handler.ts";
import type { NewJob } from "../../../src/server/jobs/new-job.ts";
import { createWorker, type Worker, type WorkerOptions } from "../../../src/server/jobs/worker.ts";
import { serverOfFile, testMoment, tenants, type TestServer } from "../../support/server.ts";

interface JobBench {
  readonly server: TestServer;
  /** Errors that workers reported as faults. */
  readonly faults: unknown[];
  /** Moves the clock on. */
  pass(milliseconds: number): void;
  worker(handlers: Readonly<Record<string, JobHandler>>, more?: Partial<WorkerOptions>): Worker;
  enqueue(job: NewJob, tenantId?: string): Promise<void>;
  /** The jobs of a queue as the screen shows them, oldest first. */
  jobs(queue: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

export async function jobBench(): Promise<JobBench> {
  let now = testMoment;
  const server = await serverOfFile({ milliseconds: () => now });
  const {
    model,
    database,
    clock,
    services: { identifiers },
  } = server;
  const faults: unknown[] = [];
  return {
    server,
    faults,
    pass: (milliseconds) => void (now += milliseconds),
    worker: (handlers, more = {}) =>
      createWorker({
        model,
        database,
        identifiers,
        clock,
        handlers,
        onFault: (error) => void faults.push(error),
        random: () => 0,
        ...more,
      }),
    enqueue: (job, tenantId = tenants.one) =>
      database.transaction({ tenantId, userId: "11" }, (tx) => enqueueJobs(tx, { tenantId, userId: "11", now: clock.now() }, [job])),
    jobs: async (queue) => {
      const { data } = await server.as("zhangwei").get("/blade-job/job/list", { queue, size: 100, ascs: "id" });
      const { records } = data as { readonly records: readonly Readonly<Record<string, unknown>>[] };
      return [...records].sort((left, right) => (BigInt(String(left["id"])) < BigInt(String(right["id"])) ? -1 : 1));
    },
  };
}
