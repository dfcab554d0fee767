import { choice, defineResource, ref, sort, text } from "#schema";

/** One attribute of a product, or of one of its SKUs. The forms of both write it; here it is looked up and mended. */
export default defineResource({
  name: "spu-sku-attr-map",
  label: ["SPU/SKU属性关系", "SPU/SKU attribute map"],
  path: "/digit-marketing/product/spu/sku/attr/map",
  title: "attrValue",
  finalRemoval: true,
  unique: [["spuId", "skuId", "attributeId"]],
  fields: {
    spuId: ref("product-spu", "SPU", "SPU", { required: true, search: "equal" }),
    skuId: ref("product-sku", "SKU", "SKU", { search: "equal", show: "skuCode", within: "spuId", help: ["为空表示SPU级基本属性", "Empty = basic attribute of the SPU itself"] }),
    attributeId: ref("product-attribute", "属性", "Attribute", { required: true, search: "equal" }),
    attributeValueId: ref("product-attribute-value", "属性值", "Picked value", { search: "equal", within: "attributeId" }),
    attrValue: text("属性值文本", "Value text", { search: "like", help: ["手工录入的值，或所选值的文本", "The typed value, or the text of the picked one"] }),
    type: choice("关系类型", "Kind", { options: [[1, "销售属性", "Sale attribute", "blue"], [2, "基本属性", "Basic attribute"]], search: "equal", readonly: true }),
    sort: sort("排序", "Sort order"),
  },
});
