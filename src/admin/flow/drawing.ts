// Renders a process with bpmn-js: the one module that loads it, and only when a diagram is shown.
import NavigatedViewer from "bpmn-js/lib/NavigatedViewer";
import type Canvas from "diagram-js/lib/core/Canvas";
import type ElementRegistry from "diagram-js/lib/core/ElementRegistry";
import { setEnds, type FlowElement } from "./flow-ends.ts";
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

/** XML without coordinates gets a layout: programs may write it that way, and engines store it so. */
const hasPlaces = (xml: string) => /<(?:\w+:)?BPMNShape\b/.test(xml);

/** Reads the XML into the viewer; computes a layout where it has no coordinates. */
async function importInto(viewer: NavigatedViewer, xml: string): Promise<void> {
  if (hasPlaces(xml)) {
    await viewer.importXML(xml);
    return;
  }
  // The viewer rejects what it cannot draw only after it has read it; unreadable XML leaves no definitions.
  const refusal: unknown = await viewer.importXML(xml).then(
    () => undefined,
    (error: unknown) => error,
  );
  const definitions: FlowElement | undefined = viewer.getDefinitions();
  if (definitions === undefined) throw refusal;
  setEnds(definitions);
  const [{ xml: saved = xml }, { layoutProcess }] = await Promise.all([viewer.saveXML(), import("bpmn-auto-layout")]);
  await viewer.importXML(await layoutProcess(saved));
}

/** px left free around a drawing. */
const margin = 24;

/** The whole drawing in the middle; a small one is not blown up to fill a wide page. */
function fit(canvas: Canvas): void {
  canvas.resized();
  const { inner, outer } = canvas.viewbox();
  if (outer.width <= 2 * margin || outer.height <= 2 * margin || inner.width === 0) return;
  const scale = Math.min(1, (outer.width - 2 * margin) / inner.width, (outer.height - 2 * margin) / inner.height);
  const [width, height] = [outer.width / scale, outer.height / scale];
  canvas.viewbox({ x: inner.x + (inner.width - width) / 2, y: inner.y + (inner.height - height) / 2, width, height });
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
  fit(canvas);
  return {
    names: namesIn(registry),
    zoom: (factor) => void canvas.zoom(Math.min(largest, Math.max(smallest, canvas.zoom() * factor))),
    fit: () => fit(canvas),
    pan: (dx, dy) => void canvas.scroll({ dx, dy }),
    destroy: () => viewer.destroy(),
  };
}
