// Elements of the drawn model, and the changes that the panel makes to them. A change is one step of undo.
import { elementAt, elementsIn, type ModelElement } from "../../../process/model.ts";
import { memberOf, memberText } from "../../../process/members.ts";
import type { TaskAttributes } from "../../../process/assignment.ts";
import type { LoopAttributes } from "../../../process/loops.ts";
import type { ServiceKind } from "../../../process/services.ts";
import type { TimerKind } from "../../../process/times.ts";

/** Makes an element of the model that belongs to nothing yet. */
export type MakeElement = (type: string, properties: Readonly<Record<string, unknown>>) => ModelElement;

/** Properties of one element; undefined takes one away. */
export interface Change {
  readonly element: ModelElement;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** As the model keeps it: what is empty is not there. */
const nonEmpty = (text: string): string | undefined => (text.trim() === "" ? undefined : text.trim());

const attribute = (name: string) => `flowable:${name}`;

export function taskAttributes(task: ModelElement): TaskAttributes {
  return {
    assignee: memberText(task, "assignee"),
    candidateUsers: memberText(task, "candidateUsers"),
    candidateGroups: memberText(task, "candidateGroups"),
  };
}

export function changeTask(task: ModelElement, attributes: Partial<TaskAttributes>): Change {
  return {
    element: task,
    properties: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [attribute(name), nonEmpty(value)])),
  };
}

/** One attribute of Flowable, such as formKey. */
export function changeAttribute(element: ModelElement, name: string, value: string): Change {
  return { element, properties: { [attribute(name)]: nonEmpty(value) } };
}

/** The text of an expression below an element. */
export const bodyOf = (element: ModelElement | undefined, name: string): string => memberText(elementAt(element, name), "body");

function expression(make: MakeElement, text: string): ModelElement | undefined {
  const body = nonEmpty(text);
  return body === undefined ? undefined : make("bpmn:FormalExpression", { body });
}

export function changeCondition(flow: ModelElement, text: string, make: MakeElement): Change {
  return { element: flow, properties: { conditionExpression: expression(make, text) } };
}

const loopName = "loopCharacteristics";

export function loopAttributes(task: ModelElement): LoopAttributes | undefined {
  const loop = elementAt(task, loopName);
  if (loop === undefined) return undefined;
  return {
    isSequential: memberOf(loop, "isSequential") === true,
    collection: memberText(loop, "collection"),
    elementVariable: memberText(loop, "elementVariable"),
    loopCardinality: bodyOf(loop, "loopCardinality"),
    completionCondition: bodyOf(loop, "completionCondition"),
  };
}

/** A loop is changed in place, so that what others wrote at it stays. */
export function changeLoop(task: ModelElement, attributes: LoopAttributes | undefined, make: MakeElement): readonly Change[] {
  if (attributes === undefined) return [{ element: task, properties: { [loopName]: undefined } }];
  const { isSequential, collection, elementVariable, loopCardinality, completionCondition } = attributes;
  const properties = {
    isSequential,
    [attribute("collection")]: nonEmpty(collection),
    [attribute("elementVariable")]: nonEmpty(elementVariable),
    loopCardinality: expression(make, loopCardinality),
    completionCondition: expression(make, completionCondition),
  };
  const loop = elementAt(task, loopName);
  if (loop?.$type === "bpmn:MultiInstanceLoopCharacteristics") return [{ element: loop, properties }];
  return [{ element: task, properties: { [loopName]: make("bpmn:MultiInstanceLoopCharacteristics", properties) } }];
}

/** The service of a task with its fields; what others wrote beside the fields stays. */
export function changeService(
  task: ModelElement,
  { kind, fields }: { readonly kind: ServiceKind; readonly fields: ReadonlyMap<string, string> },
  make: MakeElement,
): readonly Change[] {
  const extension = elementAt(task, "extensionElements");
  const others = elementsIn(memberOf(extension, "values")).filter(({ $type }) => $type !== "flowable:Field");
  const written = [...fields].flatMap(([name, text]) =>
    nonEmpty(text) === undefined ? [] : [make("flowable:Field", { name, string: nonEmpty(text) })],
  );
  const values = [...others, ...written];
  return [
    {
      element: task,
      properties: {
        [attribute("type")]: kind === "http" ? "http" : undefined,
        [attribute("delegateExpression")]: kind === "http" ? undefined : `\${${kind}}`,
        [attribute("expression")]: undefined,
        [attribute("class")]: undefined,
        extensionElements: values.length === 0 ? undefined : make("bpmn:ExtensionElements", { values }),
      },
    },
  ];
}

interface TimerValue {
  readonly kind: TimerKind;
  readonly text: string;
}

const timerKinds = ["timeDuration", "timeDate", "timeCycle"] as const;

/** What an event waits for or does, if it says so. */
export const definitionOf = (event: ModelElement): ModelElement | undefined => elementsIn(memberOf(event, "eventDefinitions"))[0];

export function timerOf(definition: ModelElement): TimerValue {
  const kind = timerKinds.find((name) => bodyOf(definition, name) !== "") ?? "timeDuration";
  return { kind, text: bodyOf(definition, kind) };
}

export function changeTimer(definition: ModelElement, { kind, text }: TimerValue, make: MakeElement): Change {
  const properties = Object.fromEntries(timerKinds.map((name) => [name, name === kind ? expression(make, text) : undefined]));
  return { element: definition, properties };
}

/** A message or an error stands beside the processes; elements refer to it. */
export interface Referred {
  readonly type: "bpmn:Message" | "bpmn:Error";
  readonly property: "messageRef" | "errorRef";
}

/** What one is called: the name of a message, the code of an error. */
export function referredName(element: ModelElement | undefined, { property, type }: Referred): string {
  return memberText(elementAt(element, property), type === "bpmn:Message" ? "name" : "errorCode");
}

/** Refers to what has this name already, and adds it to the model where nothing has. */
export function changeReferred(
  { root, element }: { readonly root: ModelElement; readonly element: ModelElement },
  { type, property }: Referred,
  name: string,
  make: MakeElement,
): readonly Change[] {
  const text = nonEmpty(name);
  if (text === undefined) return [{ element, properties: { [property]: undefined } }];
  const roots = elementsIn(memberOf(root, "rootElements"));
  const existing = roots.find((one) => one.$type === type && memberText(one, type === "bpmn:Message" ? "name" : "errorCode") === text);
  if (existing !== undefined) return [{ element, properties: { [property]: existing } }];
  const made = make(type, type === "bpmn:Message" ? { name: text } : { name: text, errorCode: text });
  return [
    { element: root, properties: { rootElements: [...roots, made] } },
    { element, properties: { [property]: made } },
  ];
}
