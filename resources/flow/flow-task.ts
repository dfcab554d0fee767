import { choice, datetime, defineResource, ref, text, textarea } from "#schema";

/** A user task of an instance: waiting, completed, or taken away by its process. The lists of work are made of these. */
export default defineResource({
  name: "flow-task",
  label: ["流程任务", "Task of a process"],
  plural: "Tasks of processes",
  path: "/blade-flow/task",
  title: "taskName",
  permission: "flow_task",
  unbounded: true,
  indexes: [["assignee", "progress", "createTime"], ["processInstanceId", "progress"], ["processDefinitionId", "taskDefinitionKey"], ["progress", "dueTime"]],
  calls: [],
  screen: "none",
  fields: {
    taskId: text("任务编号", "Task id", { max: 64, required: true, unique: "tenant" }),
    processInstanceId: text("流程实例", "Instance id", { max: 64, required: true }),
    executionId: text("执行ID", "Execution id"),
    processDefinitionId: text("流程定义", "Definition id", { max: 64 }),
    kind: choice("任务类型", "Kind", {
      options: [[1, "审批", "Decision"], [2, "征询意见", "Opinion", "cyan"]], default: 1,
      help: ["征询意见的任务不影响流程走向", "An opinion does not move its process"],
    }),
    owner: ref("user", "委托人", "Delegated by", { help: ["征询意见的任务为征询人", "Of an opinion: who asked for it"] }),
    taskDefinitionKey: text("任务标识", "Task key"),
    taskName: text("当前步骤", "Step"),
    formKey: text("表单", "Form key"),
    assignee: ref("user", "执行人", "Assignee"),
    progress: choice("任务状态", "Task state", {
      options: [[1, "待办理", "Waiting", "blue"], [2, "已办理", "Completed", "green"], [3, "已取消", "Cancelled"]], required: true, default: 1,
    }),
    dueTime: datetime("截止时间", "Due"),
    reportedDue: datetime("已通知的截止时间", "Due, as reported", { help: ["已通知逾期的截止时间", "The due time whose passing was reported"] }),
    createTime: datetime("创建时间", "Created"),
    claimTime: datetime("签收时间", "Claimed"),
    endTime: datetime("结束时间", "Ended"),
    decision: choice("审批结果", "Decision", { options: [["ok", "同意", "Approved", "green"], ["no", "驳回", "Rejected", "red"]] }),
    comment: textarea("批复意见", "Comment", { max: 500 }),
  },
});
