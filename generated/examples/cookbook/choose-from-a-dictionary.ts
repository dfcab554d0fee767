import { codeOf, createdAt, defineResource, dict, integer } from "#schema";

/** A delivery of packaging material. */
export default defineResource({
  name: "delivery",
  label: ["到货单", "Delivery"],
  path: "/digit-bind/delivery",
  title: "code",
  fields: {
    code: codeOf("到货单号", "Delivery no."),
    unit: dict("material_unit", "计量单位", "Unit", { business: true, required: true, search: "equal" }),
    quantity: integer("数量", "Quantity", { required: true, min: 1 }),
    carrier: dict("logistics_company", "承运商", "Carrier", { business: true, search: "in" }),
    grades: dict("goods_grade", "等级", "Grades", { business: true, multiple: true }),
    sex: dict("sex", "司机性别", "Driver's sex", { integer: true, default: "3", list: false }),
    createTime: createdAt(),
  },
});
