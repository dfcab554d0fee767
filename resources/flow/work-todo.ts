import { choice, datetime, defineResource, dict, file, json, ref, text, textarea } from "#schema";
import processInstance from "./process-instance.fields.ts";
import taskDue from "./task-due.fields.ts";

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
  defaultColumns: ["taskName", "title", "assigneeName", "arriveTime", "processDefinitionName", "createTime", "dueState", "taskKind", "category"],
  fields: {
    taskId: text("任务编号", "Task id", { list: false }),
    taskName: text("当前步骤", "Step"),
    taskDefinitionKey: text("任务标识", "Task key", { list: false }),
    title: text("标题", "Title", { search: "like" }),
    taskKind: choice("任务类型", "Kind", {
      options: [["decide", "审批", "Decision", "blue"], ["opinion", "征询意见", "Opinion", "cyan"], ["delegated", "受托办理", "Delegated", "gold"]],
    }),
    ...taskDue,
    assigneeName: text("申请人", "Applicant"),
    category: dict("flow", "流程分类", "Category", { search: "equal" }),
    ...processInstance,
    status: text("任务状态", "Task state", { list: false }),
    isClaimed: choice("是否签收", "Was claimed", { options: [["0", "否", "No"], ["1", "是", "Yes"]], list: false }),
    claimTime: datetime("签收时间", "Claimed", { list: false }),
    arriveTime: datetime("到达时间", "Arrived"),
    createTime: datetime("申请时间", "Applied", { search: "range" }),
  },
  reads: {
    "todo-list": {
      path: "/blade-flow/work/todo-list", shape: "page",
      params: { taskId: "taskId", category: "category", processDefinitionName: "processDefinitionName", title: "title", beginDate: { about: ["此日起", "From this day on"], is: "day" }, endDate: { about: ["此日止", "Up to this day"], is: "day" } }, open: "signed-in",
    },
  },
  actions: {
    handle: { label: ["处理", "Review"], method: "none", path: "/work/process/{route}/handle/{taskId}/{processInstanceId}/{businessId}", permission: "work_todo_handle" },
    complete: {
      label: ["办理", "Complete"], on: "screen", path: "/blade-flow/work/complete-task", permission: "work_todo_handle", send: "body", handler: true,
      params: {
        taskId: text("任务编号", "Task id", { required: true }),
        processInstanceId: text("流程实例", "Instance id", { required: true }),
        flag: choice("审批结果", "Decision", { options: [["ok", "同意", "Approve", "green"]], help: ["不填即驳回", "Absent to reject"] }),
        comment: textarea("批复意见", "Comment", { required: ["请先填写批复意见", "Please enter a comment first"], max: 500 }),
        variables: json("流程变量", "Variables"),
        attachments: file("附件", "Attachments", { multiple: true }),
      },
    },
    sendBack: {
      label: ["退回", "Send back"], path: "/blade-flow/work/send-back", idParam: "taskId", permission: "work_todo_handle", send: "body", handler: true,
      when: { taskKind: "decide" }, confirm: ["退回后本步骤的办理不能恢复，确定退回?", "Everything that waits in this process is abandoned, which cannot be undone. Send it back?"],
      params: {
        to: ref("work-step", "退回到", "Back to", {
          valueField: "step", filter: { taskId: { field: "taskId" } }, required: ["请选择退回步骤", "Please choose a step"],
        }),
        comment: textarea("退回原因", "Reason", { required: ["请填写退回原因", "Please say why"], max: 500 }),
      },
      effect: "Everything that waits in the instance is abandoned; an earlier step, or the starter, gets a new task",
    },
    transfer: {
      label: ["转办", "Transfer"], path: "/blade-flow/work/transfer-task", idParam: "taskId", permission: "work_todo_transfer", send: "body", handler: true,
      when: { taskKind: "decide" },
      params: {
        userId: ref("user", "转办给", "Transfer to", { required: ["请选择人员", "Please choose a person"] }),
        comment: textarea("转办说明", "Note", { required: ["请填写转办说明", "Please say why"], max: 500 }),
      },
      effect: "The task passes to the other person",
    },
    delegate: {
      label: ["委托", "Delegate"], path: "/blade-flow/work/delegate-task", idParam: "taskId", permission: "work_todo_delegate", send: "body", handler: true,
      when: { taskKind: "decide" },
      params: {
        userId: ref("user", "委托给", "Delegate to", { required: ["请选择人员", "Please choose a person"] }),
        comment: textarea("委托说明", "Note", { required: ["请填写委托说明", "Please say what for"], max: 500 }),
      },
      effect: "The other person works on the task, which then comes back",
    },
    consult: {
      label: ["征询", "Consult"], path: "/blade-flow/work/consult-task", idParam: "taskId", permission: "work_todo_consult", send: "body", handler: true,
      when: { taskKind: "decide" },
      params: {
        userId: ref("user", "征询对象", "Ask", { required: ["请选择人员", "Please choose a person"] }),
        comment: textarea("征询内容", "Question", { required: ["请填写征询内容", "Please write the question"], max: 500 }),
      },
      effect: "The other person has a task to give an opinion; this one stays",
    },
    unclaim: {
      label: ["退回待签", "Unclaim"], path: "/blade-flow/work/unclaim-task", idParam: "taskId", permission: "work_todo_unclaim", handler: true,
      when: { isClaimed: "1" }, confirm: ["确定放回待签事务，由他人签收?", "Put this task back, for others to claim?"],
    },
    detail: { label: ["详情", "Detail"], method: "none", path: "/work/process/{route}/detail/{processInstanceId}/{businessId}", permission: "work_todo_detail" },
    diagram: { label: ["流程图", "Diagram"], opens: "flow-process", with: { processInstanceId: { field: "processInstanceId" } }, permission: "work_todo_follow" },
  },
});
