import { bool, choice, code, codeDetailPage, date, datetime, defineResource, integer, packLayers, ref, remark, text } from "#schema";

/** What is in a warehouse package by package. A change by hand is an adjustment of the stock and is booked as one. */
export default defineResource({
  name: "warehousegoodscurrent",
  label: ["当前货品", "Current goods"],
  plural: "Current goods",
  path: "/digit-bind/warehousegoodscurrent",
  title: "code",
  mainColumns: ["productId", "num", "specId", "batchCode"],
  sections: {
    warehouseId: ["库位", "Place"],
    code: ["码与产品", "Code and product"],
    num: ["在库情况", "Stock"],
  },
  fields: {
    warehouseId: ref("warehouse", "仓库", "Warehouse", { required: true, search: "equal" }),
    trayId: ref("tray", "托盘", "Tray", { search: "equal" }),
    location: text("库位", "Location", { max: 64, search: "like" }),
    code: code("货品码", "Code", { leadsTo: codeDetailPage, max: 128, search: "equal", unique: "tenant", readonly: true, help: ["免扫入库的货品没有码", "Empty for goods received without scan"] }),
    layer: choice("层级", "Layer", { options: packLayers, default: 3, search: "equal" }),
    productId: ref("attr-owner", "产品", "Product", { required: true, search: "equal", filter: { ownerType: 1 } }),
    specId: ref("spec", "规格", "Spec", { required: true, search: "equal", within: "productId" }),
    batchCode: text("批次号", "Batch code", { max: 64, search: "like" }),
    num: integer("数量（最小单位）", "Base units", { required: ["请输入数量", "Please enter the quantity"], min: 0 }),
    reason: text("调整原因", "Reason", { max: 255, list: false, visibleIn: ["create", "edit"], help: ["调整数量时必填，记入流水和移动记录", "Required for a change of quantity; ledger and moves keep it"] }),
    opened: bool("已拆包", "Opened", { default: 0, search: "equal", readonly: true }),
    stockInDocId: ref("stock-in-doc", "入库单", "Stock-in document", { search: "equal" }),
    inTime: datetime("入库时间", "In since", { search: "range", readonly: true }),
    stockDays: integer("库龄", "Age", { unit: ["天", "days"], readonly: true, computed: true }),
    expireDate: date("到期日期", "Expiry date", { search: "range" }),
    remark: remark(),
  },
  effects: {
    adjustment: {
      effect: ["手工修改作为库存调整入账：库存与流水随之变化", "A change by hand is booked as an adjustment: stock and ledger follow"],
      requiredFor: ["add", "edit", "remove"],
    },
  },
});
