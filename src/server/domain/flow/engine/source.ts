// A process as the engine reads it: parsed once per deployment, and immutable.
import { isRecord } from "#schema/json";
import * as elementClasses from "bpmn-elements";
import serializer, { TypeResolver, type SerializableContext } from "moddle-context-serializer";
import { elements } from "./elements.ts";
import { cardinalityText } from "#process/loops";
import { landingsOf, type Step as ProcessStep } from "#process/landings";
import { memberOf, memberText } from "#process/members";
import { elementAt, elementsIn, isModelElement, mainProcess, runningProcesses, scopesOf, type ParsedModel } from "#process/model";
import { defaultItem, loopNames } from "#process/names";
import { startMessageOf } from "#process/deployable";
import { isServiceTask, responseVariable } from "#process/services";

/** How an element runs several times. */
interface ElementLoop {
  /** What it runs for, as it is written; "" where it only says how often. */
  readonly collection: string;
  /** How often it runs, as it is written; "" where it only says for what. */
  readonly cardinality: string;
  /** The name of the item of one run. */
  readonly variable: string;
}

/** A model that the engine can run. */
export interface ProcessSource {
  readonly id: string;
  readonly context: SerializableContext;
  /** The process that is started. */
  readonly processId: string;
  /** Its start, which stands for who started the instance. */
  readonly start: {
    readonly id: string;
    readonly formKey: string;
    /** The message that starts it; "" where a person or a call does. */
    readonly message: string;
  };
  /** Steps that an instance may be made to go on with, and those that it may not. */
  readonly steps: ReadonlyMap<string, ProcessStep>;
  /** What runs several times, by its id. */
  readonly loops: ReadonlyMap<string, ElementLoop>;
  /** Variables that the model itself gives a value: results of scripts and services, items and figures of loops, who started. */
  readonly ownNames: ReadonlySet<string>;
  /** Names that start events give to who started the instance. */
  readonly initiators: readonly string[];
  /** Ids of inclusive gateways that several flows lead to. */
  readonly inclusiveJoins: ReadonlySet<string>;
  /** Ids of boundary events, by what they are attached to. */
  readonly attached: ReadonlyMap<string, readonly string[]>;
}

const typeResolver = TypeResolver({ ...elementClasses, ...elements });

function loopOf(behaviour: unknown): ElementLoop | undefined {
  const loop = memberOf(memberOf(behaviour, "loopCharacteristics"), "behaviour");
  if (!isRecord(loop)) return undefined;
  const [collection, cardinality] = [memberText(loop, "collection"), memberText(loop, "loopCardinality")];
  return { collection, cardinality, variable: memberText(loop, "elementVariable") || defaultItem };
}

/** Root elements that the engine runs, or that what runs names. */
const runningRoots: ReadonlySet<string> = new Set(["bpmn:Message", "bpmn:Error"]);
/** What drawings say besides, and other engines read: data, lanes, resources, how a task is implemented. This engine would make something of it. */
const unread = [
  ...["laneSets", "artifacts", "properties", "resources", "ioSpecification", "dataInputAssociations", "dataOutputAssociations"],
  ...["correlationSubscriptions", "implementation"],
];

/** Leaves of a model what runs. The rest is for people who look at the drawing. */
function leaveWhatRuns(model: ParsedModel): void {
  const { root } = model;
  const main = mainProcess(model);
  const running = runningProcesses(model);
  const scopes = scopesOf(model);
  Reflect.set(root, "rootElements", [
    ...elementsIn(memberOf(root, "rootElements")).filter(({ $type }) => runningRoots.has($type)),
    ...running,
  ]);
  for (const process of running) Reflect.set(process, "isExecutable", process === main);
  for (const { element, nodes, flows } of scopes) {
    for (const one of [element, ...nodes]) for (const property of unread) Reflect.deleteProperty(one, property);
    for (const node of nodes) {
      const loop = elementAt(node, "loopCharacteristics");
      // The engine would take it for none at all.
      if (loop !== undefined && cardinalityText(loop) === "") Reflect.deleteProperty(loop, "loopCardinality");
    }
    for (const { element: flow, condition } of flows) {
      const expression = memberOf(flow, "conditionExpression");
      if (condition === "") Reflect.deleteProperty(flow, "conditionExpression");
      // All conditions are expressions of ours; a language would make the engine look for a script.
      else if (isModelElement(expression)) Reflect.deleteProperty(expression, "language");
    }
    Reflect.set(element, "flowElements", [...nodes, ...flows.map((flow) => flow.element)]);
  }
  // The message has arrived by the time an instance begins: its start waits for nothing.
  if (startMessageOf(model) === "" || main === undefined) return;
  for (const start of elementsIn(memberOf(main, "flowElements")).filter(({ $type }) => $type === "bpmn:StartEvent"))
    Reflect.deleteProperty(start, "eventDefinitions");
}

/** A parsed model as the engine takes it, which is the model's last use. It keeps nothing of an instance, so all instances share it. */
export function sourceOf(model: ParsedModel): ProcessSource {
  const { context } = model;
  const message = startMessageOf(model);
  leaveWhatRuns(model);
  // Of the parser, whose types are its own.
  const serialized = serializer(context as Parameters<typeof serializer>[0], typeResolver);
  const elementsOfModel = serialized.getActivities();
  const loops = new Map(
    elementsOfModel.flatMap(({ id = "", behaviour }) => {
      const loop = loopOf(behaviour);
      return loop === undefined ? [] : [[id, loop] as const];
    }),
  );
  const items = [...loops.values()].filter(({ collection }) => collection !== "").map(({ variable }) => variable);
  const joins = elementsOfModel.filter(
    ({ id = "", type }) => type === "bpmn:InclusiveGateway" && serialized.getInboundSequenceFlows(id).length > 1,
  );
  const boundaries = elementsOfModel.filter(({ type }) => type === "bpmn:BoundaryEvent");
  const hostOf = ({ behaviour }: { readonly behaviour: unknown }): string => memberText(memberOf(behaviour, "attachedTo"), "id");
  const results = elementsOfModel
    .map(({ type, behaviour }) => (isServiceTask(type ?? "") ? responseVariable(behaviour) : memberText(behaviour, "resultVariable")))
    .filter((name) => name !== "");
  const initiators = elementsOfModel.map(({ behaviour }) => memberText(behaviour, "initiator")).filter((name) => name !== "");
  const processId = serialized.getExecutableProcesses()[0]?.id ?? "";
  const start = elementsOfModel.find(({ type, parent }) => type === "bpmn:StartEvent" && parent?.id === processId);
  return {
    id: serialized.id ?? "",
    context: serialized,
    processId,
    start: { id: start?.id ?? "", formKey: memberText(start?.behaviour, "formKey"), message },
    steps: landingsOf(model),
    loops,
    ownNames: new Set([...results, ...items, ...initiators, ...loopNames]),
    initiators,
    inclusiveJoins: new Set(joins.map(({ id = "" }) => id)),
    attached: new Map(
      [...new Set(boundaries.map(hostOf))].map((host) => [
        host,
        boundaries.filter((event) => hostOf(event) === host).map(({ id = "" }) => id),
      ]),
    ),
  };
}
