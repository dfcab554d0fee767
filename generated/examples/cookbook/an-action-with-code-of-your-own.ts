import { createdAt, defineResource, integer, state, text } from "#schema";

/** Samples that are given away. */
export default defineResource({
  name: "sample-pack",
  label: ["样品", "Sample pack"],
  path: "/digit-bind/sample-pack",
  title: "name",
  fields: {
    name: text("名称", "Name", { required: true, max: 64, search: "like" }),
    inStock: integer("库存", "In stock", { required: true, min: 0 }),
    status: state("状态", "Status", { available: [0, "可领", "Available", "green"], gone: [1, "已领完", "Gone"] }, { search: "equal" }),
    createTime: createdAt(),
  },
  events: { runOut: { from: "available", to: "gone", when: "the last one is handed out" } },
  actions: {
    handOut: {
      label: ["领用", "Hand out"], from: "available", handler: true,
      effect: ["减少库存；不足时拒绝，领完后变为已领完", "Takes the number from the stock; refused when there are not enough, gone after the last one"],
      params: { num: integer("数量", "Quantity", { required: true, min: 1, default: 1 }) },
    },
  },
});
