import { choice, decimal, defineResource, integer, ref, text } from "#schema";

/** How long the steps of a deployed process take, and what waits at them. */
export default defineResource({
  name: "flow-statistics",
  label: ["流程统计", "Process statistics"],
  plural: "Process statistics",
  path: "/blade-flow/statistics",
  title: "taskName",
  permission: "flow_statistics",
  derived: true,
  key: "id",
  calls: [],
  listRead: "step-list",
  screen: "readonly-table",
  charts: {
    waiting: { label: ["各步骤待办", "Tasks by step"], by: "processStep", as: "ranking", sum: ["running", "overdue", "finished"] },
    hours: { label: ["各步骤累计用时", "Hours spent by step"], by: "processStep", as: "ranking", sum: ["totalHours", "finished"] },
  },
  fields: {
    id: text("统计主键", "Id", { max: 400, list: false }),
    processDefinitionName: text("流程名称", "Process", { search: "like" }),
    processDefinitionVersion: integer("流程版本", "Version"),
    processDefinitionId: ref("flow-manager", "流程定义", "Definition", { search: "equal", list: false }),
    taskDefinitionKey: text("任务标识", "Task key", { list: false }),
    taskName: text("步骤", "Step"),
    processStep: text("流程步骤", "Process and step", { list: false }),
    running: integer("办理中", "Running"),
    overdue: integer("已逾期", "Overdue"),
    isLate: choice("时限", "Time limit", { options: [["0", "正常", "In time", "green"], ["1", "有逾期", "Some overdue", "red"]] }),
    finished: integer("已办结", "Finished"),
    meanTime: text("平均用时", "Mean time"),
    slowTime: text("九成不超过", "90 % within"),
    totalHours: decimal("累计用时（小时）", "Hours in total", { scale: 1, list: false }),
  },
  reads: {
    "step-list": { path: "/blade-flow/statistics/step-list", shape: "page", params: { processDefinitionId: "processDefinitionId", processDefinitionName: "processDefinitionName" } },
  },
});
