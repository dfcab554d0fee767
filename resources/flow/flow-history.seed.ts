import { seedRows } from "#schema";

export default seedRows("flow-history", [
  {
    processInstanceId: "7f3b1c90-0d21-4c55-9a3e-1e5b7a2c4d10", processDefinitionId: "Leave:1:6a0c7f2e", historyActivityId: "start", historyActivityType: "startEvent", historyActivityName: "提交申请", assignee: "lina",
    assigneeName: "李娜", createTime: "2025-03-12 16:20:00", endTime: "2025-03-12 16:20:00", historyActivityDurationTime: "0 秒",
  },
  {
    processInstanceId: "7f3b1c90-0d21-4c55-9a3e-1e5b7a2c4d10", processDefinitionId: "Leave:1:6a0c7f2e", historyActivityId: "approve", historyActivityType: "userTask", historyActivityName: "领导审批",
    assignee: "zhangwei", assigneeName: "张伟", createTime: "2025-03-12 16:20:00",
  },
  {
    processInstanceId: "5c1e8ad2-77b4-4f0e-8c11-90ac3b7de4f2", processDefinitionId: "Leave:1:6a0c7f2e", historyActivityId: "start", historyActivityType: "startEvent", historyActivityName: "提交申请", assignee: "hanmei",
    assigneeName: "韩梅", createTime: "2025-02-10 10:05:00", endTime: "2025-02-10 10:05:00", historyActivityDurationTime: "0 秒",
  },
  {
    processInstanceId: "5c1e8ad2-77b4-4f0e-8c11-90ac3b7de4f2", processDefinitionId: "Leave:1:6a0c7f2e", historyActivityId: "approve", historyActivityType: "userTask", historyActivityName: "领导审批",
    assignee: "zhangwei", assigneeName: "张伟", comment: "同意", createTime: "2025-02-10 10:05:00", endTime: "2025-02-10 14:36:00", historyActivityDurationTime: "4 小时 31 分钟",
  },
  {
    processInstanceId: "5c1e8ad2-77b4-4f0e-8c11-90ac3b7de4f2", processDefinitionId: "Leave:1:6a0c7f2e", historyActivityId: "end", historyActivityType: "endEvent", historyActivityName: "结束",
    createTime: "2025-02-10 14:36:00", endTime: "2025-02-10 14:36:00", historyActivityDurationTime: "0 秒",
  },
]);
