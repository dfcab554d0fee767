// The example of docs/effects.md is this code, and it does what the document says.
import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, it } from "vitest";
import job from "../../../resources/monitor/job.ts";
import { actionTypesSource } from "../../../scripts/generate/action-types.ts";
import { tableTypesSource } from "../../../scripts/generate/table-types.ts";
import { buildModel } from "../../../src/schema/model.ts";
import { enqueueJobs } from "../../../src/server/jobs/enqueue.ts";
import type { NewJob } from "../../../src/server/jobs/new-job.ts";
import { isInTransaction } from "../../../src/server/store/database.ts";
import { objectIn, recordsIn } from "../../support/samples.ts";
import { onHash } from "../../support/watched-hashes.ts";
import { startTestServer, tenants, type Client, type TestServer } from "../../support/server.ts";
import { parcel, parcelReceipt } from "./parcel-definitions.ts";
import { parcelsDomain } from "./parcels.ts";

const documented = async () => {
  const document = await readFile("docs/effects.md", "utf8");
  return document.split("```ts\n").slice(1).map((part) => part.slice(0, part.indexOf("```")));
};

const model = buildModel([job, parcel, parcelReceipt].map((data) => ({ data, file: `resources/test/${data.name}.ts`, area: "test" })), []);

describe("the example of docs/effects.md", () => {
  let server: TestServer;
  let client: Client;

  beforeAll(async () => {
    server = await startTestServer({ model, domain: parcelsDomain });
    client = server.as("zhangwei");
    return () => server.close();
  });

  const add = async (path: string, values: object) => String(objectIn(await client.post(`/test/${path}/submit`, values))["id"]);
  const handOver = (ids: readonly string[]) => client.post("/test/parcel/hand-over", { signature: "林" }, { ids: ids.join(",") });
  const statuses = async (ids: readonly string[]) => Promise.all(ids.map(async (id) => objectIn(await client.get("/test/parcel/detail", { id }))["status"]));
  const jobs = async () => recordsIn(await client.get("/blade-job/job/list", { queue: "parcel.tellSender" }));

  const enqueue = (job: NewJob) => server.database.transaction({ tenantId: tenants.one }, (tx) => enqueueJobs(tx, { tenantId: tenants.one, userId: "", now: server.clock.now() }, [job]));

  it("is the code that runs here", async () => {
    const code = await readFile(new URL("parcels.ts", import.meta.url), "utf8");
    expect(await documented()).toContainEqual(code.replaceAll('"../../../src/server/', '"../../'));
  });

  it("has the types that are generated for its definitions", async () => {
    const types = await readFile(new URL("parcel-types.ts", import.meta.url), "utf8");
    const generated = `${tableTypesSource(model)}${actionTypesSource(model)}`.split("\n").filter((line) => line.startsWith('  "parcel'));
    expect(generated).toHaveLength(3);
    for (const line of generated) expect(types).toContain(line);
  });

  it("prices a parcel when it is added and when it is changed", async () => {
    const id = await add("parcel", { name: "甲", weight: 2 });
    expect(objectIn(await client.get("/test/parcel/detail", { id }))["price"]).toBe(6);
    await client.post("/test/parcel/submit", { id, weight: 4 });
    expect(objectIn(await client.get("/test/parcel/detail", { id }))["price"]).toBe(12);
  });

  it("hands parcels over with a receipt each and a job each", async () => {
    const ids = [await add("parcel", { name: "乙", weight: 1 }), await add("parcel", { name: "丙", weight: 1 })];
    expect(await handOver(ids)).toMatchObject({ code: 200, data: { count: 2 } });
    expect(await statuses(ids)).toEqual([1, 1]);
    expect(recordsIn(await client.get("/test/parcel-receipt/list", {})).map((row) => row["parcelId"])).toEqual(expect.arrayContaining(ids));
    expect((await jobs()).map((row) => row["subjectTitle"])).toEqual(["丙", "乙"]);
  });

  it("hands over all parcels or none, and then there is no job either", async () => {
    const ids = [await add("parcel", { name: "丁", weight: 1 }), await add("parcel", { name: "戊", weight: 1 })];
    await enqueue({ queue: "parcel.inspect", payload: null, subject: { resource: "parcel", id: ids[1] ?? "" } });
    const before = await jobs();
    expect(await handOver(ids)).toMatchObject({ status: 400, msg: "包裹“戊”正在查验，不能签收", data: { error: "inspected", id: ids[1] } });
    expect(await statuses(ids)).toEqual([0, 0]);
    expect(await jobs()).toEqual(before);
  });

  it("hashes before the transaction", async () => {
    const id = await add("parcel", { name: "己", weight: 1 });
    const during: boolean[] = [];
    onHash(() => during.push(isInTransaction()));
    expect(await handOver([id])).toMatchObject({ code: 200 });
    expect(during).toEqual([false]);
  });
});
