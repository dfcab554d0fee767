import { choice, code, datetime, defineResource, integer, itsDocument, ref, text } from "#schema";

/** Every change of a stock, with what was there before and after. */
export default defineResource({
  name: "goods-bill",
  label: ["货品账单", "Stock ledger entry"],
  path: "/digit-bind/goods-bill",
  title: "billNo",
  unbounded: true,
  indexes: [["warehouseId", "productId", "specId", "batchCode", "bizTime"], ["docId"], ["bizTime"]],
  containsIndexes: ["billNo", "docNo", "batchCode"],
  calls: ["list", "detail"],
  rejectedCalls: ["submit", "remove"],
  screen: "readonly-table",
  mainColumns: ["bizTime", "changeNum", "billType", "productId", "warehouseId", "afterNum"],
  sections: {
    billNo: ["基本信息", "Basics"],
    changeNum: ["数量", "Quantities"],
    docKind: ["来源单据", "Source document"],
  },
  fields: {
    billNo: code("流水号", "Ledger no.", { search: "like", unique: "tenant" }),
    billType: choice("账单类型", "Type", {
      options: [
        [1, "入库", "In", "green"], [2, "出库", "Out", "orange"], [3, "调入", "Transfer in", "cyan"], [4, "调出", "Transfer out", "purple"],
        [5, "盘点调整", "Adjustment", "blue"], [6, "报损", "Scrap", "red"], [7, "退货", "Return", "gold"],
      ],
      search: "equal",
    }),
    warehouseId: ref("warehouse", "仓库", "Warehouse", { search: "equal" }),
    productId: ref("attr-owner", "产品", "Product", { search: "equal", filter: { ownerType: 1 } }),
    specId: ref("spec", "规格", "Spec", { search: "equal", within: "productId" }),
    batchCode: text("批次号", "Batch code", { max: 64, search: "like" }),
    changeNum: integer("变动数量（最小单位）", "Change (base units)", { help: ["入库为正，出库为负", "Positive in and negative out"] }),
    beforeNum: integer("变动前", "Before"),
    afterNum: integer("变动后", "After"),
    docKind: choice("来源", "Source", { options: [[1, "入库单", "Stock-in", "green"], [2, "出库单", "Stock-out", "orange"], [9, "手工", "By hand"]], search: "equal" }),
    docId: text("单据ID", "Document id", { max: 20, search: "equal", list: false, visibleIn: [] }),
    docNo: text("单号", "Document no.", { leadsTo: itsDocument, search: "like" }),
    docDetailId: ref("doc-detail", "明细", "Line", { list: false, visibleIn: [] }),
    reason: text("原因", "Reason", { max: 255 }),
    operatorId: ref("user", "操作人", "Operator"),
    bizTime: datetime("发生时间", "Time", { search: "range", sortable: true }),
  },
  numbering: { field: "billNo", prefix: "HZ" },
});
