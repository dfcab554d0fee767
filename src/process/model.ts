// A parsed model as a graph of its elements, for the checks before a deployment.
import { isRecord } from "#schema/json";
import { memberOf, memberText } from "./members.ts";

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
  /** References to what is not there. */
  readonly unresolved?: readonly Unresolved[];
}

/** `property` of `element` names `id`, which nothing has. */
export interface Unresolved {
  readonly element: ModelElement;
  readonly property: string;
  readonly id: string;
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
      condition: memberText(elementAt(flow, "conditionExpression"), "body"),
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

const keysCalled = (process: ModelElement): readonly string[] =>
  scopesIn(process).flatMap(({ nodes }) =>
    nodes.filter(({ $type }) => $type === "bpmn:CallActivity").map((node) => memberText(node, "calledElement")),
  );

/**
 * Processes that may be started: those that say so, else those that have steps and do not deny it, which other engines take for yes. Of
 * several those that no other one calls.
 */
export function startableOf(model: ParsedModel): readonly ModelElement[] {
  const processes = processesOf(model);
  const executable = processes.filter((process) => memberOf(process, "isExecutable") === true);
  const silentOnes = processes.filter(
    (process) => memberOf(process, "isExecutable") === undefined && elementsIn(memberOf(process, "flowElements")).length > 0,
  );
  const startable = executable.length > 0 ? executable : silentOnes;
  if (startable.length < 2) return startable;
  const called = new Set(startable.flatMap(keysCalled));
  const first = startable.filter(({ id }) => !called.has(id ?? ""));
  return first.length === 1 ? first : startable;
}

/** The process of a model that is started; undefined where it is not one. */
export function mainProcess(model: ParsedModel): ModelElement | undefined {
  const startable = startableOf(model);
  return startable.length === 1 ? startable[0] : undefined;
}

/** What runs of a model: the process that is started, and those of the same model that it calls. Other pools only show who else takes part. */
export function runningProcesses(model: ParsedModel): readonly ModelElement[] {
  const main = mainProcess(model);
  if (main === undefined) return [];
  const processes = processesOf(model);
  const running = new Set([main]);
  for (const process of running)
    for (const key of keysCalled(process)) {
      const called = processes.find(({ id }) => id === key);
      if (called !== undefined) running.add(called);
    }
  return [...running];
}

/** The processes that run, with their sub-processes. */
export function scopesOf(model: ParsedModel): readonly Scope[] {
  return runningProcesses(model).flatMap(scopesIn);
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
