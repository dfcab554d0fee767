import { choice, datetime, defineResource, dict, processProgress, text } from "#schema";
import processInstance from "./process-instance.fields.ts";
import { requestSearch } from "./request-search.options.ts";

/** Tasks that the caller has completed, newest first. */
export default defineResource({
  name: "work-done",
  label: ["办结事务", "Finished task"],
  path: "/blade-flow/work/done",
  title: "taskName",
  permission: "work_done",
  derived: true,
  key: "taskId",
  calls: [],
  listRead: "done-list",
  screen: "readonly-table",
  mainColumns: ["title", "assigneeName", "historyTaskEndTime"],
  fields: {
    taskId: text("任务编号", "Task id", { list: false }),
    taskName: text("当前步骤", "Step"),
    title: text("标题", "Title", { search: "like" }),
    assigneeName: text("申请人", "Applicant"),
    category: dict("flow", "流程分类", "Category", { search: "equal" }),
    ...processInstance,
    processIsFinished: choice("流程进度", "Progress", { options: processProgress }),
    historyTaskEndTime: datetime("办结时间", "Done", { sortable: true }),
    createTime: datetime("申请时间", "Applied", { search: "range" }),
  },
  reads: {
    "done-list": {
      path: "/blade-flow/work/done-list", shape: "page",
      params: requestSearch, open: "signed-in",
    },
  },
  actions: {
    detail: { label: ["详情", "Detail"], method: "none", path: "/work/process/{route}/detail/{processInstanceId}/{businessId}", permission: "work_done_detail" },
    diagram: { label: ["流程图", "Diagram"], opens: "flow-process", with: { processInstanceId: { field: "processInstanceId" } }, permission: "work_done_follow" },
  },
});
