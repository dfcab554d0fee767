// A process as the engine reads it: parsed once per deployment, and immutable.
import { isRecord } from "#schema/json";
import * as elementClasses from "bpmn-elements";
import BpmnModdle from "bpmn-moddle";
import serializer, { TypeResolver, type SerializableContext } from "moddle-context-serializer";
import type { Text } from "#schema/text";
import { elements } from "./elements.ts";
import { moddleOptions } from "#process/flowable";
import { landingsOf, type Step as ProcessStep } from "#process/landings";
import { memberOf, textIn, type Content } from "#process/members";
import { elementsIn, processesOf, type ModelElement, type ParsedModel } from "#process/model";
import { loopNames } from "#process/names";
import { startMessageOf } from "#process/deployable";
import { isServiceTask, responseVariable } from "#process/services";

/** The XML is not a model; the sentence names line and column. */
export class ModelSyntaxError extends Error {
  readonly reason: Text;
  readonly line: number | undefined;
  constructor(reason: Text, line?: number) {
    super(reason[1]);
    this.reason = reason;
    this.line = line;
  }
}

/** 0-based in the parser's sentences. */
function lineIn(message: string): number | undefined {
  const line = /line: (\d+)/u.exec(message)?.[1];
  return line === undefined ? undefined : Number(line) + 1;
}

function syntaxError(message: string): ModelSyntaxError {
  const line = lineIn(message);
  const [detail = ""] = message.split("\n");
  const [zh, en] = line === undefined ? ["", ""] : [`第 ${line} 行：`, `Line ${line}: `];
  return new ModelSyntaxError([`${zh}流程 XML 有误（${detail}）`, `${en}the XML of the process is wrong (${detail})`], line);
}

/** Throws ModelSyntaxError for what is no XML, no BPMN, or refers to what is not there. */
export async function parseModel(xml: string): Promise<ParsedModel> {
  const parsed = await new BpmnModdle(moddleOptions).fromXML(xml.trim()).catch((error: unknown) => {
    throw syntaxError(error instanceof Error ? error.message : String(error));
  });
  // Attributes of other products stay in the XML.
  const warning = parsed.warnings.find(({ message }) => !message.startsWith("unknown attribute"));
  if (warning !== undefined) throw syntaxError(warning.message);
  // Other products leave it out, and the engine goes on with an instance by it.
  if (memberOf(parsed.rootElement, "id") === undefined) Reflect.set(parsed.rootElement, "id", "definitions");
  return { root: parsed.rootElement, context: parsed };
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
  /** Names under which tasks that ask several put whom they ask. */
  readonly loopVariables: ReadonlySet<string>;
  /** Variables that the model itself gives a value: results of scripts and services, items and figures of loops, who started. */
  readonly ownNames: ReadonlySet<string>;
  /** Names that start events give to who started the instance. */
  readonly initiators: readonly string[];
  /** Whom such a task asks, as it is written, by its id. */
  readonly collections: ReadonlyMap<string, string>;
  /** Ids of inclusive gateways that several flows lead to. */
  readonly inclusiveJoins: ReadonlySet<string>;
  /** Ids of boundary events, by what they are attached to. */
  readonly attached: ReadonlyMap<string, readonly string[]>;
}

const typeResolver = TypeResolver({ ...elementClasses, ...elements });

/** The loop of an element that runs once for each of several. */
function loopOf(behaviour: unknown): Content | undefined {
  const loop = memberOf(memberOf(behaviour, "loopCharacteristics"), "behaviour");
  return isRecord(loop) && textIn(loop, "collection") !== "" ? loop : undefined;
}

/** Starts of the process that is started. */
function startsOf(model: ParsedModel): readonly ModelElement[] {
  const main = processesOf(model).filter((process) => memberOf(process, "isExecutable") === true);
  return main.flatMap((process) => elementsIn(memberOf(process, "flowElements"))).filter(({ $type }) => $type === "bpmn:StartEvent");
}

/** A parsed model as the engine takes it. It keeps nothing of an instance, so all instances share it. */
export function sourceOf(model: ParsedModel): ProcessSource {
  const { context } = model;
  const message = startMessageOf(model);
  // The message has arrived by the time an instance begins: its start waits for nothing.
  for (const start of startsOf(model)) if (message !== "") Reflect.deleteProperty(start, "eventDefinitions");
  // Of the parser, whose types are its own.
  const serialized = serializer(context as Parameters<typeof serializer>[0], typeResolver);
  const loops = serialized.getActivities().flatMap(({ id = "", behaviour }) => {
    const loop = loopOf(behaviour);
    return loop === undefined ? [] : [{ id, collection: textIn(loop, "collection"), variable: textIn(loop, "elementVariable") || "item" }];
  });
  const elementsOfModel = serialized.getActivities();
  const joins = elementsOfModel.filter(
    ({ id = "", type }) => type === "bpmn:InclusiveGateway" && serialized.getInboundSequenceFlows(id).length > 1,
  );
  const boundaries = elementsOfModel.filter(({ type }) => type === "bpmn:BoundaryEvent");
  const hostOf = ({ behaviour }: { readonly behaviour: unknown }): string => textIn(memberOf(behaviour, "attachedTo"), "id");
  const results = elementsOfModel
    .map(({ type, behaviour }) => (isServiceTask(type ?? "") ? responseVariable(behaviour) : textIn(behaviour, "resultVariable")))
    .filter((name) => name !== "");
  const initiators = elementsOfModel.map(({ behaviour }) => textIn(behaviour, "initiator")).filter((name) => name !== "");
  const processId = serialized.getExecutableProcesses()[0]?.id ?? "";
  const start = elementsOfModel.find(({ type, parent }) => type === "bpmn:StartEvent" && parent?.id === processId);
  return {
    id: serialized.id ?? "",
    context: serialized,
    processId,
    start: { id: start?.id ?? "", formKey: textIn(start?.behaviour, "formKey"), message },
    steps: landingsOf(model),
    loopVariables: new Set(loops.map(({ variable }) => variable)),
    ownNames: new Set([...results, ...loops.map(({ variable }) => variable), ...initiators, ...loopNames]),
    initiators,
    collections: new Map(loops.map(({ id, collection }) => [id, collection])),
    inclusiveJoins: new Set(joins.map(({ id = "" }) => id)),
    attached: new Map(
      [...new Set(boundaries.map(hostOf))].map((host) => [
        host,
        boundaries.filter((event) => hostOf(event) === host).map(({ id = "" }) => id),
      ]),
    ),
  };
}
