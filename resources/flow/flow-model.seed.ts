import { seedRows } from "#schema";

export default seedRows("flow-model", [
  {
    modelKey: "Leave", name: "请假流程", description: "提交后由审批人员批复",
    xml: "<?xml version=\"1.0\" encoding=\"UTF-8\"?><definitions xmlns=\"http://www.omg.org/spec/BPMN/20100524/MODEL\" targetNamespace=\"tracemark\"><process id=\"Leave\" name=\"请假流程\" isExecutable=\"true\"><startEvent id=\"start\"/><sequenceFlow id=\"f1\" sourceRef=\"start\" targetRef=\"approve\"/><userTask id=\"approve\" name=\"领导审批\"/><sequenceFlow id=\"f2\" sourceRef=\"approve\" targetRef=\"end\"/><endEvent id=\"end\"/></process></definitions>",
    created: "2024-05-06 10:00:00", lastUpdated: "2024-05-06 10:00:00",
  },
  {
    modelKey: "Expense", name: "报销流程", description: "财务审批",
    xml: "<?xml version=\"1.0\" encoding=\"UTF-8\"?><definitions xmlns=\"http://www.omg.org/spec/BPMN/20100524/MODEL\" targetNamespace=\"tracemark\"><process id=\"Expense\" name=\"报销流程\" isExecutable=\"true\"><startEvent id=\"start\"/><sequenceFlow id=\"f1\" sourceRef=\"start\" targetRef=\"approve\"/><userTask id=\"approve\" name=\"财务审批\"/><sequenceFlow id=\"f2\" sourceRef=\"approve\" targetRef=\"end\"/><endEvent id=\"end\"/></process></definitions>",
    created: "2024-05-08 14:30:00", lastUpdated: "2024-06-03 09:15:00",
  },
]);
