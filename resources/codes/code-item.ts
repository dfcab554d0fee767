import { choice, code, codeDetailPage, codeFunctions, datetime, defineResource, integer, packLayers, password, ref, refs, text } from "#schema";
import { blockStates, lifeStates } from "./code-state.options.ts";

/**
 * One code: what was printed on one bottle, carton, case or pallet, and where it stands in its life. A list asks for a code, a set or a
 * generation line.
 */
export default defineResource({
  name: "code-item",
  label: ["码", "Code"],
  path: "/digit-bind/code-item",
  title: "code",
  defaultColumns: [
    "code", "lifeStatus", "blockStatus", "layer", "productId", "specId", "batchCode", "codeSetId", "seqNo",
    "channelId", "outTime", "firstScanTime", "scanCount", "codeFuncType",
  ],
  unbounded: true,
  indexes: [["codeSetId", "layer", "seqNo"], ["codeGenRecordDetailId", "serialNo"], ["stockOutDocId"]],
  calls: ["list", "detail"],
  listNeeds: ["code", "codeSetId", "codeGenRecordDetailId"],
  quickFind: { by: ["code"], shows: ["productId"] },
  screen: "readonly-table",
  sections: {
    code: ["基本信息", "Basics"],
    codeGenRecordDetailId: ["来源", "Origin"],
    productId: ["产品", "Product"],
    lifeStatus: ["状态与去向", "State and whereabouts"],
  },
  fields: {
    code: code("码", "Code", { leadsTo: codeDetailPage, max: 128, search: "equal", unique: "tenant", width: 220 }),
    codeFuncType: choice("码功能", "Code function", { options: codeFunctions, search: "equal" }),
    digitSourceMark: ref("digit-source", "码源", "Code source", { valueField: "mark", search: "equal", help: ["保存码源标识，如 SELF", "Held by its mark, such as SELF"] }),
    layer: choice("层级", "Layer", { options: packLayers, search: "equal" }),
    codeGenRecordDetailId: ref("code-gen-record-detail", "生成明细", "Generation line", { search: "equal" }),
    serialNo: integer("流水号", "Serial", { max: 999999999999999, help: ["规则内流水，随机码也有", "Serial within the make rule; random codes have one too"] }),
    codeSetId: ref("code-set", "码包", "Code set", { search: "equal" }),
    seqNo: integer("包内序号", "Sequence in the set and layer"),
    productId: ref("attr-owner", "产品", "Product", { search: "equal", filter: { ownerType: 1 } }),
    specId: ref("spec", "规格", "Spec", { within: "productId" }),
    batchCode: text("批次号", "Batch code", { max: 64, search: "equal" }),
    lifeStatus: choice("生命状态", "Life status", { options: lifeStates, search: "equal" }),
    blockStatus: choice("管控状态", "Block status", { options: blockStates, search: "equal" }),
    stockInDocId: ref("stock-in-doc", "入库单", "Stock-in document"),
    stockOutDocId: ref("stock-out-doc", "出库单", "Stock-out document"),
    channelId: ref("channel", "渠道", "Channel", { search: "equal" }),
    saleRegionCodes: refs("region", "销售区域", "Sale regions", { valueField: "code" }),
    outTime: datetime("出库时间", "Shipped at"),
    stampTime: datetime("状态时间", "Stamped at", { help: ["最近一次入库/出库/销售写入的时间", "When the last in, out or sale document wrote this row"] }),
    firstScanTime: datetime("首次扫码时间", "First consumer scan"),
    scanCount: integer("消费者扫码次数", "Consumer scans", { default: 0 }),
    verifyDigest: password("验证码摘要", "Verification part", { readonly: true, visibleIn: [] }),
  },
  reads: {
    label: { shape: "custom", params: { code: ["码或其网址", "The code, or the address that contains it"] }, needs: ["code"] },
  },
  actions: {
    qr: { label: ["二维码", "QR code"], dialog: "code-qr", permission: "codeitem_view", with: { code: { field: "code" } } },
    package: { label: ["包装关系", "Package"], method: "none", path: "/codes/code-relation?f.code={code}" },
  },
});
