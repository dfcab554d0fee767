// Who is told how far a job is, and rows that carry the progress of their job.
import { expect, test } from "vitest";
import { createdAt, defineResource, progress, text } from "#schema";
import type { LoadedDefinition } from "#schema/resource-data";
import { modelOf, serverOfFile, tenants, type PersonName } from "../../support/server.ts";
import { productModel } from "../../support/product.ts";
import { enqueueJobs } from "../../../src/server/jobs/enqueue.ts";

// A factory shows the job that is about it.
const factory = defineResource({
  name: "factory",
  label: ["工厂", "Factory"],
  path: "/digit-bind/factory",
  title: "name",
  fields: { name: text("名称", "Name", { max: 64 }), importing: progress("导入进度", "Import"), createTime: createdAt() },
});
const definitions = productModel.resources.filter(({ name }) => ["job", "tenant"].includes(name)).map(({ data }) => data);
// A definition is its data; only the type checker knows it as more.
const server = await serverOfFile({ model: modelOf([...definitions, factory as unknown as LoadedDefinition["data"]]) });

async function factoryOf(person: PersonName, name: string): Promise<string> {
  const { data } = await server.as(person).post("/digit-bind/factory/submit", { name });
  return String((data as { readonly id: unknown }).id);
}

async function enqueueFor(userId: string, subjectId: string): Promise<string> {
  const { database, clock } = server;
  const tenantId = tenants.one;
  return database.transaction({ tenantId, userId }, async (tx) => {
    await enqueueJobs(tx, { tenantId, userId, now: clock.now() }, [
      { queue: "import", payload: null, subject: { resource: "factory", id: subjectId, title: "一厂" } },
    ]);
    const job = await tx.first({
      sql: 'update job set status = 2, progress_done = 3, progress_total = 4, progress_note = \'["读取","Reading"]\' where id = (select max(id) from job where subject_id = $1) returning id',
      parameters: [subjectId],
    });
    return String(job?.["id"]);
  });
}

const progressOf = async (person: PersonName, ids: string, permissions: readonly string[] = []) =>
  (await server.as(person, { permissions: new Set(permissions) }).get("/blade-job/job/progress", { ids })).data;

test("a row carries the progress of its latest job in lists and details, and nothing where there is none", async () => {
  const [busy, idle] = [await factoryOf("zhangwei", "一厂"), await factoryOf("zhangwei", "二厂")];
  const first = await enqueueFor("11", busy);
  const latest = await enqueueFor("11", busy);
  expect(latest).not.toBe(first);
  const { data } = await server.as("zhangwei").get("/digit-bind/factory/list");
  const rows = (data as { readonly records: readonly Record<string, unknown>[] }).records;
  const view = { job: latest, state: 2, done: 3, total: 4, note: "读取", error: "" };
  expect(rows.find(({ id }) => id === busy)?.["importing"]).toEqual(view);
  expect(rows.find(({ id }) => id === idle)?.["importing"]).toBe("");
  expect((await server.as("zhangwei").get("/digit-bind/factory/detail", { id: busy })).data).toMatchObject({ importing: view });
  // In the language of whoever reads, in the row as where the page follows the job.
  const english = server.as("zhangwei", {}, "en");
  expect((await english.get("/digit-bind/factory/detail", { id: busy })).data).toMatchObject({ importing: { ...view, note: "Reading" } });
  expect((await english.get("/blade-job/job/progress", { ids: latest })).data).toMatchObject([{ ...view, note: "Reading" }]);
  expect((await server.as("zhangwei").get("/blade-job/job/progress", { ids: latest })).data).toMatchObject([view]);
});

test("the progress is told to who started the job, who may see its row, and who may see jobs; to nobody else", async () => {
  const id = await factoryOf("zhangwei", "三厂");
  const job = await enqueueFor("12", id);
  const reported = [{ job, state: 2, done: 3, total: 4, resource: "factory", id }];
  expect(await progressOf("nobody", job)).toMatchObject(reported);
  const other = await enqueueFor("11", id);
  expect(await progressOf("nobody", other)).toEqual([]);
  expect(await progressOf("nobody", other, ["factory"])).toMatchObject([{ job: other }]);
  expect(await progressOf("nobody", other, ["job"])).toMatchObject([{ job: other }]);
  expect(await progressOf("administrator", other)).toMatchObject([{ job: other }]);
  expect(await progressOf("chenqing", `${job},${other}`)).toEqual([]);
});

test("jobs about a removed row are told to those alone who may see jobs", async () => {
  const id = await factoryOf("zhangwei", "四厂");
  const job = await enqueueFor("11", id);
  await server.as("zhangwei").post("/digit-bind/factory/remove", undefined, { ids: id });
  expect(await progressOf("nobody", job, ["factory"])).toEqual([]);
  expect(await progressOf("nobody", job, ["job"])).toMatchObject([{ job }]);
});

test("the platform's administrator lists and cancels jobs of all tenants", async () => {
  const id = await factoryOf("zhangwei", "五厂");
  const job = await enqueueFor("11", id);
  const administrator = server.as("administrator");
  const { data } = await administrator.get("/blade-job/job/list", { size: 50 });
  expect((data as { readonly records: readonly unknown[] }).records).toContainEqual(
    expect.objectContaining({ id: job, tenantId: tenants.one }),
  );
  expect((await administrator.post(`/blade-job/job/cancel/${job}`)).code).toBe(200);
});

test("what are no ids, and more than can be shown, is refused", async () => {
  expect((await server.as("zhangwei").get("/blade-job/job/progress", { ids: "1,x" })).code).toBe(400);
  expect(
    (
      await server
        .as("zhangwei")
        .get("/blade-job/job/progress", { ids: Array.from({ length: 201 }, (_none, index) => index + 1).join(",") })
    ).code,
  ).toBe(400);
  expect((await server.as("zhangwei").get("/blade-job/job/progress")).data).toEqual([]);
});
