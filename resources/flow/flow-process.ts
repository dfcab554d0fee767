import { datetime, defineResource, lines, text, textarea } from "#schema";

/** A process as it is drawn, with what has happened in one of its instances. */
export default defineResource({
  name: "flow-process",
  label: ["流程图", "Process view"],
  path: "/blade-flow/process",
  title: "xml",
  permission: "flow_process",
  derived: true,
  calls: [],
  screen: { dialog: "process-diagram" },
  fields: {
    xml: textarea("流程XML", "BPMN XML"),
    flow: lines("流程历史", "Flow", {
      fields: {
        historyActivityId: text("历史节点", "History node"),
        historyActivityType: text("节点类型", "Node type"),
        endTime: datetime("结束时间", "Ended"),
      },
    }),
  },
  reads: {
    subject: { params: { processInstanceId: ["流程实例", "Process instance"] }, needs: ["processInstanceId"], open: "signed-in" },
    "model-view": { params: { processInstanceId: ["流程实例", "Process instance"], processDefinitionId: ["流程定义", "Process definition"] }, open: "signed-in" },
  },
});
