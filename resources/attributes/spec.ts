import { codeOf, createdAt, defineResource, enabled, gtin, integer, money, ref, remark, sort, text } from "#schema";

/** How a product is packed: bottles in a carton, cartons in a case. Not the spec of a commodity in the shop. */
export default defineResource({
  name: "spec",
  label: ["产品规格", "Spec"],
  path: "/digit-bind/spec",
  title: "specName",
  screen: "master-detail",
  sections: {
    productId: ["基本信息", "Basics"],
    netContent: ["规格", "Measures"],
    layerNum: ["包装", "Packaging"],
    price: ["价格与状态", "Price and status"],
  },
  fields: {
    productId: ref("attr-owner", "产品", "Product", { search: "equal", filter: { ownerType: 1 }, help: ["为空表示通用规格", "Empty for a spec common to all products"] }),
    specCode: codeOf("规格编号", "Spec code"),
    specName: text("规格名称", "Spec name", { required: true, max: 64, search: "like", help: ["如 500ml*6盒*6瓶", "For example 500ml × 6 × 6"] }),
    netContent: text("净含量", "Net content", { max: 32 }),
    unit: text("最小单位", "Base unit", { required: true, max: 8, default: ["瓶", "bottle"] }),
    barcode: gtin("商品条码", "GTIN", { search: "equal" }),
    skuId: ref("product-sku", "关联SKU", "SKU", { search: "equal" }),
    layerNum: integer("包装层数", "Number of layers", { min: 1, max: 9, readonly: true }),
    packRatio: text("包装比例", "Pack ratio", { max: 64, readonly: true, help: ["由包装层级推导，如 1:6:36", "From its layers, such as 1:6:36"] }),
    price: money("指导价", "Guide price", { min: 0, list: false }),
    sort: sort(),
    status: enabled(),
    remark: remark(),
    createTime: createdAt(),
  },
  details: { resource: "specpacklayer", by: "specId", label: ["包装层级", "Layers"], enteredWhen: false },
  reads: {
    select: { params: ["productId"], includeNull: ["productId"], fields: ["specName", "specCode", "unit", "packRatio"], where: { status: 1 }, open: "signed-in" },
    "list-ids": { path: "/list/ids", method: "POST", fields: ["specName", "specCode", "unit"], open: "signed-in" },
  },
  effects: {
    baseLayer: { effect: ["保存规格时建立其最小单位层级", "Makes the layer of base units of a new spec"] },
  },
});
