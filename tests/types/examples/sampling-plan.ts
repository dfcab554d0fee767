import { bool, choice, code, date, defineResource, integer, money, ref, text } from "#schema";

export default defineResource({
  name: "sampling-plan",
  label: ["抽样方案", "Sampling plan"],
  path: "/digit-bind/sampling-plan",
  title: "name",
  fields: {
    code: code("方案编号", "Plan code", { required: true, max: 32, search: "like", unique: "tenant" }),
    name: text("方案名称", "Plan name", { required: ["请输入方案名称", "Please enter the plan name"], search: "like", help: ["如 A", "For example A"] }),
    factoryId: ref("factory", "工厂", "Factory", { required: true, search: "equal" }),
    level: choice("检验水平", "Level", {
      options: [[1, "一般", "Normal", "blue"], [2, "加严", "Tightened"]],
      search: "equal", default: 1,
    }),
    sampleSize: integer("样本量", "Sample size", { required: true, max: 9999, min: 1 }),
    price: money("检验费", "Fee", { min: 0 }),
    validFrom: date("生效日期", "Valid from", { search: "range" }),
    isActive: bool("是否启用", "Active", { search: "equal", default: 1 }),
  },
  actions: {
    tighten: { label: ["加严", "Tighten"], set: { level: 2 }, confirm: ["确定加严该方案?", "Tighten this plan?"] },
  },
});
