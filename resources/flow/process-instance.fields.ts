import { defineFields, integer, text } from "#schema";

/** The running process that a task belongs to, and the row that the process is about. */
export default defineFields({
  processDefinitionId: text("流程定义", "Definition id", { list: false }),
  processDefinitionName: text("流程名称", "Process", { search: "like" }),
  processDefinitionVersion: integer("流程版本", "Version"),
  processInstanceId: text("流程实例", "Instance id", { list: false }),
  route: text("路由", "Route", { list: false }),
  businessTable: text("业务表", "Business table", { list: false }),
  businessId: text("业务主键", "Business id", { list: false }),
});
