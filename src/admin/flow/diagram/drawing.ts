// Renders a process with bpmn-js: the one module that loads it, and only when a diagram is shown.
import NavigatedViewer from "bpmn-js/lib/NavigatedViewer";
import type Canvas from "diagram-js/lib/core/Canvas";
import type ElementRegistry from "diagram-js/lib/core/ElementRegistry";
import type Overlays from "diagram-js/lib/features/overlays/Overlays";
import { fitCanvas } from "./fit-canvas.ts";
import { importInto } from "./import-model.ts";
import { showBadges } from "./mark-badges.ts";
import type { Mark } from "./steps.ts";
import "bpmn-js/dist/assets/diagram-js.css";
import "bpmn-js/dist/assets/bpmn-js.css";

export interface Drawing {
  /** Names of the nodes from left to right, for screen readers. */
  readonly names: readonly string[];
  zoom(factor: number): void;
  fit(): void;
  /** Moves the drawing by so many px. */
  pan(dx: number, dy: number): void;
  destroy(): void;
}

const smallest = 0.2;
const largest = 4;

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

/** Renders into an element. Throws when the XML is not a process that can be drawn; the element is then left empty. */
export async function draw(container: HTMLElement, xml: string, marks: ReadonlyMap<string, Mark>): Promise<Drawing> {
  const viewer = new NavigatedViewer({
    container,
    // The wheel scrolls the page around; the buttons and keys zoom.
    zoomScroll: { enabled: false },
    bpmnRenderer: { defaultFillColor: "var(--tm-surface)", defaultStrokeColor: "var(--tm-text-soft)", defaultLabelColor: "var(--tm-text)" },
    textRenderer: { defaultStyle: { fontFamily: "var(--tm-font)" }, externalStyle: { fontFamily: "var(--tm-font)" } },
  });
  try {
    await importInto(viewer, xml);
  } catch (error) {
    viewer.destroy();
    throw error;
  }
  const canvas = viewer.get<Canvas>("canvas");
  const registry = viewer.get<ElementRegistry>("elementRegistry");
  for (const [id, mark] of marks) if (registry.get(id) !== undefined) canvas.addMarker(id, `tm-node-${mark}`);
  showBadges(
    viewer.get<Overlays>("overlays"),
    marks,
    (id) => registry.get(id)?.["waypoints"] === undefined && registry.get(id) !== undefined,
  );
  fitCanvas(canvas);
  return {
    names: namesIn(registry),
    zoom: (factor) => void canvas.zoom(Math.min(largest, Math.max(smallest, canvas.zoom() * factor))),
    fit: () => fitCanvas(canvas),
    pan: (dx, dy) => void canvas.scroll({ dx, dy }),
    destroy: () => viewer.destroy(),
  };
}
