import { choice, codeOf, createdAt, date, defineResource, remark, text } from "#schema";

/** Tests of finished goods by the plant's laboratory. */
export default defineResource({
  name: "lab-test",
  label: ["检验单", "Lab test"],
  path: "/digit-bind/lab-test",
  title: "name",
  fields: {
    code: codeOf("检验单号", "Test no."),
    name: text("检验项目", "Test", { required: true, max: 64, search: "like" }),
    method: choice("检验方法", "Method", {
      options: [[1, "理化", "Chemical", "blue"], [2, "微生物", "Microbiological", "green"], [9, "其他", "Other"]],
      required: true, default: 1, search: "equal",
    }),
    otherMethod: text("方法说明", "Which method", { required: true, max: 64, showWhen: { method: 9 }, list: false }),
    testDate: date("检验日期", "Tested on", { required: true, search: "range" }),
    sampleNo: text("样品编号", "Sample no.", {
      max: 16, pattern: "^S\\d{4,12}$", patternMessage: ["样品编号以 S 开头，后接 4 至 12 位数字", "A sample number is S and 4 to 12 digits"],
    }),
    remark: remark(),
    createTime: createdAt(),
  },
});
