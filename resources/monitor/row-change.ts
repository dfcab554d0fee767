import { choice, datetime, defineResource, json, text } from "#schema";

/**
 * What a write did to one row, with the values themselves: the history of a record is read from it. Secrets are never among them. Readers
 * see of it what they see of the record.
 */
export default defineResource({
  name: "row-change",
  label: ["数据变更", "Row change"],
  path: "/blade-log/row-change",
  title: "rowTitle",
  permission: "row_change",
  unbounded: true,
  indexes: [["resource", "rowId"], ["createTime"]],
  calls: [],
  screen: "none",
  fields: {
    createTime: datetime("变更时间", "Time"),
    createBy: text("操作人", "By", { max: 64 }),
    resource: text("资源", "Resource", { max: 64 }),
    rowId: text("数据主键", "Row", { max: 64 }),
    rowTitle: text("数据名称", "Title", { max: 100 }),
    changeKind: choice("变更类型", "Kind", {
      options: [["add", "新增", "Added", "green"], ["edit", "修改", "Changed", "blue"], ["remove", "删除", "Removed", "red"], ["restore", "还原", "Restored", "green"], ["touch", "操作", "Acted on"]],
    }),
    changes: json("变更内容", "Values before and after", { help: ["字段名对应变更前后的值", "Both values of each field, by its name"] }),
    callName: text("调用", "Call", { max: 100 }),
    callTitle: text("操作名称", "Name of the call", { max: 200 }),
    callTitleEn: text("操作英文名", "English name of the call", { max: 200 }),
    entryId: text("日志主键", "Log entry", { max: 20, help: ["同一次操作的变更属于同一条日志", "Changes of one write have one entry"] }),
  },
});
