// What a handler does when its job has ended without success, in the transaction that ends it.
import { afterEach, expect, test } from "vitest";
import { businessError } from "../../../src/server/http/errors.ts";
import type { EndedJob, JobHandler } from "../../../src/server/jobs/job-handler.ts";
import type { AnyDomain } from "../../../src/server/contract.ts";
import { createWorker, type Worker } from "../../../src/server/jobs/worker.ts";
import { enqueueJobs } from "../../../src/server/jobs/enqueue.ts";
import { jobDomain } from "../../../src/server/domain/monitor/job.ts";
import { businessDomain, people, serverOfFile, tenants, testMoment } from "../../support/server.ts";

const ended: (Pick<EndedJob, "payload" | "to" | "reason"> & { readonly tenantId: string; readonly userId: string })[] = [];
const note: NonNullable<JobHandler["ended"]> = async (tx, { context, payload, to, reason }) => {
  await tx.query({ sql: "insert into ended_job values ($1)", parameters: [String(payload)] });
  ended.push({ payload, to, reason, tenantId: context.scope.tenantId, userId: context.caller.userId });
};
const handlers: Readonly<Record<string, JobHandler>> = {
  refusing: { run: () => Promise.reject(businessError("no", ["不行", "It cannot be"])), ended: note },
  faulty: { run: () => Promise.reject(new Error("broken")), ended: note },
  good: { run: async () => undefined, ended: note },
};

let now = testMoment;
const server = await serverOfFile({ milliseconds: () => now });
const {
  model,
  database,
  clock,
  services: { identifiers },
} = server;
await database.owner.transaction((tx) =>
  tx.batch(["create table ended_job (payload text)", "grant insert on ended_job to tracemark_app"].map((sql) => ({ sql, parameters: [] }))),
);
const worker: Worker = createWorker({ model, database, identifiers, clock, handlers, onFault: () => undefined, random: () => 0 });
const enqueue = (queue: string, payload: string, maxAttempts = 2) =>
  database.transaction({ tenantId: tenants.one, userId: "11" }, (tx) =>
    enqueueJobs(tx, { tenantId: tenants.one, userId: "11", account: "zhangwei", now: clock.now() }, [{ queue, payload, maxAttempts }]),
  );

afterEach(() => void ended.splice(0));

test("a job that is refused has ended at once, with the reason in both languages", async () => {
  await enqueue("refusing", "a");
  await worker.idle();
  expect(ended).toEqual([{ payload: "a", to: "failed", reason: ["不行", "It cannot be"], tenantId: tenants.one, userId: "11" }]);
});

test("a job with a fault has ended when no attempt is left, and a good one does not end so", async () => {
  await enqueue("faulty", "b");
  await enqueue("good", "c");
  await worker.idle();
  expect(ended).toEqual([]);
  now += 60_000;
  await worker.idle();
  expect(ended).toMatchObject([{ payload: "b", to: "failed" }]);
});

test("a job that is cancelled before it begins has ended too, with the cancellation", async () => {
  // The product's own cancel, with the handlers of this test.
  const domain: AnyDomain = { ...businessDomain, ...jobDomain(() => handlers), hooks: {}, jobs: handlers };
  const cancel = domain.actions["job.cancel"];
  await enqueue("good", "d");
  const [answer] = await database.owner.read([
    { sql: "select id::text as id from job where queue = 'good' and status = 1", parameters: [] },
  ]);
  const ids = (answer?.rows ?? []).map((row) => String(row["id"]));
  const context = {
    caller: people.zhangwei,
    language: "zh",
    model,
    scope: { tenantId: tenants.one, userId: "11" },
    now: clock.now,
    identifiers,
    address: "",
  } as const;
  await database.transaction(context.scope, async (tx) => {
    await cancel?.commit(tx, context, {
      ids,
      rows: [],
      values: {},
      body: undefined,
      parameters: {},
      isConfirmed: false,
      files: {},
      prepared: undefined,
    });
  });
  expect(ended).toEqual([
    { payload: "d", to: "cancelled", reason: ["任务已取消", "The job was cancelled"], tenantId: tenants.one, userId: "11" },
  ]);
  await worker.idle();
  const [rows] = await database.owner.read([{ sql: "select payload from ended_job order by payload", parameters: [] }]);
  expect(rows?.rows.map((row) => row["payload"])).toEqual(["a", "b", "d"]);
});
