// The processes of a new installation as BPMN 2.0: what their models hold, and the copy that each deployment keeps of its model.

interface Approval {
  readonly key: string;
  readonly name: string;
  /** What the one task is called. */
  readonly task: string;
  /** Whom it asks, as attributes of the task. */
  readonly asks: string;
  /** Only what meets this is asked about, with the name of the question; everything else passes. Everything is asked about by default. */
  readonly only?: { readonly question: string; readonly condition: string };
}

const shape = (of: string, [x, y, width, height]: readonly [number, number, number, number], label?: readonly [number, number, number]): string =>
  `<bpmndi:BPMNShape id="${of}Shape" bpmnElement="${of}"${width === 50 ? ' isMarkerVisible="true"' : ""}><dc:Bounds x="${x}" y="${y}" width="${width}" height="${height}"/>${label === undefined ? "" : `<bpmndi:BPMNLabel><dc:Bounds x="${label[0]}" y="${label[1]}" width="${label[2]}" height="14"/></bpmndi:BPMNLabel>`}</bpmndi:BPMNShape>`;

const edge = (of: string, points: readonly (readonly [number, number])[], label?: readonly [number, number, number]): string =>
  `<bpmndi:BPMNEdge id="${of}Edge" bpmnElement="${of}">${points.map(([x, y]) => `<di:waypoint x="${x}" y="${y}"/>`).join("")}${label === undefined ? "" : `<bpmndi:BPMNLabel><dc:Bounds x="${label[0]}" y="${label[1]}" width="${label[2]}" height="14"/></bpmndi:BPMNLabel>`}</bpmndi:BPMNEdge>`;

/** A process of one approval, which ends approved or rejected, with the places of its shapes (BPMN diagram interchange). */
function approvalProcess({ key, name, task, asks, only }: Approval): string {
  // A question before the task moves what follows it to the right.
  const right = only === undefined ? 0 : 130;
  const questioned = only === undefined ? "" : `
    <sequenceFlow id="f0" sourceRef="start" targetRef="needed"/>
    <exclusiveGateway id="needed" name="${only.question}" default="f5"><incoming>f0</incoming><outgoing>f1</outgoing><outgoing>f5</outgoing></exclusiveGateway>
    <sequenceFlow id="f5" name="无需审批" sourceRef="needed" targetRef="passed"/>
    <endEvent id="passed" name="直接通过"><incoming>f5</incoming></endEvent>`;
  const first = only === undefined
    ? '<sequenceFlow id="f1" sourceRef="start" targetRef="approve"/>'
    : `<sequenceFlow id="f1" name="需要审批" sourceRef="needed" targetRef="approve"><conditionExpression xsi:type="tFormalExpression">${only.condition}</conditionExpression></sequenceFlow>`;
  const shapes = [
    shape("start", [180, 102, 36, 36], [176, 145, 44]),
    ...(only === undefined ? [] : [shape("needed", [280, 95, 50, 50], [256, 72, 98]), shape("passed", [287, 202, 36, 36], [283, 245, 44])]),
    shape("approve", [280 + right, 80, 100, 80]),
    shape("decide", [445 + right, 95, 50, 50], [448 + right, 72, 44]),
    shape("end", [582 + right, 102, 36, 36], [589 + right, 145, 22]),
    shape("rejected", [582 + right, 202, 36, 36], [584 + right, 245, 33]),
    ...(only === undefined
      ? [edge("f1", [[216, 120], [280, 120]])]
      : [edge("f0", [[216, 120], [280, 120]]), edge("f1", [[330, 120], [410, 120]], [348, 102, 44]), edge("f5", [[305, 145], [305, 202]], [310, 166, 44])]),
    edge("f2", [[380 + right, 120], [445 + right, 120]]),
    edge("f3", [[495 + right, 120], [582 + right, 120]], [528 + right, 102, 22]),
    edge("f4", [[470 + right, 145], [470 + right, 220], [582 + right, 220]], [474 + right, 180, 22]),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" id="${key}Definitions" targetNamespace="tracemark">
  <process id="${key}" name="${name}" isExecutable="true">
    <startEvent id="start" name="提交申请" flowable:initiator="initiator"><outgoing>${only === undefined ? "f1" : "f0"}</outgoing></startEvent>${questioned}
    ${first}
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
${shapes.map((one) => `      ${one}`).join("\n")}
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</definitions>
`;
}

const byAdministrators = 'flowable:candidateGroups="admin"';

export const leaveXml = approvalProcess({ key: "Leave", name: "请假流程", task: "领导审批", asks: 'flowable:assignee="${taskUser}"' });
export const expenseXml = approvalProcess({ key: "Expense", name: "报销流程", task: "财务审批", asks: 'flowable:candidateGroups="admin"' });

/** Large documents need somebody's consent. How large is written in the model: a tenant deploys another number of its own. */
export const stockOutXml = approvalProcess({
  key: "StockOut", name: "出库审批", task: "仓库主管审批", asks: byAdministrators,
  only: { question: "计划数量超过1000", condition: "${planNum &gt; 1000}" },
});
export const refundXml = approvalProcess({
  key: "Refund", name: "退款审批", task: "财务审批", asks: byAdministrators, only: { question: "金额超过100元", condition: "${refundAmount &gt; 100}" },
});
export const userXml = approvalProcess({ key: "UserApproval", name: "用户审批", task: "管理员审批", asks: byAdministrators });
export const codeReplaceXml = approvalProcess({ key: "CodeReplace", name: "换码审批", task: "质量主管审批", asks: byAdministrators });
