// Scans for stock documents: a verdict for every code, kept as evidence, told again when a device asks again, and taken back.
import { describe, expect, it } from "vitest";
import { startDemonstration } from "../demonstration.ts";
import { detailLines, goodsOf, ins, outs, records } from "./goods.ts";

const demonstration = await startDemonstration();
const { act, find, put, row, server, zhangwei } = demonstration;
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

  it("is told what is missing in what it sends, and that other tenants' documents are not there", async () => {
    const { id } = await scanning("in", await warehouse(), [{ num: 1 }]);
    expect(await zhangwei.post(`${records}/submit`, { docKind: 1, docId: id })).toMatchObject({
      status: 400,
      data: { issues: [{ path: [0, "code"] }] },
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
});
