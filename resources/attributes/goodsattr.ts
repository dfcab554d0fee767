import { bool, defineResource, ref, remark, sort, text } from "#schema";

/** The value of a static attribute for a product, or for one of its specs; that of the spec counts. */
export default defineResource({
  name: "goodsattr",
  label: ["货品属性", "Goods attribute"],
  path: "/digit-bind/goodsattr",
  title: "id",
  unique: [["productId", "specId", "attrId"]],
  fields: {
    productId: ref("attr-owner", "产品", "Product", { required: true, search: "equal", filter: { ownerType: 1 } }),
    specId: ref("spec", "规格", "Spec", { search: "equal", within: "productId", help: ["为空表示该产品全部规格", "Empty means every spec of the product"] }),
    attrId: ref("attr", "属性", "Attribute", { required: true, search: "equal", filter: { attrType: 1 } }),
    attrValueId: ref("attr-value", "属性值", "Value", { within: "attrId", help: ["列表选择的属性填写", "For attributes that are picked from a list"] }),
    attrValue: text("文本值", "Text value", { max: 500, search: "like", help: ["其他录入方式的属性填写", "For all other attributes"] }),
    showOnTrace: bool("追溯页展示", "Show on trace page", { default: 1 }),
    sort: sort(),
    remark: remark(),
  },
});
