// Stock-out documents: what starting locks, finishing sends out, and voiding gives back.
import { describe, expect, it } from "vitest";
import { expectsAuditedChanges } from "../../../support/audit-coverage.ts";
import { startDemonstration } from "../demonstration.ts";
import { detailLines, goodsOf, ins, moves, outs } from "./goods.ts";

const demonstration = await startDemonstration();
expectsAuditedChanges(demonstration.server);
const { act, add, find, put, row, zhangwei, server } = demonstration;
const goods = goodsOf(demonstration);
const { document, stocked, stockOf, billsOf, currentOf, warehouse } = goods;

describe("starting", () => {
  it("locks what the lines plan, the oldest batches first", async () => {
    const warehouseId = await warehouse();
    await stocked(warehouseId, [{ num: 2, batch: "B1" }]);
    await put("update goods_stock set last_in_time = '2025-01-01' where warehouse_id = $1::bigint", [warehouseId]);
    await stocked(warehouseId, [{ num: 5, batch: "B2" }]);
    const { id, lineIds } = await document("out", warehouseId, [{ num: 3 }, { layer: 1, num: 10, batch: "B2" }]);
    expect(await act(outs, "start", id)).toMatchObject({ code: 200 });
    expect(await stockOf(warehouseId)).toEqual([
      ["B1", 72, 72, 0],
      ["B2", 180, 46, 134],
    ]);
    expect(await row(detailLines, lineIds[0])).toMatchObject({
      picks: [
        { batchCode: "B1", num: 72 },
        { batchCode: "B2", num: 36 },
      ],
    });
    expect(await row(outs, id)).toMatchObject({ status: 1, startTime: "2025-03-12 12:00:00" });
  });

  it("is refused with what is available of each line, and locks nothing then", async () => {
    const warehouseId = await warehouse();
    await stocked(warehouseId, [{ num: 2 }]);
    const { id } = await document("out", warehouseId, [{ num: 1 }, { num: 2 }, { product: "P0003", num: 1 }]);
    expect(await act(outs, "start", id)).toMatchObject({
      status: 400,
      msg: "第 2 行“茅溪迎宾酒”库存不足：可用 36瓶，计划 72瓶；第 3 行“茅溪小酒 100ml”库存不足：可用 0瓶，计划 24瓶",
      data: {
        error: "stockShort",
        issues: [
          { path: ["details", 1, "num"], message: "第 2 行“茅溪迎宾酒”库存不足：可用 36瓶，计划 72瓶" },
          { path: ["details", 2, "num"] },
        ],
        lines: [
          { planned: 72, available: 36 },
          { planned: 24, available: 0 },
        ],
      },
    });
    expect(await stockOf(warehouseId)).toEqual([["", 72, 0, 72]]);
    expect(await row(outs, id)).toMatchObject({ status: 0 });
  });

  it("of two documents for the same goods, only one gets them", async () => {
    const warehouseId = await warehouse();
    await stocked(warehouseId, [{ num: 3 }]);
    const [one, other] = [await document("out", warehouseId, [{ num: 2 }]), await document("out", warehouseId, [{ num: 2 }])];
    const answers = await Promise.all([act(outs, "start", one.id), act(outs, "start", other.id)]);
    expect(answers.map(({ code }) => code).toSorted((left, right) => left - right)).toEqual([200, 400]);
    expect(await stockOf(warehouseId)).toEqual([["", 108, 72, 36]]);
  });

  it("of a sale needs a channel that is active, and fixes its regions", async () => {
    const warehouseId = await warehouse();
    await stocked(warehouseId, [{ num: 1 }]);
    const ended = await goods.channel("QD005");
    const active = await goods.channel("QD001");
    const { id } = await document("out", warehouseId, [{ num: 1 }], { docType: 1, channelId: active });
    await put("update stock_out_doc set channel_id = $2::bigint, sale_region_codes = null where id = $1::bigint", [id, ended]);
    expect(await act(outs, "start", id)).toMatchObject({
      status: 400,
      msg: "渠道“四川川酒联商贸”已停用或合同到期，不能出库",
      data: { error: "channelInactive" },
    });
    await put("update stock_out_doc set channel_id = null where id = $1::bigint", [id]);
    expect(await act(outs, "start", id)).toMatchObject({ status: 400, data: { error: "channelRequired" } });
    await put("update stock_out_doc set channel_id = $2::bigint where id = $1::bigint", [id, active]);
    expect(await act(outs, "start", id)).toMatchObject({ code: 200 });
    expect(await row(outs, id)).toMatchObject({ saleRegionCodes: "41" });
  });

  it("goes below nothing only in a warehouse that allows it", async () => {
    const warehouseId = await warehouse({ allowNegative: 1 });
    const { id } = await document("out", warehouseId, [{ num: 1, batch: "B9" }, { num: 1 }]);
    expect(await act(outs, "start", id)).toMatchObject({ code: 200 });
    expect(await act(outs, "finish", id)).toMatchObject({ code: 200 });
    expect(await stockOf(warehouseId)).toEqual([["B9", -72, 0, -72]]);
  });

  it("is refused for a spec without such a layer, instead of counting packages as bottles", async () => {
    const warehouseId = await warehouse();
    await stocked(warehouseId, [{ product: "P0002", num: 1 }]);
    const { id, lineIds } = await document("out", warehouseId, [{ product: "P0002", num: 1 }]);
    await put("update doc_detail set layer = 4 where id = $1::bigint", [lineIds[0]]);
    expect(await act(outs, "start", id)).toMatchObject({ status: 400, data: { error: "noConversion" } });
  });
});

describe("voiding", () => {
  it("gives the locked stock back, once", async () => {
    const warehouseId = await warehouse();
    await stocked(warehouseId, [{ num: 5, batch: "B1" }]);
    const { id, lineIds } = await document("out", warehouseId, [{ num: 3 }]);
    await act(outs, "start", id);
    expect(await act(outs, "void", id)).toMatchObject({ code: 200 });
    expect(await stockOf(warehouseId)).toEqual([["B1", 180, 0, 180]]);
    expect(await row(detailLines, lineIds[0])).toMatchObject({ picks: [] });
    expect(await act(outs, "void", id)).toMatchObject({
      status: 400,
      msg: expect.stringContaining("当前状态为“已作废”，不能作废"),
      data: { error: "wrongState" },
    });
    expect(await stockOf(warehouseId)).toEqual([["B1", 180, 0, 180]]);
  });

  it("of a draft has nothing to give back", async () => {
    const warehouseId = await warehouse();
    const { id } = await document("out", warehouseId, [{ num: 3 }]);
    expect(await act(outs, "void", id)).toMatchObject({ code: 200 });
    expect(await stockOf(warehouseId)).toEqual([]);
  });
});

describe("finishing without scans", () => {
  it("books what the lines state: stock, ledger, moves, current goods, the document, and how it travels", async () => {
    const warehouseId = await warehouse();
    await stocked(warehouseId, [{ num: 5, batch: "B1" }]);
    const channelId = await goods.channel();
    const { id, lineIds } = await document("out", warehouseId, [{ num: 3 }], { docType: 1, channelId });
    await act(outs, "start", id);
    expect(await act(outs, "finish", id)).toMatchObject({ code: 200 });
    expect(await row(outs, id)).toMatchObject({ status: 2, planNum: 108, realNum: 108, finishTime: "2025-03-12 12:00:00" });
    expect(await row(detailLines, lineIds[0])).toMatchObject({ realNum: 3, unitNum: 108, picks: [] });
    expect(await stockOf(warehouseId)).toEqual([["B1", 72, 0, 72]]);
    expect(await billsOf(id)).toEqual([[2, "B1", -108, 180, 72]]);
    expect(await currentOf(warehouseId)).toEqual([["", 72, 0]]);
    expect(await goods.rows(moves, { docId_equal: id })).toMatchObject([
      {
        moveType: 2,
        code: "",
        layer: 3,
        num: 108,
        batchCode: "B1",
        fromWarehouseId: warehouseId,
        toChannelId: channelId,
        saleRegionCodes: "41",
      },
    ]);
    const logistics = await zhangwei.get("/digit-bind/logistics/out-doc", { stockOutDocId: id });
    expect(logistics).toMatchObject({ data: { records: [{ status: 0, channelId, stockOutDocId: id }] } });
    const [stock] = await goods.rows("/digit-bind/goods-stock", { warehouseId_equal: warehouseId });
    expect(stock).toMatchObject({ packText: "2箱", stockState: 0, lastOutTime: "2025-03-12 12:00:00" });
  });

  it("of two people who finish one document, one books it and the other is told its state", async () => {
    const warehouseId = await warehouse();
    await stocked(warehouseId, [{ num: 5 }]);
    const { id } = await document("out", warehouseId, [{ num: 3 }]);
    await act(outs, "start", id);
    const answers = await Promise.all([act(outs, "finish", id), act(outs, "finish", id)]);
    expect(answers.map(({ code }) => code).toSorted((left, right) => left - right)).toEqual([200, 400]);
    expect(answers.find(({ code }) => code === 400)).toMatchObject({
      msg: expect.stringContaining("当前状态为“已出库”，不能完成"),
      data: { error: "wrongState", state: 2 },
    });
    expect(await stockOf(warehouseId)).toEqual([["", 72, 0, 72]]);
    expect(await billsOf(id)).toHaveLength(1);
  });

  it("of a transfer makes the stock-in of the other warehouse, batch by batch, which takes the goods in there", async () => {
    const [from, to] = [await warehouse(), await warehouse()];
    await stocked(from, [{ num: 2, batch: "B1" }]);
    await put("update goods_stock set last_in_time = '2025-01-01' where warehouse_id = $1::bigint", [from]);
    await stocked(from, [{ layer: 1, num: 50, batch: "B2" }]);
    const { id } = await document("out", from, [{ num: 3 }], { docType: 2, toWarehouseId: to });
    await act(outs, "start", id);
    // Of two people one sends it, and the other warehouse gets one document.
    const answers = await Promise.all([act(outs, "finish", id), act(outs, "finish", id)]);
    expect(answers.map(({ code }) => code).toSorted((left, right) => left - right)).toEqual([200, 400]);
    expect(answers.find(({ code }) => code === 400)).toMatchObject({ msg: expect.stringContaining("当前状态为“已出库”，不能完成") });
    expect(await stockOf(from)).toEqual([
      ["B1", 0, 0, 0],
      ["B2", 14, 0, 14],
    ]);
    expect(await stockOf(to)).toEqual([]);
    const arriving = await find(ins, { warehouseId_equal: to });
    expect(arriving).toMatchObject({ docType: 3, status: 0, stockOutDocId: id, planNum: 108 });
    expect(await goods.rows(detailLines, { docId_equal: String(arriving["id"]), ascs: "id" })).toMatchObject([
      { layer: 3, num: 2, batchCode: "B1", unitNum: 72 },
      { layer: 3, num: 1, batchCode: "B2", unitNum: 36 },
    ]);
    const arrived = await Promise.all([1, 2].map(() => act(ins, "finish/non-scan", arriving["id"])));
    expect(arrived.map(({ code }) => code).toSorted((left, right) => left - right)).toEqual([200, 400]);
    expect(arrived.find(({ code }) => code === 400)).toMatchObject({ msg: expect.stringContaining("当前状态为“已入库”，不能免扫完成") });
    expect(await stockOf(to)).toEqual([
      ["B1", 72, 0, 72],
      ["B2", 36, 0, 36],
    ]);
    expect(await billsOf(String(arriving["id"]))).toEqual([
      [3, "B1", 72, 0, 72],
      [3, "B2", 36, 0, 36],
    ]);
    expect(await goods.rows(moves, { docId_equal: String(arriving["id"]) })).toMatchObject([
      { moveType: 3, fromWarehouseId: from, toWarehouseId: to },
      { moveType: 3 },
    ]);
  });

  it("a transfer needs another warehouse as its target", async () => {
    const warehouseId = await warehouse();
    const draft = { docType: 2, warehouseId, bizDate: "2025-03-12" };
    expect(await zhangwei.post(`${outs}/submit`, draft)).toMatchObject({ status: 400, data: { issues: [{ path: ["toWarehouseId"] }] } });
    expect(await zhangwei.post(`${outs}/submit`, { ...draft, toWarehouseId: warehouseId })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["toWarehouseId"], message: "调入仓库不能与调出仓库相同" }] },
    });
  });

  it("reports to the bill that it carries out, and the bill is done when all of it is", async () => {
    const warehouseId = await warehouse();
    await stocked(warehouseId, [{ num: 5 }]);
    const bill = await add("/digit-bind/warehouse-out-bill", { warehouseId, billType: 9, billNo: `B${warehouseId}` });
    const goodsOfLine = await goods.productOf("P0001");
    const billLine = await add("/digit-bind/warehouse-out-bill-detail", { billId: bill, ...goodsOfLine, layer: 3, num: 3 });
    for (const [num, status, doneNum] of [
      [2, 1, 2],
      [1, 2, 3],
    ] as const) {
      const { id } = await document("out", warehouseId, [], { warehouseOutBillId: bill });
      const [line] = await goods.rows(detailLines, { docId_equal: id });
      await zhangwei.post(`${detailLines}/submit`, { ...line, num });
      await act(outs, "start", id);
      expect(await act(outs, "finish", id)).toMatchObject({ code: 200 });
      expect(await row("/digit-bind/warehouse-out-bill", bill)).toMatchObject({ status, doneNum: doneNum * 36 });
      expect(await row("/digit-bind/warehouse-out-bill-detail", billLine)).toMatchObject({ doneNum });
    }
  });

  it("of another tenant is not found", async () => {
    const warehouseId = await warehouse();
    const { id } = await document("out", warehouseId, [{ num: 1 }]);
    expect(await server.as("chenqing").post(`${outs}/start/${id}`)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
  });
});

it("a waybill has its document's number, by which it is found, is of its channel, and follows it", async () => {
  const waybills = "/digit-bind/logistics/out-doc";
  const [warehouseId, channelId, other] = [await warehouse(), await goods.channel("QD001"), await goods.channel("QD002")];
  const { id } = await document("out", warehouseId, [], { docType: 1, channelId });
  const waybill = await add(waybills, { stockOutDocId: id, channelId: other, carrier: "顺安物流" });
  expect(await row(waybills, waybill)).toMatchObject({ channelId });
  const { docNo } = await row(outs, id);
  expect((await zhangwei.get(waybills, { docNo: String(docNo).slice(2) })).data).toMatchObject({ total: 1, records: [{ id: waybill }] });
  expect((await zhangwei.get(waybills, { docNo: "CK19990101" })).data).toMatchObject({ total: 0 });
  await zhangwei.post(`${outs}/submit`, { ...(await row(outs, id)), channelId: other });
  expect(await row(waybills, waybill)).toMatchObject({ channelId: other });
});

it("a waybill moves with the times that are entered in its form, which are kept from then on", async () => {
  const waybills = "/digit-bind/logistics/out-doc";
  const [warehouseId, channelId] = [await warehouse(), await goods.channel("QD001")];
  const { id } = await document("out", warehouseId, [], { docType: 1, channelId });
  const waybill = await add(waybills, { stockOutDocId: id, carrier: "顺安物流" });
  const save = (values: object) => zhangwei.post(`${waybills}/submit`, { id: waybill, ...values });
  expect(await save({ signTime: "2025-03-14 09:00:00" })).toMatchObject({ status: 400, msg: "尚未发运，请先填写发运时间" });
  expect(await save({ shipTime: "2025-03-13 09:00:00" })).toMatchObject({ code: 200 });
  expect(await row(waybills, waybill)).toMatchObject({ status: 1, shipTime: "2025-03-13 09:00:00" });
  expect(await save({ shipTime: "" })).toMatchObject({ status: 400, msg: "已发运，发运时间不能清空" });
  // As it was read: nothing moves.
  expect(await save(await row(waybills, waybill))).toMatchObject({ code: 200 });
  expect(await row(waybills, waybill)).toMatchObject({ status: 1 });
  expect(await save({ signTime: "2025-03-14 09:00:00" })).toMatchObject({ code: 200 });
  expect(await row(waybills, waybill)).toMatchObject({ status: 2, signTime: "2025-03-14 09:00:00" });
  const both = { stockOutDocId: id, carrier: "顺安物流", shipTime: "2025-03-13 09:00:00", signTime: "2025-03-14 09:00:00" };
  expect(await row(waybills, await add(waybills, both))).toMatchObject({ status: 2 });
  // One with a problem stays so when its time of dispatch is entered afterwards, and is there with that of receipt.
  const late = await add(waybills, { stockOutDocId: id, carrier: "顺安物流" });
  await put("update logistics_out_doc set status = 3 where id = $1::bigint", [late]);
  const enter = (values: object) => zhangwei.post(`${waybills}/submit`, { id: late, ...values });
  expect(await enter({ shipTime: "2025-03-13 09:00:00" })).toMatchObject({ code: 200 });
  expect(await row(waybills, late)).toMatchObject({ status: 3, shipTime: "2025-03-13 09:00:00" });
  expect(await enter({ shipTime: "" })).toMatchObject({ status: 400, msg: "已发运，发运时间不能清空" });
  expect(await enter({ signTime: "2025-03-14 09:00:00" })).toMatchObject({ code: 200 });
  expect(await row(waybills, late)).toMatchObject({ status: 2 });
});
