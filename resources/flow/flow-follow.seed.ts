import { seedRows } from "#schema";

export default seedRows("flow-follow", [
  {
    executionId: "7f3b1c90-0d21-4c55-9a3e-1e5b7a2c4d11", processInstanceId: "7f3b1c90-0d21-4c55-9a3e-1e5b7a2c4d10", processDefinitionKey: "Leave",
    processDefinitionId: "Leave:1:6a0c7f2e", activityId: "approve", name: "领导审批", startUser: "李娜", startUserId: "lina", startTime: "2025-03-12 16:20:00",
    suspensionState: 1, createTime: "2025-03-12 16:20:00",
  },
]);
