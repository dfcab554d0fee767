import { demonstrationDay, seedRows } from "#schema";
import { codeReplaceXml, expenseXml, leaveXml, refundXml, stockOutXml, userXml } from "./processes.options.ts";

/** Deployed and suspended: activating it is all that it takes to try an approval. */
const suspended = (key: string, name: string, { category, xml, ids }: { category: string; xml: string; ids: readonly [definition: string, deployment: string] }) => ({
  id: `${key}:1:${ids[0]}`, tenantId: "100001", key, name, category, version: 1, deploymentId: ids[1], resourceName: `${key}.bpmn20.xml`,
  diagramResourceName: `${key}.png`, suspensionState: 2, deploymentTime: "2024-06-10 10:00:00", xml,
});

export default seedRows("flow-manager", [
  {
    id: "Leave:1:6a0c7f2e", tenantId: "100001", key: "Leave", name: "请假流程", category: "1", version: 1, deploymentId: "6a0c7f2a", resourceName: "Leave.bpmn20.xml",
    diagramResourceName: "Leave.png", suspensionState: 1, deploymentTime: "2024-05-06 10:30:00", xml: leaveXml,
  },
  {
    id: "Expense:1:7b1d9c41", tenantId: "100001", key: "Expense", name: "报销流程", category: "2", version: 1, deploymentId: "7b1d9c3e", resourceName: "Expense.bpmn20.xml",
    diagramResourceName: "Expense.png", suspensionState: 2, deploymentTime: "2024-06-03 09:20:00", xml: expenseXml,
  },
  suspended("StockOut", "出库审批", { category: "3", xml: stockOutXml, ids: ["8c2eae50", "8c2eae4e"] }),
  suspended("Refund", "退款审批", { category: "4", xml: refundXml, ids: ["8c2eae60", "8c2eae5e"] }),
  suspended("UserApproval", "用户审批", { category: "5", xml: userXml, ids: ["8c2eae70", "8c2eae6e"] }),
  suspended("CodeReplace", "换码审批", { category: "6", xml: codeReplaceXml, ids: ["8c2eae80", "8c2eae7e"] }),
], { today: demonstrationDay });
