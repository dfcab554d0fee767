// Why a model cannot be deployed: each finding names the element and the reason, so that the person who drew it can mend it. What passes here
// runs (docs/workflow.md has the table of elements).
import type { Text } from "../schema/text.ts";
import { isExhaustive } from "./exhaustive.ts";
import { ExpressionError, parseScript, parseUnderstood, parseWhole, type Clash, type Template, type ValueType } from "./expressions.ts";
import { memberOf, shortType, memberText } from "./members.ts";
import {
  definitionsOf,
  elementAt,
  elementsIn,
  mainProcess,
  processesOf,
  reachable,
  scopesOf,
  startableOf,
  type Flow,
  type ModelElement,
  type ParsedModel,
  type Scope,
} from "./model.ts";
import { cardinalityOf, cardinalityText, collectionText, requirePeople } from "./loops.ts";
import { defaultItem, loopFigureNames, runNumber } from "./names.ts";
import { isServiceTask, responseVariable, serviceReasons, serviceTexts } from "./services.ts";
import { isStorable, maxIdLength, maxNameLength } from "./texts.ts";
import { dueAt, repetitionsOf, type TimerKind } from "./times.ts";

export interface Finding {
  readonly elementId: string;
  readonly reason: Text;
}

export interface DeployableOptions {
  /** Variables that every instance of the category has: fields of the row that it is about, and the standard ones. */
  readonly variableNames: ReadonlySet<string>;
  /** What their values are, as far as that is known: a comparison of a number with a text is a mistake. */
  readonly types?: ReadonlyMap<string, ValueType>;
  /** Keys of deployed processes, which a call activity may call. */
  readonly processKeys: ReadonlySet<string>;
  /** Whether anybody delivers messages; otherwise what sends or awaits one does not run. */
  readonly hasMessages: boolean;
}

/** A larger drawing is several processes. */
const maxElements = 500;
/** A timer that repeats without end keeps an instance busy for ever. */
const maxRepetitions = 100;

const allowedTypes: ReadonlySet<string> = new Set([
  "bpmn:StartEvent",
  "bpmn:EndEvent",
  "bpmn:IntermediateCatchEvent",
  "bpmn:IntermediateThrowEvent",
  "bpmn:BoundaryEvent",
  "bpmn:Task",
  "bpmn:UserTask",
  "bpmn:ServiceTask",
  "bpmn:SendTask",
  "bpmn:ScriptTask",
  "bpmn:ManualTask",
  "bpmn:ReceiveTask",
  "bpmn:CallActivity",
  "bpmn:SubProcess",
  "bpmn:ExclusiveGateway",
  "bpmn:InclusiveGateway",
  "bpmn:ParallelGateway",
  "bpmn:EventBasedGateway",
]);

/** What an event may wait for or do, by the type of the event. "" is an event without any of them. */
const allowedEvents: Readonly<Record<string, ReadonlySet<string>>> = {
  // A person starts an instance, or a call does; or a message.
  "bpmn:StartEvent": new Set(["", "bpmn:TimerEventDefinition", "bpmn:MessageEventDefinition"]),
  "bpmn:EndEvent": new Set(["", "bpmn:TerminateEventDefinition", "bpmn:ErrorEventDefinition", "bpmn:MessageEventDefinition"]),
  "bpmn:IntermediateCatchEvent": new Set(["bpmn:TimerEventDefinition", "bpmn:MessageEventDefinition"]),
  "bpmn:IntermediateThrowEvent": new Set(["", "bpmn:MessageEventDefinition"]),
  "bpmn:BoundaryEvent": new Set(["bpmn:TimerEventDefinition", "bpmn:MessageEventDefinition", "bpmn:ErrorEventDefinition"]),
};

/** What runs, as docs/workflow.md names it: "userTask", and "boundaryEvent/timer" for an event and what it waits for or does. */
export const runningElements: readonly string[] = [...allowedTypes].flatMap((type) => {
  const element = shortType(type);
  const events = allowedEvents[type] ?? new Set([""]);
  return [...events].map((event) => (event === "" ? element : `${element}/${shortType(event).replace("EventDefinition", "")}`));
});

/** The id of an element, or of the nearest one around it that has one. */
function idOf(element: ModelElement | undefined): string {
  return element === undefined ? "" : (element.id ?? idOf(elementAt(element, "$parent")));
}

const finding = (element: ModelElement, zh: string, en: string): Finding => ({ elementId: idOf(element), reason: [zh, en] });

const called = (element: ModelElement): string => memberText(element, "name") || (element.id ?? "");

const isExpression = (text: string): boolean => /[$#]\{/u.test(text);

/** A text of a model that holds expressions, and how it is read. */
interface Written {
  readonly text: string;
  readonly parse: (text: string) => Template;
}

const written = (templates: readonly string[]): readonly Written[] =>
  templates.filter((text) => text !== "").map((text) => ({ text, parse: parseUnderstood }));

/** Texts that say for whom an element runs, or how often: they are read before its first run. */
function loopExpressionsIn(element: ModelElement): readonly Written[] {
  const loop = elementAt(element, "loopCharacteristics");
  return written([collectionText(memberText(loop, "collection")), cardinalityText(loop)]);
}

/** The other texts of an element that hold expressions. */
function expressionsIn(element: ModelElement): readonly Written[] {
  const loop = elementAt(element, "loopCharacteristics");
  const templates = [
    ...["assignee", "candidateUsers", "candidateGroups", "formKey", "dueDate"].map((name) => memberText(element, name)),
    ...timersOf(element).map(({ text }) => text),
    ...(isServiceTask(element.$type) ? serviceTexts(element) : []),
  ];
  return [
    ...written(templates),
    { text: memberText(elementAt(loop, "completionCondition"), "body"), parse: parseWhole },
    { text: element.$type === "bpmn:ScriptTask" ? memberText(element, "script").trim() : "", parse: parseScript },
  ].filter(({ text }) => text !== "");
}

const conditionOf = ({ condition }: Flow): readonly Written[] => (condition === "" ? [] : [{ text: condition, parse: parseWhole }]);

function timersOf(event: ModelElement): readonly { readonly kind: TimerKind; readonly text: string }[] {
  return definitionsOf(event)
    .filter(({ $type }) => $type === "bpmn:TimerEventDefinition")
    .flatMap((definition) =>
      (["timeDuration", "timeDate", "timeCycle"] as const).flatMap((kind) => {
        const text = memberText(elementAt(definition, kind), "body").trim();
        return text === "" ? [] : [{ kind, text }];
      }),
    );
}

/** Variables that come with the decision of a task: the properties of its form. */
const assigneeExpressions = (node: ModelElement): readonly string[] =>
  elementsIn(node.$type === "bpmn:UserTask" ? memberOf(elementAt(node, "extensionElements"), "values") : [])
    .filter(({ $type }) => $type === "flowable:FormProperty")
    .map((property) => memberText(property, "variable") || memberText(property, "id"));

/** Names that the runs of an element read besides: the item, and which run it is. */
function namesOfRuns(element: ModelElement | undefined): readonly string[] {
  const loop = elementAt(element, "loopCharacteristics");
  if (loop === undefined) return [];
  return memberText(loop, "collection") === "" ? [runNumber] : [memberText(loop, "elementVariable") || defaultItem, runNumber];
}

/** The same of everything around an element. */
function namesAround(element: ModelElement | undefined): readonly string[] {
  return element === undefined ? [] : [...namesOfRuns(element), ...namesAround(elementAt(element, "$parent"))];
}

/** Names that are given a value while an instance runs, wherever it is: answers of forms, results of scripts and services, figures of loops. */
function namesSetEverywhere(scopes: readonly Scope[]): ReadonlySet<string> {
  const nodes = scopes.flatMap(({ nodes: inside }) => inside);
  const names = nodes.flatMap((node) => [
    // Only scripts have a result; what a service answers has a name of its own.
    isServiceTask(node.$type) ? responseVariable(node) : memberText(node, "resultVariable"),
    memberText(node, "initiator"),
    ...assigneeExpressions(node),
  ]);
  return new Set([...names, ...loopFigureNames].filter((name) => name !== ""));
}

/** Names that a model gives a value, in all of it or inside of a loop. */
export function namesSetIn(scopes: readonly Scope[]): ReadonlySet<string> {
  return new Set([...namesSetEverywhere(scopes), ...scopes.flatMap(({ nodes }) => nodes.flatMap(namesOfRuns))]);
}

/** Names that the expressions of a model read; those that cannot be parsed are left out. */
export function readsIn(model: ParsedModel): ReadonlySet<string> {
  const texts = scopesOf(model).flatMap(({ nodes, flows }) => [
    ...nodes.flatMap((node) => [...loopExpressionsIn(node), ...expressionsIn(node)]),
    ...flows.flatMap(conditionOf),
  ]);
  return new Set(
    texts.flatMap(({ text, parse }) => {
      try {
        return [...parse(text).names];
      } catch (error) {
        if (!(error instanceof ExpressionError)) throw error;
        return [];
      }
    }),
  );
}

/** Why a number and a text cannot be compared. */
export const clashReason = ({ number, text }: Clash): Text => [
  `${number} 是数字，不能与文本 ${text} 比较`,
  `${number} is a number and cannot be compared with the text ${text}`,
];

/** What is known of the variables of a model. */
export interface DeclaredVariables {
  readonly names: ReadonlySet<string>;
  readonly types: ReadonlyMap<string, ValueType>;
}

/** Inside of a loop its names hide what is known of others. */
function within(names: readonly string[], declared: DeclaredVariables): DeclaredVariables {
  return {
    names: new Set([...declared.names, ...names]),
    types: new Map([...declared.types].filter(([name]) => !names.includes(name))),
  };
}

function expressionFindings(element: ModelElement, texts: readonly Written[], declared: DeclaredVariables): readonly Finding[] {
  return texts.flatMap(({ text, parse }) => {
    try {
      const template = parse(text);
      const unknown = [...template.names].filter((name) => !declared.names.has(name));
      return [
        ...unknown.map((name) => finding(element, `表达式“${text}”使用了未知变量 ${name}`, `${text} reads ${name}, which no instance has`)),
        ...template.clashes(declared.types).map((clash) => finding(element, ...clashReason(clash))),
      ];
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return [finding(element, ...error.reason)];
    }
  });
}

function eventFindings(event: ModelElement, { element: { $type: scopeType } }: Scope): readonly Finding[] {
  const allowed = allowedEvents[event.$type];
  if (allowed === undefined) return [];
  const definitions = definitionsOf(event);
  if (elementsIn(memberOf(event, "eventDefinitionRef")).length > 0)
    return [
      finding(
        event,
        `“${called(event)}”引用了别处的事件定义，请写在事件内`,
        `“${called(event)}” refers to an event definition elsewhere: put it into the event`,
      ),
    ];
  if (definitions.length > 1)
    return [finding(event, `“${called(event)}”只能有一个事件定义`, `“${called(event)}” has more than one event definition`)];
  const type = definitions[0]?.$type ?? "";
  if (!allowed.has(type)) {
    const kind = type === "" ? ["空事件", "an event without a definition"] : [shortType(type), shortType(type)];
    return [finding(event, `“${called(event)}”不支持 ${kind[0] ?? ""}`, `“${called(event)}” cannot be ${kind[1] ?? ""}`)];
  }
  const isMessage = type === "bpmn:MessageEventDefinition";
  if (isMessage && event.$type === "bpmn:StartEvent" && scopeType !== "bpmn:Process")
    return [
      finding(event, `“${called(event)}”在子流程内，不能由消息启动`, `“${called(event)}” stands in a sub-process, which no message starts`),
    ];
  if (isMessage && memberText(elementAt(definitions[0], "messageRef"), "name") === "")
    return [finding(event, `“${called(event)}”没有指定消息`, `“${called(event)}” names no message`)];
  return type === "bpmn:TimerEventDefinition" ? timerFindings(event) : [];
}

/** What a text that is written out is refused by. */
function refusedBy(element: ModelElement, read: () => unknown): readonly Finding[] {
  try {
    read();
    return [];
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return [finding(element, ...error.reason)];
  }
}

function timerFindings(event: ModelElement): readonly Finding[] {
  const [timer, ...further] = timersOf(event);
  if (timer === undefined || further.length > 0)
    return [finding(event, `“${called(event)}”须指定一个时间`, `“${called(event)}” needs one time`)];
  const { kind, text } = timer;
  if (isExpression(text)) return [];
  try {
    dueAt(text, "2026-01-01 00:00:00", kind);
    const repetitions = kind === "timeCycle" ? repetitionsOf(text) : 1;
    if (repetitions !== undefined && repetitions <= maxRepetitions) return [];
    return [
      finding(
        event,
        `“${called(event)}”的循环次数须在 ${maxRepetitions} 以内（如 R3/PT1H）`,
        `“${called(event)}” may repeat ${maxRepetitions} times at most, such as R3/PT1H`,
      ),
    ];
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return [finding(event, ...error.reason)];
  }
}

/** A due time that is written out must be one. */
function dueFindings(task: ModelElement): readonly Finding[] {
  const due = memberText(task, "dueDate").trim();
  return due === "" || isExpression(due) ? [] : refusedBy(task, () => dueAt(due, "2026-01-01 00:00:00"));
}

function taskFindings(
  task: ModelElement,
  { variableNames, processKeys }: DeployableOptions,
  inModel: ReadonlySet<string>,
): readonly Finding[] {
  const findings: Finding[] = [];
  const asks = ["assignee", "candidateUsers", "candidateGroups"].some((name) => memberText(task, name) !== "");
  if (task.$type === "bpmn:UserTask" && !asks)
    findings.push(finding(task, `“${called(task)}”没有指定办理人`, `“${called(task)}” asks nobody: give it an assignee or candidates`));
  if (isServiceTask(task.$type))
    findings.push(
      ...serviceReasons(task, variableNames).map(([zh, en]) => finding(task, `“${called(task)}”：${zh}`, `“${called(task)}”: ${en}`)),
    );
  if (task.$type === "bpmn:ScriptTask" && memberText(task, "script") === "")
    findings.push(finding(task, `“${called(task)}”没有脚本`, `“${called(task)}” has no script`));
  if (task.$type === "bpmn:ReceiveTask" && memberText(elementAt(task, "messageRef"), "name") === "")
    findings.push(finding(task, `“${called(task)}”没有指定消息`, `“${called(task)}” names no message`));
  const key = memberText(task, "calledElement");
  if (task.$type === "bpmn:CallActivity" && key === "")
    findings.push(finding(task, `“${called(task)}”没有指定被调用的流程`, `“${called(task)}” names no process that it calls`));
  else if (task.$type === "bpmn:CallActivity" && !inModel.has(key) && !processKeys.has(key))
    findings.push(
      finding(task, `“${called(task)}”调用的流程“${key}”未部署`, `“${called(task)}” calls the process “${key}”, which is not deployed`),
    );
  findings.push(...dueFindings(task));
  findings.push(...loopFindings(task));
  return findings;
}

function loopFindings(task: ModelElement): readonly Finding[] {
  const loop = elementAt(task, "loopCharacteristics");
  if (loop === undefined || isServiceTask(task.$type)) return [];
  const cardinality = cardinalityText(loop);
  if (loop.$type !== "bpmn:MultiInstanceLoopCharacteristics" || (memberText(loop, "collection").trim() === "" && cardinality === ""))
    return [
      finding(
        task,
        `“${called(task)}”的多实例须指定集合或次数`,
        `“${called(task)}” runs several times, but says neither for whom nor how often`,
      ),
    ];
  return [
    ...(cardinality === "" || isExpression(cardinality) ? [] : refusedBy(task, () => cardinalityOf(cardinality))),
    ...refusedBy(task, () => requirePeople(memberText(loop, "collection"))),
  ];
}

/** Texts that are stored with tasks and their history, and those that tasks read. */
const storedTexts = ["id", "name", "formKey", "assignee", "candidateUsers", "candidateGroups", "dueDate", "script"] as const;

function textFindings(element: ModelElement): readonly Finding[] {
  return storedTexts.flatMap((property) => {
    const text = memberText(element, property);
    if (!isStorable(text))
      return [finding(element, `${property} 含有无法保存的字符`, `its ${property} contains a character that cannot be stored`)];
    const maxLength = property === "id" ? maxIdLength : maxNameLength;
    const isLimited = property === "id" || property === "name" || (property === "formKey" && !isExpression(text));
    return isLimited && text.length > maxLength
      ? [finding(element, `${property} 超过 ${maxLength} 个字符`, `its ${property} is longer than ${maxLength} characters`)]
      : [];
  });
}

/** A default is one of the flows that lead out of its element. */
function defaultFindings(element: ModelElement, { flows }: Scope): readonly Finding[] {
  const fallback = elementAt(element, "default");
  if (fallback === undefined || flows.some((flow) => flow.element === fallback && flow.from === element)) return [];
  return [
    finding(
      element,
      `“${called(element)}”的默认连线“${idOf(fallback)}”不是从它引出的`,
      `the default flow “${idOf(fallback)}” of “${called(element)}” does not lead out of it`,
    ),
  ];
}

/** Neither wait for anything nor give a variable a value. */
const passing: ReadonlySet<string> = new Set([
  "bpmn:Task",
  "bpmn:ManualTask",
  "bpmn:ExclusiveGateway",
  "bpmn:InclusiveGateway",
  "bpmn:ParallelGateway",
  "bpmn:IntermediateThrowEvent",
]);

/** An instance that takes a way round past nothing that waits, or changes what conditions read, takes it for ever. */
function roundFindings(scope: Scope): readonly Finding[] {
  const passes = (node: ModelElement | undefined): boolean => node !== undefined && passing.has(node.$type);
  const flows = scope.flows.filter(({ from, to }) => passes(from) && passes(to));
  const next = (node: ModelElement) => flows.flatMap(({ from, to }) => (from === node && to !== undefined ? [to] : []));
  const comesBack = (node: ModelElement): boolean => reachable({ ...scope, flows }, next(node), "forward").has(node);
  const first = scope.nodes.find((node) => passes(node) && comesBack(node));
  return first === undefined
    ? []
    : [
        finding(
          first,
          `经过“${called(first)}”的循环中没有等待的步骤，将无法结束`,
          `a way round through “${called(first)}” has no step that waits, and would never end`,
        ),
      ];
}

function gatewayFindings(gateway: ModelElement, { flows }: Scope): readonly Finding[] {
  const outgoing = flows.filter(({ from }) => from === gateway);
  const fallback = elementAt(gateway, "default");
  const bare = outgoing.filter(({ element, condition }) => condition === "" && element !== fallback);
  const decides = gateway.$type === "bpmn:ExclusiveGateway" || gateway.$type === "bpmn:InclusiveGateway";
  if (decides && outgoing.length > 1) {
    const findings = bare.map(({ element }) =>
      finding(element, `网关“${called(gateway)}”的连线缺少条件`, `A flow out of “${called(gateway)}” has no condition`),
    );
    // Without one an instance could find no way on, unless some condition holds whatever the values are.
    if (fallback === undefined && !(bare.length === 0 && isExhaustive(outgoing.map(({ condition }) => condition))))
      findings.push(
        finding(
          gateway,
          `网关“${called(gateway)}”须有一条默认连线，或覆盖所有情况的条件`,
          `“${called(gateway)}” needs a default flow, or conditions of which one always holds`,
        ),
      );
    return findings;
  }
  if (gateway.$type === "bpmn:ParallelGateway")
    return outgoing
      .filter(({ condition }) => condition !== "")
      .map(({ element }) =>
        finding(
          element,
          `并行网关“${called(gateway)}”的连线不能有条件`,
          `A flow out of the parallel gateway “${called(gateway)}” cannot have a condition`,
        ),
      );
  if (gateway.$type === "bpmn:EventBasedGateway")
    return outgoing
      .filter(({ to }) => to?.$type !== "bpmn:IntermediateCatchEvent" && to?.$type !== "bpmn:ReceiveTask")
      .map(({ element }) =>
        finding(
          element,
          `事件网关“${called(gateway)}”之后须为捕获事件`,
          `Behind the event-based gateway “${called(gateway)}” there must be events that wait`,
        ),
      );
  return [];
}

const isBoundary = ({ $type }: ModelElement): boolean => $type === "bpmn:BoundaryEvent";

/** Every element is on a way from the start to an end; otherwise instances stop, or parts never run. */
function wayFindings(scope: Scope): readonly Finding[] {
  const starts = scope.nodes.filter(({ $type }) => $type === "bpmn:StartEvent");
  const ends = scope.nodes.filter(({ $type }) => $type === "bpmn:EndEvent");
  const [start] = starts;
  if (start === undefined)
    return [finding(scope.element, `“${called(scope.element)}”缺少开始事件`, `“${called(scope.element)}” has no start event`)];
  if (starts.length > 1)
    return [
      finding(scope.element, `“${called(scope.element)}”只能有一个开始事件`, `“${called(scope.element)}” has more than one start event`),
    ];
  if (ends.length === 0)
    return [finding(scope.element, `“${called(scope.element)}”缺少结束事件`, `“${called(scope.element)}” has no end event`)];
  const reached = reachable(scope, starts, "forward");
  const leads = reachable(scope, ends, "back");
  return scope.nodes.flatMap((node) => {
    if (!reached.has(node))
      return [finding(node, `“${called(node)}”无法从开始事件到达`, `“${called(node)}” cannot be reached from the start`)];
    const hasOnlyBoundaries = scope.nodes.some(
      (event) => isBoundary(event) && elementAt(event, "attachedToRef") === node && leads.has(event),
    );
    if (!leads.has(node) && !hasOnlyBoundaries)
      return [finding(node, `“${called(node)}”之后没有结束事件`, `“${called(node)}” leads to no end`)];
    return [];
  });
}

function flowFindings({ element, from, to }: Flow): readonly Finding[] {
  if (from !== undefined && to !== undefined) return [];
  return [finding(element, "连线没有连接两个节点", "A flow does not connect two elements")];
}

function scopeFindings(
  scope: Scope,
  options: DeployableOptions,
  everywhere: DeclaredVariables,
  inModel: ReadonlySet<string>,
): readonly Finding[] {
  const declared = within(namesAround(scope.element), everywhere);
  return [
    ...scope.nodes.flatMap((node) => {
      if (!allowedTypes.has(node.$type))
        return [
          finding(
            node,
            `不支持“${called(node)}”的类型 ${shortType(node.$type)}`,
            `“${called(node)}” is a ${shortType(node.$type)}, which does not run here`,
          ),
        ];
      return [
        ...(memberOf(node, "triggeredByEvent") === true
          ? [finding(node, `“${called(node)}”是事件子流程，不支持`, `“${called(node)}” is an event sub-process, which does not run here`)]
          : []),
        ...(node.id === undefined ? [finding(node, "节点没有标识", "An element has no id")] : []),
        ...eventFindings(node, scope),
        ...taskFindings(node, options, inModel),
        ...textFindings(node),
        ...defaultFindings(node, scope),
        ...gatewayFindings(node, scope),
        ...expressionFindings(node, loopExpressionsIn(node), declared),
        ...expressionFindings(node, expressionsIn(node), within(namesOfRuns(node), declared)),
      ];
    }),
    ...scope.flows.flatMap((flow) => [...flowFindings(flow), ...expressionFindings(flow.element, conditionOf(flow), declared)]),
    ...wayFindings(scope),
    ...roundFindings(scope),
  ];
}

/** References by which an instance finds its way. */
const followed: ReadonlySet<string> = new Set([
  "sourceRef",
  "targetRef",
  "attachedToRef",
  "default",
  "messageRef",
  "errorRef",
  "eventDefinitionRef",
]);

/** References of what runs to what is not there; those of lanes, drawings and data lead nowhere anyway. */
function unresolvedFindings({ unresolved = [] }: ParsedModel, scopes: readonly Scope[]): readonly Finding[] {
  const running = new Set(scopes.flatMap(({ nodes, flows }) => [...nodes, ...flows.map(({ element }) => element)]));
  const runs = (element: ModelElement | undefined): boolean =>
    element !== undefined && (running.has(element) || runs(elementAt(element, "$parent")));
  return unresolved
    .filter(({ element, property }) => followed.has(property) && runs(element))
    .map(({ element, property, id }) =>
      finding(element, `${property} 指向不存在的元素“${id}”`, `${property} names “${id}”, which is not there`),
    );
}

function messageFindings({ root }: ParsedModel): readonly Finding[] {
  return elementsIn(memberOf(root, "rootElements"))
    .filter(({ $type }) => $type === "bpmn:Message")
    .map((message) => finding(message, "流程之间尚不能传递消息", "Messages between processes are not delivered yet"));
}

/** The message that starts a process; "" where a person or a call does. */
export function startMessageOf(model: ParsedModel): string {
  const main = mainProcess(model);
  const [start] = elementsIn(memberOf(main, "flowElements")).filter(({ $type }) => $type === "bpmn:StartEvent");
  return start === undefined ? "" : memberText(elementAt(definitionsOf(start)[0], "messageRef"), "name");
}

/** Why a model cannot be deployed; empty when it can (issue: workflow, deployment rejects what cannot run). */
export function findingsOf(model: ParsedModel, options: DeployableOptions): readonly Finding[] {
  const startable = startableOf(model);
  const [main] = startable;
  if (main === undefined) return [finding(model.root, "模型中没有可执行的流程", "The model has no executable process")];
  if (startable.length > 1) return [finding(model.root, "模型中只能有一个可执行的流程", "The model has more than one executable process")];
  const scopes = scopesOf(model);
  const count = scopes.reduce((sum, { nodes, flows }) => sum + nodes.length + flows.length, 0);
  if (count > maxElements)
    return [finding(main, `流程超过 ${maxElements} 个元素，请拆分`, `The process has more than ${maxElements} elements: split it`)];
  const set = namesSetEverywhere(scopes);
  const declared: DeclaredVariables = {
    names: new Set([...options.variableNames, ...set]),
    // What the model gives a value itself may be of another type than a field of that name.
    types: new Map([...(options.types ?? [])].filter(([name]) => !set.has(name))),
  };
  const inModel = new Set(processesOf(model).map(({ id }) => id ?? ""));
  return [
    ...unresolvedFindings(model, scopes),
    ...textFindings(main),
    ...scopes.flatMap((scope) => scopeFindings(scope, options, declared, inModel)),
    ...(options.hasMessages ? [] : messageFindings(model)),
  ];
}
