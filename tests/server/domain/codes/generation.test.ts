// Generation records: their lines, the codes that a job makes of them, and the files these leave in.
import { BlobReader, TextWriter, ZipReader } from "@zip.js/zip.js";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { jobState } from "../../../../src/fields/job-view.ts";
import { encryptSecret } from "../../../../src/server/auth/secret-storage.ts";
import { createWorker, type Worker } from "../../../../src/server/jobs/worker.ts";
import { arrayIn, objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import { businessDomain, serverOfFile, storageKey } from "../../../support/server.ts";
import { rowsOf, write } from "../rows.ts";

vi.setConfig({ testTimeout: 120_000 });

const server = await serverOfFile();
const zhangwei = server.as("zhangwei");
const records = "/digit-manage/code-gen-record";
const lines = "/digit-manage/code-gen-record-detail";
const rules = "/digit-manage/code-make-rule";
let number = 0;

async function added(path: string, body: Body): Promise<string> {
  const answer = await zhangwei.post(`${path}/submit`, body);
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return String(objectIn(answer)["id"]);
}

async function rule(more: Body = {}, isEnabled = true): Promise<string> {
  number += 1;
  const standard = {
    codeFuncType: 1,
    serialMode: 1,
    alphabet: 2,
    bodyLength: 10,
    checkMode: 2,
    prefix: `G${number}-`,
    layerMark: 0,
    datePart: 0,
  };
  const id = await added(rules, { ...standard, name: `规则${number}`, ruleCode: `G${number}`, ...more });
  const enabled = isEnabled ? await zhangwei.put(`${rules}/status/${id}/1`) : undefined;
  expect(enabled?.code).toBe(isEnabled ? 200 : undefined);
  return id;
}

const record = (codeMakeRuleId: string, codeNum: number, more: Body = {}) =>
  added(records, { name: `生成${number}`, codeMakeRuleId, codeNum, fileFormat: 1, fileContent: 1, splitSize: 0, ...more });
const detail = async (id: string) => objectIn(await zhangwei.get(`${records}/detail`, { id }));
const linesOf = async (id: string) => recordsIn(await zhangwei.get(`${lines}/list`, { codeGenRecordId: id, size: 50, ascs: "id" }));
const gen = (id: string) => zhangwei.post(`${records}/gen/${id}`);
const codesOf = (id: string) =>
  rowsOf(
    server,
    `select i.code, i.serial_no::int as serial, i.layer, i.life_status, i.tenant_id, d.id::text as line from code_item i
     join code_gen_record_detail d on d.tenant_id = i.tenant_id and d.id = i.code_gen_record_detail_id where d.code_gen_record_id = ${id} order by d.id, i.serial_no`,
  );

function worker({ mayFail = false } = {}): Worker {
  const faults: unknown[] = [];
  onTestFinished(() => expect(mayFail ? [] : faults).toEqual([]));
  const { model, database, clock, services } = server;
  return createWorker({
    model,
    database,
    clock,
    identifiers: services.identifiers,
    handlers: businessDomain.jobs ?? {},
    onFault: (error) => void faults.push(error),
  });
}

/** Generates a record to the end. */
async function generated(id: string): Promise<void> {
  expect(await gen(id)).toMatchObject({ code: 200 });
  await worker().idle();
}

const download = (id: string, headers: Readonly<Record<string, string>> = {}, method: "GET" | "HEAD" = "GET") => {
  const client = server.as("zhangwei");
  return client.raw(method, `${records}/download/${id}`, headers);
};

describe("a record", () => {
  it("that is saved without lines gets one of base units, which follows it", async () => {
    const first = await rule();
    const id = await record(first, 120);
    expect(await detail(id)).toMatchObject({ genNo: expect.stringMatching(/^SC20250312\d{4}$/), status: 0, codeNum: 120 });
    const { genNo } = await detail(id);
    expect(await linesOf(id)).toEqual([
      expect.objectContaining({
        detailNo: `${String(genNo)}-1`,
        layer: 1,
        codeMakeRuleId: first,
        codeFuncType: 1,
        num: 120,
        doneNum: 0,
        status: 0,
      }),
    ]);
    const second = await rule({ codeFuncType: 4 });
    await zhangwei.post(`${records}/submit`, { id, codeNum: 80, codeMakeRuleId: second });
    expect(await linesOf(id)).toEqual([expect.objectContaining({ codeMakeRuleId: second, codeFuncType: 4, num: 80 })]);
  });

  it("asks for no more codes than the platform allows, on the record as on its lines", async () => {
    await write(
      server,
      `insert into config (id, config_group, config_key, config_name, value_type, config_value, tenant_editable, status)
       values (1, 'code', 'code.gen.maxPerRecord', '单次生成上限', 2, '100', 0, 1)`,
    );
    const made = await rule();
    const body = { name: "太多", codeMakeRuleId: made, codeNum: 101, fileFormat: 1, fileContent: 1, splitSize: 0 };
    expect(await zhangwei.post(`${records}/submit`, body)).toMatchObject({
      status: 400,
      msg: "一张生成单最多生成 100 个码，现为 101 个",
      data: { issues: [{ path: ["codeNum"] }] },
    });
    const id = await record(made, 100);
    expect(await zhangwei.post(`${lines}/submit`, { codeGenRecordId: id, layer: 3, codeMakeRuleId: made, num: 1 })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["num"] }] },
    });
    // Fewer than before are allowed, which keeps nobody from changing the rest.
    await write(server, "update config set config_value = '50' where id = 1");
    expect(await zhangwei.post(`${records}/submit`, { id, name: "改名" })).toMatchObject({ code: 200 });
    expect(await zhangwei.post(`${records}/submit`, { id, codeNum: 90 })).toMatchObject({ code: 200 });
    expect(await zhangwei.post(`${records}/submit`, { id, codeNum: 91 })).toMatchObject({ status: 400 });
    await write(server, "delete from config where id = 1");
    await added(lines, { codeGenRecordId: id, layer: 3, codeMakeRuleId: made, num: 1 });
  });

  it("has as many codes as its lines together, of one line per layer and function", async () => {
    const first = await rule();
    const id = await record(first, 100);
    const layer3 = await added(lines, { codeGenRecordId: id, layer: 3, codeMakeRuleId: first, num: 10 });
    expect(await detail(id)).toMatchObject({ codeNum: 110 });
    expect((await linesOf(id)).map(({ detailNo }) => String(detailNo).split("-").at(-1))).toEqual(["1", "3"]);
    expect(await zhangwei.post(`${lines}/submit`, { codeGenRecordId: id, layer: 3, codeMakeRuleId: first, num: 5 })).toMatchObject({
      status: 400,
    });
    expect(await zhangwei.post(`${records}/submit`, { id, codeNum: 50 })).toMatchObject({
      status: 400,
      msg: "生成数量为各明细之和 110，请修改明细",
      data: { issues: [{ path: ["codeNum"] }] },
    });
    expect(await zhangwei.post(`${lines}/submit`, { id: layer3, num: 49_999_950 })).toMatchObject({
      status: 400,
      msg: "一张生成单最多生成 50000000 个码，现为 50000050 个",
      data: { issues: [{ path: ["num"] }] },
    });
    await zhangwei.post(`${lines}/remove`, undefined, { ids: layer3 });
    expect(await detail(id)).toMatchObject({ codeNum: 100 });
  });
});

describe("generation", () => {
  it("makes the codes of each line with serials without a gap, each unique, and shows its progress", async () => {
    const bottle = await rule({ codeFuncType: 4 });
    const carton = await rule({ serialMode: 3, alphabet: 1, checkMode: 1, layerMark: 1 });
    const id = await record(bottle, 25_000);
    await added(lines, { codeGenRecordId: id, layer: 3, codeMakeRuleId: carton, num: 300 });
    expect(await gen(id)).toMatchObject({ code: 200 });
    expect(await detail(id)).toMatchObject({ status: 1, startTime: "2025-03-12 12:00:00", making: { state: jobState.waiting } });
    expect(await zhangwei.post(`${records}/submit`, { id, name: "改名" })).toMatchObject({ status: 400, data: { error: "notEditable" } });
    await worker().idle();
    expect(await detail(id)).toMatchObject({
      status: 2,
      doneNum: 25_300,
      progress: 100,
      finishTime: "2025-03-12 12:00:00",
      making: { state: jobState.succeeded, done: 25_300, total: 25_300 },
    });
    const codes = await codesOf(id);
    expect(codes).toHaveLength(25_300);
    expect(new Set(codes.map(({ code }) => code)).size).toBe(25_300);
    expect(new Set(codes.map((row) => [row["life_status"], row["tenant_id"]].join()))).toEqual(new Set(["0,100001"]));
    const [one, two] = await linesOf(id);
    expect(one).toMatchObject({
      status: 2,
      doneNum: 25_000,
      startSerial: 1,
      endSerial: 25_000,
      firstCode: codes[0]?.["code"],
      lastCode: codes[24_999]?.["code"],
    });
    expect(two).toMatchObject({
      status: 2,
      doneNum: 300,
      startSerial: 1,
      endSerial: 300,
      firstCode: expect.stringMatching(/^G\d+-300000000018$/),
    });
    expect(codes.map(({ serial }) => serial)).toEqual([
      ...Array.from({ length: 25_000 }, (_, index) => index + 1),
      ...Array.from({ length: 300 }, (_, index) => index + 1),
    ]);
    expect(objectIn(await zhangwei.get(`${rules}/detail`, { id: bottle }))).toMatchObject({ nextSerial: 25_001 });
  });

  it("of two records of one rule has ranges that do not overlap", async () => {
    const bottle = await rule();
    const ids = [await record(bottle, 700), await record(bottle, 900)];
    const answers = await Promise.all(ids.map(gen));
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    await worker().idle();
    const ranges = (await Promise.all(ids.map(linesOf)))
      .flat()
      .map((line) => [Number(line["startSerial"]), Number(line["endSerial"])] as const);
    ranges.sort(([left], [right]) => left - right);
    expect(ranges[0]?.[0]).toBe(1);
    expect(ranges[1]).toEqual([(ranges[0]?.[1] ?? 0) + 1, 1600]);
    const codes = (await Promise.all(ids.map(codesOf))).flat();
    expect(new Set(codes.map(({ code }) => code)).size).toBe(1600);
  });

  it("that two people start at once is started by one of them, and the other is told", async () => {
    const id = await record(await rule(), 50);
    const answers = await Promise.all([gen(id), gen(id)]);
    expect(answers.map(({ code }) => code).sort((left, right) => left - right)).toEqual([200, 400]);
    expect(answers.find(({ code }) => code === 400)).toMatchObject({
      data: { error: "wrongState" },
      msg: expect.stringContaining("当前状态为“生成中”"),
    });
    await worker().idle();
    expect(await codesOf(id)).toHaveLength(50);
    expect(await gen(id)).toMatchObject({ status: 400, data: { error: "wrongState" } });
  });

  it("of random codes gives each a serial as well, and none twice", async () => {
    const random = await rule({ serialMode: 2, alphabet: 1, bodyLength: 7, checkMode: 0 });
    const id = await record(random, 5000);
    await generated(id);
    const codes = await codesOf(id);
    expect(new Set(codes.map(({ code }) => code)).size).toBe(5000);
    expect(codes.map(({ serial }) => serial)).toEqual(Array.from({ length: 5000 }, (_, index) => index + 1));
    const second = await record(random, 5000);
    await generated(second);
    expect(new Set([...codes, ...(await codesOf(second))].map(({ code }) => code)).size).toBe(10_000);
    expect(await gen(await record(random, 1))).toMatchObject({ status: 400, data: { error: "spaceTooSmall", most: "0" } });
  });

  it("is refused for a rule that is off, too small, or lacks what the file is to contain", async () => {
    const off = await rule({}, false);
    expect(await zhangwei.post(`${records}/submit`, { name: "停用", codeMakeRuleId: off, codeNum: 5 })).toMatchObject({ status: 400 });
    const small = await rule({ alphabet: 1, bodyLength: 6, checkMode: 1 });
    const tooMany = await record(small, 1001);
    expect(await gen(tooMany)).toMatchObject({ status: 400, msg: expect.stringContaining("最多还能生成 1000 个码") });
    expect(await detail(tooMany)).toMatchObject({ status: 0, startTime: "" });
    const plain = await rule();
    expect(await gen(await record(plain, 5, { fileContent: 3 }))).toMatchObject({
      status: 400,
      msg: expect.stringContaining("没有验证部分"),
    });
    expect(await gen(await record(plain, 5, { fileContent: 2 }))).toMatchObject({
      status: 400,
      msg: expect.stringContaining("没有码前网址"),
    });
    const closed = await record(plain, 5);
    await zhangwei.put(`${rules}/status/${plain}/2`);
    expect(await gen(closed)).toMatchObject({ status: 400, msg: expect.stringContaining("未启用") });
    expect(objectIn(await zhangwei.get(`${rules}/detail`, { id: plain }))).toMatchObject({ nextSerial: 1 });
  });

  it("whose codes exist already fails with the reason, stores none of the chunk, and can be started again", async () => {
    const first = await rule({ serialMode: 3, alphabet: 1, prefix: "TWIN" });
    await generated(await record(first, 20));
    await zhangwei.put(`${rules}/status/${first}/2`);
    const second = await rule({ serialMode: 3, alphabet: 1, prefix: "TWIN" });
    const id = await record(second, 10);
    await generated(id);
    expect(await detail(id)).toMatchObject({
      status: 3,
      doneNum: 0,
      failReason: expect.stringContaining("与已有的码重复"),
      making: { state: jobState.failed },
    });
    expect(await linesOf(id)).toEqual([expect.objectContaining({ status: 3, doneNum: 0 })]);
    expect(await codesOf(id)).toEqual([]);
    await server.database.owner.transaction((tx) => tx.query({ sql: "delete from code_item where code like 'TWIN%'", parameters: [] }));
    await generated(id);
    expect(await detail(id)).toMatchObject({ status: 2, doneNum: 10, failReason: "" });
  });

  it("that is cancelled keeps what was made, says so, and goes on behind it", async () => {
    const id = await record(await rule(), 30_000);
    await gen(id);
    const waiting = await jobOf(id);
    expect(await zhangwei.post(`/blade-job/job/cancel/${waiting}`)).toMatchObject({ code: 200 });
    expect(await detail(id)).toMatchObject({
      status: 3,
      failReason: "已取消，可再次点击“生成”继续",
      making: { state: jobState.cancelled },
    });
    expect(objectIn(await server.as("zhangwei", {}, "en").get(`${records}/detail`, { id }))["failReason"]).toBe(
      "Cancelled; “Generate” continues after the codes already made",
    );
    expect(await linesOf(id)).toEqual([expect.objectContaining({ status: 3, startSerial: 1, endSerial: 30_000 })]);

    await gen(id);
    const one = worker();
    await one.poll();
    await expect.poll(async () => Number((await detail(id))["doneNum"]), { timeout: 60_000 }).toBeGreaterThan(0);
    await zhangwei.post(`/blade-job/job/cancel/${await jobOf(id)}`);
    await one.beat();
    await one.idle();
    const stopped = await detail(id);
    expect(stopped).toMatchObject({ status: 3 });
    expect(await codesOf(id)).toHaveLength(Number(stopped["doneNum"]));

    await generated(id);
    expect(await detail(id)).toMatchObject({ status: 2, doneNum: 30_000 });
    const codes = await codesOf(id);
    expect(codes.map(({ serial }) => serial)).toEqual(Array.from({ length: 30_000 }, (_, index) => index + 1));
  });

  it("whose server is gone is finished by another one, which makes what is missing and nothing twice", async () => {
    const id = await record(await rule(), 40_000);
    await gen(id);
    const [gone, other] = [worker({ mayFail: true }), worker()];
    await gone.poll();
    await expect.poll(async () => Number((await detail(id))["doneNum"]), { timeout: 60_000 }).toBeGreaterThan(0);
    // Without a sign of life its lease runs out; that it still tries to go on, and fails at it, makes it harder.
    await server.database.owner.transaction((tx) =>
      tx.query({ sql: "update tm_job set lease_until = 0 where is_unfinished and worker is not null", parameters: [] }),
    );
    await Promise.all([other.idle(), gone.idle()]);
    expect(await detail(id)).toMatchObject({ status: 2, doneNum: 40_000, progress: 100, failReason: "" });
    const codes = await codesOf(id);
    expect(codes.map(({ serial }) => serial)).toEqual(Array.from({ length: 40_000 }, (_, index) => index + 1));
    expect(new Set(codes.map(({ code }) => code)).size).toBe(40_000);
  });

  it("of another tenant's record, or without the right, is out of reach", async () => {
    const id = await record(await rule(), 5);
    expect(await server.as("chenqing").post(`${records}/gen/${id}`)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    expect(await server.as("nobody").post(`${records}/gen/${id}`)).toMatchObject({ status: 403 });
    expect(await detail(id)).toMatchObject({ status: 0 });
  });
});

async function jobOf(id: string): Promise<string> {
  const [row] = await rowsOf(server, `select id::text from job where subject_id = '${id}' order by id desc limit 1`);
  return String(row?.["id"]);
}

describe("removal", () => {
  it("is of records that have made nothing: pending ones, and failed ones without a code", async () => {
    const used = await rule();
    const [pending, stopped] = [await record(used, 5), await record(used, 5)];
    await gen(stopped);
    const remove = (id: string) => zhangwei.post(`${records}/remove`, undefined, { ids: id });
    expect(await remove(stopped)).toMatchObject({ status: 400, msg: expect.stringContaining("当前状态为“生成中”，不能删除") });
    await zhangwei.post(`/blade-job/job/cancel/${await jobOf(stopped)}`);
    expect(await zhangwei.post(`${records}/submit`, { id: stopped, name: "改名" })).toMatchObject({ data: { error: "notEditable" } });
    expect(await remove(pending)).toMatchObject({ code: 200 });
    expect(await remove(stopped)).toMatchObject({ code: 200 });
    expect(await linesOf(stopped)).toEqual([]);
    const made = await record(used, 5);
    await generated(made);
    expect(await remove(made)).toMatchObject({ status: 400, data: { error: "notRemovable" } });
    // Serials that were reserved for it are not given out again.
    expect((await linesOf(made))[0]).toMatchObject({ startSerial: 6, endSerial: 10 });
  });
});

describe("a download", () => {
  it("is one code per line in the order of the serials, counted and logged", async () => {
    const id = await record(await rule(), 45_000);
    expect(await download(id)).toMatchObject({ statusCode: 400 });
    await generated(id);
    const answer = await download(id);
    const { genNo } = await detail(id);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": `attachment; filename="${String(genNo)}.txt"`,
      "accept-ranges": "bytes",
      "content-length": String(answer.rawPayload.length),
    });
    expect(answer.payload).toBe((await codesOf(id)).map(({ code }) => `${String(code)}\r\n`).join(""));
    expect(await detail(id)).toMatchObject({ downloadCount: 1 });
    const log = await rowsOf(server, "select log_id, method_name from log_usual where method_name = 'download' order by id desc limit 1");
    expect(log).toHaveLength(1);
    await download(id);
    expect(await detail(id)).toMatchObject({ downloadCount: 2 });
  });

  it("continues where it stopped, without counting again", async () => {
    const id = await record(await rule(), 30_000);
    await generated(id);
    const whole = (await download(id)).rawPayload;
    const size = whole.length;
    const { etag } = (await download(id, {}, "HEAD")).headers;
    const part = async (range: string, more: Readonly<Record<string, string>> = {}) => download(id, { range, ...more });
    for (const [start, end] of [
      [size - 1, size],
      [17, 18],
      [123_457, 345_679],
      [5, size],
    ] as const) {
      const answer = await part(`bytes=${start}-${end - 1}`);
      expect([answer.statusCode, answer.headers["content-range"]]).toEqual([206, `bytes ${start}-${end - 1}/${size}`]);
      expect(answer.rawPayload.equals(whole.subarray(start, end))).toBe(true);
    }
    expect((await part("bytes=1000-", { "if-range": String(etag) })).rawPayload.equals(whole.subarray(1000))).toBe(true);
    expect((await part("bytes=-20")).rawPayload.equals(whole.subarray(size - 20))).toBe(true);
    const beyond = await part(`bytes=${size}-`);
    expect([beyond.statusCode, beyond.headers["content-range"]]).toEqual([416, `bytes */${size}`]);
    const changed = await part("bytes=1000-", { "if-range": '"another"' });
    expect([changed.statusCode, changed.rawPayload.length]).toEqual([200, size]);
    expect((await part("lines=1-2")).statusCode).toBe(200);
    // The first one, and the one whose header means nothing.
    expect(await detail(id)).toMatchObject({ downloadCount: 2 });
  });

  it("contains addresses or verification parts, as a table where that was asked for", async () => {
    const address = await rule({ urlPrefix: "https://t.example.cn/c/" });
    const first = await record(address, 3, { fileContent: 2 });
    await generated(first);
    expect((await download(first)).payload).toBe(
      (await codesOf(first)).map(({ code }) => `https://t.example.cn/c/${String(code)}\r\n`).join(""),
    );

    const verified = await rule({ codeFuncType: 2, verifyMode: 1, verifyLength: 5 });
    const second = await record(verified, 3, { fileContent: 3, fileFormat: 2 });
    await generated(second);
    const answer = await download(second);
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const [one = ""] = answer.payload.split("\r\n");
    expect(one).toMatch(/^G\d+-[2-9A-HJ-NP-Z]{11},\d{5}$/);
    expect(answer.payload.split("\r\n")).toHaveLength(4);
    expect((await download(second)).payload).toBe(answer.payload);
  });

  it("contains the address of the platform where the rule has none, and what is known by it", async () => {
    const plain = await rule();
    const record2 = () => record(plain, 2, { fileContent: 2 });
    expect(await gen(await record2())).toMatchObject({
      status: 400,
      msg: expect.stringContaining("没有码前网址，平台也未设置扫码地址"),
      data: { error: "ruleNotUsable" },
    });
    await write(
      server,
      `insert into config (id, config_group, config_key, config_name, value_type, config_value, tenant_editable, status)
       values (2, 'code', 'code.publicUrl', '扫码地址', 1, 'https://codes.example.cn/q/', 0, 1)`,
    );
    await write(
      server,
      `insert into param (id, param_name, param_key, param_value) values (880002, '前缀', 'trace.codePrefix', 'https://c.example.cn/')`,
    );
    const id = await record2();
    await generated(id);
    const [{ code } = { code: "" }] = await codesOf(id);
    const one = String(code);
    const addresses = async (prefix: string) => (await codesOf(id)).map((row) => `${prefix}${String(row["code"])}\r\n`).join("");
    const printed = async () =>
      (objectIn(await zhangwei.get("/digit-bind/code-item/label", { code: one }))["labels"] as readonly { readonly addresses: Body }[])[0]
        ?.addresses["rule"];
    expect((await download(id)).payload).toBe(await addresses("https://codes.example.cn/q/"));
    expect(await printed()).toBe(`https://codes.example.cn/q/${one}`);
    const scanned = await zhangwei.get("/digit-apply/consumer-scan-record/code-detail", { code: `https://codes.example.cn/q/${one}` });
    expect(objectIn(scanned)).toMatchObject({ code: one });
    // The system parameter stands in for a setting that is switched off.
    await write(server, "update config set status = 2 where config_key = 'code.publicUrl'");
    expect((await download(id)).payload).toBe(await addresses("https://c.example.cn/"));
    expect(await printed()).toBe(`https://c.example.cn/${one}`);
    // What was printed while it was on is known by it still.
    for (const prefix of ["https://codes.example.cn/q/", "https://c.example.cn/"])
      expect(objectIn(await zhangwei.get("/digit-apply/consumer-scan-record/code-detail", { code: `${prefix}${one}` }))).toMatchObject({
        code: one,
      });
  });

  it("is an archive where there are several files or a password", async () => {
    const bottle = await rule();
    const id = await record(bottle, 2500, { splitSize: 1000 });
    await added(lines, { codeGenRecordId: id, layer: 3, codeMakeRuleId: bottle, num: 10 });
    await generated(id);
    const { genNo } = await detail(id);
    const answer = await download(id);
    expect(answer.headers).toMatchObject({
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="${String(genNo)}.zip"`,
    });
    const files = await unzipped(answer.rawPayload);
    expect(files.map(([name, text]) => [name, text.split("\r\n").length - 1])).toEqual([
      [`${String(genNo)}-L1-1.txt`, 1000],
      [`${String(genNo)}-L1-2.txt`, 1000],
      [`${String(genNo)}-L1-3.txt`, 500],
      [`${String(genNo)}-L3-1.txt`, 10],
    ]);
    expect(files.map(([, text]) => text).join("")).toBe((await codesOf(id)).map(({ code }) => `${String(code)}\r\n`).join(""));

    const locked = await record(bottle, 20, { zipPassword: "sent by a form" });
    await server.database.owner.transaction((tx) =>
      tx.query({
        sql: "update code_gen_record set zip_password = $2 where id = $1",
        parameters: [locked, encryptSecret(storageKey, "印刷厂-2025")],
      }),
    );
    await generated(locked);
    const archive = (await download(locked)).rawPayload;
    await expect(unzipped(archive, "wrong")).rejects.toThrow();
    expect((await unzipped(archive, "印刷厂-2025")).map(([, text]) => text.length)).toEqual([
      (await codesOf(locked)).map(({ code }) => `${String(code)}\r\n`).join("").length,
    ]);
    expect(JSON.stringify(await detail(locked))).not.toContain("印刷厂-2025");
  });

  it("is for holders of the right in the tenant", async () => {
    const id = await record(await rule(), 3);
    await generated(id);
    expect((await server.as("chenqing").raw("GET", `${records}/download/${id}`)).json()).toMatchObject({ data: { error: "rowNotFound" } });
    expect((await server.as("nobody").raw("GET", `${records}/download/${id}`)).statusCode).toBe(403);
    const reader = server.as("nobody", { permissions: new Set(["codegenrecord", "code-gen-record"]) });
    expect((await reader.raw("GET", `${records}/download/${id}`)).statusCode).toBe(403);
    expect(await detail(id)).toMatchObject({ downloadCount: 0 });
    expect(arrayIn(await zhangwei.get(`${records}/select`)).some((row) => row["id"] === id)).toBe(true);
  });
});

async function unzipped(bytes: Buffer, password?: string): Promise<readonly (readonly [string, string])[]> {
  const reader = new ZipReader(new BlobReader(new Blob([new Uint8Array(bytes)])), {
    useWebWorkers: false,
    ...(password === undefined ? {} : { password }),
  });
  const files = [];
  for (const entry of await reader.getEntries()) {
    if (entry.directory) continue;
    files.push([entry.filename, await entry.getData(new TextWriter())] as const);
  }
  return files;
}
