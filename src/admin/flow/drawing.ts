// Draws a process with bpmn-js: the one place that loads it, and only when a diagram is shown.
import NavigatedViewer from "bpmn-js/lib/NavigatedViewer";
import type Canvas from "diagram-js/lib/core/Canvas";
import type ElementRegistry from "diagram-js/lib/core/ElementRegistry";
import type { Mark } from "./steps.ts";
import "bpmn-js/dist/assets/diagram-js.css";
import "bpmn-js/dist/assets/bpmn-js.css";

export interface Drawing {
  /** Names of the nodes from left to right, for whoever does not see them. */
  readonly names: readonly string[];
  zoom(factor: number): void;
  fit(): void;
  /** Moves the drawing by so many px. */
  pan(dx: number, dy: number): void;
  destroy(): void;
}

const smallest = 0.2;
const largest = 4;

/** Where XML says no places of shapes, a layout is made: a program may have written it, and engines keep it without. */
const hasPlaces = (xml: string) => /<(?:\w+:)?BPMNShape\b/.test(xml);

async function withPlaces(xml: string): Promise<string> {
  if (hasPlaces(xml)) return xml;
  const { layoutProcess } = await import("bpmn-auto-layout");
  return layoutProcess(xml);
}

/** A small drawing is not blown up to fill a wide page. */
function fitted(canvas: Canvas): void {
  canvas.resized();
  if (canvas.zoom("fit-viewport", { x: 0, y: 0 }) > 1) canvas.zoom(1);
  const { inner, outer, scale } = canvas.viewbox();
  canvas.viewbox({
    x: inner.x + inner.width / 2 - outer.width / scale / 2, y: inner.y + inner.height / 2 - outer.height / scale / 2, width: outer.width / scale, height: outer.height / scale,
  });
}

function isNode(element: { readonly type?: string; readonly businessObject?: { $instanceOf?(type: string): boolean } }): boolean {
  return element.type !== "label" && element.businessObject?.$instanceOf?.("bpmn:FlowNode") === true;
}

function namesIn(registry: ElementRegistry): readonly string[] {
  return registry
    .filter(isNode)
    .toSorted((left, right) => Number(left["x"] ?? 0) - Number(right["x"] ?? 0))
    .map((element) => String(element["businessObject"]?.name ?? ""))
    .filter((name) => name !== "");
}

/** Draws into an element. Throws when the XML is no process that can be drawn; then nothing is left in the element. */
export async function draw(container: HTMLElement, xml: string, marks: ReadonlyMap<string, Mark>): Promise<Drawing> {
  const placed = await withPlaces(xml);
  const viewer = new NavigatedViewer({
    container,
    // The wheel scrolls the page around; the buttons and keys zoom.
    zoomScroll: { enabled: false },
    bpmnRenderer: { defaultFillColor: "var(--tm-surface)", defaultStrokeColor: "var(--tm-text-soft)", defaultLabelColor: "var(--tm-text)" },
    textRenderer: { defaultStyle: { fontFamily: "var(--tm-font)" }, externalStyle: { fontFamily: "var(--tm-font)" } },
  });
  try {
    await viewer.importXML(placed);
  } catch (error) {
    viewer.destroy();
    throw error;
  }
  const canvas = viewer.get<Canvas>("canvas");
  const registry = viewer.get<ElementRegistry>("elementRegistry");
  for (const [id, mark] of marks) if (registry.get(id) !== undefined) canvas.addMarker(id, `tm-node-${mark}`);
  fitted(canvas);
  return {
    names: namesIn(registry),
    zoom: (factor) => void canvas.zoom(Math.min(largest, Math.max(smallest, canvas.zoom() * factor))),
    fit: () => fitted(canvas),
    pan: (dx, dy) => void canvas.scroll({ dx, dy }),
    destroy: () => viewer.destroy(),
  };
}
