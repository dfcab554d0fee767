import { choice, datetime, defineResource, dict, json, text, textarea } from "#schema";
import processInstance from "./process-instance.fields.ts";

/** Tasks that wait for the caller. */
export default defineResource({
  name: "work-todo",
  label: ["待办事务", "Task to do"],
  plural: "Tasks to do",
  path: "/blade-flow/work/todo",
  title: "taskName",
  permission: "work_todo",
  derived: true,
  key: "taskId",
  calls: [],
  listRead: "todo-list",
  screen: "readonly-table",
  fields: {
    taskId: text("任务编号", "Task id", { list: false }),
    taskName: text("当前步骤", "Step"),
    assigneeName: text("申请人", "Applicant"),
    category: dict("flow", "流程分类", "Category", { search: "equal" }),
    processDefinitionId: text("流程定义", "Definition id", { list: false }),
    ...processInstance,
    claimTime: datetime("签收时间", "Claimed", { list: false }),
    createTime: datetime("申请时间", "Applied", { search: "range" }),
  },
  reads: {
    "todo-list": {
      path: "/blade-flow/work/todo-list", shape: "page",
      params: { category: "category", processDefinitionName: "processDefinitionName", beginDate: "any", endDate: "any" }, open: "signed-in",
    },
  },
  actions: {
    handle: { label: ["处理", "Handle"], method: "none", path: "/work/process/{route}/handle/{taskId}/{processInstanceId}/{businessId}", permission: "work_todo_handle" },
    complete: {
      label: ["办理", "Complete"], on: "screen", path: "/blade-flow/work/complete-task", permission: "work_todo_handle", send: "body", handler: true,
      params: {
        taskId: text("任务编号", "Task id", { required: true }),
        processInstanceId: text("流程实例", "Instance id", { required: true }),
        flag: choice("审批结果", "Decision", { options: [["ok", "同意", "Approve", "green"]], help: ["不填即驳回", "Absent to reject"] }),
        comment: textarea("批复意见", "Comment", { required: ["请先填写批复意见", "Please enter a comment first"], max: 500 }),
        variables: json("流程变量", "Variables"),
      },
    },
    detail: { label: ["详情", "Detail"], method: "none", path: "/work/process/{route}/detail/{processInstanceId}/{businessId}", permission: "work_todo_detail" },
    diagram: { label: ["流程图", "Diagram"], opens: "flow-process", with: { processInstanceId: { field: "processInstanceId" } }, permission: "work_todo_follow" },
  },
});
