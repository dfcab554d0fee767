import { choice, code, datetime, defineResource, integer, ref, text } from "#schema";

/** A line of an uploaded file, kept while a job works on it: what it names, the package that it belongs to, and what is wrong with it. */
export default defineResource({
  name: "transfer-line",
  label: ["数据上传行", "Transfer line"],
  path: "/digit-bind/transfer-line",
  title: "content",
  unbounded: true,
  indexes: [["transferId", "lineNo"], ["transferId", "code", "lineNo"], ["transferId", "groupCode"]],
  calls: [],
  screen: "none",
  fields: {
    transferId: ref("transfer", "数据上传", "Transfer", { required: true }),
    lineNo: integer("行号", "Line", { min: 1 }),
    content: text("内容", "Content", { max: 300 }),
    parentCode: code("父码", "Parent code", { max: 128 }),
    code: code("子码", "Child code", { max: 128 }),
    bindTime: datetime("关联时间", "Related at"),
    position: integer("包内位置", "Position in parent"),
    groupCode: code("最外层码", "Outermost code", { max: 128 }),
    problem: choice("问题类型", "Kind of fault", {
      options: [[1, "格式错误", "Malformed"], [2, "重复", "Duplicate"], [3, "不认识", "Unknown"], [4, "不能关联", "Cannot be related"], [5, "整包退回", "Rejected with its package"]],
    }),
    why: text("问题", "Fault", { max: 500 }),
    whyEn: text("问题（英文）", "Fault (English)", { max: 500 }),
  },
});
