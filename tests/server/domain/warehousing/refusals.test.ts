// What people in a warehouse are told when something is refused, in the language they read: each refusal by its whole sentence.
import { describe, expect, it } from "vitest";
import { isRecord } from "#schema/json";
import { objectIn, type Body } from "../../../support/samples.ts";
import type { Answer, Client } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";
import { detailLines, goodsOf, ins, outs, records, currents } from "./goods.ts";

const demonstration = await startDemonstration();
const { act, add, find, put, row, server, userId, zhangwei } = demonstration;
const english = server.as("zhangwei", { userId, realName: "张伟" }, "en");
const goods = goodsOf(demonstration);
const { codedCase, document, scan, stocked, taken, warehouse } = goods;
const [sales, waybills, inBills, outBills] = [
  "/digit_bind/saledoc",
  "/digit-bind/logistics/out-doc",
  "/digit-bind/warehouse-in-bill",
  "/digit-bind/warehouse-out-bill",
] as const;
const product = await goods.productOf("P0001");
const unlayered = await goods.productOf("P0002");

type Call = (client: Client) => Promise<Answer>;
const submit =
  (path: string, body: Body): Call =>
  (client) =>
    client.post(`${path}/submit`, body);
const start =
  (path: string, action: string, id: unknown): Call =>
  (client) =>
    client.post(`${path}/${action}/${String(id)}`);

interface Refused {
  readonly what: string;
  readonly call: () => Promise<Call>;
  readonly zh: string;
  readonly en: string;
  /** What programs read instead. */
  readonly error: string;
  /** Where its sentence stands, for one of a field, and the code that programs find there. */
  readonly code?: string;
  readonly path?: readonly (string | number)[];
  /** What is said there, where the whole is another sentence. */
  readonly there?: readonly [zh: string, en: string];
}

/** A document with a number that the sentences can name. */
async function numbered(direction: "in" | "out", docNo: string, lines: Parameters<typeof document>[2], more: Body = {}) {
  const warehouseId = await warehouse();
  const made = await document(direction, warehouseId, lines, more);
  await put(`update stock_${direction}_doc set doc_no = $2 where id = $1::bigint`, [made.id, docNo]);
  return { ...made, warehouseId };
}

it.each<Refused>([
  {
    what: "scanning for a draft",
    call: async () => submit(records, { docKind: 1, docId: (await numbered("in", "RK-S1", [{ num: 1 }])).id, code: "X" }),
    zh: "入库单“RK-S1”当前状态为“待入库”，不能扫码",
    en: "Stock-in document “RK-S1”: scanning is not possible while it is “Draft”",
    error: "wrongState",
  },
  {
    what: "a device that nobody knows",
    call: async () => {
      const { id } = await numbered("in", "RK-S2", [{ num: 1 }]);
      await act(ins, "start", id);
      return submit(records, { docKind: 1, docId: id, code: "X", deviceCode: "NONE" });
    },
    zh: "设备“NONE”不存在",
    en: "Device “NONE” does not exist",
    error: "deviceRefused",
  },
  {
    what: "a device that is disabled",
    call: async () => {
      const { id } = await numbered("in", "RK-S3", [{ num: 1 }]);
      await act(ins, "start", id);
      await put("update device set status = 2 where device_code = 'PDA-8C3A02'", []);
      return submit(records, { docKind: 1, docId: id, code: "X", deviceCode: "PDA-8C3A02" });
    },
    zh: "设备“PDA-8C3A02”未绑定或已停用，不能上报扫码",
    en: "Device “PDA-8C3A02” is not bound or is disabled, so it may not post scans",
    error: "deviceRefused",
  },
  {
    what: "a device of another warehouse",
    call: async () => {
      const { id } = await numbered("in", "RK-S4", [{ num: 1 }]);
      await act(ins, "start", id);
      return submit(records, { docKind: 1, docId: id, code: "X", deviceCode: "PDA-8C3A01" });
    },
    zh: "设备“PDA-8C3A01”不属于该单据的仓库",
    en: "Device “PDA-8C3A01” does not belong to the warehouse of the document",
    error: "deviceRefused",
  },
  {
    what: "more scans than are taken at once",
    call: async () => (client) =>
      client.post(
        `${records}/submit`,
        Array.from({ length: 201 }, () => ({ docKind: 1, docId: "1", code: "X" })),
      ),
    zh: "一次最多上报 200 个码",
    en: "At most 200 codes can be posted at once",
    error: "tooManyScans",
  },
  {
    what: "taking back where nothing was scanned",
    call: async () => {
      const { id } = await numbered("in", "RK-S5", [{ num: 1 }]);
      await act(ins, "start", id);
      return (client) => client.post(`${records}/undo`, { docKind: 1, docId: id });
    },
    zh: "该单据没有可撤销的扫码",
    en: "The document has no scan to take back",
    error: "nothingToUndo",
  },
  {
    what: "taking back a code that was not scanned",
    call: async () => {
      const { id } = await numbered("in", "RK-S6", [{ num: 1 }]);
      await act(ins, "start", id);
      return (client) => client.post(`${records}/undo`, { docKind: 1, docId: id, code: "X" });
    },
    zh: "该单据没有码“X”的有效扫码",
    en: "The document has no accepted scan of “X”",
    error: "nothingToUndo",
  },
  {
    what: "finishing a stock-in without a scan",
    call: async () => {
      const { id } = await numbered("in", "RK-F1", [{ num: 1 }]);
      await act(ins, "start", id);
      return start(ins, "finish", id);
    },
    zh: "入库单“RK-F1”没有有效扫码，请扫码，或选择免扫完成",
    en: "Nothing was scanned for “RK-F1”: scan its goods, or finish it without scanning",
    error: "nothingScanned",
  },
  {
    what: "finishing a stock-in without scanning after a scan",
    call: async () => {
      const { id } = await numbered("in", "RK-F2", [{ num: 1 }]);
      await act(ins, "start", id);
      await scan("in", id, [(await codedCase()).code]);
      return start(ins, "finish/non-scan", id);
    },
    zh: "入库单“RK-F2”已有 1 个有效扫码，请按扫码完成，或先撤销扫码",
    en: "“RK-F2” has 1 accepted scans: finish it with them, or take them back first",
    error: "alreadyScanned",
  },
  {
    what: "booking a code that was sealed since",
    call: async () => {
      const { id } = await numbered("in", "RK-F3", [{ num: 1 }]);
      await act(ins, "start", id);
      const { code } = await codedCase();
      await scan("in", id, [code]);
      await put("update code_item set block_status = 1, code = 'SEALED-1' where code = $1", [code]);
      await put("update scan_record set code = 'SEALED-1' where code = $1", [code]);
      return start(ins, "finish", id);
    },
    zh: "以下码不能过账：SEALED-1（已封存/作废）",
    en: "These codes cannot be booked: SEALED-1 (Sealed or disabled)",
    error: "codesRefused",
  },
  {
    what: "booking a code that is gone since",
    call: async () => {
      const { id } = await numbered("in", "RK-F4", [{ num: 1 }]);
      await act(ins, "start", id);
      const { code } = await codedCase();
      await scan("in", id, [code]);
      await put("update scan_record set code = 'GONE-1' where code = $1", [code]);
      return start(ins, "finish", id);
    },
    zh: "以下码不能过账：GONE-1（码不存在）",
    en: "These codes cannot be booked: GONE-1 (Unknown code)",
    error: "codesRefused",
  },
  {
    what: "finishing with one line that differs",
    call: async () => {
      const { id } = await numbered("in", "RK-D1", [{ num: 2 }]);
      await act(ins, "start", id);
      await scan("in", id, [(await codedCase()).code]);
      return start(ins, "finish", id);
    },
    zh: "“RK-D1”有 1 行的实际数量与计划不一致，确定按实际数量完成?",
    en: "One line of “RK-D1” differs from the plan. Finish with what was scanned?",
    error: "needsConfirmation",
    code: "tooLarge",
    path: ["details", 0, "num"],
    there: ["第 1 行“茅溪迎宾酒”：计划 72瓶，实际 36瓶", "Line 1, “茅溪迎宾酒”: 72 base units planned, 36 scanned"],
  },
  {
    what: "finishing with two lines that differ",
    call: async () => {
      const { id } = await numbered("in", "RK-D2", [{ num: 2 }, { product: "P0003", num: 1 }]);
      await act(ins, "start", id);
      await scan("in", id, [(await codedCase()).code]);
      return start(ins, "finish", id);
    },
    zh: "“RK-D2”有 2 行的实际数量与计划不一致，确定按实际数量完成?",
    en: "2 lines of “RK-D2” differ from the plan. Finish with what was scanned?",
    error: "needsConfirmation",
    code: "tooLarge",
    path: ["details", 0, "num"],
    there: ["第 1 行“茅溪迎宾酒”：计划 72瓶，实际 36瓶", "Line 1, “茅溪迎宾酒”: 72 base units planned, 36 scanned"],
  },
  {
    what: "stock that is short",
    call: async () => {
      const { id, warehouseId } = await numbered("out", "CK-S1", [{ num: 2 }]);
      await stocked(warehouseId, [{ num: 1 }]);
      return start(outs, "start", id);
    },
    zh: "第 1 行“茅溪迎宾酒”库存不足：可用 36瓶，计划 72瓶",
    en: "Line 1, “茅溪迎宾酒”: 36 of 72 base units are available",
    error: "stockShort",
    code: "tooLarge",
    path: ["details", 0, "num"],
  },
  {
    what: "a line in a layer that its spec does not have",
    call: async () => {
      const { id, lineIds } = await numbered("out", "CK-L1", [{ product: "P0002", num: 1 }]);
      await put("update doc_detail set layer = 4 where id = $1::bigint", [lineIds[0]]);
      return start(outs, "start", id);
    },
    zh: "第 1 行“茅溪珍藏 53度”的规格没有此层级的换算，请先维护规格包装层级",
    en: "Line 1, “茅溪珍藏 53度”: the spec has no such layer; add it to the layers of the spec first",
    error: "noConversion",
    code: "notAllowed",
    path: ["details", 0, "layer"],
  },
  {
    what: "a sale that has lost its channel",
    call: async () => {
      const { id } = await numbered("out", "CK-C1", [{ num: 1 }], { docType: 1, channelId: await goods.channel() });
      await put("update stock_out_doc set channel_id = null where id = $1::bigint", [id]);
      return start(outs, "start", id);
    },
    zh: "销售出库请选择渠道",
    en: "Please select the channel of the sale",
    error: "channelRequired",
  },
  {
    what: "a sale without a channel",
    call: async () => submit(outs, { docType: 1, warehouseId: await warehouse(), bizDate: "2025-03-12" }),
    zh: "销售出库请选择渠道",
    en: "Please select the channel of the sale",
    error: "invalid",
    code: "required",
    path: ["channelId"],
  },
  {
    what: "a sale to a channel that has ended",
    call: async () => {
      const { id } = await numbered("out", "CK-C2", [{ num: 1 }], { docType: 1, channelId: await goods.channel() });
      await put("update stock_out_doc set channel_id = $2::bigint where id = $1::bigint", [id, await goods.channel("QD005")]);
      return start(outs, "start", id);
    },
    zh: "渠道“四川川酒联商贸”已停用或合同到期，不能出库",
    en: "The channel “四川川酒联商贸” is disabled or its contract has ended, so nothing may be sold to it",
    error: "channelInactive",
  },
  {
    what: "a transfer that has lost its target",
    call: async () => {
      const { id } = await numbered("out", "CK-T1", [{ num: 1 }], { docType: 2, toWarehouseId: await warehouse() });
      await put("update stock_out_doc set to_warehouse_id = null where id = $1::bigint", [id]);
      return start(outs, "start", id);
    },
    zh: "调拨出库请选择调入仓库",
    en: "Please select the target warehouse of the transfer",
    error: "invalid",
    code: "required",
    path: ["toWarehouseId"],
  },
  {
    what: "a line of a layer without conversion",
    call: async () => submit(detailLines, { docId: (await numbered("in", "RK-L1", [])).id, docKind: 1, ...unlayered, layer: 4, num: 1 }),
    zh: "该规格没有此层级的换算，请先维护规格包装层级",
    en: "The spec has no such layer; add it to the layers of the spec first",
    error: "invalid",
    code: "notAllowed",
    path: ["layer"],
  },
  {
    what: "a line of more than can be counted",
    call: async () =>
      submit(detailLines, { docId: (await numbered("in", "RK-L2", [])).id, docKind: 1, ...product, layer: 3, num: 60_000_000 }),
    zh: "数量过大，折合最小单位超出范围",
    en: "The quantity is too large in base units",
    error: "invalid",
    code: "tooLarge",
    path: ["num"],
  },
  {
    what: "a line of an out-bill without conversion",
    call: async () => {
      const billId = await add(outBills, { billNo: "OB-R1", billType: 9, warehouseId: await warehouse() });
      return submit(`${outBills}-detail`, { billId, ...unlayered, layer: 4, num: 1 });
    },
    zh: "该规格没有此层级的换算，请先维护规格包装层级",
    en: "The spec has no such layer; add it to the layers of the spec first",
    error: "invalid",
    code: "notAllowed",
    path: ["layer"],
  },
  {
    what: "a line of an out-bill of more than can be counted",
    call: async () => {
      const billId = await add(outBills, { billNo: "OB-R2", billType: 9, warehouseId: await warehouse() });
      return submit(`${outBills}-detail`, { billId, ...product, layer: 3, num: 60_000_000 });
    },
    zh: "数量过大，折合最小单位超出范围",
    en: "The quantity is too large in base units",
    error: "invalid",
    code: "tooLarge",
    path: ["num"],
  },
  {
    what: "a line of an in-bill without conversion",
    call: async () =>
      submit(inBills, {
        billNo: "IB-R1",
        billType: 1,
        warehouseId: await warehouse(),
        details: [
          { ...product, layer: 3, num: 1 },
          { ...unlayered, layer: 4, num: 1 },
        ],
      }),
    zh: "该规格没有此层级的换算，请先维护规格包装层级",
    en: "The spec has no such layer; add it to the layers of the spec first",
    error: "invalid",
    code: "notAllowed",
    path: ["details", 1, "layer"],
  },
  {
    what: "closing a bill that a document carries out",
    call: async () => {
      const warehouseId = await warehouse();
      const bill = await add(outBills, { billNo: "OB-R3", billType: 9, warehouseId });
      const id = await add(outs, { docType: 9, warehouseId, bizDate: "2025-03-12", warehouseOutBillId: bill });
      await put("update stock_out_doc set doc_no = 'CK-B1' where id = $1::bigint", [id]);
      return start(outBills, "close", bill);
    },
    zh: "单据“CK-B1”尚未完成，不能关闭账单",
    en: "Document “CK-B1” is under way; the bill cannot be closed",
    error: "documentUnderWay",
  },
  {
    what: "a stock-in from an in-bill of another warehouse",
    call: async () => {
      const bill = await add(inBills, { billNo: "IB-R2", billType: 1, warehouseId: await warehouse() });
      return submit(ins, { docType: 9, warehouseId: await warehouse(), bizDate: "2025-03-12", warehouseInBillId: bill });
    },
    zh: "仓库与账单不一致",
    en: "The warehouse differs from that of the bill",
    error: "invalid",
    code: "different",
    path: ["warehouseId"],
  },
  {
    what: "a stock-in from a bill with a layer that the spec has lost",
    call: async () => {
      const warehouseId = await warehouse();
      const bill = await add(inBills, { billNo: "IB-R4", billType: 1, warehouseId, details: [{ ...unlayered, layer: 3, num: 1 }] });
      await put("update warehouse_in_bill set details = jsonb_set(details, '{0,layer}', '4') where id = $1::bigint", [bill]);
      return submit(ins, { docType: 9, warehouseId, bizDate: "2025-03-12", warehouseInBillId: bill });
    },
    zh: "该规格没有此层级的换算，请先维护规格包装层级",
    en: "The spec has no such layer; add it to the layers of the spec first",
    error: "invalid",
    code: "notAllowed",
    path: ["warehouseInBillId"],
  },
  {
    what: "a stock-out from a bill with a layer that the spec has lost",
    call: async () => {
      const warehouseId = await warehouse();
      const bill = await add(outBills, { billNo: "OB-R7", billType: 9, warehouseId });
      const line = await add(`${outBills}-detail`, { billId: bill, ...unlayered, layer: 3, num: 1 });
      await put("update warehouse_out_bill_detail set layer = 4 where id = $1::bigint", [line]);
      return submit(outs, { docType: 9, warehouseId, bizDate: "2025-03-12", warehouseOutBillId: bill });
    },
    zh: "该规格没有此层级的换算，请先维护规格包装层级",
    en: "The spec has no such layer; add it to the layers of the spec first",
    error: "invalid",
    code: "notAllowed",
    path: ["warehouseOutBillId"],
  },
  {
    what: "more stock than can be counted",
    call: async () => {
      const warehouseId = await warehouse();
      await stocked(warehouseId, [{ num: 1 }]);
      await put("update goods_stock set num = 2147483612 where warehouse_id = $1::bigint", [warehouseId]);
      const { id } = await document("in", warehouseId, [{ num: 1 }]);
      return start(ins, "finish/non-scan", id);
    },
    zh: "库存数量超出范围",
    en: "The stock would be too large to count",
    error: "stockTooLarge",
  },
  {
    what: "a document of another channel than its bill's",
    call: async () => {
      const warehouseId = await warehouse();
      const bill = await add(outBills, { billNo: "OB-R5", billType: 1, warehouseId, channelId: await goods.channel("QD001") });
      return submit(outs, {
        docType: 1,
        warehouseId,
        bizDate: "2025-03-12",
        warehouseOutBillId: bill,
        channelId: await goods.channel("QD002"),
      });
    },
    zh: "渠道与账单不一致",
    en: "The channel differs from that of the bill",
    error: "invalid",
    code: "different",
    path: ["channelId"],
  },
  {
    what: "a waybill that is received before it is shipped",
    call: async () => {
      const { id } = await numbered("out", "CK-W1", [], { docType: 1, channelId: await goods.channel() });
      return submit(waybills, { id: await add(waybills, { stockOutDocId: id, carrier: "顺安物流" }), signTime: "2025-03-14 09:00:00" });
    },
    zh: "尚未发运，请先填写发运时间",
    en: "It has not been shipped: enter the time of dispatch first",
    error: "invalid",
    code: "notAllowed",
    path: ["signTime"],
  },
  ...[
    { name: "shipTime", zh: "已发运，发运时间不能清空", en: "It has been shipped, and keeps the time of dispatch" },
    { name: "signTime", zh: "已签收，签收时间不能清空", en: "It has been received, and keeps the time of receipt" },
  ].map(({ name, zh, en }): Refused => ({
    what: `a waybill whose ${name} is emptied`,
    call: async () => {
      const { id } = await numbered("out", `CK-W-${name}`, [], { docType: 1, channelId: await goods.channel() });
      const times = { shipTime: "2025-03-13 09:00:00", signTime: "2025-03-14 09:00:00" };
      return submit(waybills, { id: await add(waybills, { stockOutDocId: id, carrier: "顺安物流", ...times }), [name]: "" });
    },
    zh,
    en,
    error: "invalid",
    code: "required",
    path: [name],
  })),
  {
    what: "a change of goods by hand without a reason",
    call: async () => submit(currents, { ...product, warehouseId: await warehouse(), num: 5, reason: "  " }),
    zh: "请填写调整原因",
    en: "Please enter the reason of the adjustment",
    error: "invalid",
    code: "required",
    path: ["reason"],
  },
  {
    what: "a change by hand of goods that have a code",
    call: async () => {
      const [warehouseId, held] = [await warehouse(), await codedCase()];
      await taken(warehouseId, [held.code]);
      const [current] = await goods.rows(currents, { warehouseId_equal: warehouseId });
      return submit(currents, { ...current, num: 30, reason: "盘亏" });
    },
    zh: "有码货品的数量、产品和仓库只能由单据变更：请用入库单、调拨或报损出库",
    en: "Quantity, product and warehouse of goods with a code change by documents only: a stock-in, a transfer or a scrap stock-out",
    error: "invalid",
    code: "notAllowed",
    path: ["num"],
  },
  {
    what: "the removal of a row that has goods",
    call: async () => {
      const warehouseId = await warehouse();
      await stocked(warehouseId, [{ num: 1 }]);
      const [current] = await goods.rows(currents, { warehouseId_equal: warehouseId });
      return (client) => client.post(`${currents}/remove`, undefined, { ids: String(current?.["id"]) });
    },
    zh: "该行还有 36（最小单位）货品，请先将数量调整为 0 并填写原因，再删除",
    en: "The row still has 36 base units: set its quantity to 0 with a reason first",
    error: "goodsLeft",
  },
  {
    what: "a change by hand of more than is free",
    call: async () => {
      const warehouseId = await warehouse();
      await stocked(warehouseId, [{ num: 1, batch: "B1" }]);
      const { id } = await document("out", warehouseId, [{ num: 1 }]);
      await act(outs, "start", id);
      const [current] = await goods.rows(currents, { warehouseId_equal: warehouseId });
      return submit(currents, { ...current, num: 30, reason: "盘亏" });
    },
    zh: "“茅溪迎宾酒”批次 B1 的可用库存不足，还差 6（最小单位）",
    en: "Too little of “茅溪迎宾酒”, batch B1, is available: 6 base units are lacking",
    error: "stockShort",
  },
  {
    what: "a sale document without a buyer",
    call: async () =>
      submit(sales, {
        fromChannelId: await goods.channel("QD001"),
        saleType: 1,
        saleDate: "2025-03-12",
        details: [{ ...product, layer: 3, num: 1 }],
      }),
    zh: "请选择购货渠道",
    en: "Please select the buying channel",
    error: "invalid",
    code: "required",
    path: ["toChannelId"],
  },
  {
    what: "a sale document to a buyer elsewhere",
    call: async () =>
      submit(sales, {
        fromChannelId: await goods.channel("QD001"),
        toChannelId: await goods.channel("QD002"),
        saleType: 1,
        saleDate: "2025-03-12",
        details: [{ ...product, layer: 3, num: 1 }],
      }),
    zh: "购货渠道必须是销售渠道的下级",
    en: "The buying channel must be below the selling one",
    error: "invalid",
    code: "notAllowed",
    path: ["toChannelId"],
  },
])("$what is refused in both languages", async ({ call, zh, en, error, code, path, there = [zh, en] }) => {
  const refused = await call();
  for (const [client, sentence, messageThere] of [
    [zhangwei, zh, there[0]],
    [english, en, there[1]],
  ] as const) {
    const answer = await refused(client);
    expect(answer).toMatchObject({ status: 400, msg: sentence, data: { error } });
    const { issues } = objectIn(answer);
    const [issue] = Array.isArray(issues) ? issues.filter(isRecord) : [];
    expect([issue?.["code"], issue?.["path"], issue?.["message"]]).toEqual([code, path, path === undefined ? undefined : messageThere]);
  }
});

it("as much stock as can be counted is booked", async () => {
  const warehouseId = await warehouse();
  await stocked(warehouseId, [{ num: 1 }]);
  await put("update goods_stock set num = 2147483611 where warehouse_id = $1::bigint", [warehouseId]);
  await stocked(warehouseId, [{ num: 1 }]);
  expect(await goods.stockOf(warehouseId)).toEqual([["", 2_147_483_647, 0, 2_147_483_647]]);
});

describe("a segment of numbers", () => {
  let seq = 70_000;
  const setOf = async (setNo: string) => String((await find("/digit-manage/code-set", { setNo_equal: setNo }))["id"]);
  /** Three cases of a set, with a line for them. */
  async function segment() {
    const codeSetId = await setOf("MB202503010001");
    const codes: string[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      seq += 1;
      codes.push(`SG${seq}`);
      await goods.insertCode(`SG${seq}`, 3, { code_set_id: codeSetId, seq_no: seq });
    }
    const [first = "", , last = ""] = codes;
    const { id, lineIds } = await document("in", await warehouse(), [{ num: 3 }]);
    return { id, first, last, line: { docDetailId: lineIds[0], layer: 3, startCode: first, endCode: last, num: 3 } };
  }
  type Segment = Awaited<ReturnType<typeof segment>>;
  const change = (column: string, value: unknown, which: "first" | "last") => (made: Segment) =>
    put(`update code_item set ${column} = $2 where code = $1`, [made[which], value]);

  it.each<{
    readonly what: string;
    readonly more?: Body;
    readonly now?: (made: Segment) => Promise<void>;
    readonly field: string;
    readonly code: string;
    readonly zh: string;
    readonly en: string;
  }>([
    {
      what: "of another document",
      more: { docDetailId: "1" },
      field: "docDetailId",
      code: "notFound",
      zh: "明细不属于该单据",
      en: "The line is not one of the document",
    },
    {
      what: "of another layer than its line",
      more: { layer: 2 },
      field: "layer",
      code: "different",
      zh: "层级与明细不一致",
      en: "The layer differs from that of the line",
    },
    {
      what: "that begins with no code",
      more: { startCode: "NO1" },
      field: "startCode",
      code: "notFound",
      zh: "码“NO1”不存在",
      en: "There is no code “NO1”",
    },
    {
      what: "that ends with no code",
      more: { endCode: "NO2" },
      field: "endCode",
      code: "notFound",
      zh: "码“NO2”不存在",
      en: "There is no code “NO2”",
    },
    {
      what: "that begins with another layer",
      now: change("layer", 2, "first"),
      field: "startCode",
      code: "different",
      zh: "起始码的层级与明细不一致",
      en: "The first code is of another layer than the line",
    },
    {
      what: "that begins outside every set",
      now: change("code_set_id", null, "first"),
      field: "startCode",
      code: "notAllowed",
      zh: "起始码不属于任何码包",
      en: "The first code belongs to no code set",
    },
    {
      what: "that begins without a number",
      now: change("seq_no", null, "first"),
      field: "startCode",
      code: "notAllowed",
      zh: "起始码不属于任何码包",
      en: "The first code belongs to no code set",
    },
    ...(
      [
        ["outside the set", change("code_set_id", null, "last")],
        ["with another layer", change("layer", 2, "last")],
        ["with another function", change("code_func_type", 2, "last")],
        ["with another source", change("digit_source_mark", "OTHER", "last")],
        ["without a number", change("seq_no", null, "last")],
      ] as const
    ).map(([what, now]) => ({
      what: `that ends ${what}`,
      now,
      field: "endCode",
      code: "different",
      zh: "结束码与起始码不是同一码包同一层级的码",
      en: "The last code is not of the same code set and layer as the first",
    })),
    {
      what: "that ends before it begins",
      now: change("seq_no", 1, "last"),
      field: "endCode",
      code: "tooSmall",
      zh: "结束码在起始码之前",
      en: "The last code comes before the first",
    },
    { what: "of fewer than it says", more: { num: 4 }, field: "num", code: "different", zh: "数量应为 3", en: "The quantity should be 3" },
    { what: "of more than it says", more: { num: 2 }, field: "num", code: "different", zh: "数量应为 3", en: "The quantity should be 3" },
  ])("$what is refused at its field", async ({ more = {}, now, field, code, zh, en }) => {
    const made = await segment();
    await now?.(made);
    for (const [client, message] of [
      [zhangwei, zh],
      [english, en],
    ] as const)
      expect(await client.post(`${ins}/finish/seq`, { docId: made.id, segments: [{ ...made.line, ...more }] })).toMatchObject({
        status: 400,
        msg: message,
        data: { issues: [{ code, path: ["segments", 0, field] }] },
      });
    expect(await row(ins, made.id)).toMatchObject({ status: 0 });
  });

  it.each([
    { what: "that is not in use", column: "status", value: 2, code: "notAllowed", zh: "码包不在使用中", en: "The code set is not in use" },
    {
      what: "of another product",
      column: "product_id",
      value: unlayered.productId,
      code: "different",
      zh: "码包的产品或规格与明细不一致",
      en: "The product or spec of the code set differs from the line",
    },
    {
      what: "of another spec",
      column: "spec_id",
      value: unlayered.specId,
      code: "different",
      zh: "码包的产品或规格与明细不一致",
      en: "The product or spec of the code set differs from the line",
    },
  ])("of a set $what is refused", async ({ column, value, code, zh, en }) => {
    const made = await segment();
    const set = await setOf("MB202503010001");
    const { [column === "status" ? "status" : column === "product_id" ? "productId" : "specId"]: before } = await row(
      "/digit-manage/code-set",
      set,
    );
    await put(`update code_set set ${column} = $2 where id = $1::bigint`, [set, value]);
    const answers = [zhangwei, english].map((client) => client.post(`${ins}/finish/seq`, { docId: made.id, segments: [made.line] }));
    expect(await Promise.all(answers)).toMatchObject(
      [zh, en].map((msg) => ({ msg, data: { issues: [{ code, path: ["segments", 0, "startCode"] }] } })),
    );
    await put(`update code_set set ${column} = $2 where id = $1::bigint`, [set, before === "" ? null : before]);
  });

  it("that meets one before it is refused, and one beside it is not", async () => {
    const made = await segment();
    const answer = (client: Client, startCode: string, endCode: string, num: number) =>
      client.post(`${ins}/finish/seq`, {
        docId: made.id,
        segments: [
          { ...made.line, endCode: made.first, num: 1 },
          { ...made.line, startCode, endCode, num },
        ],
      });
    const meets = (msg: string) => ({
      msg,
      data: { error: "invalid", issues: [{ code: "duplicate", path: ["segments", 1, "startCode"] }] },
    });
    expect(await answer(zhangwei, made.first, made.last, 3)).toMatchObject(meets("与前面的序号段重叠"));
    expect(await answer(english, made.first, made.first, 1)).toMatchObject(meets("Overlaps a segment before it"));
    expect(await answer(zhangwei, `SG${seq - 1}`, made.last, 2)).toMatchObject({ code: 200 });
  });
});
