// Jobs are enqueued with the work they follow from, and what people do to those that wait.
import { expect, test } from "vitest";
import { enqueueJobs } from "../../../src/server/jobs/enqueue.ts";
import type { NewJob } from "../../../src/server/jobs/new-job.ts";
import { serverOfFile, tenants } from "../../support/server.ts";

const server = await serverOfFile();
const zhangwei = server.as("zhangwei");

const enqueue = (jobs: readonly NewJob[], tenantId: string = tenants.one, fails = false) =>
  server.database.transaction({ tenantId, userId: "11" }, async (tx) => {
    await enqueueJobs(tx, { tenantId, userId: "11", account: "zhangwei", now: server.clock.now() }, jobs);
    if (fails) throw new Error("the work failed");
  });

async function listed(queue: string, client = zhangwei): Promise<readonly Record<string, unknown>[]> {
  const { data } = await client.get("/blade-job/job/list", { queue, size: 50 });
  return (data as { records: readonly Record<string, unknown>[] }).records;
}

test("jobs are enqueued together and listed newest first, with their subject", async () => {
  await enqueue([
    { queue: "together", payload: { secret: 1 }, subject: { resource: "code-set", id: "7", title: "MB7" } },
    { queue: "together", payload: 2, runAt: "2025-03-13 00:00:00", maxAttempts: 2 },
  ]);
  const [second, first] = await listed("together");
  expect(first).toMatchObject({
    queue: "together",
    subjectTitle: "MB7",
    status: 1,
    attempts: 0,
    createBy: "zhangwei",
    createUser: "11",
    runTime: "2025-03-12 12:00:00",
  });
  expect(second).toMatchObject({ maxAttempts: 2, runTime: "2025-03-13 00:00:00" });
  expect(JSON.stringify([first, second])).not.toContain("secret");
});

test("no job is enqueued where the work fails", async () => {
  await expect(enqueue([{ queue: "rolled-back", payload: null }], tenants.one, true)).rejects.toThrow("the work failed");
  expect(await listed("rolled-back")).toEqual([]);
});

test("a job whose key an unfinished one has is left out; another tenant may use the key", async () => {
  const job: NewJob = { queue: "keyed", payload: null, key: "a" };
  await enqueue([job, { ...job, key: "b" }]);
  await enqueue([job, job]);
  await enqueue([job], tenants.two);
  expect(await listed("keyed")).toHaveLength(2);
  expect(await listed("keyed", server.as("chenqing"))).toHaveLength(1);
});

test("a waiting job that is cancelled frees its key, and cannot run again while another holds it", async () => {
  const job: NewJob = { queue: "cancelled", payload: null, key: "a" };
  await enqueue([job]);
  const [first] = await listed("cancelled");
  const id = String(first?.["id"]);
  expect((await zhangwei.post(`/blade-job/job/cancel/${id}`)).code).toBe(200);
  expect(await listed("cancelled")).toMatchObject([{ status: 5 }]);
  await enqueue([job]);
  expect(await zhangwei.post(`/blade-job/job/retry/${id}`)).toMatchObject({ code: 400, msg: "相同的任务已在队列中" });
  const [second] = await listed("cancelled");
  await zhangwei.post(`/blade-job/job/cancel/${String(second?.["id"])}`);
  expect((await zhangwei.post(`/blade-job/job/retry/${id}`)).code).toBe(200);
  expect(await listed("cancelled")).toMatchObject([{ status: 5 }, { status: 1 }]);
});

test("a job of which nothing is left to run is not put back into the queue", async () => {
  await enqueue([{ queue: "gone", payload: null }]);
  const [job] = await listed("gone");
  const id = String(job?.["id"]);
  await zhangwei.post(`/blade-job/job/cancel/${id}`);
  await server.database.owner.transaction((tx) => tx.query({ sql: "delete from tm_job where id = $1", parameters: [id] }));
  expect(await zhangwei.post(`/blade-job/job/retry/${id}`)).toMatchObject({ code: 400, msg: "该任务已不能重新执行" });
  expect(await listed("gone")).toMatchObject([{ status: 5 }]);
});

test("another tenant neither sees nor cancels a job", async () => {
  await enqueue([{ queue: "foreign", payload: null }]);
  const [job] = await listed("foreign");
  expect(await listed("foreign", server.as("chenqing"))).toEqual([]);
  expect((await server.as("chenqing").post(`/blade-job/job/cancel/${String(job?.["id"])}`)).code).toBe(400);
  expect(await listed("foreign")).toMatchObject([{ status: 1 }]);
});
