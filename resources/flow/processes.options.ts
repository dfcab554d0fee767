// The processes of a new installation as BPMN 2.0: what their models hold, and the copy that each deployment keeps of its model.

interface Approval {
  readonly key: string;
  readonly name: string;
  /** What the one task is called. */
  readonly task: string;
}

/** A process of one approval, with the places of its shapes (BPMN diagram interchange). */
function approvalProcess({ key, name, task }: Approval): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" id="${key}Definitions" targetNamespace="tracemark">
  <process id="${key}" name="${name}" isExecutable="true">
    <startEvent id="start" name="提交申请"><outgoing>f1</outgoing></startEvent>
    <sequenceFlow id="f1" sourceRef="start" targetRef="approve"/>
    <userTask id="approve" name="${task}"><incoming>f1</incoming><outgoing>f2</outgoing></userTask>
    <sequenceFlow id="f2" sourceRef="approve" targetRef="end"/>
    <endEvent id="end" name="结束"><incoming>f2</incoming></endEvent>
  </process>
  <bpmndi:BPMNDiagram id="${key}Diagram">
    <bpmndi:BPMNPlane id="${key}Plane" bpmnElement="${key}">
      <bpmndi:BPMNShape id="startShape" bpmnElement="start"><dc:Bounds x="180" y="102" width="36" height="36"/><bpmndi:BPMNLabel><dc:Bounds x="176" y="145" width="44" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="approveShape" bpmnElement="approve"><dc:Bounds x="280" y="80" width="100" height="80"/></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="endShape" bpmnElement="end"><dc:Bounds x="444" y="102" width="36" height="36"/><bpmndi:BPMNLabel><dc:Bounds x="451" y="145" width="22" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNShape>
      <bpmndi:BPMNEdge id="f1Edge" bpmnElement="f1"><di:waypoint x="216" y="120"/><di:waypoint x="280" y="120"/></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="f2Edge" bpmnElement="f2"><di:waypoint x="380" y="120"/><di:waypoint x="444" y="120"/></bpmndi:BPMNEdge>
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</definitions>
`;
}

export const leaveXml = approvalProcess({ key: "Leave", name: "请假流程", task: "领导审批" });
export const expenseXml = approvalProcess({ key: "Expense", name: "报销流程", task: "财务审批" });
