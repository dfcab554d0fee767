// Exports that take longer than a call may: the job, its file for the one who asked, cancelling, another process after a killed one.
import { afterAll, describe, expect, it } from "vitest";
import { isRecord } from "#schema/json";
import { createWorker, leaseMs } from "../../../src/server/jobs/worker.ts";
import { clockOf } from "../../../src/server/store/clock.ts";
import { serverOfFile, type Client } from "../../support/server.ts";

let moment = Date.now();
// Every export is too slow for its call.
const server = await serverOfFile({ isSeeded: true, directExportMs: 0, milliseconds: () => moment });
const { model, database, services } = server;
const workerOf = () =>
  createWorker({
    model,
    database,
    clock: clockOf(() => moment),
    identifiers: services.identifiers,
    handlers: services.domain.jobs ?? {},
    onFault: (error) => {
      throw error;
    },
  });
const worker = workerOf();
afterAll(() => worker.drain(0));

const owner = server.as("zhangwei");
const path = "/digit-bind/factory/list/export";

async function begin(client: Client, query = "format=csv&columns=name", from = path): Promise<string> {
  const answer = await client.raw("GET", `${from}?${query}`);
  expect(answer.statusCode).toBe(202);
  const body: unknown = answer.json();
  const data = isRecord(body) && isRecord(body["data"]) ? body["data"] : {};
  expect(body).toMatchObject({ code: 202, success: true });
  return String(data["job"]);
}

const download = (client: Client, job: string) => client.raw("GET", `/blade-job/job/download/${job}`);

async function stateOf(job: string): Promise<unknown> {
  const [found] = await database.owner.read([
    { sql: "select status, progress_done::int as done from job where id = $1", parameters: [job] },
  ]);
  return found?.rows[0];
}

describe("an export that takes too long for a call", () => {
  it("is done by another process where the first was killed in the middle", async () => {
    const job = await begin(owner, "format=xlsx&columns=name,shortName");
    // What a killed process leaves behind: a claim that nobody renews.
    await database.owner.transaction((tx) =>
      tx.query({
        sql: "update tm_job set worker = 'gone/1', lease_until = $2, attempts = 1 where id = $1",
        parameters: [job, moment + leaseMs],
      }),
    );
    await worker.idle();
    expect(await stateOf(job)).toMatchObject({ status: 1 });
    moment += leaseMs + 1;
    const second = workerOf();
    await second.idle();
    expect(await stateOf(job)).toMatchObject({ status: 3 });
    expect((await download(owner, job)).rawPayload.subarray(0, 2).toString()).toBe("PK");
    await second.drain(0);
  });

  it("and its rows are in the log under the name of its person", async () => {
    const [found] = await database.owner.read([
      { sql: "select create_by, params from log_usual where log_id = 'factory.export' order by id desc limit 1", parameters: [] },
    ]);
    expect(found?.rows[0]?.["create_by"]).toBe("person11");
    expect(String(found?.rows[0]?.["params"])).toContain('"format":"xlsx"');
  });

  it("of a report has its figures, for whoever may still open it then", async () => {
    // Other tests take rights from whoever has the id of `owner`.
    const person = server.as("zhangwei", { userId: "77" });
    const { data } = await person.get("/blade-report/report/rest/list", { name: "出库数量" });
    const [report] = isRecord(data) && Array.isArray(data["records"]) ? data["records"].filter(isRecord) : [];
    const query = `id=${String(report?.["id"])}&view=table`;
    const file = "/blade-report/ureport/preview/export";
    const job = await begin(person, query, file);
    await worker.idle();
    expect(await stateOf(job)).toMatchObject({ status: 3 });
    const lines = (await download(person, job)).body.split("\r\n");
    expect(lines[0]).toContain("渠道,业务日期");
    expect(lines.at(-2)).toMatch(/^合计,,\d+/);
    const holder = server.as("nobody", { permissions: new Set(["report", "report_view", "report_export", "stock-out-doc", "channel"]) });
    const second = await begin(holder, query, file);
    server.as("nobody", { permissions: new Set(["report", "report_view", "report_export"]) });
    await worker.idle();
    expect(await stateOf(second)).toMatchObject({ status: 4 });
  });

  it("becomes a job whose file its owner, and nobody else, downloads for a day; each download checks the right anew", async () => {
    const job = await begin(owner);
    expect((await download(owner, job)).statusCode).toBe(400);
    await worker.idle();
    expect(await stateOf(job)).toMatchObject({ status: 3 });
    const file = await download(owner, job);
    expect(file.statusCode, file.body).toBe(200);
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const { data } = await owner.get("/digit-bind/factory/list", { size: 1 });
    expect(file.body.split("\r\n")).toHaveLength(2 + Number(isRecord(data) ? data["total"] : 0));
    const part = await owner.raw("GET", `/blade-job/job/download/${job}`, { range: "bytes=0-2" });
    expect([part.statusCode, part.rawPayload.toString("hex")]).toEqual([206, "efbbbf"]);

    const colleague = server.as("zhangwei", { userId: "12" });
    expect((await download(colleague, job)).statusCode).toBe(400);
    expect((await download(server.as("chenqing"), job)).statusCode).toBe(400);
    const deprived = server.as("zhangwei", { isTenantAdmin: false, permissions: new Set(["factory", "job"]) });
    expect((await download(deprived, job)).statusCode).toBe(403);

    moment += 25 * 3_600_000;
    expect((await download(owner, job)).body).toContain("请重新导出");
  });

  it("acts with the rights that its person has when it runs", async () => {
    const holder = server.as("nobody", { permissions: new Set(["factory", "factory_export"]) });
    const job = await begin(holder);
    server.as("nobody", { permissions: new Set(["factory"]) });
    await worker.idle();
    expect(await stateOf(job)).toMatchObject({ status: 4 });
    expect((await download(server.as("nobody", { permissions: new Set(["factory", "factory_export"]) }), job)).statusCode).toBe(400);
  });

  it("is given up by the one who asked, and by nobody else without the right to cancel jobs", async () => {
    const job = await begin(owner);
    const colleague = server.as("zhangwei", { userId: "12", isTenantAdmin: false, permissions: new Set(["factory", "factory_export"]) });
    expect((await colleague.post(`/blade-job/job/give-up/${job}`)).status).toBe(400);
    expect((await owner.post(`/blade-job/job/give-up/${job}`)).status).toBe(200);
    await worker.idle();
    expect(await stateOf(job)).toMatchObject({ status: 5 });
    expect((await download(owner, job)).statusCode).toBe(400);
  });
});
