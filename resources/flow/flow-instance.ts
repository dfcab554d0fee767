import { choice, datetime, defineResource, dict, integer, json, ref, text } from "#schema";

/**
 * An instance of a process, running or over. What the engine knows of it is one document, which no call answers; what its definition was
 * called stays here, as a deployment may be deleted.
 */
export default defineResource({
  name: "flow-instance",
  label: ["流程实例", "Process instance"],
  path: "/blade-flow/instance",
  title: "title",
  permission: "flow_instance",
  unbounded: true,
  indexes: [["starter", "startTime"], ["processDefinitionId"], ["businessId"]],
  calls: [],
  screen: "none",
  fields: {
    processInstanceId: text("流程实例ID", "Instance id", { max: 64, required: true, unique: "tenant" }),
    processDefinitionId: text("流程定义", "Definition id", { max: 64, required: true }),
    processDefinitionKey: text("流程标识", "Process key"),
    processDefinitionName: text("流程名称", "Process"),
    processDefinitionVersion: integer("流程版本", "Version"),
    category: dict("flow", "流程分类", "Category"),
    businessResource: text("业务资源", "Resource of the business row", { max: 64 }),
    businessTable: text("业务表", "Business table"),
    businessId: text("业务主键", "Business id", { max: 64 }),
    title: text("标题", "Title"),
    startMessage: text("启动消息", "Start message"),
    starter: ref("user", "发起人", "Started by"),
    starterName: text("发起人姓名", "Name of the starter"),
    startTime: datetime("开始时间", "Started"),
    endTime: datetime("结束时间", "Ended"),
    outcome: choice("结果", "Outcome", {
      options: [
        ["approved", "已通过", "Approved", "green"], ["rejected", "已驳回", "Rejected", "red"], ["withdrawn", "已撤销", "Withdrawn"],
        ["failed", "出错", "Failed", "orange"],
      ],
    }),
    remindTime: datetime("催办时间", "Last reminder"),
    outcomeReason: text("结束原因", "Reason of the end", { max: 500 }),
    state: json("引擎状态", "State of the engine", { visibleIn: [] }),
  },
});
