// Stock-in documents are finished: by scans, by their lines, by ranges of numbers, and in the background where there are many codes.
import { describe, expect, it } from "vitest";
import { createWorker } from "../../../../src/server/jobs/worker.ts";
import { warehousingDomain } from "../../../../src/server/domain/warehousing/index.ts";
import { gate } from "../../../support/gate.ts";
import { recordsIn, type Body } from "../../../support/samples.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { detailLines, goodsOf, ins, moves } from "./goods.ts";

const demonstration = await startDemonstration();
const { act, find, put, row, server, userId, zhangwei } = demonstration;
const goods = goodsOf(demonstration);
const { billsOf, codedCase, codeOf, currentOf, document, scan, stockOf, warehouse } = goods;

const {
  clock,
  database,
  model,
  services: { identifiers },
} = server;
const handlers = warehousingDomain.jobs ?? {};
/** Holds a booking where it takes ids for so many moves: behind its first batch of codes. */
const held = { count: 101, isHeld: false, reached: gate(), goesOn: gate() };
const worker = createWorker({
  model,
  database,
  identifiers: {
    ...identifiers,
    take: async (count) => {
      if (held.isHeld && count === held.count) {
        held.reached.open();
        await held.goesOn.opened;
      }
      return identifiers.take(count);
    },
  },
  clock,
  handlers,
  onFault: () => undefined,
  random: () => 0,
});

describe("finishing with scans", () => {
  it("books what was scanned: a case stands for its bottles, and only the case itself is written", async () => {
    const warehouseId = await warehouse();
    const { id, lineIds } = await document("in", warehouseId, [{ num: 2, batch: "B7" }]);
    await act(ins, "start", id);
    const first = await codedCase();
    await scan("in", id, [first.code]);
    expect(await act(ins, "finish", id, { confirmed: 1 })).toMatchObject({ code: 200 });
    expect(await row(ins, id)).toMatchObject({ status: 2, finishMode: 1, planNum: 72, realNum: 36, finishTime: "2025-03-12 12:00:00" });
    expect(await row(detailLines, lineIds[0])).toMatchObject({ num: 2, realNum: 1, scannedNum: 1, unitNum: 36 });
    expect(await stockOf(warehouseId)).toEqual([["B7", 36, 0, 36]]);
    expect(await billsOf(id)).toEqual([[1, "B7", 36, 0, 36]]);
    expect(await currentOf(warehouseId)).toEqual([[first.code, 36, 0]]);
    expect(await goods.rows(moves, { docId_equal: id })).toMatchObject([
      { moveType: 1, code: first.code, layer: 3, num: 36, batchCode: "B7", toWarehouseId: warehouseId },
    ]);
    expect(await codeOf(first.code)).toMatchObject({ life_status: 2, stock_in_doc_id: id, batch_code: "B7" });
    const untouched = await codeOf(first.bottles[0] ?? "");
    expect(untouched).toMatchObject({ life_status: 1, stamp_time: null });
    expect(untouched["stock_in_doc_id"]).toBeNull();
  });

  it("asks first where less was scanned than planned, naming the line, and books nothing until then", async () => {
    const warehouseId = await warehouse();
    const { id } = await document("in", warehouseId, [{ num: 2 }]);
    await act(ins, "start", id);
    await scan("in", id, [(await codedCase()).code]);
    const { docNo } = await row(ins, id);
    expect(await act(ins, "finish", id)).toMatchObject({
      status: 400,
      msg: `“${String(docNo)}”有 1 行的实际数量与计划不一致，确定按实际数量完成?`,
      data: {
        error: "needsConfirmation",
        issues: [{ path: ["details", 0, "num"], message: expect.stringMatching(/^第 1 行“.+”：计划 72瓶，实际 36瓶$/) }],
      },
    });
    expect(await row(ins, id)).toMatchObject({ status: 1 });
    expect(await stockOf(warehouseId)).toEqual([]);
    await scan("in", id, [(await codedCase()).code]);
    expect(await act(ins, "finish", id)).toMatchObject({ code: 200 });
  });

  it("is refused without scans, and after a code was sealed it names the code and books nothing", async () => {
    const warehouseId = await warehouse();
    const { id } = await document("in", warehouseId, [{ num: 1 }]);
    await act(ins, "start", id);
    expect(await act(ins, "finish", id)).toMatchObject({ status: 400, data: { error: "nothingScanned" } });
    const one = await codedCase();
    await scan("in", id, [one.code]);
    await put("update code_item set block_status = 1 where code = $1", [one.code]);
    expect(await act(ins, "finish", id)).toMatchObject({
      status: 400,
      msg: `以下码不能过账：${one.code}（已封存/作废）`,
      data: { error: "codesRefused" },
    });
    expect(await row(ins, id)).toMatchObject({ status: 1 });
    expect([await stockOf(warehouseId), await billsOf(id), await currentOf(warehouseId)]).toEqual([[], [], []]);
  });

  it("of two people who finish one document, one books it and the other is told its state", async () => {
    const warehouseId = await warehouse();
    const { id } = await document("in", warehouseId, [{ num: 1 }]);
    await act(ins, "start", id);
    await scan("in", id, [(await codedCase()).code]);
    const answers = await Promise.all([act(ins, "finish", id), act(ins, "finish", id), act(ins, "void", id)]);
    const refused = answers.filter(({ code }) => code !== 200);
    expect(refused).toHaveLength(2);
    const state = (await row(ins, id))["status"];
    for (const answer of refused)
      expect(answer).toMatchObject({ msg: expect.stringContaining("当前状态为"), data: { error: "wrongState", state } });
    expect(await stockOf(warehouseId)).toEqual(state === 2 ? [["", 36, 0, 36]] : []);
  });

  it("of a return takes back what the channel had, and the code is nobody's any more", async () => {
    const [from, to, channelId] = [await warehouse(), await warehouse(), await goods.channel()];
    const one = await codedCase();
    await goods.taken(from, [one.code]);
    const sale = await document("out", from, [{ num: 1 }], { docType: 1, channelId });
    await act("/digit-bind/stock-out-doc", "start", sale.id);
    await scan("out", sale.id, [one.code]);
    expect(await act("/digit-bind/stock-out-doc", "finish", sale.id)).toMatchObject({ code: 200 });
    expect(await codeOf(one.code)).toMatchObject({ life_status: 3, channel_id: channelId, stock_out_doc_id: sale.id });
    const back = await document("in", to, [{ num: 1 }], { docType: 4, fromChannelId: channelId });
    await act(ins, "start", back.id);
    await scan("in", back.id, [one.code]);
    expect(await act(ins, "finish", back.id)).toMatchObject({ code: 200 });
    expect(await codeOf(one.code)).toMatchObject({ life_status: 2, channel_id: null, stock_out_doc_id: null, stock_in_doc_id: back.id });
    expect(await billsOf(back.id)).toEqual([[7, "", 36, 0, 36]]);
    expect(await goods.rows(moves, { docId_equal: back.id })).toMatchObject([{ moveType: 4, fromChannelId: channelId, toWarehouseId: to }]);
  });
});

describe("finishing without scans", () => {
  it("books what the lines say, from a draft as well, and touches no code", async () => {
    const warehouseId = await warehouse();
    const { id, lineIds } = await document("in", warehouseId, [
      { num: 3, batch: "B1" },
      { layer: 1, num: 5, batch: "B1" },
    ]);
    expect(await act(ins, "finish/non-scan", id)).toMatchObject({ code: 200 });
    expect(await row(ins, id)).toMatchObject({ status: 2, finishMode: 2, realNum: 113 });
    expect(await row(detailLines, lineIds[1])).toMatchObject({ realNum: 5, unitNum: 5 });
    expect(await stockOf(warehouseId)).toEqual([["B1", 113, 0, 113]]);
    expect(await billsOf(id)).toEqual([
      [1, "B1", 108, 0, 108],
      [1, "B1", 5, 108, 113],
    ]);
    expect(await currentOf(warehouseId)).toEqual([["", 113, 0]]);
    expect(await goods.rows("/digit-bind/goods-stock", { warehouseId_equal: warehouseId })).toMatchObject([{ packText: "3箱5瓶" }]);
  });

  it("is refused once codes were scanned", async () => {
    const { id } = await document("in", await warehouse(), [{ num: 1 }]);
    await act(ins, "start", id);
    await scan("in", id, [(await codedCase()).code]);
    expect(await act(ins, "finish/non-scan", id)).toMatchObject({
      status: 400,
      msg: expect.stringContaining("已有 1 个有效扫码"),
      data: { error: "alreadyScanned" },
    });
  });

  it("of goods that are new needs their binding where the tenant asks for it", async () => {
    const { id, lineIds } = await document("in", await warehouse(), [{ num: 1 }], { docType: 1 });
    const target = { resource: "doc-detail", id: lineIds[0], title: "茅溪迎宾酒", action: "bindAttr" };
    const setting =
      "update config_tenant set config_value = $1 where config_key = 'warehouse.in.requireAttrBinding' and tenant_id = '100001'";
    const [before] = await rowsOf(
      server,
      "select config_value from config_tenant where config_key = 'warehouse.in.requireAttrBinding' and tenant_id = '100001'",
    );
    await put(setting, ["1"]);
    const unbound = "第 1 行“茅溪迎宾酒”未绑定属性，请先在单据明细中对该行点击“属性绑定”";
    // Lines can be bound only until scanning begins.
    expect(await act(ins, "start", id)).toMatchObject({
      status: 400,
      msg: unbound,
      data: { error: "notBound", issues: [{ path: ["details", 0, "num"], target }] },
    });
    expect(await row(ins, id)).toMatchObject({ status: 0 });
    const other = await document("in", await warehouse(), [{ num: 1 }], { docType: 9 });
    expect(await act(ins, "start", other.id)).toMatchObject({ code: 200 });
    expect(await act(ins, "finish/non-scan", id)).toMatchObject({
      status: 400,
      msg: unbound,
      data: { error: "notBound", issues: [{ path: ["details", 0, "num"] }] },
    });
    expect((await server.as("zhangwei", { userId }, "en").post(`${ins}/finish/non-scan/${id}`)).msg).toBe(
      "Line 1, “茅溪迎宾酒”, is not bound; choose “Bind attributes” at the line first",
    );
    await put(setting, ["0"]);
    expect(await act(ins, "finish/non-scan", id)).toMatchObject({ code: 200 });
    await put(setting, [before?.["config_value"]]);
  });

  it("of goods that are new needs a verdict of the quality control where the tenant asks for it", async () => {
    await put("update config set config_value = '1' where config_key = 'production.qcRequired'", []);
    const { id, lineIds } = await document("in", await warehouse(), [{ num: 1 }], { docType: 1 });
    const lineId = lineIds[0] ?? "";
    expect(await act(ins, "start", id)).toMatchObject({ status: 400, data: { error: "notBound" } });
    // Which lines that is about stands in the lines as well.
    expect(await row(detailLines, lineId)).toMatchObject({ bindState: 0 });
    const bind = async (docAttrList: readonly Body[], qcReport = "") => {
      const { productId, specId } = await row(detailLines, lineId);
      await put(
        `insert into attribute_owner_doc (id, tenant_id, doc_detail_id, product_id, spec_id, qc_report, doc_attr_list)
         values (880001, '100001', $1, $2, $3, $4, $5)
         on conflict (tenant_id, id) do update set qc_report = excluded.qc_report, doc_attr_list = excluded.doc_attr_list`,
        [lineId, productId, specId, qcReport, JSON.stringify(docAttrList)],
      );
      await put("update doc_detail set attr_doc_id = 880001 where id = $1", [lineId]);
    };
    const attrId = async (attrProp: string) => String((await find("/digit-bind/attr", { attrProp_equal: attrProp }))["id"]);
    const produced = { attrId: await attrId("produceDate"), attrValue: "2025-03-01" };
    await bind([produced]);
    expect(await row(detailLines, lineId)).toMatchObject({ bindState: 1 });
    const refused = {
      status: 400,
      msg: "第 1 行“茅溪迎宾酒”没有质检结论，请先在属性绑定中填写质检结论或上传质检报告",
      data: { error: "notJudged", issues: [{ path: ["details", 0, "num"] }] },
    };
    expect(await act(ins, "start", id)).toMatchObject(refused);
    expect(await act(ins, "finish/non-scan", id)).toMatchObject(refused);
    // Without a value the attribute says nothing.
    await bind([produced, { attrId: await attrId("qcResult") }]);
    expect(await act(ins, "start", id)).toMatchObject(refused);
    await bind([produced], "/upload/report.pdf");
    expect(await act(ins, "start", id)).toMatchObject({ code: 200 });
    await bind([produced, { attrId: await attrId("qcResult"), attrValueId: "1" }]);
    expect(await act(ins, "finish/non-scan", id)).toMatchObject({ code: 200 });
    await put("update config set config_value = '0' where config_key = 'production.qcRequired'", []);
  });
});

describe("finishing by sequence", () => {
  const prefix = "SEQ";
  let codeSetId = "";
  /** Codes of a set with numbers of their own. */
  const numbered = async (from: number, to: number): Promise<void> => {
    codeSetId = String((await find("/digit-manage/code-set", { setNo_equal: "MB202503010001" }))["id"]);
    for (let seq = from; seq <= to; seq += 1) await goods.insertCode(`${prefix}${seq}`, 3, { code_set_id: codeSetId, seq_no: seq });
  };
  const finish = (docId: string, segments: readonly Body[]) => zhangwei.post(`${ins}/finish/seq`, { docId, segments });

  it("takes in every code between the first and the last", async () => {
    await numbered(50_001, 50_003);
    const warehouseId = await warehouse();
    const { id, lineIds } = await document("in", warehouseId, [{ num: 3, batch: "B1" }]);
    const segment = { docDetailId: lineIds[0], layer: 3, startCode: "SEQ50001", endCode: "SEQ50003", num: 3 };
    expect(await finish(id, [{ ...segment, num: 2 }])).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["segments", 0, "num"], message: "数量应为 3" }] },
    });
    expect(await finish(id, [segment, { ...segment, startCode: "SEQ50003", num: 1 }])).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["segments", 1, "startCode"], message: "与前面的序号段重叠" }] },
    });
    expect(await finish(id, [{ ...segment, endCode: "NONE" }])).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["segments", 0, "endCode"] }] },
    });
    expect(await finish(id, [{ ...segment, endCode: "SEQ50002", num: 2 }])).toMatchObject({
      status: 400,
      data: { error: "needsConfirmation", issues: [{ path: ["details", 0, "num"] }] },
    });
    expect(await finish(id, [segment])).toMatchObject({ code: 200 });
    expect(await row(ins, id)).toMatchObject({ status: 2, finishMode: 3, realNum: 108 });
    expect(await stockOf(warehouseId)).toEqual([["B1", 108, 0, 108]]);
    expect(await currentOf(warehouseId)).toEqual([
      ["SEQ50001", 36, 0],
      ["SEQ50002", 36, 0],
      ["SEQ50003", 36, 0],
    ]);
    expect(await goods.rows("/digit-bind/scan-record", { docId_equal: id })).toHaveLength(3);
  });

  it("tells which codes of the range cannot come in, and takes none", async () => {
    await numbered(50_011, 50_013);
    await put("update code_item set block_status = 2 where code = 'SEQ50012'", []);
    const warehouseId = await warehouse();
    const { id, lineIds } = await document("in", warehouseId, [{ num: 3 }]);
    const segment = { docDetailId: lineIds[0], layer: 3, startCode: "SEQ50011", endCode: "SEQ50013", num: 3 };
    expect(await finish(id, [segment])).toMatchObject({ status: 400, msg: "以下码不能过账：SEQ50012（已封存/作废）" });
    expect(await row(ins, id)).toMatchObject({ status: 0 });
    expect(await stockOf(warehouseId)).toEqual([]);
    expect(await goods.rows("/digit-bind/scan-record", { docId_equal: id })).toEqual([]);
  });
});

describe("a document of more codes than a request books", () => {
  it("is booked in the background: refused as a whole it can be finished again, and then all of it is booked", async () => {
    const warehouseId = await warehouse();
    const { id, lineIds } = await document("in", warehouseId, [{ layer: 1, num: 2_101 }]);
    await act(ins, "start", id);
    const { productId, specId } = await goods.productOf("P0001");
    await put(
      "insert into code_item (id, tenant_id, code, layer, life_status, block_status, code_func_type, digit_source_mark, product_id, spec_id) select 700000000 + n, '100001', 'BIG' || n, 1, 1, 0, 1, 'SELF', $1::bigint, $2::bigint from generate_series(1, 2101) n",
      [productId, specId],
    );
    await put(
      "insert into scan_record (id, tenant_id, doc_kind, doc_id, doc_detail_id, code, layer, product_id, spec_id, num, root_id, accepted, reject_reason, scan_time) select 700000000 + n, '100001', 1, $1, $2::bigint, 'BIG' || n, 1, $3::bigint, $4::bigint, 1, 700000000 + n, 1, 0, '2025-03-12 11:00:00' from generate_series(1, 2101) n",
      [id, lineIds[0], productId, specId],
    );
    // As the database does by itself a minute after so many rows came.
    await put("analyze code_item, scan_record", []);
    await put("update code_item set block_status = 1 where code = 'BIG2101'", []);
    expect(await act(ins, "finish", id)).toMatchObject({ code: 200 });
    expect(await row(ins, id)).toMatchObject({ status: 3, progress: 0 });
    expect(await act(ins, "void", id)).toMatchObject({
      status: 400,
      msg: expect.stringContaining("当前状态为“处理中”"),
      data: { error: "wrongState" },
    });
    await worker.idle();
    expect(await row(ins, id)).toMatchObject({
      status: 1,
      failReason: "以下码不能过账：BIG2101（已封存/作废）",
    });
    expect([await stockOf(warehouseId), await billsOf(id)]).toEqual([[], []]);
    expect(await rowsOf(server, "select count(*)::int as n from code_item where code like 'BIG%' and life_status = 2")).toEqual([{ n: 0 }]);
    await put("update code_item set block_status = 0 where code = 'BIG2101'", []);
    expect(await act(ins, "finish", id)).toMatchObject({ code: 200 });
    held.isHeld = true;
    const booked = worker.idle();
    await held.reached.opened;
    await worker.tell();
    // What its job says, which alone is seen before everything is booked.
    expect(await row(ins, id)).toMatchObject({ status: 3, progress: 95, booking: { state: 2, done: 2_000, total: 2_101 } });
    expect(recordsIn(await zhangwei.get(`${ins}/list`, { id }))).toMatchObject([{ progress: 95 }]);
    expect(await stockOf(warehouseId)).toEqual([]);
    held.goesOn.open();
    await booked;
    expect(await row(ins, id)).toMatchObject({ status: 2, progress: 100, realNum: 2_101, failReason: "" });
    expect(await stockOf(warehouseId)).toEqual([["", 2_101, 0, 2_101]]);
    expect(await rowsOf(server, "select count(*)::int as n from code_item where code like 'BIG%' and life_status = 2")).toEqual([
      { n: 2_101 },
    ]);
  });
});
