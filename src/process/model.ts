// A parsed model as a graph of its elements, for the checks before a deployment.
import { isRecord } from "#schema/json";
import { memberOf, textIn } from "./members.ts";

/** An element of the parsed model, as bpmn-moddle makes them. */
export interface ModelElement {
  readonly $type: string;
  readonly id?: string;
  readonly name?: string;
  readonly [property: string]: unknown;
}

export interface ParsedModel {
  readonly root: ModelElement;
  /** The whole answer of the parser, which the serializer wants. */
  readonly context: unknown;
}

export interface Flow {
  readonly element: ModelElement;
  readonly from: ModelElement | undefined;
  readonly to: ModelElement | undefined;
  readonly condition: string;
}

/** A process or sub-process with what stands in it. */
export interface Scope {
  readonly element: ModelElement;
  /** Events, tasks, gateways, sub-processes; without flows and notes. */
  readonly nodes: readonly ModelElement[];
  readonly flows: readonly Flow[];
}

export function isModelElement(value: unknown): value is ModelElement {
  return isRecord(value) && typeof value["$type"] === "string";
}

export function elementsIn(value: unknown): readonly ModelElement[] {
  return Array.isArray(value) ? value.filter(isModelElement) : [];
}

export const elementAt = (element: unknown, name: string): ModelElement | undefined => {
  const found = memberOf(element, name);
  return isModelElement(found) ? found : undefined;
};

/** Stands in a drawing without being run: notes, lanes, data. */
const silent: ReadonlySet<string> = new Set([
  "bpmn:TextAnnotation",
  "bpmn:Association",
  "bpmn:Group",
  "bpmn:DataObject",
  "bpmn:DataObjectReference",
  "bpmn:DataStoreReference",
]);

const isFlow = ({ $type }: ModelElement): boolean => $type === "bpmn:SequenceFlow";

function scopeOf(element: ModelElement): Scope {
  const inside = elementsIn(memberOf(element, "flowElements"));
  return {
    element,
    nodes: inside.filter((one) => !isFlow(one) && !silent.has(one.$type)),
    flows: inside.filter(isFlow).map((flow) => ({
      element: flow,
      from: elementAt(flow, "sourceRef"),
      to: elementAt(flow, "targetRef"),
      condition: textIn(elementAt(flow, "conditionExpression"), "body"),
    })),
  };
}

export const isScopeElement = ({ $type }: ModelElement): boolean => $type === "bpmn:SubProcess" || $type === "bpmn:Transaction";

/** A scope with those inside of it. */
function scopesIn(element: ModelElement): readonly Scope[] {
  const scope = scopeOf(element);
  return [scope, ...scope.nodes.filter(isScopeElement).flatMap(scopesIn)];
}

export function processesOf({ root }: ParsedModel): readonly ModelElement[] {
  return elementsIn(memberOf(root, "rootElements")).filter(({ $type }) => $type === "bpmn:Process");
}

export function scopesOf(model: ParsedModel): readonly Scope[] {
  return processesOf(model).flatMap(scopesIn);
}

/** Event definitions of an event: what it waits for, or what it does. */
export const definitionsOf = (event: ModelElement): readonly ModelElement[] => elementsIn(memberOf(event, "eventDefinitions"));

/** Everything that can be reached from some nodes by the flows of their scope, and from tasks by their boundary events. */
export function reachable(scope: Scope, from: readonly ModelElement[], direction: "forward" | "back"): ReadonlySet<ModelElement> {
  const [near, far] = direction === "forward" ? (["from", "to"] as const) : (["to", "from"] as const);
  const boundaries = scope.nodes.filter(({ $type }) => $type === "bpmn:BoundaryEvent");
  const next = (node: ModelElement): readonly ModelElement[] => {
    const alongFlows = scope.flows.flatMap((flow) => (flow[near] === node && flow[far] !== undefined ? [flow[far]] : []));
    const attached =
      direction === "forward"
        ? boundaries.filter((event) => elementAt(event, "attachedToRef") === node)
        : [elementAt(node, "attachedToRef")].filter((host) => host !== undefined);
    return [...alongFlows, ...attached];
  };
  const seen = new Set(from);
  const open = [...from];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const one of next(node)) {
      if (seen.has(one)) continue;
      seen.add(one);
      open.push(one);
    }
  }
  return seen;
}
