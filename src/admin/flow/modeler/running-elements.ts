// Limits what can be drawn to what can run: the pad beside an element and the menu that changes its type.
import type ContextPad from "diagram-js/lib/features/context-pad/ContextPad";
import type AutoPlace from "diagram-js/lib/features/auto-place/AutoPlace";
import type Create from "diagram-js/lib/features/create/Create";
import type PopupMenu from "diagram-js/lib/features/popup-menu/PopupMenu";
import type { PopupMenuEntry } from "diagram-js/lib/features/popup-menu/PopupMenuProvider";
import type ElementFactory from "bpmn-js/lib/features/modeling/ElementFactory";
import type { Shape } from "bpmn-js/lib/model/Types";

/** What this installation runs besides what every one does. */
export interface Runs {
  readonly calls: boolean;
  readonly messages: boolean;
}

/** Ids of the menu that changes the type of an element (bpmn-js, ReplaceOptions). */
const replacements: readonly string[] = [
  "replace-with-none-start",
  "replace-with-none-intermediate-throw",
  "replace-with-none-end",
  "replace-with-timer-start",
  "replace-with-timer-intermediate-catch",
  "replace-with-timer-boundary",
  "replace-with-non-interrupting-timer-boundary",
  "replace-with-error-boundary",
  "replace-with-error-end",
  "replace-with-terminate-end",
  "replace-with-exclusive-gateway",
  "replace-with-parallel-gateway",
  "replace-with-inclusive-gateway",
  "replace-with-event-based-gateway",
  "replace-with-task",
  "replace-with-user-task",
  "replace-with-script-task",
  "replace-with-manual-task",
  "replace-with-service-task",
  "replace-with-send-task",
  "replace-with-subprocess",
  "replace-with-expanded-subprocess",
  "replace-with-sequence-flow",
  "replace-with-default-flow",
  "replace-with-conditional-flow",
];

const messages: readonly string[] = [
  "replace-with-message-start",
  "replace-with-message-intermediate-catch",
  "replace-with-message-intermediate-throw",
  "replace-with-message-boundary",
  "replace-with-non-interrupting-message-boundary",
  "replace-with-message-end",
  "replace-with-receive-task",
];

const pad: readonly string[] = [
  "append.end-event",
  "append.gateway",
  "append.append-task",
  "append.intermediate-event",
  "append.timer-intermediate-event",
  "append.text-annotation",
  "replace",
  "connect",
  "delete",
];

type Entries<T> = Readonly<Record<string, T>>;

const only = <T>(entries: Entries<T>, names: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => names.has(name)));

/** The pad of one element is given that element. */
const shapeOf = (target: unknown): Shape => (Array.isArray(target) ? target[0] : target) as Shape;

/** What bpmn-js finds its services with. */
interface Injector {
  get<T>(name: string): T;
}

interface Services {
  readonly popupMenu: PopupMenu;
  readonly contextPad: ContextPad;
  readonly autoPlace: AutoPlace;
  readonly elementFactory: ElementFactory;
  readonly create: Create;
  readonly translate: (text: string) => string;
}

/** After all others, so that nothing of theirs stays. */
const last = 100;

/** A module of bpmn-js. */
export function runningElements({ calls, messages: hasMessages }: Runs): Readonly<Record<string, unknown>> {
  const allowed = new Set([...replacements, ...(hasMessages ? messages : []), ...(calls ? ["replace-with-call-activity"] : [])]);
  const inPad = new Set([...pad, ...(hasMessages ? ["append.message-intermediate-event", "append.receive-task"] : [])]);
  function RunningElements({ popupMenu, contextPad, autoPlace, elementFactory, create, translate }: Services) {
    const userTask = () => elementFactory.createShape({ type: "bpmn:UserTask" });
    const appendUserTask = {
      group: "model",
      className: "bpmn-icon-user-task",
      title: translate("Append user task"),
      action: {
        click: (_event: Event, source: unknown) => void autoPlace.append(shapeOf(source), userTask(), {}),
        dragstart: (event: Event, source: unknown) => create.start(event, userTask(), { source: shapeOf(source) }),
      },
    };
    // How often a task runs is asked in the panel, with whom.
    const replacing = {
      getPopupMenuEntries: () => (entries: Entries<PopupMenuEntry>) => only(entries, allowed),
      getPopupMenuHeaderEntries: () => () => [],
    };
    popupMenu.registerProvider("bpmn-replace", last, replacing);
    contextPad.registerProvider(last, {
      getContextPadEntries: () => (entries) => {
        const remaining = only(entries, inPad);
        return "append.append-task" in remaining ? { "append.user-task": appendUserTask, ...remaining } : remaining;
      },
    });
  }
  const build = (injector: Injector) =>
    RunningElements({
      popupMenu: injector.get("popupMenu"),
      contextPad: injector.get("contextPad"),
      autoPlace: injector.get("autoPlace"),
      elementFactory: injector.get("elementFactory"),
      create: injector.get("create"),
      translate: injector.get("translate"),
    });
  build.$inject = ["injector"];
  return { __init__: ["runningElements"], runningElements: ["factory", build] };
}
