// What a worker promises: every step once, also after a loss of its lease, attempts that come later each time, and an end when somebody
// wants it.
import { expect, test, vi } from "vitest";
import { businessError } from "../../../src/server/http/errors.ts";
import { watchClock } from "../../../src/server/jobs/clock-watch.ts";
import { localTime } from "../../../src/server/store/clock.ts";
import type { JobHandler, JobRun } from "../../../src/server/jobs/job-handler.ts";
import { runJobs } from "../../../src/server/jobs/run-jobs.ts";
import { heartbeatMs, leaseMs } from "../../../src/server/jobs/worker.ts";
import { jobMessage, liveChannel } from "../../../src/server/store/live-messages.ts";
import { gate } from "../../support/gate.ts";
import { tenants } from "../../support/server.ts";
import { jobBench } from "./job-bench.ts";

const bench = await jobBench();
const { server, faults } = bench;
const zhangwei = server.as("zhangwei");

/** A table of what steps did, to be counted. */
await server.database.owner.transaction((tx) =>
  tx.batch(
    ["create table done_step (queue text, step integer)", "grant insert on done_step to tracemark_app"].map((sql) => ({
      sql,
      parameters: [],
    })),
  ),
);

async function stepsOf(queue: string): Promise<readonly number[]> {
  const [answer] = await server.database.owner.read([
    { sql: "select step from done_step where queue = $1 order by step", parameters: [queue] },
  ]);
  return (answer?.rows ?? []).map((row) => Number(row["step"]));
}

/** Steps 1 to 4; `before` is awaited before each. */
function counting(queue: string, before: (step: number, job: JobRun) => Promise<void> | void = () => undefined): JobHandler {
  return {
    async run(job) {
      for (let step = Number(job.checkpoint ?? 0) + 1; step <= 4; step += 1) {
        await before(step, job);
        await job.step((tx) => tx.query({ sql: "insert into done_step values ($1, $2)", parameters: [queue, step] }), {
          checkpoint: step,
          progress: { done: step, total: 4 },
        });
      }
    },
  };
}

const untilAborted = ({ signal }: JobRun): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
  });

test("whoever began a job hears that it has been taken up, and again that it has ended", async () => {
  const tell = vi.spyOn(server.database, "tell");
  const told: number[] = [];
  const handler: JobHandler = { run: async () => void told.push(tell.mock.calls.length) };
  await bench.enqueue({ queue: "taken", payload: null });
  await bench.worker({ taken: handler }).idle();
  const [job] = await bench.jobs("taken");
  // Before it began.
  expect(told).toEqual([1]);
  expect(tell.mock.calls[0]).toEqual([liveChannel, jobMessage({ tenantId: tenants.one, userId: "11", id: String(job?.["id"]) })]);
  tell.mockRestore();
});

test("what a job reports is seen long before it ends, while its only step goes on", async () => {
  const goesOn = gate();
  const { database, model, clock, services } = server;
  const handler: JobHandler = {
    run: (job) =>
      job.step(async () => {
        job.report({ done: 1, total: 3 });
        await goesOn.opened;
      }, {}),
  };
  const end = await runJobs({
    model,
    database,
    clock,
    identifiers: services.identifiers,
    domain: { jobs: { watched: handler } },
    onFault: (error) => void faults.push(error),
  });
  try {
    await bench.enqueue({ queue: "watched", payload: null });
    // Sooner than a sign of life would say it.
    await vi.waitFor(async () => expect(await bench.jobs("watched")).toMatchObject([{ status: 2, progressDone: 1, progressTotal: 3 }]), {
      timeout: heartbeatMs / 2,
      interval: 100,
    });
  } finally {
    goesOn.open();
    await end();
  }
});

test("a job does its steps, under the tenant's row-level security and with its payload, and has succeeded", async () => {
  const seen: unknown[] = [];
  const worker = bench.worker({
    steps: {
      async run(job) {
        const rows = await job.step((tx) => tx.query({ sql: "select distinct tenant_id from job", parameters: [] }), {
          progress: { done: 1 },
        });
        seen.push(job.payload, job.tenantId, job.userId, job.attempt, rows.rows);
      },
    },
  });
  await bench.enqueue({ queue: "steps", payload: { a: [1] } });
  await worker.idle();
  expect(seen).toEqual([{ a: [1] }, tenants.one, "11", 1, [{ tenant_id: tenants.one }]]);
  expect(await bench.jobs("steps")).toMatchObject([
    { status: 3, attempts: 1, progressDone: 1, startTime: "2025-03-12 12:00:00", finishTime: "2025-03-12 12:00:00" },
  ]);
});

test("a job that succeeds has done all there was, although it has not said so in the end", async () => {
  const worker = bench.worker({
    silent: {
      async run(job) {
        await job.step(async () => undefined, { progress: { done: 0, total: 2 } });
      },
    },
  });
  await bench.enqueue({ queue: "silent", payload: null });
  await worker.idle();
  expect(await bench.jobs("silent")).toMatchObject([{ status: 3, progressDone: 2, progressTotal: 2 }]);
});

test("a job whose worker gives no sign of life is resumed by another behind its last step, and the first one writes nothing more", async () => {
  const queue = "lost";
  const [isAtThree, mayGoOn] = [gate(), gate()];
  const first = bench.worker({
    [queue]: counting(queue, async (step) => {
      if (step !== 3) return;
      isAtThree.open();
      await mayGoOn.opened;
    }),
  });
  await bench.enqueue({ queue, payload: null });
  await first.poll();
  await isAtThree.opened;
  const started: number[] = [];
  const second = bench.worker({ [queue]: counting(queue, (step) => void started.push(step)) });
  await second.idle();
  expect(started).toEqual([]);
  bench.pass(leaseMs + 1);
  await second.idle();
  expect(started).toEqual([3, 4]);
  mayGoOn.open();
  await first.idle();
  expect(await stepsOf(queue)).toEqual([1, 2, 3, 4]);
  expect(await bench.jobs(queue)).toMatchObject([{ status: 3, attempts: 2, progressDone: 4, progressTotal: 4 }]);
});

test("signs of life keep the lease, and show what the job reports", async () => {
  const [isRunning, mayEnd] = [gate(), gate()];
  const handler: JobHandler = {
    async run(job) {
      job.report({ done: 7, total: 9, note: ["发送中", "Sending"] });
      isRunning.open();
      await mayEnd.opened;
    },
  };
  const first = bench.worker({ alive: handler });
  await bench.enqueue({ queue: "alive", payload: null });
  await first.poll();
  await isRunning.opened;
  bench.pass(leaseMs - 1);
  await first.beat();
  bench.pass(leaseMs - 1);
  await bench.worker({ alive: handler }).idle();
  expect(await bench.jobs("alive")).toMatchObject([{ status: 2, attempts: 1, progressDone: 7, progressTotal: 9 }]);
  mayEnd.open();
  await first.idle();
  expect(await bench.jobs("alive")).toMatchObject([{ status: 3 }]);
});

test("a worker is told with its next sign of life that it has lost a job", async () => {
  const reasons: unknown[] = [];
  const isRunning = gate();
  const first = bench.worker({
    told: {
      run: async (job) => {
        isRunning.open();
        await untilAborted(job).catch((error: unknown) => void reasons.push(error));
      },
    },
  });
  await bench.enqueue({ queue: "told", payload: null });
  await first.poll();
  await isRunning.opened;
  bench.pass(leaseMs + 1);
  await bench.worker({ told: { run: async () => undefined } }).idle();
  await first.beat();
  await first.idle();
  expect(reasons).toMatchObject([{ reason: "lost" }]);
  expect(await bench.jobs("told")).toMatchObject([{ status: 3, attempts: 2 }]);
});

test("a job that runs is cancelled with the next sign of life, keeps what its steps did, and goes on there when it is retried", async () => {
  const queue = "cancel";
  const isAtThree = gate();
  let waits = true;
  const worker = bench.worker({
    [queue]: counting(queue, async (step, job) => {
      if (step !== 3 || !waits) return;
      isAtThree.open();
      await untilAborted(job);
    }),
  });
  await bench.enqueue({ queue, payload: null });
  await worker.poll();
  await isAtThree.opened;
  const [{ id } = {}] = await bench.jobs(queue);
  expect((await zhangwei.post(`/blade-job/job/cancel/${String(id)}`)).code).toBe(200);
  expect(await bench.jobs(queue)).toMatchObject([{ status: 2 }]);
  await worker.beat();
  await worker.idle();
  expect(await bench.jobs(queue)).toMatchObject([{ status: 5, progressDone: 2 }]);
  waits = false;
  expect((await zhangwei.post(`/blade-job/job/retry/${String(id)}`)).code).toBe(200);
  await worker.idle();
  expect(await stepsOf(queue)).toEqual([1, 2, 3, 4]);
  expect(await bench.jobs(queue)).toMatchObject([{ status: 3 }]);
});

test("a cancelled job stops at its next step, without a sign of life", async () => {
  const queue = "cancel-step";
  const worker = bench.worker({
    [queue]: counting(queue, async (step) => {
      if (step !== 2) return;
      const [{ id } = {}] = await bench.jobs(queue);
      await zhangwei.post(`/blade-job/job/cancel/${String(id)}`);
    }),
  });
  await bench.enqueue({ queue, payload: null });
  await worker.idle();
  expect(await stepsOf(queue)).toEqual([1, 2]);
  expect(await bench.jobs(queue)).toMatchObject([{ status: 5 }]);
});

test("a fault is tried again later each time, tells people nothing internal, and ends after the last attempt", async () => {
  let attempts = 0;
  const worker = bench.worker({
    fault: {
      run: () => {
        attempts += 1;
        return Promise.reject(new Error("secret of the server"));
      },
    },
  });
  await bench.enqueue({ queue: "fault", payload: null, maxAttempts: 3 });
  const before = faults.length;
  await worker.idle();
  expect(await bench.jobs("fault")).toMatchObject([{ status: 1, attempts: 1, errorCode: "fault" }]);
  bench.pass(4_999);
  await worker.idle();
  expect(attempts).toBe(1);
  bench.pass(1);
  await worker.idle();
  expect(attempts).toBe(2);
  bench.pass(9_999);
  await worker.idle();
  expect(attempts).toBe(2);
  bench.pass(1);
  await worker.idle();
  const [job] = await bench.jobs("fault");
  expect(job).toMatchObject({ status: 4, attempts: 3 });
  const { data } = await zhangwei.get("/blade-job/job/detail", { id: String(job?.["id"]) });
  // By its number the entry is found in the log.
  const numbered = expect.stringContaining(String(job?.["id"]));
  expect(data).toMatchObject({ error: numbered });
  expect(JSON.stringify([job, data])).not.toContain("secret");
  expect(faults.slice(before)).toHaveLength(3);
});

test("a refusal ends the job at once with its sentence in both languages; it can be retried", async () => {
  let isRefused = true;
  const worker = bench.worker({
    refused: { run: () => (isRefused ? Promise.reject(businessError("noCredit", ["余额不足", "No credit is left"])) : Promise.resolve()) },
  });
  await bench.enqueue({ queue: "refused", payload: null });
  const before = faults.length;
  await worker.idle();
  const [job] = await bench.jobs("refused");
  expect(job).toMatchObject({ status: 4, attempts: 1, errorCode: "noCredit" });
  const reported = [
    ["zh-CN", "余额不足"],
    ["en", "No credit is left"],
  ] as const;
  for (const [language, error] of reported) {
    const { data } = await server.as("zhangwei", {}, language).get("/blade-job/job/detail", { id: String(job?.["id"]) });
    expect(data).toMatchObject({ error });
  }
  expect(faults).toHaveLength(before);
  isRefused = false;
  await zhangwei.post(`/blade-job/job/retry/${String(job?.["id"])}`);
  await worker.idle();
  expect(await bench.jobs("refused")).toMatchObject([{ status: 3, attempts: 1, errorCode: "" }]);
});

test("a job that ends its process every time is given up", async () => {
  await bench.enqueue({ queue: "deadly", payload: null, maxAttempts: 2 });
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const isRunning = gate();
    await bench
      .worker({
        deadly: {
          run: async () => {
            isRunning.open();
            await gate().opened;
          },
        },
      })
      .poll();
    await isRunning.opened;
    bench.pass(leaseMs + 1);
  }
  await bench.worker({ deadly: { run: () => Promise.resolve() } }).idle();
  expect(await bench.jobs("deadly")).toMatchObject([{ status: 4, errorCode: "interrupted" }]);
});

test("a worker that stops lets the step end, hands the job over without counting the attempt, and claims no more", async () => {
  const queue = "drain";
  const [isInStep, mayEnd] = [gate(), gate()];
  const first = bench.worker({
    [queue]: {
      run: async (job) => {
        for (let step = Number(job.checkpoint ?? 0) + 1; step <= 3; step += 1) {
          await job.step(
            async (tx) => {
              isInStep.open();
              await mayEnd.opened;
              await tx.query({ sql: "insert into done_step values ($1, $2)", parameters: [queue, step] });
            },
            { checkpoint: step },
          );
        }
      },
    },
  });
  await bench.enqueue({ queue, payload: null });
  await first.poll();
  await isInStep.opened;
  const drained = first.drain(60_000);
  await bench.enqueue({ queue, payload: null, key: "another" });
  await first.poll();
  mayEnd.open();
  await drained;
  expect(await stepsOf(queue)).toEqual([1]);
  expect(await bench.jobs(queue)).toMatchObject([
    { status: 1, attempts: 0 },
    { status: 1, attempts: 0 },
  ]);
  await bench.worker({ [queue]: counting(queue) }).idle();
  expect(await stepsOf(queue)).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
});

test("a worker that stops waits no longer than it is told to; what does not listen can write nothing more", async () => {
  const queue = "deaf";
  const [isRunning, mayGoOn] = [gate(), gate()];
  const first = bench.worker({
    [queue]: counting(queue, async (step) => {
      if (step !== 2) return;
      isRunning.open();
      await mayGoOn.opened;
    }),
  });
  await bench.enqueue({ queue, payload: null });
  await first.poll();
  await isRunning.opened;
  await first.drain(0);
  expect(await bench.jobs(queue)).toMatchObject([{ status: 1 }]);
  await bench.worker({ [queue]: counting(queue) }).idle();
  mayGoOn.open();
  await first.idle();
  expect(await stepsOf(queue)).toEqual([1, 2, 3, 4]);
});

test("a tenant that enqueues much leaves room for others, and a queue runs as many at once as it says", async () => {
  const running: string[] = [];
  const end = gate();
  const note = (name: string): JobHandler => ({
    run: async (job) => {
      running.push(`${name} ${job.tenantId}`);
      await end.opened;
    },
  });
  const worker = bench.worker({ many: note("many"), single: { ...note("single"), concurrency: 1 } }, { concurrency: 4 });
  for (let number = 0; number < 6; number += 1) await bench.enqueue({ queue: "many", payload: number });
  await bench.enqueue({ queue: "single", payload: null }, tenants.two);
  await bench.enqueue({ queue: "single", payload: null }, tenants.two);
  await worker.poll();
  expect([...running].sort()).toEqual([`many ${tenants.one}`, `many ${tenants.one}`, `many ${tenants.one}`, `single ${tenants.two}`]);
  end.open();
  await worker.idle();
  expect(running).toHaveLength(8);
});

test("all tenants are asked once for what is due, and not after each job; the tenant of a notification alone is not asked for at all", async () => {
  const asked = vi.spyOn(server.database.owner, "read");
  const counted = () => asked.mock.calls.filter(([statements]) => statements.some(({ name }) => name === "job_due")).length;
  const finished: string[] = [];
  const handler: JobHandler = { run: async ({ tenantId }) => void finished.push(tenantId) };
  const enqueued = Object.values(tenants).flatMap((tenantId) => [tenantId, tenantId, tenantId]);
  for (const tenantId of enqueued) await bench.enqueue({ queue: "asked-once", payload: null }, tenantId);
  const worker = bench.worker({ "asked-once": handler }, { concurrency: 1 });
  await worker.poll();
  await vi.waitFor(() => expect(finished.toSorted()).toEqual(enqueued.toSorted()));
  expect(counted()).toBe(1);

  await bench.enqueue({ queue: "asked-once", payload: null }, tenants.two);
  await worker.poll(tenants.two);
  await vi.waitFor(() => expect(finished).toHaveLength(enqueued.length + 1));
  expect(counted()).toBe(1);
  await worker.idle();
  asked.mockRestore();
});

test("tenants that were passed over because a queue was full are looked for when there is room", async () => {
  const finished: string[] = [];
  const opened = gate();
  const handler: JobHandler = {
    concurrency: 1,
    run: async ({ tenantId }) => {
      await opened.opened;
      finished.push(tenantId);
    },
  };
  const all = Object.values(tenants);
  for (const tenantId of all) await bench.enqueue({ queue: "narrow", payload: null }, tenantId);
  const worker = bench.worker({ narrow: handler, wide: { run: () => Promise.resolve() } });
  for (const tenantId of all) await worker.poll(tenantId);
  opened.open();
  await vi.waitFor(() => expect(finished.toSorted()).toEqual(all.toSorted()));
  await worker.idle();
});

test("jobs of queues that a process does not know wait for one that does", async () => {
  await bench.enqueue({ queue: "newer", payload: null });
  await bench.worker({ older: { run: () => Promise.resolve() } }).idle();
  expect(await bench.jobs("newer")).toMatchObject([{ status: 1 }]);
});

test("only jobs of the platform's tenant work across tenants", async () => {
  const worker = bench.worker({
    across: {
      acrossTenants: true,
      run: (job) => job.step((tx) => tx.query({ sql: "select 1", parameters: [] }), {}).then(() => undefined),
    },
  });
  await bench.enqueue({ queue: "across", payload: null, maxAttempts: 1 });
  await worker.idle();
  expect(await bench.jobs("across")).toMatchObject([{ status: 4, errorCode: "fault" }]);
});

test("a job that waits when the clock is set back runs now, and not when the clock has come there again; what is planned for later waits", async () => {
  const ran: string[] = [];
  const handler: JobHandler = { run: (job) => Promise.resolve(void ran.push(String(job.payload))) };
  const worker = bench.worker({ "set-back": handler });
  let passed = 0;
  const follow = watchClock({ database: server.database, clock: server.clock, monotonic: () => passed });
  await bench.enqueue({ queue: "set-back", payload: "due" });
  await bench.enqueue({ queue: "set-back", payload: "later", runAt: localTime(server.clock.milliseconds() + 60_000) });
  const hour = 3_600_000;
  bench.pass(-hour);
  passed += 1_000;
  await worker.idle();
  expect(ran).toEqual([]);
  await follow();
  await worker.idle();
  expect(ran).toEqual(["due"]);
  bench.pass(hour + 60_000);
  await worker.idle();
  expect(ran).toEqual(["due", "later"]);
});
