import { choice, codeOf, createdAt, date, defineResource, person, ref, remark, text } from "#schema";

/** Tests of finished goods by the plant's laboratory. */
export default defineResource({
  name: "lab-test",
  label: ["检验单", "Lab test"],
  path: "/digit-bind/lab-test",
  title: "name",
  unique: [["shopId", "name", "testDate"]],
  fields: {
    code: codeOf("检验单号", "Test no."),
    factoryId: ref("factory", "工厂", "Factory", { required: true, search: "equal" }),
    shopId: ref("shop", "车间", "Workshop", { required: true, search: "equal", within: "factoryId" }),
    name: text("检验项目", "Test", { required: true, max: 64, search: "like" }),
    method: choice("检验方法", "Method", {
      options: [[1, "理化", "Chemical", "blue"], [2, "微生物", "Microbiological", "green"], [9, "其他", "Other"]],
      required: true, default: 1, search: "equal",
    }),
    testDate: date("检验日期", "Tested on", { required: true, search: "range" }),
    tester: person(),
    remark: remark(),
    createTime: createdAt(),
  },
});
