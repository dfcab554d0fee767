import { defineResource, enabled, image, ref, sort, text } from "#schema";

/** A value that a listed attribute may have. */
export default defineResource({
  name: "product-attribute-value",
  label: ["产品属性值", "Product attribute value"],
  path: "/digit-marketing/product/attribute/value",
  title: "attrValue",
  permission: "attributevalue",
  unique: [["attributeId", "attrValue"]],
  fields: {
    attributeId: ref("product-attribute", "所属属性", "Attribute", { required: true, search: "equal" }),
    attrValue: text("属性值", "Value", { required: true, max: 64, search: "like" }),
    image: image("图样", "Swatch"),
    sort: sort("排序", "Sort order"),
    status: enabled(),
  },
});
