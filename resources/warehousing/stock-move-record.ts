import { choice, code, codeDetailPage, datetime, defineResource, documentKinds, integer, itsDocument, packLayers, ref, refs, text } from "#schema";

/** Where goods went, code by code: the history behind the channel of a code. */
export default defineResource({
  name: "stock-move-record",
  label: ["库存移动记录", "Stock move record"],
  path: "/digit-bind/stock-move-record",
  title: "id",
  unbounded: true,
  indexes: [["codeId", "moveTime"], ["code"], ["docId"], ["toChannelId", "moveTime"], ["moveTime"]],
  containsIndexes: ["docNo", "batchCode"],
  calls: ["list", "detail"],
  rejectedCalls: ["submit", "remove"],
  screen: "readonly-table",
  mainColumns: ["moveTime", "moveType", "code", "num", "productId", "fromWarehouseId", "toWarehouseId", "toChannelId"],
  sections: {
    moveType: ["移动", "Move"],
    fromWarehouseId: ["从哪里到哪里", "From and to"],
    docKind: ["单据", "Document"],
  },
  fields: {
    moveType: choice("移动类型", "Move type", {
      options: [
        [1, "入库", "In", "green"], [2, "出库到渠道", "Out to channel", "orange"], [3, "调拨", "Transfer", "purple"], [4, "渠道退货", "Channel return", "gold"],
        [5, "渠道间销售", "Channel to channel", "blue"], [6, "移库位/托盘", "Relocation", "cyan"], [7, "报损", "Scrap", "red"],
        [8, "盘点调整", "Adjustment"],
      ],
      search: "equal",
    }),
    code: code("货品码", "Code", { leadsTo: codeDetailPage, max: 128, search: "equal" }),
    codeId: ref("code-item", "码", "Code row", { list: false }),
    layer: choice("层级", "Layer", { options: packLayers, search: "equal" }),
    productId: ref("attr-owner", "产品", "Product", { search: "equal", filter: { ownerType: 1 } }),
    specId: ref("spec", "规格", "Spec", { within: "productId" }),
    batchCode: text("批次号", "Batch code", { max: 64, search: "like" }),
    num: integer("数量（最小单位）", "Base units"),
    fromWarehouseId: ref("warehouse", "从仓库", "From warehouse", { search: "equal" }),
    toWarehouseId: ref("warehouse", "到仓库", "To warehouse", { search: "equal" }),
    fromChannelId: ref("channel", "从渠道", "From channel"),
    toChannelId: ref("channel", "到渠道", "To channel", { search: "equal" }),
    saleRegionCodes: refs("region", "销售区域", "Sale regions", { valueField: "code" }),
    docKind: choice("单据种类", "Document kind", { options: documentKinds, search: "equal" }),
    docId: text("单据ID", "Document id", { max: 20, search: "equal", list: false, visibleIn: [] }),
    docNo: text("单号", "Document no.", { leadsTo: itsDocument, search: "like" }),
    reason: text("原因", "Reason", { max: 255 }),
    operatorId: ref("user", "操作人", "Operator"),
    moveTime: datetime("移动时间", "Time", { search: "range", sortable: true }),
  },
});
