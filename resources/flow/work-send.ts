import { choice, datetime, defineResource, dict, processProgress, text } from "#schema";
import processInstance from "./process-instance.fields.ts";

/** Requests that the caller has made. */
export default defineResource({
  name: "work-send",
  label: ["我的请求", "My request"],
  path: "/blade-flow/work/send",
  title: "processDefinitionName",
  permission: "work_send",
  derived: true,
  key: "processInstanceId",
  calls: [],
  listRead: "send-list",
  screen: "readonly-table",
  fields: {
    taskId: text("任务编号", "Task id", { list: false }),
    taskName: text("当前步骤", "Step"),
    category: dict("flow", "流程分类", "Category", { search: "equal" }),
    ...processInstance,
    processIsFinished: choice("流程进度", "Progress", { options: processProgress }),
    createTime: datetime("申请时间", "Applied", { search: "range" }),
  },
  reads: {
    "send-list": {
      path: "/blade-flow/work/send-list", shape: "page",
      params: { category: "category", processDefinitionName: "processDefinitionName", beginDate: "any", endDate: "any" }, open: "signed-in",
    },
  },
  actions: {
    detail: { label: ["详情", "Detail"], method: "none", path: "/work/process/{route}/detail/{processInstanceId}/{businessId}", permission: "work_send_detail" },
    diagram: { label: ["流程图", "Diagram"], opens: "flow-process", with: { processInstanceId: { field: "processInstanceId" } }, permission: "work_send_follow" },
  },
});
