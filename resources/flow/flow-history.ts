import { choice, datetime, defineResource, file, json, ref, text, textarea } from "#schema";

/** What happened in an instance, node by node: who, when, how long, with which comment. */
export default defineResource({
  name: "flow-history",
  label: ["流程历史", "Flow history"],
  plural: "Flow history",
  path: "/blade-flow/process/history",
  title: "historyActivityName",
  permission: "flow_history",
  unbounded: true,
  indexes: [["processInstanceId", "createTime"]],
  calls: [],
  screen: "none",
  fields: {
    historyActivityId: text("节点标识", "Node id"),
    historyActivityType: choice("节点类型", "Node type", {
      options: [
        ["startEvent", "开始", "Start"], ["userTask", "任务", "Task", "blue"], ["sequenceFlow", "连线", "Flow"],
        ["exclusiveGateway", "网关", "Gateway", "cyan"], ["endEvent", "结束", "End", "green"], ["candidate", "候选", "Candidate", "orange"],
        ["parallelGateway", "并行网关", "Parallel gateway", "cyan"], ["inclusiveGateway", "包容网关", "Inclusive gateway", "cyan"],
        ["eventBasedGateway", "事件网关", "Event-based gateway", "cyan"], ["scriptTask", "脚本", "Script", "purple"], ["manualTask", "人工任务", "Manual task"],
        ["task", "步骤", "Step"], ["subProcess", "子流程", "Sub-process", "geekblue"], ["boundaryEvent", "边界事件", "Boundary event", "gold"],
        ["intermediateCatchEvent", "等待事件", "Waiting event", "gold"], ["intermediateThrowEvent", "中间事件", "Intermediate event"],
        ["callActivity", "调用流程", "Called process", "geekblue"], ["sentBack", "退回", "Sent back", "orange"], ["moved", "转移", "Moved", "orange"],
        ["unclaimed", "退回待签", "Unclaimed", "orange"], ["transferred", "转办", "Transferred", "orange"], ["delegated", "委托", "Delegated", "orange"],
        ["returned", "委托办结", "Delegate done", "cyan"], ["consulted", "征询意见", "Consulted", "cyan"], ["opinion", "意见", "Opinion", "cyan"],
        ["reminded", "催办", "Reminded", "gold"], ["withdrawn", "撤销", "Withdrawn", "red"], ["reassigned", "转交", "Reassigned", "orange"],
        ["serviceTask", "服务", "Service", "purple"], ["sendTask", "发送", "Send task", "purple"], ["receiveTask", "等待消息", "Receive task", "gold"],
        ["retried", "重试", "Retried", "orange"],
      ],
    }),
    historyActivityName: text("节点名称", "Node name"),
    assignee: ref("user", "办理人主键", "Assignee"),
    assigneeName: text("办理人", "Assignee name"),
    comment: textarea("批复意见", "Comment", { max: 500 }),
    attachments: file("附件", "Attachments", { multiple: true }),
    attachmentNames: json("附件原名", "Names of the attachments", { help: ["与附件一一对应", "One for each attachment, in their order"] }),
    createTime: datetime("开始时间", "Started"),
    endTime: datetime("结束时间", "Ended"),
    failure: text("失败原因", "Error", { max: 500, help: ["服务任务最后一次失败的原因", "Reason of the last failure of a service task"] }),
    historyActivityDurationTime: text("任务历时", "Duration", { help: ["由开始与结束时间得出", "Calculated from its beginning and end"] }),
    executionId: text("执行ID", "Execution id", { visibleIn: [] }),
    businessId: text("业务主键", "Business id"),
    processInstanceId: text("流程实例", "Instance"),
    // As engines keep it: what is over is no longer among what runs, and its diagram is still asked for.
    processDefinitionId: text("流程定义", "Definition id", { max: 64 }),
  },
  reads: {
    "history-flow-list": { path: "/blade-flow/process/history-flow-list", params: { processInstanceId: ["流程实例", "Process instance"] }, needs: ["processInstanceId"], open: "signed-in" },
  },
});
