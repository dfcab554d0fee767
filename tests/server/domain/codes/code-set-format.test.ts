// Formatting of a code set: codes reserved at once, numbered and related by a job that goes on where it was, and given back when it fails.
import { expect, it } from "vitest";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { layersPath, setFixture, setsPath } from "./set-fixture.ts";

const demonstration = await startDemonstration();
const { add, chenqing, find, put, row, server, zhangwei } = demonstration;
const { call, codes, dyingWorker, faults, jobs, laterWorker, line, newSet, worker } = setFixture(demonstration);

const taken = async (lineId: string): Promise<unknown> =>
  (await rowsOf(server, "select taken_num as n from code_gen_record_detail where id = $1::bigint", [lineId]))[0]?.["n"];
const numbers = async (id: string) => (await codes(id)).map(({ layer, seq }) => `${String(layer)}:${String(seq)}`);

/** Codes with what they are packed in, by their numbers. */
const relations = (id: string) =>
  rowsOf(
    server,
    `select c.layer, c.code_func_type as func, c.seq_no as seq, r.relation_type as type, p.layer as in_layer, p.seq_no as in_seq, t.seq_no as root, r.position, r.child_num as children
     from code_relation r join code_item c on c.tenant_id = r.tenant_id and c.id = r.code_id left join code_item p on p.tenant_id = r.tenant_id and p.id = r.parent_id left join code_item t on t.tenant_id = r.tenant_id and t.id = r.root_id
     where r.code_set_id = $1::bigint order by c.layer desc, c.code_func_type, c.seq_no`,
    [id],
  );

it("numbers the codes of each layer without a gap and relates them as they are packed", async () => {
  const id = await newSet(2, [
    { layer: 3, num: 2 },
    { layer: 2, num: 3 },
    { layer: 1, num: 1 },
  ]);
  expect(await call("format", id)).toMatchObject({ code: 200 });
  expect(await row(setsPath, id)).toMatchObject({ status: 1, work: { state: 1 } });
  await worker.idle();
  expect(faults).toEqual([]);
  expect(await row(setsPath, id)).toMatchObject({
    status: 2,
    progress: 100,
    formatTime: "2025-03-12 12:00:00",
    codeNum: 18,
    failReason: "",
    work: { state: 3, done: 18, total: 18 },
  });
  expect(await numbers(id)).toEqual([
    ...[1, 2].map((seq) => `3:${seq}`),
    ...[1, 2, 3, 4].map((seq) => `2:${seq}`),
    ...Array.from({ length: 12 }, (_one, index) => `1:${index + 1}`),
  ]);
  const found = await relations(id);
  expect(found).toHaveLength(18);
  const at = (layer: number, seq: number) => found.find((one) => one["layer"] === layer && one["seq"] === seq);
  expect(at(3, 2)).toMatchObject({ type: 1, in_seq: null, root: 2, children: 2 });
  expect(at(2, 3)).toMatchObject({ type: 1, in_layer: 3, in_seq: 2, root: 2, position: 1, children: 3 });
  expect(at(1, 9)).toMatchObject({ type: 1, in_layer: 2, in_seq: 3, root: 2, position: 3, children: 0 });
  expect(at(1, 6)).toMatchObject({ in_seq: 2, root: 1, position: 3 });
  const [detail] = await rowsOf(server, "select start_seq, end_seq from code_set_layer where code_set_id = $1::bigint and layer = 1", [id]);
  expect(detail).toEqual({ start_seq: 1, end_seq: 12 });
});

it("puts several codes of one unit together: the first carries the packages, the others are its twins", async () => {
  const id = await newSet(1, [
    { layer: 3, num: 2 },
    { layer: 1, num: 1, codeFuncType: 1, twinNum: 2 },
    { layer: 1, num: 1, codeFuncType: 2 },
  ]);
  await call("format", id);
  await worker.idle();
  expect(await row(setsPath, id)).toMatchObject({ status: 2 });
  const found = (await relations(id)).map(({ layer, func, seq, type, in_layer: above, in_seq: aboveSeq, position }) => [
    layer,
    func,
    seq,
    type,
    above,
    aboveSeq,
    position,
  ]);
  expect(found).toEqual([
    [3, 1, 1, 1, null, null, 1],
    [1, 1, 1, 1, 3, 1, 1],
    [1, 1, 2, 2, 1, 1, 1],
    [1, 1, 3, 1, 3, 1, 2],
    [1, 1, 4, 2, 1, 3, 1],
    [1, 2, 1, 2, 1, 1, 2],
    [1, 2, 2, 2, 1, 3, 2],
  ]);
});

it("a set that is not pre-related gets numbers and no relations", async () => {
  const id = await newSet(3, [{ layer: 1, num: 1 }], { relationMode: 0 });
  await call("format", id);
  await worker.idle();
  expect(await numbers(id)).toEqual(["1:1", "1:2", "1:3"]);
  expect(await relations(id)).toEqual([]);
});

it("layers that are not packed as the spec says are refused, and nothing is reserved", async () => {
  const { id: specId, productId } = await find("/digit-bind/spec", { specCode_equal: "SP0001" });
  const bottles = await line(1, 100);
  const id = await newSet(
    2,
    [
      { layer: 3, num: 5 },
      { layer: 1, num: 1, line: bottles },
    ],
    { specId, productId },
  );
  expect(await call("format", id)).toMatchObject({
    status: 400,
    msg: "按规格每“箱”含 36 个“瓶”，码包层级为 5",
    data: { error: "packaging" },
  });
  expect(await row(setsPath, id)).toMatchObject({ status: 0 });
  expect(await taken(bottles)).toBe(0);
  expect(await server.as("zhangwei", {}, "en").post(`${setsPath}/format/${id}`)).toMatchObject({
    msg: "According to the spec, one “箱” contains 36 “瓶”; the layer of the set has 5",
  });
});

it("a set without layers, or with a line of another layer, or with too few codes is refused", async () => {
  const empty = await newSet(1, []);
  expect(await call("format", empty)).toMatchObject({ status: 400, msg: "请先添加码包层级" });
  const other = await newSet(1, [{ layer: 3, num: 1, line: await line(1, 5) }]);
  expect(await call("format", other)).toMatchObject({ status: 400, data: { error: "otherLine" } });
  const few = await line(1, 4);
  const tooMany = await newSet(5, [{ layer: 1, num: 1, line: few }]);
  expect(await call("format", tooMany)).toMatchObject({
    status: 400,
    msg: expect.stringMatching(/^层级“瓶”需要 5 个码，取码来源“T\d+”只剩 4 个$/),
  });
  expect(await taken(few)).toBe(0);
  const unmade = await line(1, 5);
  await put("update code_gen_record_detail set status = 1 where id = $1::bigint", [unmade]);
  expect(await call("format", await newSet(5, [{ layer: 1, num: 1, line: unmade }]))).toMatchObject({
    status: 400,
    data: { error: "lineNotMade" },
  });
});

it("of two that format one set at the same moment one wins, and the other is told its state", async () => {
  const id = await newSet(4, [{ layer: 1, num: 1 }]);
  const answers = await Promise.all([call("format", id), call("format", id)]);
  expect(answers.map(({ code }) => code).toSorted((left, right) => left - right)).toEqual([200, 400]);
  expect(answers.find(({ code }) => code === 400)).toMatchObject({ msg: expect.stringContaining("当前状态为“格式化中”，不能格式化") });
  await worker.idle();
  expect(await numbers(id)).toEqual(["1:1", "1:2", "1:3", "1:4"]);
});

it("two sets that take from one line at once get ranges of their own, and never more than there is", async () => {
  const shared = await line(1, 10);
  const both = [await newSet(6, [{ layer: 1, num: 1, line: shared }]), await newSet(4, [{ layer: 1, num: 1, line: shared }])];
  const third = await newSet(1, [{ layer: 1, num: 1, line: shared }]);
  expect((await Promise.all(both.map((id) => call("format", id)))).map(({ code }) => code)).toEqual([200, 200]);
  expect(await call("format", third)).toMatchObject({ status: 400, data: { error: "tooFewCodes" } });
  await worker.idle();
  const serials = await Promise.all(both.map(async (id) => (await codes(id)).map(({ serial }) => Number(serial))));
  expect(serials.map(({ length }) => length)).toEqual([6, 4]);
  expect(serials.flat().toSorted((left, right) => left - right)).toEqual(Array.from({ length: 10 }, (_one, index) => 1001 + index));
  for (const own of serials) expect(Math.max(...own) - Math.min(...own)).toBe(own.length - 1);
  expect(await taken(shared)).toBe(10);
});

it("a set whose codes are not there fails with the reason, and gives back what it took", async () => {
  const short = await line(1, 6);
  await put("update code_item set life_status = 1 where code_gen_record_detail_id = $1::bigint and serial_no > 1004", [short]);
  const id = await newSet(6, [{ layer: 1, num: 1, line: short }]);
  expect(await call("format", id)).toMatchObject({ code: 200 });
  await worker.idle();
  expect(await row(setsPath, id)).toMatchObject({
    status: 9,
    failReason: "层级“瓶”需要 6 个码，只找到 4 个可用的码",
    formatTime: "",
    work: { state: 4, error: "层级“瓶”需要 6 个码，只找到 4 个可用的码" },
  });
  expect(await codes(id)).toEqual([]);
  expect(await relations(id)).toEqual([]);
  expect(await taken(short)).toBe(0);
  // With the codes there it is formatted after all.
  await put("update code_item set life_status = 0 where code_gen_record_detail_id = $1::bigint", [short]);
  expect(await call("format", id)).toMatchObject({ code: 200 });
  await worker.idle();
  expect(await numbers(id)).toHaveLength(6);
  expect(await row(setsPath, id)).toMatchObject({ status: 2, failReason: "" });
});

it("a formatting that is cancelled before it begins leaves the set failed and the codes free; its job cannot be retried", async () => {
  const bottles = await line(1, 3);
  const id = await newSet(3, [{ layer: 1, num: 1, line: bottles }]);
  await call("format", id);
  expect(await taken(bottles)).toBe(3);
  const [job] = await jobs("code-set-format");
  expect(await zhangwei.post(`/blade-job/job/cancel/${String(job?.["id"])}`)).toMatchObject({ code: 200 });
  expect(await row(setsPath, id)).toMatchObject({ status: 9, failReason: "任务已取消" });
  expect(await zhangwei.post(`${layersPath}/submit`, { codeSetId: id, packLayerId: "1", codeFuncType: 2, num: 1 })).toMatchObject({
    status: 400,
  });
  await worker.idle();
  expect(await taken(bottles)).toBe(0);
  expect(await zhangwei.post(`/blade-job/job/retry/${String(job?.["id"])}`)).toMatchObject({ code: 200 });
  await worker.idle();
  expect((await jobs("code-set-format"))[0]).toMatchObject({
    status: 4,
    error: expect.stringContaining("请在码包列表重新发起"),
  });
  expect(await row(setsPath, id)).toMatchObject({ status: 9, failReason: "任务已取消" });
});

it("codes are numbered anew until the set is downloaded", async () => {
  const id = await newSet(3, [
    { layer: 3, num: 1 },
    { layer: 1, num: 1 },
  ]);
  await call("format", id);
  await worker.idle();
  expect(await call("format", id)).toMatchObject({ code: 200 });
  await worker.idle();
  expect(await numbers(id)).toEqual(["3:1", "3:2", "3:3", "1:1", "1:2", "1:3"]);
  expect(await relations(id)).toHaveLength(6);
  await put("update code_set set download_count = 1 where id = $1::bigint", [id]);
  expect(await call("format", id)).toMatchObject({ status: 400, data: { error: "downloaded" } });
  expect(await row(setsPath, id)).toMatchObject({ status: 2 });
});

it("a set that was formatted gives its codes back when it is removed, unless it was downloaded or its codes are in use", async () => {
  const bottles = await line(1, 4);
  const id = await newSet(4, [{ layer: 1, num: 1, line: bottles }]);
  await call("format", id);
  await worker.idle();
  const remove = () => zhangwei.post(`${setsPath}/remove`, undefined, { ids: id });
  await put("update code_set set download_count = 1 where id = $1::bigint", [id]);
  expect(await remove()).toMatchObject({ status: 400, msg: expect.stringContaining("已下载过，不能删除"), data: { error: "downloaded" } });
  await put("update code_set set download_count = 0 where id = $1::bigint", [id]);
  await put("update code_set_layer set imported_num = 1 where code_set_id = $1::bigint", [id]);
  expect(await remove()).toMatchObject({ status: 400, data: { error: "imported" } });
  await put("update code_set_layer set imported_num = 0 where code_set_id = $1::bigint", [id]);
  expect(await codes(id)).toHaveLength(4);
  expect(await remove()).toMatchObject({ code: 200 });
  await worker.idle();
  expect(faults).toEqual([]);
  expect(await codes(id)).toEqual([]);
  expect(await relations(id)).toEqual([]);
  expect(await taken(bottles)).toBe(0);
});

it("a worker that is gone leaves its set to another, which goes on behind the last step", async () => {
  const id = await newSet(12_000, [{ layer: 1, num: 1 }], { relationMode: 0 });
  await call("format", id);
  // What a killed server leaves behind: a step that is committed, and a job under a lease that nobody renews.
  await dyingWorker("code-set-format", 2).poll();
  await expect.poll(async () => (await codes(id)).length, { timeout: 60_000 }).toBe(5_000);
  await laterWorker().idle();
  expect(faults).toEqual([]);
  expect(await row(setsPath, id)).toMatchObject({ status: 2 });
  const seqs = (await codes(id)).map(({ seq }) => Number(seq));
  expect(seqs).toEqual(Array.from({ length: 12_000 }, (_one, index) => index + 1));
});

it("an external file, another tenant's set and a person without the right are refused", async () => {
  const external = await newSet(1, [{ layer: 1, num: 1 }], { sourceType: 2 });
  expect(await call("format", external)).toMatchObject({ status: 400 });
  const id = await newSet(1, [{ layer: 1, num: 1 }]);
  expect(await chenqing.post(`${setsPath}/format/${id}`)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
  expect(await server.as("nobody").post(`${setsPath}/format/${id}`)).toMatchObject({ status: 403 });
  expect(await row(setsPath, id)).toMatchObject({ status: 0 });
  expect(await add(setsPath, { name: "仍可新增", sourceType: 1, relationMode: 0, unitNum: 1 })).toMatch(/^\d+$/);
});
