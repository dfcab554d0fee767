// Bills: figures from their lines, documents that are made from them, and closed only when none is under way.
import { describe, expect, it, vi } from "vitest";
import { gate } from "../../../support/gate.ts";
import { lockWaits } from "../../../support/lock-waits.ts";
import { objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { detailLines, goodsOf, ins, outs } from "./goods.ts";

const demonstration = await startDemonstration();
const { add, act, find, row, put, server, userId, zhangwei } = demonstration;
const english = server.as("zhangwei", { userId, realName: "张伟" }, "en");
const goods = goodsOf(demonstration);
const { warehouse } = goods;
const outBills = "/digit-bind/warehouse-out-bill";

const outBill = (warehouseId: string, more: Body = {}) => add(outBills, { billNo: `OB${warehouseId}`, billType: 9, warehouseId, ...more });
const billLine = async (billId: string, line: Body) => add(`${outBills}-detail`, { billId, ...(await goods.productOf("P0001")), ...line });

it.each([
  ["out", { billNo: "CK-CLOSE", reference: "warehouseOutBillId", table: "stock_out_doc" }],
  ["in", { billNo: "RK-CLOSE", reference: "warehouseInBillId", table: "stock_in_doc" }],
] as const)("an %s-bill stays open while a document of it is under way", async (direction, { billNo, reference, table }) => {
  const bills = `/digit-bind/warehouse-${direction}-bill`;
  const documents = `/digit-bind/stock-${direction}-doc`;
  const { id: warehouseId } = await find("/digit-bind/warehouse", { code_equal: "WH01" });
  const bill = await add(bills, { warehouseId, billType: 1, billNo });
  const document = await add(documents, { docType: 9, warehouseId, bizDate: "2025-03-12", [reference]: bill });
  const { docNo } = await row(documents, document);
  expect(await act(bills, "close", bill)).toMatchObject({
    status: 400,
    msg: `单据“${String(docNo)}”尚未完成，不能关闭账单`,
    data: { error: "documentUnderWay", docNo },
  });
  expect(await row(bills, bill)).toMatchObject({ status: 0 });
  await put(`update ${table} set status = 9 where id = $1::bigint`, [document]);
  expect(await act(bills, "close", bill)).toMatchObject({ code: 200 });
  expect(await row(bills, bill)).toMatchObject({ status: 9 });
});

describe("lines of an out-bill", () => {
  it("are converted and priced, and the bill has their sums", async () => {
    const bill = await outBill(await warehouse());
    const first = await billLine(bill, { layer: 3, num: 4, price: "12.34" });
    await billLine(bill, { layer: 1, num: 5, price: "0.01" });
    expect(await row(`${outBills}-detail`, first)).toMatchObject({ unitNum: 144, amount: "49.36", doneNum: 0 });
    expect(await row(outBills, bill)).toMatchObject({ planNum: 149, doneNum: 0, amount: "49.41" });
    await zhangwei.post(`${outBills}-detail/remove`, undefined, { ids: first });
    expect(await row(outBills, bill)).toMatchObject({ planNum: 5, amount: "0.05" });
  });

  it("of a layer that the spec has not are refused", async () => {
    const bill = await outBill(await warehouse());
    const body = { billId: bill, ...(await goods.productOf("P0002")), layer: 4, num: 1 };
    expect(await zhangwei.post(`${outBills}-detail/submit`, body)).toMatchObject({ status: 400, data: { issues: [{ path: ["layer"] }] } });
  });
});

describe("a document that is made from a bill", () => {
  it("takes the channel and what is still open, while another of the same bill is under way", async () => {
    const warehouseId = await warehouse();
    const channelId = await goods.channel();
    const bill = await outBill(warehouseId, { billType: 1, channelId });
    await billLine(bill, { layer: 3, num: 5, batchCode: "B1" });
    const draft = { docType: 1, warehouseId, bizDate: "2025-03-12", warehouseOutBillId: bill };
    const first = await add(outs, draft);
    expect(await row(outs, first)).toMatchObject({ channelId, planNum: 180, saleRegionCodes: "41" });
    const [line] = await goods.rows(detailLines, { docId_equal: first });
    expect(line).toMatchObject({ docKind: 2, layer: 3, num: 5, unitNum: 180, batchCode: "B1", realNum: 0 });
    await zhangwei.post(`${detailLines}/submit`, { ...line, num: 2 });
    const second = await add(outs, draft);
    expect(await goods.rows(detailLines, { docId_equal: second })).toMatchObject([{ num: 3 }]);
    expect(await act(outs, "void", second)).toMatchObject({ code: 200 });
    expect(await goods.rows(detailLines, { docId_equal: await add(outs, draft) })).toMatchObject([{ num: 3 }]);
  });

  it("has lines of the department of its maker, who sees them also where a data scope shows only those", async () => {
    const warehouseId = await warehouse();
    const bill = await outBill(warehouseId);
    await billLine(bill, { layer: 3, num: 5 });
    const ofDepartment = (alias: string) => ({
      shape: `dept ${alias}`,
      parameters: ["77"],
      sql: ([place = ""]: readonly string[]) => `${alias}.create_dept = ${place}`,
    });
    const maker = server.as("zhangwei", { userId, deptIds: ["77"], rowLimits: new Map([["doc-detail", ofDepartment]]) });
    const answer = await maker.post(`${outs}/submit`, { docType: 9, warehouseId, bizDate: "2025-03-12", warehouseOutBillId: bill });
    const lines = await maker.get(`${detailLines}/list`, { docId_equal: String(objectIn(answer)["id"]) });
    expect(recordsIn(lines)).toMatchObject([{ layer: 3, num: 5 }]);
  });

  it("of two at the same moment takes it once", async () => {
    const warehouseId = await warehouse();
    const bill = await outBill(warehouseId);
    await billLine(bill, { layer: 3, num: 5 });
    const draft = { docType: 9, warehouseId, bizDate: "2025-03-12", warehouseOutBillId: bill };
    const ids = await Promise.all([add(outs, draft), add(outs, draft)]);
    const lines = await Promise.all(ids.map((id) => goods.rows(detailLines, { docId_equal: id })));
    expect(lines.flat()).toMatchObject([{ num: 5, unitNum: 180 }]);
  });

  it("is refused for another warehouse or channel, and for a bill that is closed", async () => {
    const warehouseId = await warehouse();
    const bill = await outBill(warehouseId, { billType: 1, channelId: await goods.channel("QD001") });
    const draft = { docType: 1, warehouseId, bizDate: "2025-03-12", warehouseOutBillId: bill };
    expect(await zhangwei.post(`${outs}/submit`, { ...draft, warehouseId: await warehouse() })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["warehouseId"], message: "仓库与账单不一致" }] },
    });
    expect(await zhangwei.post(`${outs}/submit`, { ...draft, channelId: await goods.channel("QD002") })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["channelId"] }] },
    });
    expect(await act(outBills, "close", bill)).toMatchObject({ code: 200 });
    expect(await zhangwei.post(`${outs}/submit`, draft)).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["warehouseOutBillId"] }] },
    });
  });

  it.each([
    ["in", "warehouseInBillId", 1],
    ["out", "warehouseOutBillId", 9],
  ] as const)("is refused for an %s-bill that is closed at the same moment", async (direction, reference, billType) => {
    const warehouseId = await warehouse();
    const billNo = `RACE-${direction}`;
    const bill = await add(`/digit-bind/warehouse-${direction}-bill`, { billNo, billType, warehouseId });
    const draft = { docType: 9, warehouseId, bizDate: "2025-03-12", [reference]: bill };
    const [held, requested] = [gate(), gate()];
    const closing = server.database.owner.transaction(async (tx) => {
      await tx.query({ sql: `update warehouse_${direction}_bill set status = 9 where id = $1::bigint`, parameters: [bill] });
      held.open();
      await requested.opened;
    });
    await held.opened;
    const answers = [zhangwei, english].map((client) => client.post(`/digit-bind/stock-${direction}-doc/submit`, draft));
    await vi.waitFor(async () => expect(await rowsOf(server, lockWaits)).toHaveLength(2), { timeout: 10_000, interval: 10 });
    requested.open();
    await closing;
    expect(await Promise.all(answers)).toMatchObject(
      [`账单“${billNo}”当前状态为“已关闭”，不能再生成单据`, `Bill “${billNo}” is “Closed”, so no document can be made from it`].map(
        (msg) => ({
          status: 400,
          msg,
          data: { error: "invalid", issues: [{ code: "notAllowed", path: [reference] }] },
        }),
      ),
    );
  });

  it("takes the lines of an in-bill, and tells the bill what came in", async () => {
    const warehouseId = await warehouse();
    const inBills = "/digit-bind/warehouse-in-bill";
    const product = await goods.productOf("P0001");
    const bill = await add(inBills, {
      billNo: `IB${warehouseId}`,
      billType: 1,
      warehouseId,
      details: [
        { ...product, layer: 3, num: 2, batchCode: "B1" },
        { ...product, layer: 1, num: 6 },
      ],
    });
    const id = await add(ins, { docType: 9, warehouseId, bizDate: "2025-03-12", warehouseInBillId: bill });
    const [first, second] = await goods.rows(detailLines, { docId_equal: id, ascs: "id" });
    expect([first, second]).toMatchObject([
      { layer: 3, num: 2, batchCode: "B1" },
      { layer: 1, num: 6 },
    ]);
    await zhangwei.post(`${detailLines}/remove`, undefined, { ids: String(second?.["id"]) });
    expect(await act(ins, "finish/non-scan", id)).toMatchObject({ code: 200 });
    expect(await row(inBills, bill)).toMatchObject({ status: 1, details: [{ doneNum: 2 }, { doneNum: 0 }] });
    const rest = await add(ins, { docType: 9, warehouseId, bizDate: "2025-03-12", warehouseInBillId: bill });
    expect(await goods.rows(detailLines, { docId_equal: rest })).toMatchObject([{ layer: 1, num: 6 }]);
    expect(await act(ins, "finish/non-scan", rest)).toMatchObject({ code: 200 });
    expect(await row(inBills, bill)).toMatchObject({ status: 2 });
  });
});
