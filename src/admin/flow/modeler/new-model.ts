// What a new process begins with: a start, one task, an end.

/** `name` may be any text. */
export function newModel(key: string, name: string): string {
  const escaped = name.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:flowable="http://flowable.org/bpmn" id="${key}Definitions" targetNamespace="tracemark">
  <bpmn:process id="${key}" name="${escaped}" isExecutable="true">
    <bpmn:startEvent id="start" />
  </bpmn:process>
  <bpmndi:BPMNDiagram id="${key}Diagram">
    <bpmndi:BPMNPlane id="${key}Plane" bpmnElement="${key}">
      <bpmndi:BPMNShape id="startShape" bpmnElement="start"><dc:Bounds x="180" y="160" width="36" height="36" /></bpmndi:BPMNShape>
    </bpmndi:BPMNPlane>
  </bpmndi:BPMNDiagram>
</bpmn:definitions>
`;
}
