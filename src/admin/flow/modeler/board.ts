// The drawing board: bpmn-js's modeler without its palette, which no keyboard reaches. The one module that loads it, and only when somebody
// draws.
import type { Connection, Element, Shape } from "bpmn-js/lib/model/Types";
import Modeler from "bpmn-js/lib/Modeler";
import PaletteModule from "bpmn-js/lib/features/palette";
import type BpmnFactory from "bpmn-js/lib/features/modeling/BpmnFactory";
import type ElementFactory from "bpmn-js/lib/features/modeling/ElementFactory";
import type Modeling from "bpmn-js/lib/features/modeling/Modeling";
import type CommandStack from "diagram-js/lib/command/CommandStack";
import type Canvas from "diagram-js/lib/core/Canvas";
import type ElementRegistry from "diagram-js/lib/core/ElementRegistry";
import type EventBus from "diagram-js/lib/core/EventBus";
import type AutoPlace from "diagram-js/lib/features/auto-place/AutoPlace";
import type Create from "diagram-js/lib/features/create/Create";
import CreateModule from "diagram-js/lib/features/create";
import type EditorActions from "diagram-js/lib/features/editor-actions/EditorActions";
import GlobalConnectModule from "diagram-js/lib/features/global-connect";
import HandToolModule from "diagram-js/lib/features/hand-tool";
import LassoToolModule from "diagram-js/lib/features/lasso-tool";
import type Overlays from "diagram-js/lib/features/overlays/Overlays";
import type Selection from "diagram-js/lib/features/selection/Selection";
import { moddleOptions, readForeign } from "../../../process/flowable.ts";
import { memberText } from "../../../process/members.ts";
import type { ModelElement } from "../../../process/model.ts";
import type { Language } from "../../../schema/text.ts";
import { fitCanvas } from "../diagram/fit-canvas.ts";
import { importInto } from "../diagram/import-model.ts";
import { showBadges } from "../diagram/mark-badges.ts";
import type { Mark } from "../diagram/steps.ts";
import { translateModule } from "./bpmn-words.ts";
import type { Change, MakeElement } from "./model-element.ts";
import { runningElements, type Runs } from "./running-elements.ts";
import type { Problem } from "./rules.ts";
import { standaloneSvg } from "./standalone-svg.ts";
import "bpmn-js/dist/assets/diagram-js.css";
import "bpmn-js/dist/assets/bpmn-js.css";
import "bpmn-js/dist/assets/bpmn-font/css/bpmn.css";

/** A command of the keyboard and of the buttons. */
export type BoardAction = "undo" | "redo" | "copy" | "paste" | "lassoTool" | "handTool" | "globalConnectTool" | "removeSelection";

/** What is drawn by a button of the palette. */
export interface NewElement {
  readonly type: string;
  readonly isExpanded?: boolean;
  readonly eventDefinitionType?: string;
}

/** An element as the panel and the palette see it. */
export interface DiagramElement {
  readonly id: string;
  readonly model: ModelElement;
}

export interface Board {
  /** Replaces the drawing, and forgets what could be undone. Rejects when it cannot be drawn. */
  open(xml: string): Promise<void>;
  xml(): Promise<string>;
  svg(): Promise<string>;
  root(): ModelElement | undefined;
  /** The process itself, whose panel is shown while nothing is selected. */
  process(): DiagramElement | undefined;
  selected(): DiagramElement | undefined;
  /** Everything that a flow may lead to from an element. */
  targetsOf(id: string): readonly DiagramElement[];
  /** What people know an element by; its id where it has no name. */
  nameOf(id: string): string;
  select(id: string): void;
  selectNothing(): void;
  change(id: string, changes: readonly Change[]): void;
  rename(id: string, name: string): void;
  /** False where the id is taken, or none. */
  identify(id: string, next: string): boolean;
  connect(from: string, to: string): void;
  readonly make: MakeElement;
  /** Behind the selected element, or where the pointer goes; `byKey` puts it into the middle of what is in view. */
  draw(what: NewElement, event: Event, byKey: boolean): void;
  act(action: BoardAction): void;
  can(action: "undo" | "redo"): boolean;
  zoom(factor: number): void;
  fit(): void;
  showProblems(problems: readonly Problem[]): void;
  showPath(marks: ReadonlyMap<string, Mark>): void;
  /** Tells of every change of the drawing and of the selection. */
  watch(listener: (isChange: boolean) => void): void;
  destroy(): void;
}

const smallest = 0.2;
const largest = 4;

/** bpmn-js's palette is pictures that only a pointer reaches: what it brings along stays, and the page has buttons of its own. */
class WithoutPalette extends Modeler {}
const parts: readonly object[] = Reflect.get(Modeler.prototype, "_modules");
// What other engines write is read as the server reads it, and kept.
const createModdle: unknown = Reflect.get(Modeler.prototype, "_createModdle");
Reflect.set(WithoutPalette.prototype, "_createModdle", function create(this: unknown, ...given: readonly unknown[]) {
  return typeof createModdle === "function" ? readForeign(Reflect.apply(createModdle, this, given)) : undefined;
});
Reflect.set(WithoutPalette.prototype, "_modules", [
  ...parts.filter((part) => part !== PaletteModule),
  CreateModule,
  GlobalConnectModule,
  HandToolModule,
  LassoToolModule,
]);

interface BoardOptions {
  readonly language: Language;
  readonly runs: Runs;
  /** What the badge of a problem is called. */
  readonly problemLabel: (problem: Problem) => string;
}

const changesCommand = "tracemark.changes";

const isLabel = (element: Element): boolean => element.type === "label";

export function createBoard(container: HTMLElement, { language, runs, problemLabel }: BoardOptions): Board {
  const modeler = new WithoutPalette({
    container,
    moddleExtensions: moddleOptions,
    additionalModules: [translateModule(language), runningElements(runs)],
    bpmnRenderer: { defaultFillColor: "var(--tm-surface)", defaultStrokeColor: "var(--tm-text-soft)", defaultLabelColor: "var(--tm-text)" },
    textRenderer: { defaultStyle: { fontFamily: "var(--tm-font)" }, externalStyle: { fontFamily: "var(--tm-font)" } },
  });
  const canvas = modeler.get<Canvas>("canvas");
  const registry = modeler.get<ElementRegistry>("elementRegistry");
  const selection = modeler.get<Selection>("selection");
  const modeling = modeler.get<Modeling>("modeling");
  const commands = modeler.get<CommandStack>("commandStack");
  const overlays = modeler.get<Overlays>("overlays");
  const events = modeler.get<EventBus>("eventBus");
  const elementFactory = modeler.get<ElementFactory>("elementFactory");

  const elementOf = (id: string): Element | undefined => registry.get(id) as Element | undefined; // bpmn-js's own elements
  const drawn = (element: Element | undefined): DiagramElement | undefined =>
    element === undefined ? undefined : { id: element.id, model: element.businessObject };
  const processElement = (): Element | undefined => {
    const root = canvas.getRootElement() as Element; // bpmn-js's own elements
    return root.businessObject?.$type === "bpmn:Process" ? root : undefined;
  };
  // Menus are placed as if the window were what they are fixed to; inside of a tab it is the tab.
  events.on("popupMenu.open", () => {
    const probe = document.createElement("span");
    probe.className = "tm-fixed-probe";
    container.append(probe);
    const { left, top } = probe.getBoundingClientRect();
    probe.remove();
    container.style.setProperty("--tm-fixed-left", `${-left}px`);
    container.style.setProperty("--tm-fixed-top", `${-top}px`);
  });
  // Several changes are one step of undo.
  const together = {
    preExecute: ({ element, changes }: { readonly element: Element; readonly changes: readonly Change[] }) => {
      for (const { element: changed, properties } of changes) modeling.updateModdleProperties(element, changed, properties);
    },
  };
  commands.register(changesCommand, together);
  let problemMarks: readonly string[] = [];
  let pathMarks: readonly (readonly [id: string, mark: Mark])[] = [];

  return {
    open: async (xml) => {
      await importInto(modeler, xml);
      fitCanvas(canvas);
    },
    xml: async () => (await modeler.saveXML({ format: true })).xml ?? "",
    svg: async () => standaloneSvg((await modeler.saveSVG()).svg),
    root: () => modeler.getDefinitions(),
    process: () => drawn(processElement()),
    selected: () => {
      const [only, ...others] = selection.get() as Element[]; // bpmn-js's own elements
      if (only === undefined || others.length > 0) return undefined;
      return drawn(isLabel(only) ? only.labelTarget : only);
    },
    targetsOf: (id) => {
      const source = elementOf(id);
      const isTarget = (element: Element) =>
        !isLabel(element) &&
        element.parent === source?.parent &&
        element.id !== id &&
        element.businessObject?.$instanceOf?.("bpmn:FlowNode") === true &&
        !["bpmn:StartEvent", "bpmn:BoundaryEvent"].includes(element.type);
      return (registry.filter((element) => isTarget(element as Element)) as Element[]).flatMap((element) => drawn(element) ?? []);
    },
    nameOf: (id) => memberText(elementOf(id)?.businessObject, "name") || id,
    select: (id) => {
      const element = elementOf(id);
      if (element === undefined || element === processElement()) {
        selection.select([]);
        return;
      }
      selection.select(element);
      canvas.scrollToElement(element, { top: 80, bottom: 80, left: 80, right: 80 });
    },
    selectNothing: () => selection.select([]),
    change: (id, changes) => {
      const element = elementOf(id);
      if (element === undefined) return;
      commands.execute(changesCommand, { element, changes });
    },
    rename: (id, name) => {
      const element = elementOf(id);
      if (element === undefined) return;
      if (element === processElement()) modeling.updateProperties(element, { name: name === "" ? undefined : name });
      else modeling.updateLabel(element as Shape, name);
    },
    identify: (id, next) => {
      const element = elementOf(id);
      if (element === undefined || !/^[A-Za-z_][\w.-]*$/u.test(next) || elementOf(next) !== undefined) return false;
      modeling.updateProperties(element, { id: next });
      return true;
    },
    connect: (from, to) => {
      const [source, target] = [elementOf(from), elementOf(to)];
      if (source === undefined || target === undefined) return;
      const made: Connection = modeling.connect(source, target, { type: "bpmn:SequenceFlow" });
      selection.select(made);
    },
    make: (type, properties) => modeler.get<BpmnFactory>("bpmnFactory").create(type, properties),
    draw: (what, event, byKey) => {
      const shape = elementFactory.createShape({ ...what });
      const [source] = selection.get() as Element[]; // bpmn-js's own elements
      const mayFollow = source?.businessObject?.$instanceOf?.("bpmn:FlowNode") === true && !["bpmn:EndEvent"].includes(source.type);
      if (mayFollow && what.type !== "bpmn:StartEvent") {
        modeler.get<AutoPlace>("autoPlace").append(source as Shape, shape, {});
        return;
      }
      if (!byKey) {
        modeler.get<Create>("create").start(event, shape);
        return;
      }
      const { x, y, width, height } = canvas.viewbox();
      selection.select(modeling.createShape(shape, { x: x + width / 2, y: y + height / 2 }, canvas.getRootElement() as Shape));
    },
    act: (action) => void modeler.get<EditorActions>("editorActions").trigger(action, undefined),
    can: (action) => (action === "undo" ? commands.canUndo() : commands.canRedo()),
    zoom: (factor) => void canvas.zoom(Math.min(largest, Math.max(smallest, canvas.zoom() * factor))),
    fit: () => fitCanvas(canvas),
    showProblems: (problems) => {
      overlays.remove({ type: "tm-problem" });
      for (const id of problemMarks) if (elementOf(id) !== undefined) canvas.removeMarker(id, "tm-node-problem");
      const byElement = new Map<string, Problem[]>();
      for (const problem of problems) byElement.set(problem.elementId, [...(byElement.get(problem.elementId) ?? []), problem]);
      const process = processElement();
      problemMarks = [...byElement.keys()].filter((id) => elementOf(id) !== undefined && id !== process?.id);
      for (const id of problemMarks) {
        const [first] = byElement.get(id) ?? [];
        if (first === undefined) continue;
        const badge = document.createElement("span");
        badge.className = first.isError ? "tm-problem-badge" : "tm-problem-badge tm-problem-warning";
        badge.title = (byElement.get(id) ?? []).map(problemLabel).join("\n");
        badge.textContent = "!";
        if (first.isError) canvas.addMarker(id, "tm-node-problem");
        overlays.add(id, "tm-problem", { position: { top: -10, left: -10 }, html: badge });
      }
    },
    showPath: (marks) => {
      for (const [id, mark] of pathMarks) if (elementOf(id) !== undefined) canvas.removeMarker(id, `tm-node-${mark}`);
      pathMarks = [...marks].filter(([id]) => elementOf(id) !== undefined);
      for (const [id, mark] of pathMarks) canvas.addMarker(id, `tm-node-${mark}`);
      showBadges(overlays, pathMarks, (id) => elementOf(id)?.["waypoints"] === undefined);
    },
    watch: (listener) => {
      events.on(["commandStack.changed", "import.done"], () => listener(true));
      events.on("selection.changed", () => listener(false));
    },
    destroy: () => modeler.destroy(),
  };
}
