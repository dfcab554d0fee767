// A slip in what `npm run new-resource` writes does not compile: see sampling-plan.ts, which it wrote.
import { choice, code, defineResource, integer, ref } from "#schema";

export default defineResource({
  name: "sampling-plan",
  label: ["抽样方案", "Sampling plan"],
  path: "/digit-bind/sampling-plan",
  title: "code",
  fields: {
    code: code("方案编号", "Plan code", { required: true, max: 32, search: "like", unique: "tenant" }),
    // @ts-expect-error an option nobody knows
    sampleSize: integer("样本量", "Sample size", { required: true, max: 9999, mni: 1 }),
    // @ts-expect-error a resource that is not there
    factoryId: ref("factry", "工厂", "Factory", { required: true, search: "equal" }),
    // @ts-expect-error a default that is no option
    level: choice("检验水平", "Level", { options: [[1, "一般", "Normal", "blue"], [2, "加严", "Tightened"]], search: "equal", default: 3 }),
  },
});
