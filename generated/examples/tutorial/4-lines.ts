import { codeOf, createdAt, date, decimal, defineResource, lines, ref, remark, text } from "#schema";

/** Tests of finished goods by the plant's laboratory, with what was measured. */
export default defineResource({
  name: "lab-test",
  label: ["检验单", "Lab test"],
  path: "/digit-bind/lab-test",
  title: "name",
  fields: {
    code: codeOf("检验单号", "Test no."),
    factoryId: ref("factory", "工厂", "Factory", { required: true, search: "equal" }),
    name: text("检验项目", "Test", { required: true, max: 64, search: "like" }),
    testDate: date("检验日期", "Tested on", { required: true, search: "range", max: "today" }),
    results: lines("检验结果", "Results", {
      required: true,
      fields: {
        item: text("指标", "Item", { required: true, max: 32 }),
        lowest: decimal("下限", "Lowest", { scale: 3 }),
        highest: decimal("上限", "Highest", { scale: 3 }),
        measured: decimal("实测值", "Measured", { scale: 3, required: true }),
      },
      rules: { limits: { check: { highest: { ge: { field: "lowest" } } } } },
    }),
    remark: remark(),
    createTime: createdAt(),
  },
});
