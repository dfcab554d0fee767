import { choice, code, createdAt, datetime, defineResource, integer, lines, packLayers, ref, remark, state } from "#schema";
import booking from "./stock-doc-booking.fields.ts";
import plan from "./stock-doc-plan.fields.ts";

/**
 * Goods entering a warehouse: scanned, taken in without scanning, or by ranges of sequence numbers. Lines are written while it is a draft.
 */
export default defineResource({
  name: "stock-in-doc",
  label: ["入库单", "Stock-in document"],
  path: "/digit-bind/stock-in-doc",
  title: "docNo",
  highVolume: true,
  screen: "master-detail",
  related: [
    { resource: "stock-move-record", by: "docId" },
    { resource: "goods-bill", by: "docId" },
    { resource: "scan-record", by: "docId" },
    { resource: "traygoods", by: "stockInDocId" },
    { resource: "warehousegoodscurrent", by: "stockInDocId" },
  ],
  quickFind: { by: ["docNo"], shows: ["docType", "warehouseId", "bizDate"] },
  editableWhen: { status: 0 },
  removalNote: ["由账单生成的单据不能还原，可从账单重新生成", "One that was made from a bill is not restored, but made anew from the bill"],
  date: "bizDate",
  mainColumns: ["planNum", "docType", "warehouseId", "realNum"],
  sections: {
    docNo: ["基本信息", "Basics"],
    planNum: ["执行情况", "Progress"],
    remark: ["其他", "Other"],
  },
  fields: {
    docNo: code("入库单号", "Document no.", {
      max: 32, search: "like", unique: "tenant", readonly: true, width: 160,
      help: ["自动编号：RK、日期与流水号", "Given by the server: RK, the day, a running number"],
    }),
    docType: choice("入库类型", "Type", {
      options: [[1, "生产入库", "Production", "blue"], [2, "采购入库", "Purchase", "cyan"], [3, "调拨入库", "Transfer in", "purple"], [4, "退货入库", "Return", "orange"], [9, "其他入库", "Other"]],
      required: true, default: 1, search: "equal",
    }),
    warehouseId: ref("warehouse", "仓库", "Warehouse", { required: true, search: "equal" }),
    digitSourceId: ref("digit-source", "码源", "Code source", { help: ["为空用平台自有码", "Empty means the platform's own codes"] }),
    warehouseInBillId: ref("warehouse-in-bill", "来源入库账单", "Source in-bill", {
      search: "equal", list: false, createOnly: true, help: ["保存后自动带入账单的未执行明细", "Its open lines are taken over when the document is saved"],
    }),
    fromChannelId: ref("channel", "退货渠道", "Returned by channel", { search: "equal", showWhen: { docType: 4 } }),
    stockOutDocId: ref("stock-out-doc", "调出单", "Transfer-out document", { showWhen: { docType: 3 }, list: false }),
    ...plan,
    realNum: integer("实收数量（最小单位）", "Received base units", { readonly: true }),
    finishMode: choice("完成方式", "Finished by", {
      options: [[1, "扫码完成", "With scan", "green"], [2, "免扫完成", "Without scan", "orange"], [3, "按序号段完成", "By sequence", "blue"]],
      search: "equal", readonly: true,
    }),
    startTime: datetime("开始扫码时间", "Scanning started", { readonly: true, list: false }),
    ...booking,
    status: state("状态", "Status", {
      draft: [0, "待入库", "Draft"],
      scanning: [1, "扫码中", "Scanning", "blue"],
      finished: [2, "已入库", "Finished", "green"],
      processing: [3, "处理中", "Processing", "gold"],
      void: [9, "已作废", "Void", "red"],
    }, { search: "equal" }),
    remark: remark(),
    createTime: createdAt(),
  },
  details: {
    resource: "doc-detail", by: "docId", label: ["单据明细", "Lines"], with: { docKind: 1 }, writableWhen: { status: 0 },
    enteredWhen: { warehouseInBillId: { empty: true } },
  },
  numbering: { field: "docNo", prefix: "RK" },
  events: { queue: { from: "scanning", to: "processing" }, complete: { from: "processing", to: "finished" }, fail: { from: "processing", to: "scanning" } },
  reads: {
    "code-detail": { path: "/code-detail/{id}", shape: "custom" },
  },
  actions: {
    start: {
      label: ["开始扫码", "Start scanning"], from: "draft", to: "scanning", needsDetails: true, set: { startTime: "@now" }, handler: true,
      confirm: ["确定开始扫码?", "Start scanning this document?"], effect: "Refused while lines of new goods are not bound, if the tenant requires bindings",
    },
    scan: {
      label: ["扫码", "Scan"], when: { status: 1 }, dialog: "stock-scanning", permission: "scanrecord_post",
      with: { docKind: 1, docId: { field: "id" }, docNo: { field: "docNo" } },
    },
    finish: {
      label: ["扫码完成", "Finish with scan"], from: "scanning", to: "finished", set: { finishMode: 1, finishTime: "@now", operatorId: "@user" }, handler: true,
      confirm: ["确定按扫码结果完成入库?", "Finish with the scanned codes?"], warning: ["数量与计划不一致时", "Quantities that differ from the plan"], effect: "Takes in what was scanned; refused when nothing was",
    },
    finishNonScan: {
      label: ["免扫完成", "Finish without scan"], from: ["draft", "scanning"], to: "finished", path: "/finish/non-scan/{id}", needsDetails: true, handler: true,
      set: { finishMode: 2, finishTime: "@now", operatorId: "@user" }, confirm: ["确定不扫码直接完成入库?", "Finish without scanning?"],
      effect: "Takes in the quantities of the lines; no code moves. Refused when codes were scanned",
    },
    finishSeq: {
      label: ["按序号完成", "Finish by sequence"], from: ["draft", "scanning"], to: "processing", path: "/finish/seq", idParam: "docId", send: "body", needsDetails: true, handler: true,
      set: { finishMode: 3, operatorId: "@user" }, warning: ["数量与计划不一致时", "Quantities that differ from the plan"],
      params: {
        segments: lines("序号段", "Segments", {
          required: ["请添加序号段", "Please add segments"],
          fields: {
            docDetailId: ref("doc-detail", "单据明细", "Line", { required: true }),
            layer: choice("层级", "Layer", { options: packLayers, required: true }),
            startCode: code("起始码", "First code", { required: true, max: 128 }),
            endCode: code("结束码", "Last code", { required: true, max: 128 }),
            num: integer("数量", "Quantity", { required: true, min: 1 }),
          },
        }),
      },
      effect: "Takes in all codes between the first and the last of each segment, as if each had been scanned",
    },
    void: { label: ["作废", "Void"], from: ["draft", "scanning"], to: "void", confirm: ["确定作废该入库单?", "Void this document?"], handler: true, effect: "Releases what was scanned" },
  },
});
