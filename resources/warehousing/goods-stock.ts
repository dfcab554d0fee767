import { choice, datetime, defineResource, integer, ref, text } from "#schema";

/** How much of a batch lies in a warehouse. Written with each booking, never by hand; the sum of its goods bills. */
export default defineResource({
  name: "goods-stock",
  label: ["货品库存", "Goods stock"],
  plural: "Goods stock",
  path: "/digit-bind/goods-stock",
  title: "id",
  calls: ["list", "detail"],
  rejectedCalls: ["submit", "remove"],
  screen: "readonly-table",
  defaultSort: { field: "num", descending: true },
  unique: [["warehouseId", "productId", "specId", "batchCode"]],
  mainColumns: ["productId", "num", "availableNum", "stockState", "specId"],
  fields: {
    warehouseId: ref("warehouse", "仓库", "Warehouse", { search: "equal" }),
    productId: ref("attr-owner", "产品", "Product", { search: "equal", filter: { ownerType: 1 } }),
    specId: ref("spec", "规格", "Spec", { search: "equal", within: "productId" }),
    batchCode: text("批次号", "Batch code", { max: 64, search: "like" }),
    num: integer("库存数量（最小单位）", "On hand (base units)", { sortable: true }),
    lockNum: integer("锁定数量", "Locked"),
    availableNum: integer("可用数量", "Available", { readonly: true }),
    packText: text("折合包装", "In packages", { help: ["如 27箱3盒2瓶", "For example 27 cases 3 cartons 2 bottles"] }),
    minNum: integer("安全库存", "Safety stock", { min: 0 }),
    stockState: choice("库存状态", "Stock state", { options: [[0, "正常", "Normal", "green"], [1, "低于安全库存", "Low", "orange"], [2, "无库存", "Empty", "red"]], search: "equal" }),
    lastInTime: datetime("最近入库", "Last in"),
    lastOutTime: datetime("最近出库", "Last out"),
  },
});
