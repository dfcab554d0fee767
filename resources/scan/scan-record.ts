import { bool, choice, code, codeDetailPage, datetime, defineResource, documentKinds, integer, itsDocument, packLayers, ref, text } from "#schema";

/** What devices scanned for stock documents. Refused scans are kept as evidence. */
export default defineResource({
  name: "scan-record",
  label: ["单据扫码记录", "Document scan record"],
  path: "/digit-bind/scan-record",
  title: "code",
  unbounded: true,
  ofChannels: { docId: ["stock-in-doc", "stock-out-doc", "saledoc"] },
  eventsOf: { at: "scanTime", of: { docId: ["stock-in-doc", "stock-out-doc", "saledoc"] } },
  indexes: [["docId", "scanTime"], ["docId", "code"], ["docDetailId"], ["code"], ["rootId"], ["scanTime"]],
  containsIndexes: ["docNo"],
  calls: ["list", "detail"],
  screen: "readonly-table",
  mainColumns: ["productId", "accepted", "rejectReason", "scanTime"],
  sections: {
    docKind: ["单据", "Document"],
    code: ["码与产品", "Code and product"],
    scanMode: ["扫码结果", "Scan"],
  },
  fields: {
    docKind: choice("单据种类", "Document kind", { options: documentKinds, search: "equal" }),
    docId: text("单据ID", "Document id", { max: 20, search: "equal", list: false, visibleIn: [] }),
    docNo: text("单号", "Document no.", { leadsTo: itsDocument, search: "like" }),
    docDetailId: ref("doc-detail", "单据明细", "Line", { show: "docNo", search: "equal", list: false }),
    code: code("码", "Code", { leadsTo: codeDetailPage, max: 128, search: "equal" }),
    layer: choice("层级", "Layer", { options: packLayers }),
    productId: ref("attr-owner", "产品", "Product", { search: "equal", filter: { ownerType: 1 } }),
    specId: ref("spec", "规格", "Spec", { within: "productId" }),
    num: integer("数量（最小单位）", "Base units"),
    batchCode: text("批次号", "Batch code", { max: 64, list: false }),
    rootId: ref("code-item", "最外层码", "Outermost code", { visibleIn: [], list: false }),
    scanMode: choice("扫码方式", "Scan mode", {
      options: [[1, "PDA 扫码", "Handheld", "blue"], [2, "固定扫码", "Fixed scanner", "cyan"], [3, "序号段", "Sequence", "purple"], [4, "文件上传", "File", "gold"], [5, "页面扫码", "On screen", "green"]],
      search: "equal",
    }),
    accepted: bool("是否有效", "Accepted", { default: 1, search: "equal" }),
    rejectReason: choice("拒绝原因", "Reject reason", {
      options: [
        [0, "无", "None"], [1, "码不存在", "Unknown code", "red"], [2, "重复扫码", "Scanned twice", "gold"], [3, "产品不符", "Other product", "orange"],
        [4, "状态不符", "Wrong code status", "orange"], [5, "已封存/作废", "Sealed or disabled", "red"], [6, "超出数量", "Over quantity", "gold"],
        [7, "不在本仓", "Not in this warehouse", "purple"], [8, "已撤销", "Undone"], [9, "层级不符", "Wrong layer", "orange"], [10, "在其他单据中", "In another document", "purple"],
      ],
      default: 0, search: "equal",
    }),
    deviceId: ref("device", "设备", "Device", { search: "equal" }),
    scanUserId: ref("user", "扫码人", "Scanned by", { search: "equal" }),
    scanTime: datetime("扫码时间", "Scanned at", { search: "range", sortable: true }),
  },
  reads: {
    doc: {
      path: "/doc/{id}", shape: "rows", params: { id: "docId" },
      fields: ["code", "layer", "productId", "specId", "num", "accepted", "rejectReason", "deviceId", "scanUserId", "scanTime"],
    },
    "doc-detail": {
      path: "/doc-detail/{id}", shape: "rows", params: { id: "docDetailId" },
      fields: ["code", "layer", "productId", "specId", "num", "accepted", "rejectReason", "deviceId", "scanUserId", "scanTime"],
    },
  },
  actions: {
    post: {
      label: ["上报扫码", "Post scans"], on: "screen", path: "/submit", send: "body", handler: true,
      effect: "Takes { docKind, docId, code, layer?, deviceCode?, scanTime? } or up to 200 of them; answers the verdict on each, and what a wrong state would have to be",
    },
    undo: {
      label: ["撤销扫码", "Undo scans"], on: "screen", path: "/undo", send: "body", handler: true, permission: "scanrecord_post",
      effect: "Takes { docKind, docId, code? }: takes back the scan of the code, or the last accepted one of the document while it is being scanned",
    },
  },
});
