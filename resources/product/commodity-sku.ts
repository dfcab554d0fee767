import { code, decimal, defineResource, enabled, image, integer, json, money, ref, sort, text } from "#schema";

/** What is bought of a commodity: one value of each of its specs, with price and stock. */
export default defineResource({
  name: "commodity-sku",
  label: ["商品SKU", "Commodity SKU"],
  path: "/digit-marketing/commodity-sku",
  title: "specText",
  finalRemoval: true,
  listShape: "rows",
  mainColumns: ["price", "stock", "skuCode"],
  sections: {
    commodityId: ["基本信息", "Basics"],
    specs: ["规格与图片", "Variant and picture"],
    price: ["价格与库存", "Price and stock"],
    sort: ["状态", "Status"],
  },
  fields: {
    commodityId: ref("commodity", "所属商品", "Commodity", { required: true, search: "equal", createOnly: true }),
    skuId: ref("product-sku", "关联产品SKU", "Product SKU", { search: "equal", show: "skuCode" }),
    skuCode: code("SKU编码", "SKU code", { required: true, max: 48, search: "like", unique: "tenant" }),
    specs: json("规格组合", "Spec values", { required: true, help: ["{规格名: 规格值}", "{spec name: value}, one entry per spec of the commodity"] }),
    specText: text("规格", "Spec", { readonly: true }),
    image: image("图片", "Image"),
    price: money("售价", "Price", { required: true, min: 0, sortable: true }),
    marketPrice: money("划线价", "List price", { min: 0 }),
    points: integer("兑换积分", "Points", { min: 0, default: 0 }),
    stock: integer("可售库存", "Stock", { required: true, min: 0, default: 0, sortable: true }),
    lockStock: integer("锁定库存", "Locked stock", { default: 0, readonly: true }),
    sales: integer("销量", "Sold", { default: 0, readonly: true, sortable: true }),
    weight: decimal("重量(kg)", "Weight (kg)", { min: 0, scale: 3, list: false }),
    sort: sort("排序", "Sort order"),
    status: enabled(),
  },
  actions: {
    submitList: { label: ["编辑全部SKU", "Edit all SKUs"], on: "screen", permission: "commoditysku_edit", send: "body", submits: true, 
      grid: {
        columns: ["skuCode", "price", "marketPrice", "points", "stock", "image", "status"],
        combine: { into: "specs", axes: { resource: "commodity-spec", by: "commodityId", values: "specValues" } },
      },
    },
  },
});
