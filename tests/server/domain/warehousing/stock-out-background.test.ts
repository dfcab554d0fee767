// Stock-out documents of more codes than a request books leave in the background: with all of them, or with none.
import { beforeAll, describe, expect, it } from "vitest";
import { createWorker } from "../../../../src/server/jobs/worker.ts";
import { warehousingDomain } from "../../../../src/server/domain/warehousing/index.ts";
import { isRecord } from "#schema/json";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { detailLines, goodsOf, ins, outs } from "./goods.ts";

const demonstration = await startDemonstration();
const { act, add, put, row, server } = demonstration;
const goods = goodsOf(demonstration);
const { billsOf, document, rows, stockOf, warehouse } = goods;
const outBills = "/digit-bind/warehouse-out-bill";

const {
  clock,
  database,
  model,
  services: { identifiers },
} = server;
const handlers = warehousingDomain.jobs ?? {};
const worker = createWorker({ model, database, identifiers, clock, handlers, onFault: () => undefined, random: () => 0 });

/** One more than a request books. */
const many = 1_001;
const last = `OUT${many}`;
const scans = (docKind: number, docId: string, lineId: unknown, product: { readonly productId: string; readonly specId: string }) =>
  put(
    `insert into scan_record (id, tenant_id, doc_kind, doc_id, doc_detail_id, code, layer, product_id, spec_id, num, root_id, accepted, reject_reason, scan_time)
      select $1::int * 10000000 + 800000000 + n, '100001', $1::int, $2, $3::bigint, 'OUT' || n, 1, $4::bigint, $5::bigint, 1, 800000000 + n, 1, 0, '2025-03-12 11:00:00' from generate_series(1, $6::int) n`,
    [docKind, docId, lineId, product.productId, product.specId, many],
  );
const sealed = (blockStatus: number) => put("update code_item set block_status = $1 where code = $2", [blockStatus, last]);
const shipped = async () =>
  (await rowsOf(server, "select count(*)::int as n from code_item where code like 'OUT%' and life_status = 3"))[0]?.["n"];
const newestJob = async () => (await rows("/blade-job/job", { queue: "stock-out.finish", descs: "id" }))[0];
const inState = (status: number, id: string) => put("update stock_out_doc set status = $2 where id = $1::bigint", [id, status]);

// One document, followed from test to test: making it takes longer than all that happens to it.
describe("a stock-out document of many codes", () => {
  let warehouseId = "";
  let bill = "";
  let id = "";

  beforeAll(async () => {
    warehouseId = await warehouse();
    const product = await goods.productOf("P0001");
    await put(
      "insert into code_item (id, tenant_id, code, layer, life_status, block_status, code_func_type, digit_source_mark, product_id, spec_id) select 800000000 + n, '100001', 'OUT' || n, 1, 1, 0, 1, 'SELF', $1::bigint, $2::bigint from generate_series(1, $3::int) n",
      [product.productId, product.specId, many],
    );
    const arrival = await document("in", warehouseId, [{ layer: 1, num: many }]);
    await act(ins, "start", arrival.id);
    await scans(1, arrival.id, arrival.lineIds[0], product);
    // As the database does by itself a minute after so many rows came.
    await put("analyze code_item, scan_record", []);
    await act(ins, "finish", arrival.id);
    await worker.idle();
    bill = await add(outBills, { billNo: "OB-MANY", billType: 9, warehouseId });
    await add(`${outBills}-detail`, { billId: bill, ...product, layer: 1, num: many });
    id = await add(outs, { docType: 9, warehouseId, bizDate: "2025-03-12", warehouseOutBillId: bill });
    await act(outs, "start", id);
    const [line] = await rows(detailLines, { docId_equal: id });
    await scans(2, id, line?.["id"], product);
    await put("analyze scan_record, warehousegoodscurrent, stock_move_record", []);
  });

  it("waits as a job that bears its number, and neither leaves twice nor is void meanwhile", async () => {
    expect(await stockOf(warehouseId)).toEqual([["", many, many, 0]]);
    await sealed(1);
    expect(await act(outs, "finish", id)).toMatchObject({ code: 200 });
    const { docNo, ...document } = await row(outs, id);
    expect(document).toMatchObject({ status: 3, progress: 0, finishTime: "" });
    expect(await newestJob()).toMatchObject({ subjectResource: "stock-out-doc", subjectId: id, subjectTitle: docNo, status: 1 });
    for (const action of ["finish", "void"])
      expect(await act(outs, action, id)).toMatchObject({
        status: 400,
        msg: expect.stringContaining("当前状态为“处理中”"),
        data: { error: "wrongState" },
      });
  });

  it("is open again where one code cannot leave, says which, and keeps its stock locked", async () => {
    await worker.idle();
    expect(await row(outs, id)).toMatchObject({
      status: 1,
      finishTime: "",
      failReason: `以下码不能过账：${last}（已封存/作废）`,
    });
    expect(await stockOf(warehouseId)).toEqual([["", many, many, 0]]);
    expect(await billsOf(id)).toEqual([]);
    expect(await shipped()).toBe(0);
    expect(await row(outBills, bill)).toMatchObject({ status: 0, doneNum: 0 });
  });

  it("stays as it is where it has another state by the time that its turn comes", async () => {
    await sealed(0);
    expect(await act(outs, "finish", id)).toMatchObject({ code: 200 });
    expect(await row(outs, id)).toMatchObject({ status: 3, failReason: "" });
    await inState(9, id);
    await worker.idle();
    const { docNo, status } = await row(outs, id);
    expect(status).toBe(9);
    const job = await newestJob();
    expect(job).toMatchObject({ status: 4, errorCode: "wrongState" });
    const error = job?.["error"];
    expect(isRecord(error) || Array.isArray(error) ? JSON.stringify(error) : error).toContain(
      `出库单“${String(docNo)}”当前状态为“已作废”，不能过账`,
    );
    expect(await shipped()).toBe(0);
    await inState(1, id);
  });

  it("leaves once with all its codes, and its bill is done", async () => {
    expect(await act(outs, "finish", id)).toMatchObject({ code: 200 });
    await worker.idle();
    expect(await row(outs, id)).toMatchObject({ status: 2, progress: 100, finishTime: "2025-03-12 12:00:00", failReason: "" });
    expect(await stockOf(warehouseId)).toEqual([["", 0, 0, 0]]);
    expect(await shipped()).toBe(many);
    expect(await row(outBills, bill)).toMatchObject({ status: 2, doneNum: many });
    expect(await newestJob()).toMatchObject({ status: 3, progressDone: 1, progressTotal: 1 });
  });

  it("is not booked again by a job that comes after it is finished", async () => {
    const before = await billsOf(id);
    await put("update job set status = 1, attempts = 0, finish_time = null where queue = 'stock-out.finish' and subject_id = $1", [id]);
    await worker.idle();
    expect(await billsOf(id)).toEqual(before);
    expect(await stockOf(warehouseId)).toEqual([["", 0, 0, 0]]);
  });
});
