// The examples of "How to write a job" and "How to write a schedule" in docs/effects.md are this code, and do what the document says.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import job from "../../../resources/monitor/job.ts";
import { createSchedules } from "../../../src/server/jobs/schedules.ts";
import { enqueueJobs } from "../../../src/server/jobs/enqueue.ts";
import { createWorker } from "../../../src/server/jobs/worker.ts";
import { objectIn, recordsIn } from "../../support/samples.ts";
import { modelOf, serverOfFile, tenants, testMoment } from "../../support/server.ts";
import { productModel } from "../../support/product.ts";
import { parcel } from "./parcel-definitions.ts";
import { parcelJobsDomain, type Messages } from "./parcel-jobs.ts";

const tenant = productModel.resource.get("tenant")?.data;
const resources = [job, tenant, parcel].filter((one) => one !== undefined);

let now = testMoment;
const server = await serverOfFile({ model: modelOf(resources), milliseconds: () => now });
const { model, database, clock, services: { identifiers } } = server;
const client = server.as("zhangwei");
const sent: string[] = [];
let isAway = false;
const messages: Messages = {
  send: async (number, message) => {
    if (isAway) return false;
    sent.push(`${number} ${message}`);
    return true;
  },
};
const domain = parcelJobsDomain(messages);
const worker = createWorker({ model, database, clock, identifiers, handlers: domain.jobs ?? {}, onFault: (error) => { throw error; }, random: () => 0 });

const add = async (name: string, weight: number) => String(objectIn(await client.post("/test/parcel/submit", { name, weight }))["id"]);
const stored = async (id: string) => objectIn(await client.get("/test/parcel/detail", { id }));

test("the document has the code that runs here", async () => {
  const code = await readFile(new URL("parcel-jobs.ts", import.meta.url), "utf8");
  expect(await readFile("docs/effects.md", "utf8")).toContain(code.replaceAll('"../../../src/server/', '"../../'));
});

test("the sender is told, later where the service is away, and the parcel shows it", async () => {
  const id = await add("甲", 1);
  isAway = true;
  await database.transaction({ tenantId: tenants.one }, (tx) =>
    enqueueJobs(tx, { tenantId: tenants.one, userId: "11", now: clock.now() }, [{ queue: "parcel.tellSender", payload: { parcelId: id }, subject: { resource: "parcel", id } }]));
  await worker.idle();
  expect((await stored(id))["telling"]).toMatchObject({ state: 1, error: "短信服务暂不可用" });
  isAway = false;
  now += 5_000;
  await worker.idle();
  expect(sent).toHaveLength(1);
  expect(await stored(id)).toMatchObject({ isTold: 1, telling: { state: 3, done: 1, total: 1 } });
});

test("in the evening all parcels are priced, in each tenant", async () => {
  const ids = [await add("乙", 2), await add("丙", 3), await add("丁", 4)];
  const schedules = createSchedules({ database, clock, schedules: domain.schedules ?? {} });
  await schedules.prepare();
  now = new Date(2025, 2, 12, 22, 0, 0).getTime();
  await schedules.poll();
  await worker.idle();
  expect(await Promise.all(ids.map(async (id) => (await stored(id))["price"]))).toEqual([6, 9, 12]);
  expect(recordsIn(await client.get("/blade-job/job/list", { queue: "parcel.price" }))).toMatchObject([{ status: 3, progress: { done: 4 } }]);
});
