import { choice, datetime, defineResource, json, processStates, ref, text, textarea } from "#schema";

/** An instance that is running. */
export default defineResource({
  name: "flow-follow",
  label: ["流程跟踪", "Process follow-up"],
  path: "/blade-flow/follow",
  title: "processInstanceId",
  permission: "flow_follow",
  calls: ["list"],
  indexes: [["processInstanceId"]],
  screen: "readonly-table",
  sections: {
    executionId: ["当前步骤", "Current step"],
    processDefinitionKey: ["流程", "Process"],
  },
  fields: {
    executionId: text("执行ID", "Execution id", { max: 64, list: false }),
    processDefinitionId: text("流程定义", "Definition id", { max: 64, list: false }),
    activityId: text("当前节点", "Current node", { list: false }),
    name: text("步骤名称", "Step"),
    assignees: text("当前办理人", "With", { max: 500, search: "like" }),
    since: datetime("进入时间", "Since", { sortable: true }),
    processDefinitionKey: text("流程标识", "Process key", { search: "like" }),
    startUser: text("发起人", "Started by", { search: "like" }),
    startUserId: ref("user", "发起人主键", "Starter", { search: "equal", list: false }),
    businessId: text("业务主键", "Business id", { max: 64, list: false }),
    startTime: datetime("开始时间", "Started", { search: "range", sortable: true }),
    processInstanceId: text("流程实例ID", "Instance id", { max: 64, search: "like", width: 320 }),
    health: choice("运行情况", "Health", { options: [["0", "正常", "Normal"], ["1", "服务失败", "Service failed", "red"]], default: "0", search: "equal" }),
    failure: text("失败原因", "Error", { max: 500 }),
    suspensionState: choice("状态", "State", { options: processStates, default: 1 }),
  },
  actions: {
    diagram: { label: ["流程图", "Diagram"], opens: "flow-process", with: { processInstanceId: { field: "processInstanceId" } }, open: "signed-in" },
    sendMessage: {
      label: ["发送消息", "Send message"], on: "toolbar", path: "/send-message", send: "body", permission: "flow_follow_message", handler: true,
      params: {
        message: text("消息名称", "Message", { required: true, max: 255, help: ["流程图中消息的名称", "The name of the message in the drawing"] }),
        businessId: text("业务主键", "Business id", { required: true, max: 64, help: ["流程所关于的数据的主键", "The id of the row that the process is about"] }),
        variables: json("流程变量", "Variables"),
      },
      effect: "Instances about the row that wait for the message continue",
    },
    move: {
      label: ["转移步骤", "Move"], path: "/move-instance", idParam: "processInstanceId", idField: "processInstanceId", permission: "flow_follow_move", send: "body",
      handler: true, confirm: ["当前等待的任务将被取消，流程从所填步骤继续。", "Waiting tasks are removed, and the process continues with the step below."],
      params: {
        to: text("目标步骤", "Step", { required: true, help: ["步骤的名称或标识", "Name or id of the step"] }),
        reason: textarea("转移原因", "Reason", { required: ["请填写转移原因", "Please say why"], max: 500 }),
      },
      effect: "Everything that waits in the instance is abandoned; the step begins again",
    },
    retry: {
      label: ["重试服务", "Retry service"], path: "/retry-service", idParam: "processInstanceId", idField: "processInstanceId", permission: "flow_follow_retry",
      handler: true, when: { health: "1" }, confirm: ["失败的服务任务将再次调用，确定重试?", "The service tasks that have failed are called again. Retry?"],
      effect: "Failed services of the instance are called again; its history records who retried them",
    },
    deleteProcessInstance: {
      label: ["流程删除", "Delete instance"], path: "/delete-process-instance", idParam: "processInstanceId", idField: "processInstanceId", permission: "flow_follow_delete", handler: true,
      params: { deleteReason: text("删除理由", "Reason", { required: true }) }, effect: "Ends the instance; its record is withdrawn",
    },
  },
});
