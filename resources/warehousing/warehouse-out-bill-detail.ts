import { choice, defineResource, integer, money, packLayers, ref, remark, text } from "#schema";

/** A line of an out-bill, written while the bill is open. */
export default defineResource({
  name: "warehouse-out-bill-detail",
  label: ["出库账单明细", "Warehouse out-bill detail"],
  path: "/digit-bind/warehouse-out-bill-detail",
  title: "id",
  highVolume: true,
  totals: {
    units: { label: ["最小单位合计", "Base units in total"], sum: "unitNum" },
    amount: { label: ["金额合计", "Amount in total"], sum: "amount" },
  },
  mainColumns: ["productId", "specId", "num", "price", "amount"],
  fields: {
    billId: ref("warehouse-out-bill", "出库账单", "Out-bill", { required: true, search: "equal", createOnly: true, visibleIn: ["view"] }),
    productId: ref("attr-owner", "产品", "Product", { required: true, search: "equal", filter: { ownerType: 1 } }),
    specId: ref("spec", "规格", "Spec", { required: true, within: "productId" }),
    layer: choice("层级", "Layer", {
      options: packLayers,
      required: true, default: 3,
    }),
    num: integer("数量", "Quantity", { required: true, min: 1 }),
    unitNum: integer("折合最小单位数", "Base units", { readonly: true }),
    doneNum: integer("已出数量", "Shipped", { default: 0, readonly: true }),
    batchCode: text("批次号", "Batch code", { max: 64 }),
    price: money("单价", "Unit price", { min: 0 }),
    amount: money("金额", "Amount", { readonly: true }),
    remark: remark(),
  },
  formulas: { amount: { multiply: ["num", "price"] } },
  effects: {
    totals: {
      effect: ["换算最小单位并计算金额；账单的计划数量、已出数量和金额随之变化", "Converts to base units and calculates the amount; the bill's planned and shipped units and its amount follow"],
    },
  },
});
