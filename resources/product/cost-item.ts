import { choice, code, defineResource, enabled, money, remark, sort, text } from "#schema";

/** What goods cost to make, by kind: material, packaging, labour. */
export default defineResource({
  name: "cost-item",
  label: ["成本项", "Cost item"],
  path: "/digit-marketing/costitem",
  title: "name",
  mainColumns: ["defaultPrice"],
  fields: {
    name: text("成本项名称", "Cost item name", { required: true, max: 64, search: "like", unique: "tenant" }),
    code: code("成本项编码", "Cost item code", { required: true, max: 32, search: "equal", unique: "tenant" }),
    type: choice("成本类别", "Kind", {
      options: [
        [1, "原材料", "Raw material", "blue"], [2, "包材", "Packaging", "cyan"], [3, "人工", "Labour", "gold"],
        [4, "制造费用", "Manufacturing overhead", "orange"], [5, "物流", "Logistics", "purple"], [6, "营销", "Marketing", "magenta"], [7, "其他", "Other"],
      ],
      required: true, default: 1, search: "equal",
    }),
    calcMode: choice("计算方式", "Calculation", {
      options: [[1, "按单件", "Per unit"], [2, "按批次", "Per batch"], [3, "按月分摊", "Monthly share"]],
      required: true, default: 1, search: "equal",
    }),
    unit: text("计量单位", "Unit", { max: 16 }),
    defaultPrice: money("默认单价", "Default unit price", { min: 0 }),
    sort: sort("排序", "Sort order"),
    status: enabled(),
    remark: remark(),
  },
  reads: {
    select: { fields: ["name", "code", "unit", "defaultPrice"], where: { status: 1 }, open: "signed-in" },
    "select-bind": { path: "/digit-bind/costitem/select", shape: "rows", fields: ["name", "code", "unit", "defaultPrice"], where: { status: 1 }, open: "signed-in" },
  },
});
