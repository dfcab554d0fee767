// Imports of many rows: the job, its trial, its answer, its refused rows, cancelling, and who may do what with it.
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { TextReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js";
import { writeXlsx } from "hucre/xlsx";
import { afterAll, describe, expect, it } from "vitest";
import { isRecord, recordsIn } from "#schema/json";
import { createWorker, type WorkerOptions } from "../../../src/server/jobs/worker.ts";
import { clockOf } from "../../../src/server/store/clock.ts";
import { serverOfFile, testMoment, uploadDirectory, type Client } from "../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
const { model, database, services } = server;
const workerOptions: WorkerOptions = {
  model,
  database,
  clock: clockOf(() => testMoment),
  identifiers: services.identifiers,
  handlers: services.domain.jobs ?? {},
  onFault: (error) => {
    throw error;
  },
};
const worker = createWorker(workerOptions);
afterAll(() => worker.drain(0));

const owner = server.as("zhangwei");
const importPath = "/digit-bind/factory/import";
type Query = Readonly<Record<string, string>>;

const dataIn = ({ data }: { readonly data: unknown }): Readonly<Record<string, unknown>> => (isRecord(data) ? data : {});

/** A file with factories, and whatever else stands in it. */
const factories = (mark: string, count: number, ...others: readonly string[]): string =>
  ["工厂编号,工厂名称,工厂简称", ...Array.from({ length: count }, (_none, at) => `${mark}-${at},${mark}厂${at},`), ...others].join("\n");

/** The job of an answer. */
function jobOf({ status, code, data, msg }: Awaited<ReturnType<Client["post"]>>): string {
  expect({ status, code }, msg).toEqual({ status: 202, code: 202 });
  return String(isRecord(data) ? data["job"] : undefined);
}

const begin = async (body: unknown, query: Query = {}, client: Client = owner) => jobOf(await client.post(importPath, body, query));

/** Sends a file in parts. */
const send = async (name: string, content: string | Buffer, query: Query = {}) =>
  jobOf(await owner.parts(`${importPath}?${new URLSearchParams(query)}`, { file: { name, content } }));

const resultOf = async (job: string, client: Client = owner) => client.post(importPath, {}, { job });
async function countsOf(job: string): Promise<Readonly<Record<string, unknown>>> {
  const data = dataIn(await resultOf(job));
  const count = (kind: string): unknown => (isRecord(data[kind]) ? data[kind]["count"] : undefined);
  return { done: data["done"], added: count("added"), changed: count("changed"), unchanged: count("unchanged"), refused: count("refused") };
}
async function stateOf(job: string): Promise<unknown> {
  const [found] = await database.owner.read([{ sql: "select status, error from job where id = $1", parameters: [job] }]);
  return found?.rows[0];
}
/** How many rows the log has counted of the import that wrote a row: by the entry that its history names, and by later ones. */
async function loggedOf(row: string): Promise<readonly number[]> {
  const [found] = await database.owner.read([
    {
      sql: `with first as (select f.id from log_usual f join row_change c on c.entry_id = f.id::text where c.resource = 'factory' and c.row_id = $1)
        select (l.log_data::jsonb -> 'sets' -> 0 ->> 'count')::int as count from log_usual l
        where l.log_id = 'factory.import-rows' and l.id >= (select max(id) from first) order by l.id`,
      parameters: [row],
    },
  ]);
  return (found?.rows ?? []).map(({ count }) => Number(count));
}
/** How many rows the latest entries of undone imports have counted. */
async function undoneIn(entries: number): Promise<readonly number[]> {
  const [found] = await database.owner.read([
    {
      sql: `select (log_data::jsonb -> 'sets' -> 0 ->> 'count')::int as count from log_usual where log_id = 'factory.import-undo'
        order by id desc limit $1`,
      parameters: [entries],
    },
  ]);
  return (found?.rows ?? []).map(({ count }) => Number(count));
}
async function stored(mark: string): Promise<number> {
  const [found] = await database.owner.read([
    { sql: "select count(*)::int as count from factory where code like $1 and is_deleted = 0", parameters: [`${mark}-%`] },
  ]);
  return Number(found?.rows[0]?.["count"]);
}
async function finished(job: string): Promise<string> {
  await worker.idle();
  return job;
}

describe("an import of more than a thousand rows", () => {
  it("is tried by a job, and then imported from the same file; the same file again changes nothing", async () => {
    const trial = await finished(await begin({ text: factories("JA", 1_200) }, { dryRun: "1" }));
    expect(await countsOf(trial)).toEqual({ done: false, added: 1_200, changed: 0, unchanged: 0, refused: 0 });
    const listed = dataIn(await resultOf(trial))["added"];
    expect(recordsIn(isRecord(listed) ? listed["rows"] : [])).toHaveLength(200);
    expect(await stored("JA")).toBe(0);
    const job = await finished(await begin({}, { again: trial }));
    expect(await countsOf(job)).toEqual({ done: true, added: 1_200, changed: 0, unchanged: 0, refused: 0 });
    expect(await stored("JA")).toBe(1_200);
    const second = await finished(await begin({}, { again: trial }));
    expect(await countsOf(second)).toEqual({ done: true, added: 0, changed: 0, unchanged: 1_200, refused: 0 });
  }, 120_000);

  it("writes nothing where a row is refused, unless the good rows are asked for; the refused ones come back as a file", async () => {
    // A code and a name that stand far above in the same file, in other batches.
    const others = [",没有编号,", "JB-0,又一个,", "JB-X,JB厂1,"];
    const text = factories("JB", 1_100, ...others);
    const job = await finished(await begin({ text }));
    expect(await countsOf(job)).toEqual({ done: false, added: 1_100, changed: 0, unchanged: 0, refused: 3 });
    expect(await stored("JB")).toBe(0);
    const good = await finished(await begin({}, { again: job, goodRows: "1" }));
    expect(await countsOf(good)).toEqual({ done: true, added: 1_100, changed: 0, unchanged: 0, refused: 3 });
    expect(await stored("JB")).toBe(1_100);
    const file = await server.app.inject({ method: "POST", url: `/api${importPath}?job=${good}&format=csv`, headers: owner.headers });
    expect(file.body).toBe(
      "\ufeff工厂编号,工厂名称,工厂简称,错误原因\r\n,没有编号,,请输入工厂编号\r\nJB-0,又一个,,与文件第 2 行重复\r\nJB-X,JB厂1,,与文件第 3 行重复\r\n",
    );
  }, 120_000);

  it("is one import in the log and in the histories of its rows, and is undone as a whole", async () => {
    const job = await finished(await begin({ text: factories("JC", 1_050) }));
    const [entries, changes] = await database.owner.read([
      { sql: "select log_data from log_usual where log_id = 'factory.import-rows' order by id desc limit 1", parameters: [] },
      {
        sql: "select count(*)::int as rows, count(distinct entry_id)::int as entries, min(create_by) as actor from row_change where row_title like 'JC厂%'",
        parameters: [],
      },
    ]);
    expect(String(entries?.rows[0]?.["log_data"])).toContain('"count":1050');
    expect(changes?.rows[0]).toEqual({ rows: 1_050, entries: 1, actor: "person11" });
    const { undo } = dataIn(await resultOf(job));
    expect((await owner.post(`/digit-bind/factory/import-undo?row=${String(undo)}`)).data).toMatchObject({ removed: 1_050 });
    expect(await stored("JC")).toBe(0);
  }, 120_000);

  it("takes a workbook in parts, whose first filled sheet it reads", async () => {
    const rows = [["工厂编号", "工厂名称"], ...Array.from({ length: 1_500 }, (_none, at) => [`0${at}`, `册厂${at}`])];
    const book = await writeXlsx({
      sheets: [
        { name: "说明", rows: [] },
        { name: "数据", rows },
      ],
    });
    const job = await finished(await send("工厂.xlsx", Buffer.from(book)));
    expect(await countsOf(job)).toMatchObject({ done: true, added: 1_500, refused: 0 });
    expect(dataIn(await resultOf(job))).toMatchObject({ sheets: ["说明", "数据"], sheet: "数据", rows: 1_500 });
    const [first] = recordsIn(dataIn(await owner.get("/digit-bind/factory/list", { code_equal: "00" }))["records"]);
    expect(first).toMatchObject({ code: "00", name: "册厂0" });
  }, 120_000);

  it.each([
    ["UTF-16", Buffer.from(`\ufeff${factories("JU", 1_001)}`, "utf16le"), "JU"],
    [
      "semicolons, named before the first line",
      Buffer.from(`sep=;\r\n${factories("JS", 1_001).replaceAll(",", ";").replaceAll("\n", "\r\n")}\u001a`),
      "JS",
    ],
  ])("reads a file of text in %s", async (_name, content, mark) => {
    const job = await finished(await send("a.csv", content, { dryRun: "1" }));
    expect([mark, await countsOf(job)]).toEqual([mark, { done: false, added: 1_001, changed: 0, unchanged: 0, refused: 0 }]);
  });

  it("reads texts with the line ends of web pages in them", async () => {
    const text = factories("JU", 1_001, "JU-X,带\u2028行\u2029的厂,");
    const job = await finished(await begin({ text }));
    expect(await countsOf(job)).toEqual({ done: true, added: 1_002, changed: 0, unchanged: 0, refused: 0 });
    const [found] = await database.owner.read([{ sql: "select name from factory where code = 'JU-X'", parameters: [] }]);
    // A text of one line has blanks in their place, as in a form.
    expect(found?.rows[0]).toEqual({ name: "带 行 的厂" });
  });

  it("fails with its reason where the file cannot be read", async () => {
    const job = await finished(await send("a.xls", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1])));
    expect(await stateOf(job)).toMatchObject({ status: 4, error: [expect.stringContaining(".xls"), expect.anything()] });
  });
});

describe("the import of a file that a job has", () => {
  it("writes nothing where the refused rows are asked for", async () => {
    const job = await finished(await begin({ text: factories("JF", 1_001, ",没有编号,") }, { format: "csv" }));
    const again = await finished(await begin({}, { again: job, format: "xlsx" }));
    const parts = await finished(await send("a.csv", factories("JF", 3), { format: "csv", goodRows: "1" }));
    for (const one of [job, again]) expect(await countsOf(one)).toMatchObject({ done: false, added: 1_001, refused: 1 });
    expect(await countsOf(parts)).toMatchObject({ done: false, added: 3 });
    expect(await stored("JF")).toBe(0);
  }, 120_000);

  it("is checked again before it is written where it is read otherwise than in its check", async () => {
    const sheet = (mark: string, ...others: string[][]) => [
      ["工厂编号", "工厂名称"],
      ...Array.from({ length: 600 }, (_none, at) => [`${mark}-${at}`, `${mark}厂${at}`]),
      ...others,
    ];
    const book = await writeXlsx({
      sheets: [
        { name: "甲", rows: sheet("JM") },
        { name: "乙", rows: sheet("JN", ["", "没有编号"]) },
      ],
    });
    const trial = await finished(await send("工厂.xlsx", Buffer.from(book), { dryRun: "1" }));
    expect(await countsOf(trial)).toMatchObject({ added: 600, refused: 0 });
    const other = await finished(await begin({}, { again: trial, sheet: "乙" }));
    // Written without a check it would have stopped at the last row, behind a batch.
    expect(await countsOf(other)).toMatchObject({ done: false, added: 600, refused: 1 });
    expect(await stored("JN")).toBe(0);
    const same = await finished(await begin({}, { again: trial, sheet: "甲", columns: "code,name", key: "code" }));
    expect(await countsOf(same)).toMatchObject({ done: true, added: 600 });
    const progress = async (job: string) =>
      (await database.owner.read([{ sql: "select progress_total::int as total from job where id = $1", parameters: [job] }]))[0]?.rows[0];
    expect([await progress(other), await progress(same)]).toEqual([{ total: 1_202 }, { total: 600 }]);
  }, 120_000);

  it("is not imported by others", async () => {
    const job = await send("a.csv", factories("JO", 3), { dryRun: "1" });
    const [found] = await database.owner.read([
      { sql: "select payload ->> 'upload' as upload from tm_job where id = $1", parameters: [job] },
    ]);
    await finished(job);
    const upload = String(found?.rows[0]?.["upload"]);
    const other = server.as("nobody", { userId: "78", permissions: new Set(["factory", "factory_add", "factory_edit"]) });
    expect((await other.post(importPath, { upload })).msg).toBe("文件已过期（保留 24 小时），请重新选择文件");
    expect(await countsOf(await finished(await begin({ upload })))).toMatchObject({ done: true, added: 3 });
  });
});

describe("a workbook", () => {
  it("is refused where it unpacks to more text than memory bears", async () => {
    const book = new ZipWriter(new Uint8ArrayWriter());
    await book.add("xl/workbook.xml", new TextReader("<workbook/>"));
    await book.add("xl/sharedStrings.xml", new TextReader("x".repeat(100_000_001)));
    const job = await finished(await send("a.xlsx", Buffer.from(await book.close())));
    expect(await stateOf(job)).toMatchObject({ status: 4, error: [expect.stringContaining("工作簿中的文本过多"), expect.anything()] });
  }, 60_000);
});

describe("an import of more rows than one write may have", () => {
  it("is undone by a job, unless one of its rows has changed since", async () => {
    // Batches are written at other times.
    const job = await finished(await begin({ text: factories("JV", 5_200) }, { goodRows: "1" }));
    const { undo } = dataIn(await resultOf(job));
    const [changed] = recordsIn(dataIn(await owner.get("/digit-bind/factory/list", { code_equal: "JV-4000" }))["records"]);
    const id = String(changed?.["id"]);
    await owner.post("/digit-bind/factory/submit", { id, shortName: "改" });
    const refused = await owner.post(`/digit-bind/factory/import-undo?row=${String(undo)}`);
    expect(refused.msg).toBe("有 1 条数据在导入之后又有变更，不能整体撤销");
    // Its own change is taken back by the history, which is a change as well: only the import itself can be the last.
    await database.owner.transaction((tx) =>
      tx.query({ sql: "delete from row_change where resource = 'factory' and row_id = $1 and call_name = 'submit'", parameters: [id] }),
    );
    const undone = await finished(jobOf(await owner.post(`/digit-bind/factory/import-undo?row=${String(undo)}`)));
    expect(await stateOf(undone)).toMatchObject({ status: 3 });
    expect(await stored("JV")).toBe(0);
    const [entries] = await database.owner.read([
      { sql: "select log_data from log_usual where log_id = 'factory.import-undo' order by id desc limit 1", parameters: [] },
    ]);
    expect(String(entries?.rows[0]?.["log_data"])).toContain('"action":"remove","count":5200');
  }, 120_000);
});

describe("the job of an undo", () => {
  it("is in the log where it is stopped, and again with the rest where it is retried", async () => {
    const job = await finished(await begin({ text: factories("JW", 5_200) }, { goodRows: "1" }));
    const { undo } = dataIn(await resultOf(job));
    const undoing = jobOf(await owner.post(`/digit-bind/factory/import-undo?row=${String(undo)}`));
    const follow = async (): Promise<void> => {
      await expect.poll(() => stored("JW"), { timeout: 30_000, interval: 5 }).toBeLessThan(5_200);
      expect((await owner.post(`/blade-job/job/give-up/${undoing}`)).status).toBe(200);
    };
    await Promise.all([finished(undoing), follow()]);
    const left = await stored("JW");
    expect(left).toBeGreaterThan(0);
    expect(await undoneIn(2)).toContain(5_200 - left);
    expect((await owner.post(`/blade-job/job/retry/${undoing}`)).status).toBe(200);
    await finished(undoing);
    expect(await stored("JW")).toBe(0);
    expect(await undoneIn(2)).toEqual([left, 5_200 - left]);
  }, 120_000);
});

describe("the job of an import", () => {
  it("stops where it is cancelled: what was written stays, is told, and can be undone", async () => {
    const job = await begin({ text: factories("JK", 3_000) }, { goodRows: "1" });
    const follow = async (): Promise<void> => {
      // As soon as rows are there.
      await expect.poll(() => stored("JK"), { timeout: 30_000, interval: 5 }).toBeGreaterThan(0);
      const meanwhile = dataIn(await resultOf(job));
      expect(meanwhile["undo"]).toBe("");
      const early = await owner.post(`/digit-bind/factory/import-undo?row=${String(meanwhile["written"])}`);
      expect(early.msg).toBe("导入尚未结束，请等待完成或先停止，再撤销");
      expect((await owner.post(`/blade-job/job/give-up/${job}`)).status).toBe(200);
    };
    await Promise.all([finished(job), follow()]);
    expect(await stateOf(job)).toMatchObject({ status: 5 });
    const left = await stored("JK");
    expect(left).toBeLessThan(3_000);
    expect(await countsOf(job)).toMatchObject({ added: left, refused: 0 });
    const { undo } = dataIn(await resultOf(job));
    const row = String(undo);
    // The histories name an entry of the log.
    expect(await loggedOf(row)).toEqual([left]);
    expect((await owner.post(`/blade-job/job/retry/${job}`)).status).toBe(200);
    await finished(job);
    expect([await stored("JK"), await countsOf(job)]).toMatchObject([3_000, { done: true, added: 3_000 }]);
    expect(await loggedOf(row)).toEqual([left, 3_000 - left]);
    expect((await owner.post(`/digit-bind/factory/import-undo?row=${row}`)).data).toMatchObject({ removed: 3_000 });
  }, 120_000);

  it("ends once where its worker is killed between the last step and the end", async () => {
    const killed = createWorker({ ...workerOptions, onFault: () => undefined });
    const job = await begin({ text: factories("JQ", 1_001) });
    await database.owner.transaction(async (tx) => {
      await tx.query({
        sql: "create function refuse_end() returns trigger as 'begin raise ''killed''; end' language plpgsql",
        parameters: [],
      });
      await tx.query({
        sql: "create trigger refuse_end before delete on tm_job for each row execute function refuse_end()",
        parameters: [],
      });
    });
    await killed.idle();
    await database.owner.transaction(async (tx) => {
      await tx.query({ sql: "drop function refuse_end cascade", parameters: [] });
      await tx.query({ sql: "update tm_job set lease_until = 0 where id = $1", parameters: [job] });
    });
    await finished(job);
    expect(await stateOf(job)).toMatchObject({ status: 3 });
    expect(await countsOf(job)).toMatchObject({ done: true, added: 1_001 });
    expect(await loggedOf(String(dataIn(await resultOf(job))["undo"]))).toEqual([1_001]);
  }, 120_000);

  it("fails for good where its file is gone", async () => {
    const job = await begin({ text: factories("JT", 1_001) });
    for (const folder of await readdir(uploadDirectory))
      if (folder.startsWith(".imports-")) await rm(path.join(uploadDirectory, folder), { recursive: true });
    await finished(job);
    expect(await stateOf(job)).toMatchObject({ status: 4, error: ["文件已过期（保留 24 小时），请重新选择文件", expect.anything()] });
  });

  it("can be cancelled, and fails, where it is of another version", async () => {
    const jobs = [await begin({ text: factories("JY", 1_001) }), await begin({ text: factories("JY", 1_001) })];
    await database.owner.transaction((tx) => tx.query({ sql: "update tm_job set payload = '{}' where id = any($1)", parameters: [jobs] }));
    expect((await owner.post(`/blade-job/job/give-up/${jobs[0]}`)).status).toBe(200);
    await worker.idle();
    expect(await Promise.all(jobs.map(stateOf))).toMatchObject([
      { status: 5 },
      { status: 4, error: [expect.stringContaining("其他版本"), expect.anything()] },
    ]);
  });

  it("tells nothing to others, and does nothing for a person who may not import any more", async () => {
    const holder = server.as("nobody", { userId: "77", permissions: new Set(["factory", "factory_add", "factory_edit"]) });
    const trial = await finished(await begin({ text: factories("JR", 1_001) }, { dryRun: "1" }, holder));
    expect((await resultOf(trial, holder)).status).toBe(200);
    const job = await begin({ text: factories("JR", 1_001) }, {}, holder);
    const reader = server.as("nobody", { userId: "77", permissions: new Set(["factory"]) });
    // Nor is what a check has found told any more.
    expect((await resultOf(trial, reader)).status).toBe(403);
    await worker.idle();
    expect(await stateOf(job)).toMatchObject({ status: 4 });
    expect(await stored("JR")).toBe(0);
    const own = await finished(await begin({ text: factories("JR", 1_001) }, { dryRun: "1" }));
    expect((await resultOf(own, server.as("zhangwei", { userId: "12" }))).status).toBe(400);
    expect((await resultOf(own, server.as("chenqing"))).status).toBe(400);
  }, 120_000);
});
