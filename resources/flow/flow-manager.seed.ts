import { seedRows } from "#schema";
import { expenseXml, leaveXml } from "./processes.options.ts";

export default seedRows("flow-manager", [
  {
    id: "Leave:1:6a0c7f2e", tenantId: "100001", key: "Leave", name: "请假流程", category: "1", version: 1, deploymentId: "6a0c7f2a", resourceName: "Leave.bpmn20.xml",
    diagramResourceName: "Leave.png", suspensionState: 1, deploymentTime: "2024-05-06 10:30:00", xml: leaveXml,
  },
  {
    id: "Expense:1:7b1d9c41", tenantId: "100001", key: "Expense", name: "报销流程", category: "2", version: 1, deploymentId: "7b1d9c3e", resourceName: "Expense.bpmn20.xml",
    diagramResourceName: "Expense.png", suspensionState: 2, deploymentTime: "2024-06-03 09:20:00", xml: expenseXml,
  },
]);
