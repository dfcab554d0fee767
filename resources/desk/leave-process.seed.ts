import { seedRows } from "#schema";

export default seedRows("leave-process", [
  {
    processDefinitionId: "Leave:1:6a0c7f2e", processInstanceId: "7f3b1c90-0d21-4c55-9a3e-1e5b7a2c4d10", taskUser: "zhangwei", leaveType: "2",
    startTime: "2025-03-17 09:00:00", endTime: "2025-03-19 18:00:00", reason: "家中有事", applyTime: "2025-03-12 16:20:00", status: 1, createTime: "2025-03-12 16:20:00",
  },
  {
    processDefinitionId: "Leave:1:6a0c7f2e", processInstanceId: "5c1e8ad2-77b4-4f0e-8c11-90ac3b7de4f2", taskUser: "zhangwei", leaveType: "1",
    startTime: "2025-02-17 09:00:00", endTime: "2025-02-21 18:00:00", reason: "年假", applyTime: "2025-02-10 10:05:00", status: 2, createTime: "2025-02-10 10:05:00",
  },
]);
