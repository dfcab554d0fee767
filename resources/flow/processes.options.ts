// The processes of a new installation as BPMN 2.0: what their models hold, and the copy that each deployment keeps of its model.

interface Approval {
  readonly key: string;
  readonly name: string;
  /** What the one task is called. */
  readonly task: string;
  /** Whom it asks, as attributes of the task. */
  readonly asks: string;
}

/** A process of one approval, which ends approved or rejected, with the places of its shapes (BPMN diagram interchange). */
function approvalProcess({ key, name, task, asks }: Approval): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" id="${key}Definitions" targetNamespace="tracemark">
  <process id="${key}" name="${name}" isExecutable="true">
    <startEvent id="start" name="提交申请" flowable:initiator="initiator"><outgoing>f1</outgoing></startEvent>
    <sequenceFlow id="f1" sourceRef="start" targetRef="approve"/>
    <userTask id="approve" name="${task}" ${asks}><incoming>f1</incoming><outgoing>f2</outgoing></userTask>
    <sequenceFlow id="f2" sourceRef="approve" targetRef="decide"/>
    <exclusiveGateway id="decide" name="是否同意" default="f4"><incoming>f2</incoming><outgoing>f3</outgoing><outgoing>f4</outgoing></exclusiveGateway>
    <sequenceFlow id="f3" name="同意" sourceRef="decide" targetRef="end"><conditionExpression xsi:type="tFormalExpression">\${pass}</conditionExpression></sequenceFlow>
    <sequenceFlow id="f4" name="驳回" sourceRef="decide" targetRef="rejected"/>
    <endEvent id="end" name="结束"><incoming>f3</incoming></endEvent>
    <endEvent id="rejected" name="已驳回"><incoming>f4</incoming></endEvent>
  </process>
  <bpmndi:BPMNDiagram id="${key}Diagram">
    <bpmndi:BPMNPlane id="${key}Plane" bpmnElement="${key}">
      <bpmndi:BPMNShape id="startShape" bpmnElement="start"><dc:Bounds x="180" y="102" width="36" height="36"/><bpmndi:BPMNLabel><dc:Bounds x="176" y="145" width="44" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="approveShape" bpmnElement="approve"><dc:Bounds x="280" y="80" width="100" height="80"/></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="decideShape" bpmnElement="decide" isMarkerVisible="true"><dc:Bounds x="445" y="95" width="50" height="50"/><bpmndi:BPMNLabel><dc:Bounds x="448" y="72" width="44" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="endShape" bpmnElement="end"><dc:Bounds x="582" y="102" width="36" height="36"/><bpmndi:BPMNLabel><dc:Bounds x="589" y="145" width="22" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNShape>
      <bpmndi:BPMNShape id="rejectedShape" bpmnElement="rejected"><dc:Bounds x="582" y="202" width="36" height="36"/><bpmndi:BPMNLabel><dc:Bounds x="584" y="245" width="33" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNShape>
      <bpmndi:BPMNEdge id="f1Edge" bpmnElement="f1"><di:waypoint x="216" y="120"/><di:waypoint x="280" y="120"/></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="f2Edge" bpmnElement="f2"><di:waypoint x="380" y="120"/><di:waypoint x="445" y="120"/></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="f3Edge" bpmnElement="f3"><di:waypoint x="495" y="120"/><di:waypoint x="582" y="120"/><bpmndi:BPMNLabel><dc:Bounds x="528" y="102" width="22" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNEdge>
      <bpmndi:BPMNEdge id="f4Edge" bpmnElement="f4"><di:waypoint x="470" y="145"/><di:waypoint x="470" y="220"/><di:waypoint x="582" y="220"/><bpmndi:BPMNLabel><dc:Bounds x="474" y="180" width="22" height="14"/></bpmndi:BPMNLabel></bpmndi:BPMNEdge>
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</definitions>
`;
}

export const leaveXml = approvalProcess({ key: "Leave", name: "请假流程", task: "领导审批", asks: 'flowable:assignee="${taskUser}"' });
export const expenseXml = approvalProcess({ key: "Expense", name: "报销流程", task: "财务审批", asks: 'flowable:candidateGroups="admin"' });
