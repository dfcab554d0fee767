import { seedRows } from "#schema";
import { expenseXml, leaveXml } from "./processes.options.ts";

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
]);
