// BPMN stores the ends of an arrow at the arrow, and optionally at the nodes too; bpmn-auto-layout reads them at the nodes only.

/** An element of a process as bpmn-moddle gives it. */
export interface FlowElement {
  readonly $type: string;
  readonly sourceRef?: FlowElement;
  readonly targetRef?: FlowElement;
  /** A process, or an element that contains one. */
  readonly flowElements?: readonly FlowElement[];
  readonly rootElements?: readonly FlowElement[];
  get(name: "incoming" | "outgoing"): FlowElement[];
}

function addArrow(node: FlowElement | undefined, end: "incoming" | "outgoing", arrow: FlowElement): void {
  if (node === undefined) return;
  const arrows = node.get(end);
  if (!arrows.includes(arrow)) arrows.push(arrow);
}

/** Writes at all nodes which arrows end there. */
export function setEnds(element: FlowElement): void {
  for (const inner of [...(element.rootElements ?? []), ...(element.flowElements ?? [])]) {
    if (inner.$type === "bpmn:SequenceFlow") {
      addArrow(inner.sourceRef, "outgoing", inner);
      addArrow(inner.targetRef, "incoming", inner);
    }
    setEnds(inner);
  }
}
