import { color, defineResource, enabled, image, ref, remark, sort, text } from "#schema";

/** A value that a listed attribute may have. */
export default defineResource({
  name: "attr-value",
  label: ["属性值", "Attribute value"],
  path: "/digit-bind/attr-value",
  title: "attrValue",
  unique: [["attrId", "attrValue"]],
  fields: {
    attrId: ref("attr", "属性", "Attribute", { required: true, search: "equal", filter: { inputType: 1 } }),
    attrValue: text("属性值", "Value", { required: true, max: 128, search: "like" }),
    code: text("值编号", "Value code", { max: 32, search: "equal" }),
    image: image("图片", "Picture", { list: false }),
    color: color("颜色", "Colour", { list: false }),
    sort: sort(),
    status: enabled(),
    remark: remark(),
  },
  reads: {
    "select-attrValue": { path: "/digit-bind/attr/select-attrValue", shape: "rows", params: ["attrId"], where: { status: 1 }, open: "signed-in" },
  },
});
