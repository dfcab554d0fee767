import { createdAt, date, defineResource, remark, text } from "#schema";

/** Tests of finished goods by the plant's laboratory. */
export default defineResource({
  name: "lab-test",
  label: ["检验单", "Lab test"],
  path: "/digit-bind/lab-test",
  title: "name",
  fields: {
    name: text("检验项目", "Test"),
    testDate: date("检验日期", "Tested on"),
    remark: remark(),
    createTime: createdAt(),
  },
});
