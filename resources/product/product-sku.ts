import { code, decimal, defineResource, enabled, gtin, image, integer, lines, money, ref, sort, text } from "#schema";

/** One sellable combination of a product's sale attributes, with price and stock. */
export default defineResource({
  name: "product-sku",
  label: ["SKU", "SKU"],
  path: "/digit-marketing/product/sku",
  title: "skuName",
  finalRemoval: true,
  permission: "sku",
  mainColumns: ["price", "stock", "barcode"],
  sections: {
    spuId: ["基本信息", "Basics"],
    image: ["图片与价格", "Picture and prices"],
    stock: ["库存与规格", "Stock and measures"],
    sort: ["状态", "Status"],
  },
  fields: {
    spuId: ref("product-spu", "所属SPU", "SPU", { required: true, search: "equal", createOnly: true }),
    skuCode: code("SKU编码", "SKU code", { required: true, max: 48, pattern: "^[A-Za-z0-9_-]+$", search: "like", unique: "tenant" }),
    skuName: text("SKU名称", "SKU name", { search: "like", readonly: true, help: ["由SPU名称和规格值拼成", "Name of the SPU and the attribute values"] }),
    barcode: gtin("商品条码", "Barcode (GTIN)", { search: "like", unique: "tenant" }),
    attrs: lines("规格组合", "Attribute values", {
      list: true,
      fields: {
        attributeId: ref("product-attribute", "销售属性", "Sale attribute", { required: true }),
        attributeValueId: ref("product-attribute-value", "属性值", "Value", { required: true, within: "attributeId" }),
      },
      distinct: [["attributeId"]],
    }),
    specId: ref("spec", "关联包装规格", "Code-system spec", { search: "equal", readonly: true, inverseOf: "skuId", help: ["一物一码系统中的规格，在产品规格中关联", "The spec of the code system; linked at the spec"] }),
    image: image("图片", "Image"),
    price: money("销售价", "Price", { required: true, min: 0, sortable: true }),
    marketPrice: money("划线价", "List price", { min: 0 }),
    costPrice: money("成本价", "Cost price", { min: 0, list: false }),
    stock: integer("库存", "Stock", { required: true, min: 0, default: 0, sortable: true }),
    warnStock: integer("预警库存", "Stock alarm level", { min: 0, default: 0, list: false }),
    weight: decimal("重量(kg)", "Weight (kg)", { min: 0, scale: 3, list: false }),
    volume: decimal("体积(m³)", "Volume (m³)", { min: 0, scale: 4, list: false }),
    sort: sort("排序", "Sort order"),
    status: enabled(),
  },
  quickFind: { by: ["skuCode", "barcode"], shows: ["skuCode", "price"] },
  rules: { listPrice: { check: { marketPrice: { ge: { field: "price" } } } } },
  actions: {
    batchSubmit: { 
      label: ["编辑全部SKU", "Edit all SKUs"], on: "screen", permission: "sku_edit", send: "body", submits: "spuId",
      grid: {
        columns: ["skuCode", "price", "marketPrice", "costPrice", "stock", "warnStock", "barcode", "image", "status"],
        combine: { into: "attrs", axes: "saleAttributeIds" },
      },
    },
  },
});
