import { datetime, defineResource, dict, text } from "#schema";
import processInstance from "./process-instance.fields.ts";
import taskDue from "./task-due.fields.ts";

/** Tasks that several people may take: the one who claims it has it alone. */
export default defineResource({
  name: "work-claim",
  label: ["待签事务", "Task to claim"],
  plural: "Tasks to claim",
  path: "/blade-flow/work/claim",
  title: "taskName",
  permission: "work_claim",
  derived: true,
  key: "taskId",
  calls: [],
  listRead: "claim-list",
  screen: "readonly-table",
  mainColumns: ["title", "assigneeName", "arriveTime", "processDefinitionName"],
  fields: {
    taskId: text("任务编号", "Task id", { list: false }),
    taskName: text("当前步骤", "Step"),
    taskDefinitionKey: text("任务标识", "Task key", { list: false }),
    title: text("标题", "Title"),
    assignee: text("执行人编号", "Assignee id", { list: false }),
    ...taskDue,
    assigneeName: text("申请人", "Applicant"),
    category: dict("flow", "流程分类", "Category", { search: "equal" }),
    ...processInstance,
    status: text("任务状态", "Task state", { list: false }),
    arriveTime: datetime("到达时间", "Arrived"),
    createTime: datetime("申请时间", "Applied", { search: "range" }),
  },
  reads: {
    "claim-list": {
      path: "/blade-flow/work/claim-list", shape: "page",
      params: { category: "category", processDefinitionName: "processDefinitionName", beginDate: { about: ["此日起", "From this day on"], is: "day" }, endDate: { about: ["此日止", "Up to this day"], is: "day" } }, open: "signed-in",
    },
  },
  actions: {
    claim: {
      label: ["签收", "Claim"], path: "/blade-flow/work/claim-task", idParam: "taskId", permission: "work_claim_sign", handler: true,
      confirm: ["确定签收此任务?", "Claim this task?"],
    },
    detail: { label: ["详情", "Detail"], method: "none", path: "/work/process/{route}/detail/{processInstanceId}/{businessId}", permission: "work_claim_detail" },
    diagram: { label: ["流程图", "Diagram"], opens: "flow-process", with: { processInstanceId: { field: "processInstanceId" } }, permission: "work_claim_follow" },
  },
});
