import { demonstrationDay, seedRows } from "#schema";
import { codeReplaceXml, expenseXml, leaveXml, refundXml, stockOutXml, userXml } from "./processes.options.ts";

export default seedRows("flow-model", [
  {
    modelKey: "Leave", name: "请假流程", description: "提交后由审批人员批复",
    xml: leaveXml,
    created: "2024-05-06 10:00:00", lastUpdated: "2024-05-06 10:00:00",
  },
  {
    modelKey: "Expense", name: "报销流程", description: "财务审批",
    xml: expenseXml,
    created: "2024-05-08 14:30:00", lastUpdated: "2024-06-03 09:15:00",
  },
  { modelKey: "StockOut", name: "出库审批", description: "大单出库前由主管批复", xml: stockOutXml, created: "2024-06-10 09:00:00", lastUpdated: "2024-06-10 09:00:00" },
  { modelKey: "Refund", name: "退款审批", description: "大额退款执行前由财务批复", xml: refundXml, created: "2024-06-10 09:10:00", lastUpdated: "2024-06-10 09:10:00" },
  { modelKey: "UserApproval", name: "用户审批", description: "新用户启用前由管理员批复", xml: userXml, created: "2024-06-10 09:20:00", lastUpdated: "2024-06-10 09:20:00" },
  { modelKey: "CodeReplace", name: "换码审批", description: "换码前由质量主管批复", xml: codeReplaceXml, created: "2024-06-10 09:30:00", lastUpdated: "2024-06-10 09:30:00" },
], { today: demonstrationDay });
