// Scans for stock documents: a verdict for every code, kept as evidence, told again when a device asks again, and taken back.
import { beforeAll, describe, expect, it } from "vitest";
import type { Body } from "../../../support/samples.ts";
import { startDemonstration } from "../demonstration.ts";
import { detailLines, goodsOf, ins, outs, records } from "./goods.ts";

const demonstration = await startDemonstration();
const { act, find, put, row, server, userId, zhangwei } = demonstration;
const goods = goodsOf(demonstration);
const { codedCase, document, scan, verdicts, warehouse } = goods;

const unknown = 1;
const duplicate = 2;
const otherProduct = 3;
const wrongStatus = 4;
const blocked = 5;
const overQuantity = 6;
const otherWarehouse = 7;
const wrongLayer = 9;
const otherDocument = 10;

async function scanning(direction: "in" | "out", warehouseId: string, lines: Parameters<typeof document>[2], more = {}) {
  const made = await document(direction, warehouseId, lines, more);
  const answer = await act(direction === "in" ? ins : outs, "start", made.id);
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return made;
}

describe("a scan for a stock-in", () => {
  it("is told its verdict, counts for its line, and is kept whatever the verdict is", async () => {
    const { id, lineIds } = await scanning("in", await warehouse(), [{ num: 2 }]);
    const [one, other, foreign] = [await codedCase(), await codedCase(), await codedCase("P0002")];
    await put("update code_item set block_status = 1 where code = $1", [other.code]);
    const answer = await scan("in", id, [one.code, one.code, one.cartons[0] ?? "", foreign.code, other.code, "NOBODY"]);
    expect(verdicts(answer)).toEqual([
      [1, 0, 1],
      [0, duplicate, -1],
      [0, duplicate, -1],
      [0, otherProduct, -1],
      [0, blocked, -1],
      [0, unknown, -1],
    ]);
    expect(answer.data).toMatchObject([{ code: one.code, docDetailId: lineIds[0], num: 2 }, {}, {}, {}, {}, {}]);
    expect(await row(detailLines, lineIds[0])).toMatchObject({ scannedNum: 1 });
    expect(await goods.rows(records, { docId_equal: id })).toHaveLength(6);
  });

  it("counts a case for a line of bottles, and is of the wrong layer the other way round", async () => {
    const warehouseId = await warehouse();
    const bottles = await scanning("in", warehouseId, [{ layer: 1, num: 50 }]);
    expect(verdicts(await scan("in", bottles.id, [(await codedCase()).code]))).toEqual([[1, 0, 36]]);
    const cases = await scanning("in", warehouseId, [{ num: 1 }]);
    expect(verdicts(await scan("in", cases.id, [(await codedCase()).bottles[0] ?? ""]))).toEqual([[0, wrongLayer, -1]]);
    expect(verdicts(await scan("in", cases.id, [(await codedCase()).code], { layer: 1 }))).toEqual([[0, wrongLayer, -1]]);
  });

  it("is of no use while another document holds its package", async () => {
    const warehouseId = await warehouse();
    const [one, two] = [await scanning("in", warehouseId, [{ layer: 1, num: 50 }]), await scanning("in", warehouseId, [{ num: 1 }])];
    const held = await codedCase();
    expect(verdicts(await scan("in", one.id, [held.bottles[0] ?? ""]))).toEqual([[1, 0, 1]]);
    expect(verdicts(await scan("in", two.id, [held.code]))).toEqual([[0, otherDocument, -1]]);
    expect(await act(ins, "void", one.id)).toMatchObject({ code: 200 });
    expect(verdicts(await scan("in", two.id, [held.code]))).toEqual([[1, 0, 1]]);
  });

  it("of one package for two documents at the same moment is accepted once", async () => {
    const warehouseId = await warehouse();
    const [one, two] = [await scanning("in", warehouseId, [{ num: 1 }]), await scanning("in", warehouseId, [{ layer: 1, num: 50 }])];
    const held = await codedCase();
    const answers = await Promise.all([scan("in", one.id, [held.code]), scan("in", two.id, [held.bottles[0] ?? ""])]);
    expect(answers.flatMap(verdicts).map((verdict) => (verdict as readonly unknown[])[0])).toEqual(expect.arrayContaining([0, 1]));
  });
});

describe("a scan for a stock-out", () => {
  it("must be in this warehouse, and no more than the line asks for", async () => {
    const [here, there] = [await warehouse(), await warehouse()];
    const [first, second, elsewhere, fresh] = [await codedCase(), await codedCase(), await codedCase(), await codedCase()];
    await goods.taken(here, [first.code, second.code]);
    await goods.taken(there, [elsewhere.code]);
    const { id } = await scanning("out", here, [{ num: 1 }]);
    expect(verdicts(await scan("out", id, [elsewhere.code, fresh.code, first.code, second.code]))).toEqual([
      [0, otherWarehouse, -1],
      [0, wrongStatus, -1],
      [1, 0, 1],
      [0, overQuantity, 1],
    ]);
  });

  it("leaves the document to a question, where less is scanned than planned; what was locked and stays is free again", async () => {
    const warehouseId = await warehouse();
    const [first, second] = [await codedCase(), await codedCase()];
    await goods.taken(warehouseId, [first.code, second.code]);
    const { id } = await scanning("out", warehouseId, [{ num: 2 }]);
    await scan("out", id, [first.code]);
    expect(await act(outs, "finish", id)).toMatchObject({
      status: 400,
      data: {
        error: "needsConfirmation",
        issues: [{ path: ["details", 0, "num"], message: expect.stringContaining("计划 72瓶，实际 36瓶") }],
      },
    });
    expect(await goods.stockOf(warehouseId)).toEqual([["", 72, 72, 0]]);
    expect(await act(outs, "finish", id, { confirmed: 1 })).toMatchObject({ code: 200 });
    expect(await goods.stockOf(warehouseId)).toEqual([["", 36, 0, 36]]);
  });

  it("of a bottle opens its case, which cannot leave as a whole any more", async () => {
    const warehouseId = await warehouse();
    const held = await codedCase();
    await goods.taken(warehouseId, [held.code]);
    const single = await scanning("out", warehouseId, [{ layer: 1, num: 1 }]);
    await scan("out", single.id, [held.bottles[0] ?? ""]);
    expect(await act(outs, "finish", single.id)).toMatchObject({ code: 200 });
    expect(await goods.stockOf(warehouseId)).toEqual([["", 35, 0, 35]]);
    expect(await goods.currentOf(warehouseId)).toEqual([[held.code, 35, 1]]);
    const whole = await scanning("out", warehouseId, [{ layer: 1, num: 35 }]);
    expect(verdicts(await scan("out", whole.id, [held.code, held.cartons[1] ?? ""]))).toEqual([
      [0, wrongStatus, -1],
      [1, 0, 6],
    ]);
  });
});

describe("what a tenant allows of scans for a stock-out", () => {
  const setting = (name: string, value: string) =>
    put("update config set config_value = $2 where config_key = $1", [`warehouse.out.${name}`, value]);

  it("is more than its lines ask for, where they may be exceeded", async () => {
    const here = await warehouse();
    const [first, second] = [await codedCase(), await codedCase()];
    await goods.taken(here, [first.code, second.code]);
    const { id, lineIds } = await scanning("out", here, [{ num: 1 }]);
    await setting("allowOverScan", "1");
    expect(verdicts(await scan("out", id, [first.code]))).toEqual([[1, 0, 1]]);
    expect(verdicts(await scan("out", id, [second.code]))).toEqual([[1, 0, 2]]);
    expect(await row(detailLines, lineIds[0])).toMatchObject({ scannedNum: 2 });
    await setting("allowOverScan", "0");
  });

  it("is a code that never came in, which leaves all the same", async () => {
    const here = await warehouse();
    await goods.stocked(here, [{ num: 1 }]);
    const { id } = await scanning("out", here, [{ num: 1 }]);
    const fresh = await codedCase();
    const refused = await scan("out", id, [fresh.code]);
    expect(verdicts(refused)).toEqual([[0, wrongStatus, -1]]);
    expect(refused).toMatchObject({ data: [{ rejectNote: "该码为“已激活”，应为“在库”" }] });
    await setting("allowUnstocked", "1");
    expect(verdicts(await scan("out", id, [fresh.code]))).toEqual([[1, 0, 1]]);
    await setting("allowUnstocked", "0");
    expect(await act(outs, "finish", id)).toMatchObject({ status: 400, data: { error: "codesRefused" } });
    await setting("allowUnstocked", "1");
    expect(await act(outs, "finish", id)).toMatchObject({ code: 200 });
    await setting("allowUnstocked", "0");
    expect(await goods.codeOf(fresh.code)).toMatchObject({ life_status: 3 });
    expect(await goods.stockOf(here)).toEqual([["", 0, 0, 0]]);
  });
});

describe("what is kept of a scan", () => {
  it("is the code with its goods, the line, who scanned it, when and with what", async () => {
    const { id, lineIds } = await scanning("in", String((await find("/digit-bind/warehouse", { code_equal: "WH01" }))["id"]), [{ num: 3 }]);
    const { docNo } = await row(ins, id);
    const [held, batched] = [await codedCase(), await codedCase("P0001", { batch_code: "B7" })];
    const device = await find("/digit-bind/device", { deviceCode_equal: "PDA-8C3A01" });
    await scan("in", id, [held.code]);
    await scan("in", id, [batched.code], { deviceCode: "PDA-8C3A01" });
    await scan("in", id, ["NOBODY"]);
    const stored = { docKind: 1, docId: id, docNo, scanUserId: userId };
    const product = await goods.productOf("P0001");
    expect(await goods.rows(records, { docId_equal: id, ascs: "id" })).toMatchObject([
      {
        ...stored,
        ...{ code: held.code, docDetailId: lineIds[0], layer: 3, ...product, num: 36, accepted: 1, rejectReason: 0, scanMode: 5 },
        ...{ deviceId: -1, batchCode: "" },
      },
      { ...stored, code: batched.code, docDetailId: lineIds[0], batchCode: "B7", accepted: 1, scanMode: 1, deviceId: device["id"] },
      { ...stored, code: "NOBODY", docDetailId: -1, layer: -1, productId: -1, specId: -1, accepted: 0, rejectReason: unknown, scanMode: 5 },
    ]);
    expect(await find("/digit-bind/device", { deviceCode_equal: "PDA-8C3A01" })).toMatchObject({ lastOnlineTime: "2025-03-12 12:00:00" });
  });

  it("is the time of the server where none is sent", async () => {
    const { id } = await scanning("in", await warehouse(), [{ num: 1 }]);
    await zhangwei.post(`${records}/submit`, { docKind: 1, docId: id, code: (await codedCase()).code });
    expect(await goods.rows(records, { docId_equal: id })).toMatchObject([{ accepted: 1, scanTime: "2025-03-12 12:00:00" }]);
  });

  it("is the code where its address is scanned, for the verdict and for taking it back", async () => {
    const { id } = await scanning("in", await warehouse(), [{ num: 2 }]);
    const { code } = await codedCase();
    const address = `https://t.example.cn/c/${code}`;
    const answer = await scan("in", id, [address]);
    expect(verdicts(answer)).toEqual([[1, 0, 1]]);
    expect(answer.data).toMatchObject([{ code: address }]);
    expect(verdicts(await scan("in", id, [code]))).toEqual([[0, duplicate, -1]]);
    expect(await goods.rows(records, { docId_equal: id })).toMatchObject([{ code }, { code }]);
    expect(await zhangwei.post(`${records}/undo`, { docKind: 1, docId: id, code: address })).toMatchObject({ data: { code } });
  });
});

describe("a device", () => {
  it("that sends a scan again gets the same answer, even after the document was finished, and nothing counts twice", async () => {
    const { id, lineIds } = await scanning("in", await warehouse(), [{ num: 1 }]);
    const held = await codedCase();
    const body = [{ docKind: 1, docId: id, code: held.code, scanTime: "2025-03-12 09:00:00" }];
    const first = await zhangwei.post(`${records}/submit`, body);
    const again = await Promise.all([zhangwei.post(`${records}/submit`, body), zhangwei.post(`${records}/submit`, body)]);
    for (const answer of again) expect(answer.data).toEqual(first.data);
    expect(await row(detailLines, lineIds[0])).toMatchObject({ scannedNum: 1 });
    await act(ins, "finish", id);
    expect((await zhangwei.post(`${records}/submit`, body)).data).toEqual(first.data);
    expect(await goods.rows(records, { docId_equal: id })).toHaveLength(1);
    expect(await scan("in", id, [(await codedCase()).code])).toMatchObject({
      status: 400,
      msg: expect.stringContaining("当前状态为“已入库”，不能扫码"),
      data: { error: "wrongState" },
    });
  });

  it("must be bound, and of the warehouse of the document", async () => {
    const { id } = await scanning("in", String((await find("/digit-bind/warehouse", { code_equal: "WH02" }))["id"]), [{ num: 1 }]);
    const held = await codedCase();
    expect(await scan("in", id, [held.code], { deviceCode: "PDA-8C3A01" })).toMatchObject({
      status: 400,
      msg: expect.stringContaining("不属于该单据的仓库"),
    });
    expect(await scan("in", id, [held.code], { deviceCode: "NONE" })).toMatchObject({ status: 400, msg: "设备“NONE”不存在" });
    expect(verdicts(await scan("in", id, [held.code]))).toEqual([[1, 0, 1]]);
  });

  it("sends two hundred codes at once and not one more", async () => {
    const { id } = await scanning("in", await warehouse(), [{ num: 1 }]);
    const codes = Array.from({ length: 200 }, (_none, index) => `MISSING${index}`);
    expect(verdicts(await scan("in", id, codes))).toHaveLength(200);
    expect(await scan("in", id, [...codes, "ONE"])).toMatchObject({ status: 400, data: { error: "tooManyScans" } });
  });

  it("that sends an unknown code again gets the same answer, and it is kept once", async () => {
    const { id } = await scanning("in", await warehouse(), [{ num: 1 }]);
    const body = { docKind: 1, docId: id, code: "NOBODY-1", scanTime: "2025-03-12 09:00:00" };
    const first = await zhangwei.post(`${records}/submit`, body);
    expect(verdicts(first)).toEqual([[0, unknown, -1]]);
    expect((await zhangwei.post(`${records}/submit`, body)).data).toEqual(first.data);
    expect(await goods.rows(records, { docId_equal: id })).toMatchObject([{ code: "NOBODY-1" }]);
    await zhangwei.post(`${records}/submit`, { ...body, scanTime: "2025-03-12 09:00:01" });
    expect(await goods.rows(records, { docId_equal: id })).toHaveLength(2);
  });

  let open = "";
  beforeAll(async () => {
    ({ id: open } = await scanning("in", await warehouse(), [{ num: 1 }]));
  });

  it.each<{ readonly what: string; readonly sent: Body; readonly path: string; readonly code: string }>([
    { what: "another kind of document", sent: { docKind: 3 }, path: "docKind", code: "pattern" },
    { what: "an id that is none", sent: { docId: "12a" }, path: "docId", code: "pattern" },
    { what: "an id that is too long", sent: { docId: "12345678901234567890" }, path: "docId", code: "pattern" },
    { what: "an empty code", sent: { code: "  " }, path: "code", code: "pattern" },
    { what: "a code that is too long", sent: { code: "9".repeat(1_000) }, path: "code", code: "pattern" },
    { what: "a layer that there is not", sent: { layer: 0 }, path: "layer", code: "pattern" },
    { what: "half a layer", sent: { layer: 1.5 }, path: "layer", code: "pattern" },
    { what: "a device with too long a code", sent: { deviceCode: "D".repeat(65) }, path: "deviceCode", code: "pattern" },
    { what: "a time that is none", sent: { scanTime: "2025-02-30 09:00:00" }, path: "scanTime", code: "pattern" },
  ])("is told the place of $what, and nothing is kept", async ({ sent, path, code }) => {
    const right = { docKind: 1, docId: open, code: "A" };
    const answer = await zhangwei.post(`${records}/submit`, [right, { ...right, ...sent }]);
    expect(answer).toMatchObject({ status: 400, data: { error: "invalid", issues: [{ code, path: [1, path] }] } });
    expect(await goods.rows(records, { docId_equal: open })).toEqual([]);
  });

  it("that sends nothing is told so", async () => {
    expect(await zhangwei.post(`${records}/submit`, [])).toMatchObject({ status: 400, data: { error: "malformedParameter" } });
  });

  it("is told what is missing in what it sends, and that other tenants' documents are not there", async () => {
    const { id } = await scanning("in", await warehouse(), [{ num: 1 }]);
    expect(await zhangwei.post(`${records}/submit`, { docKind: 1, docId: id })).toMatchObject({
      status: 400,
      msg: "请填写码",
      data: { issues: [{ code: "required", path: [0, "code"] }] },
    });
    const body = { docKind: 1, docId: id, code: "A" };
    expect(await server.as("chenqing").post(`${records}/submit`, body)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
  });
});

describe("taking back", () => {
  it("the last scan, or that of a code, frees it and its line", async () => {
    const { id, lineIds } = await scanning("in", await warehouse(), [{ num: 3 }]);
    const [one, two] = [await codedCase(), await codedCase()];
    await scan("in", id, [one.code, two.code]);
    const undo = (code?: string) => zhangwei.post(`${records}/undo`, { docKind: 1, docId: id, ...(code === undefined ? {} : { code }) });
    expect(await undo()).toMatchObject({ data: { code: two.code, docDetailId: lineIds[0], scannedNum: 1, num: 3 } });
    expect(await undo(one.code)).toMatchObject({ data: { code: one.code, scannedNum: 0 } });
    expect(await undo()).toMatchObject({ status: 400, data: { error: "nothingToUndo" } });
    expect(await goods.rows(records, { docId_equal: id, accepted_equal: "0" })).toMatchObject([{ rejectReason: 8 }, { rejectReason: 8 }]);
    expect(verdicts(await scan("in", id, [two.code]))).toEqual([[1, 0, 1]]);
  });

  it("counts back by the layer of the line", async () => {
    const { id, lineIds } = await scanning("in", await warehouse(), [{ layer: 1, num: 50 }]);
    const held = await codedCase();
    await scan("in", id, [held.code]);
    expect(await row(detailLines, lineIds[0])).toMatchObject({ scannedNum: 36 });
    expect(await zhangwei.post(`${records}/undo`, { docKind: 1, docId: id })).toMatchObject({ data: { scannedNum: 0, num: 50 } });
    expect(await row(detailLines, lineIds[0])).toMatchObject({ scannedNum: 0 });
  });

  it("is refused for a document that is over, and for one that is not there", async () => {
    const warehouseId = await warehouse();
    const id = await goods.taken(warehouseId, [(await codedCase()).code]);
    const undo = (docId: string, client = zhangwei) => client.post(`${records}/undo`, { docKind: 1, docId });
    expect(await undo(id)).toMatchObject({ status: 400, data: { error: "wrongState" } });
    expect(await undo("404")).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    expect(await undo(id, server.as("chenqing"))).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    expect(await undo("x")).toMatchObject({ status: 400, data: { error: "invalid", issues: [{ code: "pattern", path: ["docId"] }] } });
  });
});
