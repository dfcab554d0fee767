import { defineResource, integer, ref, remark } from "#schema";

/** Goods that were counted. */
export default defineResource({
  name: "stock-count-line",
  label: ["盘点明细", "Counted goods"],
  path: "/digit-bind/stock-count-line",
  title: "id",
  screen: "none",
  unique: [["stockCountId", "productId"]],
  fields: {
    stockCountId: ref("stock-count", "盘点单", "Stock count", { required: true, createOnly: true, search: "equal", visibleIn: [], list: false }),
    productId: ref("attr-owner", "产品", "Product", { required: true, filter: { ownerType: 1 }, search: "equal" }),
    num: integer("实盘数量", "Counted", { required: true, min: 0 }),
    remark: remark(),
  },
});
