// Files with relations that a line has captured: checked as a whole, related package by package, and never taken twice.
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import { textOfUpload, uploadDirectory, type Answer } from "../../../support/server.ts";
import { expectsAuditedChanges } from "../../../support/audit-coverage.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { setFixture } from "./set-fixture.ts";

const path = "/digit-bind/transfer";
const demonstration = await startDemonstration();
expectsAuditedChanges(demonstration.server);
const { add, chenqing, find, put, row, server, zhangwei } = demonstration;
const { dyingWorker, faults, laterWorker, pausingWorker, worker } = setFixture(demonstration);

const { id: specId, productId } = await find("/digit-bind/spec", { specCode_equal: "SP0001" });
let names = 0;
/** New codes of a layer, of a spec that packs 6 bottles in a box and 6 boxes in a case. */
async function codesOf(layer: number, count: number, source = "SELF"): Promise<readonly string[]> {
  names += 1;
  const prefix = `U${names}L${layer}-`;
  await put(
    `insert into code_item (id, tenant_id, code, code_func_type, digit_source_mark, layer, product_id, spec_id, life_status, block_status)
     select i, '100001', $2 || lpad(n::text, 5, '0'), 1, $3, $4, $5::bigint, $6::bigint, 1, 0 from unnest($1::bigint[]) with ordinality u(i, n)`,
    [await server.services.identifiers.take(count), prefix, source, layer, productId, specId],
  );
  return Array.from({ length: count }, (_one, index) => `${prefix}${String(index + 1).padStart(5, "0")}`);
}
const upload = (lines: readonly string[], more: Readonly<Record<string, string>> = {}, name = "L01.txt"): Promise<Answer> =>
  zhangwei.parts(`${path}/txt`, { ...more, file: { name, content: lines.join("\r\n") } });
const idOf = (answer: Answer): string => String(objectIn(answer)["id"]);
/** Uploads, has it worked on, and answers the row. */
async function transferred(lines: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Body> {
  const answer = await upload(lines, more);
  expect(answer).toMatchObject({ code: 200 });
  await worker.idle();
  return row(path, idOf(answer));
}
const inside = (parents: readonly string[]) =>
  rowsOf(
    server,
    `select p.code as parent, c.code, r.origin, r.position, o.code as root, to_char(r.bind_time, 'YYYY-MM-DD HH24:MI:SS') as time from code_relation r
     join code_item c on c.tenant_id = r.tenant_id and c.id = r.code_id join code_item p on p.tenant_id = r.tenant_id and p.id = r.parent_id left join code_item o on o.tenant_id = r.tenant_id and o.id = r.root_id
     where p.code = any($1::text[]) order by p.code, r.position`,
    [parents],
  );
const remaining = () => rowsOf(server, "select count(*)::int as count from transfer_line", []);
const errorsOf = async (transfer: Body): Promise<readonly string[]> =>
  (await textOfUpload(transfer["errorFile"])).trim().split("\r\n").slice(1);
const countOf = async () => recordsIn(await zhangwei.get(`${path}/list`, { size: "200" })).length;

it("relates the packages of a file, of several layers and in any order of its lines", async () => {
  const [box1 = "", box2 = ""] = await codesOf(2, 2);
  const [outer = ""] = await codesOf(3, 1);
  const [a = "", b = "", c = ""] = await codesOf(1, 3);
  const answer = await upload([
    `${box1},${a},1,2025-03-01 08:00:00`,
    `${outer},${box1},2,2025/3/1 8:05`,
    "",
    `${box1},https://t.example.cn/c/${b},瓶,2025-03-01 08:00:01`,
    `${box2},${c}`,
    `${outer},${box2},,`,
  ]);
  expect(answer).toMatchObject({ code: 200, data: { id: expect.stringMatching(/^\d+$/), fileName: "L01.txt" } });
  expect(await zhangwei.post(`${path}/apply/${idOf(answer)}`)).toMatchObject({ status: 400, data: { error: "wrongState" } });
  expect(await row(path, idOf(answer))).toMatchObject({ status: 0, work: { state: 1 }, fileSize: expect.any(Number) });
  await worker.idle();
  expect(faults).toEqual([]);
  expect(await row(path, idOf(answer))).toMatchObject({
    status: 2,
    totalNum: 5,
    successNum: 5,
    failNum: 0,
    malformedNum: 0,
    errorFile: "",
    failReason: "",
    checkTime: "2025-03-12 12:00:00",
    work: { state: 3 },
  });
  expect(await inside([box1, box2, outer])).toEqual([
    { parent: box1, code: a, origin: 4, position: 1, root: outer, time: "2025-03-01 08:00:00" },
    { parent: box1, code: b, origin: 4, position: 2, root: outer, time: "2025-03-01 08:00:01" },
    { parent: box2, code: c, origin: 4, position: 1, root: outer, time: "2025-03-12 12:00:00" },
    { parent: outer, code: box1, origin: 4, position: 1, root: outer, time: "2025-03-01 08:05:00" },
    { parent: outer, code: box2, origin: 4, position: 2, root: outer, time: "2025-03-12 12:00:00" },
  ]);
  expect(await remaining()).toEqual([{ count: 0 }]);
});

it("rejects a package with a faulty line as a whole, with all its lines in the error file, and relates the others", async () => {
  const [good = "", late = "", strange = "", full = "", twice = "", half = ""] = await codesOf(2, 6);
  const [a = "", b = "", c = "", d = ""] = await codesOf(1, 4);
  const many = await codesOf(1, 7);
  const [outer = ""] = await codesOf(3, 1);
  const transfer = await transferred([
    `${good},${a},1,2025-03-01 08:00:00`,
    `${late},${b},1,2025-02-30 08:00:00`,
    `${strange},NO-SUCH-CODE,1,`,
    ...many.map((code) => `${full},${code},1,`),
    // Two parents for one code: nobody knows which is right.
    `${twice},${c},1,`,
    `${half},${c},1,`,
    `${half},${d},1,`,
    "nothing but text",
    `${outer},${late},2,`,
    `${a},${outer},3,`,
  ]);
  expect(faults).toEqual([]);
  // The case is packed in a bottle, so that all packages around the bottle are one.
  expect(transfer).toMatchObject({
    status: 4,
    totalNum: 16,
    successNum: 0,
    failNum: 16,
    malformedNum: 2,
    duplicateNum: 2,
    unknownNum: 1,
    refusedNum: 1,
    failReason: expect.stringMatching(/^格式错误 2，重复 2，不认识 1，不能关联 1；第 2 行：时间“2025-02-30 08:00:00”不正确/),
  });
  const errors = await errorsOf(transfer);
  expect(errors).toHaveLength(16);
  expect(errors[0]).toMatch(/^1,整包退回 Rejected with its package,最外层包装“.+”中有错误的行，整包退回,/);
  expect(errors[2]).toMatch(/^3,不认识 Unknown,码“NO-SUCH-CODE”不存在,/);
  expect(errors[9]).toMatch(/^10,不能关联 Cannot be related,包装“.+”最多装 6 个瓶,/);
  expect(errors[10]).toMatch(/^11,重复 Duplicate,与第 12 行的码重复,/);
  expect(errors[13]).toMatch(/^14,格式错误 Malformed,.*实际 1 列/);
  expect(await inside([good, late, strange, full, twice, half])).toEqual([]);
  // Without the line that packs the case in a bottle, the good box is related and the others are not.
  const again = await transferred([`${good},${a},1,`, `${strange},NO-SUCH-CODE,1,`, `${strange},${d},1,`]);
  expect(again).toMatchObject({ status: 3, totalNum: 3, successNum: 1, failNum: 2, unknownNum: 1, refusedNum: 0 });
  expect((await inside([good, strange])).map(({ parent, code }) => [parent, code])).toEqual([[good, a]]);
  expect(await remaining()).toEqual([{ count: 0 }]);
});

it("refuses rings, inner layers around outer ones, codes in another package, of another source or layer", async () => {
  const [x = "", y = "", z = "", w = "", v = ""] = await codesOf(2, 5);
  const [a = "", b = "", c = "", same = ""] = await codesOf(1, 4);
  const [foreign = ""] = await codesOf(1, 1, "JGM");
  await transferred([`${x},${a}`]);
  const transfer = await transferred([`${y},${z}`, `${z},${y}`, `${w},${foreign}`, `${v},${a}`, `${b},${c}`, `${same},${same}`]);
  expect(transfer).toMatchObject({ status: 4, successNum: 0 });
  const errors = await errorsOf(transfer);
  expect(errors.map((line) => line.split(",")[2])).toEqual([
    expect.stringContaining("成环"),
    expect.stringContaining("成环"),
    expect.stringContaining("码源不同"),
    expect.stringContaining(`已在另一包装“${x}”中`),
    expect.stringContaining("层级不符"),
    "父码与子码相同",
  ]);
  const { id: digitSourceId } = await find("/digit-bind/digit-source", { mark_equal: "JGM" });
  const [d = ""] = await codesOf(1, 1);
  const ofSource = await transferred([`${w},${d},1`], { digitSourceId: String(digitSourceId) });
  expect(ofSource).toMatchObject({
    status: 4,
    unknownNum: 1,
    failReason: expect.stringContaining("不是码源“JGM”的码"),
  });
  const ofLayer = await transferred([`${w},${d},3`]);
  expect(ofLayer).toMatchObject({
    status: 4,
    refusedNum: 1,
    failReason: expect.stringContaining("的层级是“瓶”，不是“3”"),
  });
});

it("does not take the same file twice with success, but again where it failed", async () => {
  const [box = ""] = await codesOf(2, 1);
  const [a = ""] = await codesOf(1, 1);
  const lines = [`${box},${a}`, `${box},later-${box}`];
  const failed = await transferred(lines);
  expect(failed).toMatchObject({ status: 4 });
  await put(
    "insert into code_item (id, tenant_id, code, code_func_type, digit_source_mark, layer, life_status, block_status) values ($1, '100001', $2, 1, 'SELF', 1, 1, 0)",
    [await server.services.identifiers.next(), `later-${box}`],
  );
  // Of two at once one is taken.
  const both = await Promise.all([upload(lines, {}, "一.txt"), upload(lines, {}, "二.txt")]);
  expect(new Set(both.map(({ code }) => code))).toEqual(new Set([200, 400]));
  const before = await countOf();
  await worker.idle();
  const third = await upload(lines, {}, "三.txt");
  expect(third).toMatchObject({ status: 400, data: { error: "fileKnown" } });
  expect(third.msg).toMatch(/^该文件已于 2025-03-12 12:00:00 以“[一二]\.txt”上传，当前状态为“已完成”，不能重复上传$/);
  expect(await countOf()).toBe(before);
  const fourth = await server.as("zhangwei", {}, "en").parts(`${path}/txt`, { file: { name: "4.txt", content: lines.join("\r\n") } });
  expect(fourth.msg).toMatch(/it cannot be uploaded again$/);
  // What is related already is no fault of a file that says it again.
  expect(await transferred([...lines, ""])).toMatchObject({ status: 2, successNum: 2 });
});

it("a check alone relates nothing; the file is applied afterwards", async () => {
  const [box = "", other = ""] = await codesOf(2, 2);
  const [a = ""] = await codesOf(1, 1);
  const checked = await transferred([`${box},${a}`, `${other},NOT-THERE`], { onlyCheck: "1" });
  expect(checked).toMatchObject({ status: 0, totalNum: 2, unknownNum: 1, successNum: -1, checkTime: "2025-03-12 12:00:00" });
  expect(await errorsOf(checked)).toHaveLength(1);
  expect(await inside([box])).toEqual([]);
  expect(await zhangwei.post(`${path}/apply/${String(checked["id"])}`)).toMatchObject({ code: 200 });
  expect(await zhangwei.post(`${path}/apply/${String(checked["id"])}`)).toMatchObject({ status: 400, data: { error: "wrongState" } });
  await worker.idle();
  expect(await row(path, checked["id"])).toMatchObject({ status: 3, successNum: 1, failNum: 1 });
  expect(await inside([box])).toHaveLength(1);
});

it("reads lines as a data map says, and refuses a map of another type", async () => {
  const [box = ""] = await codesOf(2, 1);
  const [a = "", b = ""] = await codesOf(1, 2);
  const dataMapId = await add("/digit-bind/data-map", {
    name: "采集 JSON",
    mapType: 2,
    fileType: 3,
    items: [
      { sourceField: "box", targetField: "parentCode", isRequired: 1 },
      { sourceField: "bottle", targetField: "code", isRequired: 1, transform: "urlTail" },
      { sourceField: "at", targetField: "position" },
    ],
  });
  const lines = [JSON.stringify({ box, bottle: `https://t.example.cn/c/${a}`, at: 5 }), JSON.stringify({ box, bottle: b, at: 2 })];
  expect(await transferred(lines, { dataMapId })).toMatchObject({ status: 2, successNum: 2 });
  expect((await inside([box])).map(({ code, position }) => [code, position])).toEqual([
    [b, 2],
    [a, 5],
  ]);
  const { id: ofCodes } = await find("/digit-bind/data-map", { name_equal: "白酒监管码文件" });
  expect(await upload([`${box},${a},x`], { dataMapId: String(ofCodes) })).toMatchObject({ status: 400, data: { error: "dataMap" } });
});

it("refuses what is no such file, and keeps nothing of it", async () => {
  const files = async () => (await rowsOf(server, "select file from transfer", [])).length;
  const [before, stored] = [await files(), existsSync(uploadDirectory)];
  expect(stored).toBe(true);
  expect(await zhangwei.parts(`${path}/txt`, { onlyCheck: "1" })).toMatchObject({ status: 400, msg: "请选择文本文件" });
  expect(await upload(["<html>"], {}, "a.txt")).toMatchObject({ status: 400, data: { error: "fileType" } });
  expect(await upload(["a,b"], {}, "a.csv")).toMatchObject({ status: 400, msg: "“文本文件”只接受 txt 文件" });
  expect(await upload(["a,b"], { prodLineId: "999" })).toMatchObject({ status: 400, data: { error: "invalid" } });
  expect(await zhangwei.post(`${path}/txt`, { file: "/upload/100001/202503/x.txt" })).toMatchObject({ status: 415 });
  expect(await server.as("nobody").parts(`${path}/txt`, { file: { name: "a.txt", content: "a,b" } })).toMatchObject({ status: 403 });
  expect(await zhangwei.parts(`${path}/txt`, { file: { name: "a.txt", content: Buffer.alloc(204_800 * 1024 + 1, "a") } })).toMatchObject({
    status: 413,
    msg: "“文本文件”不能超过 200 MB",
  });
  expect(await files()).toBe(before);
  const kindsOfFile = await rowsOf(server, "select count(*)::int as count from transfer where file is not null and file_hash is null", []);
  expect(kindsOfFile).toEqual([{ count: 0 }]);
});

it("a cancelled job keeps what was related and says so", async () => {
  const boxes = await codesOf(2, 2);
  const answer = await upload(boxes.map((box) => `${box},nothing`));
  const [job] = recordsIn(await zhangwei.get("/blade-job/job/list", { queue: "transfer.read", status_in: "1", size: "10" }));
  expect(await zhangwei.post(`/blade-job/job/cancel/${String(job?.["id"])}`)).toMatchObject({ code: 200 });
  await worker.idle();
  expect(await row(path, idOf(answer))).toMatchObject({ status: 4, failReason: "任务已取消" });
  expect(await remaining()).toEqual([{ count: 0 }]);
});

/** Boxes with six bottles each, as many as take two steps of every phase, and the lines of their file. */
async function manyBoxes() {
  const [boxes, bottles] = [await codesOf(2, 200), await codesOf(1, 1_200)];
  const lines = bottles.map((bottle, index) => `${boxes[Math.floor(index / 6)] ?? ""},${bottle},1,2025-03-01 08:00:00`);
  const whole = bottles.map((bottle, index) => [boxes[Math.floor(index / 6)], bottle, (index % 6) + 1]);
  const related = async () => (await inside(boxes)).map(({ parent, code, position }) => [parent, code, position]);
  return { lines, whole, related };
}
/** Clearing and opening, two steps that read and one that ends it, three that group, three that check, and one that relates. */
const stepsUntilRelated = 12;

it("a worker that is gone leaves its file to another, which goes on behind the last step", async () => {
  const { lines, whole, related } = await manyBoxes();
  const answer = await upload(lines);
  await dyingWorker("transfer.read", stepsUntilRelated).poll();
  await expect.poll(async () => (await related()).length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(await row(path, idOf(answer))).toMatchObject({ status: 1 });
  await laterWorker().idle();
  expect(faults).toEqual([]);
  expect(await row(path, idOf(answer))).toMatchObject({ status: 2, totalNum: 1_200, successNum: 1_200, failNum: 0 });
  expect(await related()).toEqual(whole);
  expect(await remaining()).toEqual([{ count: 0 }]);
});

it("a job that is cancelled while it relates leaves whole packages and none half full; the same file is finished later", async () => {
  const { lines, whole, related } = await manyBoxes();
  const answer = await upload(lines);
  const cancelling = pausingWorker("transfer.read", stepsUntilRelated, async (own) => {
    const [job] = recordsIn(await zhangwei.get("/blade-job/job/list", { queue: "transfer.read", subjectId: idOf(answer), size: "10" }));
    expect(await zhangwei.post(`/blade-job/job/cancel/${String(job?.["id"])}`)).toMatchObject({ code: 200 });
    // As the notification of the cancellation makes every server do.
    await own.beat();
  });
  await cancelling.idle();
  const some = await related();
  expect(some.length).toBeGreaterThan(0);
  expect(some.length).toBeLessThan(1_200);
  expect(some.length % 6).toBe(0);
  expect(some).toEqual(whole.slice(0, some.length));
  expect(await row(path, idOf(answer))).toMatchObject({
    status: 3,
    totalNum: 1_200,
    successNum: some.length,
    failNum: 1_200 - some.length,
    failReason: "任务已取消",
  });
  await worker.idle();
  expect(await remaining()).toEqual([{ count: 0 }]);
  expect(await transferred(lines)).toMatchObject({ status: 2, totalNum: 1_200, successNum: 1_200, failNum: 0 });
  expect(await related()).toEqual(whole);
});

it("another tenant does not see the file or its codes", async () => {
  const [box = ""] = await codesOf(2, 1);
  const [a = ""] = await codesOf(1, 1);
  const answer = await chenqing.parts(`${path}/txt`, { file: { name: "a.txt", content: `${box},${a}` } });
  expect(answer).toMatchObject({ code: 200 });
  await worker.idle();
  expect(await row(path, idOf(answer))).toEqual({});
  expect(objectIn(await chenqing.get(`${path}/detail`, { id: idOf(answer) }))).toMatchObject({ status: 4, unknownNum: 1 });
  expect(await inside([box])).toEqual([]);
});
