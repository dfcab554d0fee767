// Runs an instance from one state of rest to the next, on bpmn-engine. Nothing in here waits: tasks, timers, services and called processes
// are told to the caller, who stores them and comes back with a command.
import { EventEmitter } from "node:events";
import { Timers, type Script } from "bpmn-elements";
import { Engine, type Execution } from "bpmn-engine";
import { elements } from "./elements.ts";
import type { Variables } from "./expressions.ts";
import { activeIn, memberOf, namesIn, shortType, textIn, type ActiveElement } from "./happenings.ts";
import { NotWaitingError, type Command, type InstanceState, type RunResult, type Step, type Waiting } from "./instance.ts";
import { evaluate, loopFigures, runsOf, scopeOf } from "./scope.ts";
import type { ProcessSource } from "./source.ts";
import { dueAt, repetitionsOf, type TimerKind } from "./times.ts";

type ServiceCallback = (error: Error | null, output?: unknown) => void;

/** An error that a service or a called process ended with; boundary events know it by its code. */
class ProcessError extends Error {
  readonly code: string;
  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

interface Run {
  readonly source: ProcessSource;
  readonly now: string;
  variables: Variables;
  readonly due: Record<string, string>;
  readonly collections: Record<string, readonly unknown[]>;
  readonly steps: Step[];
  readonly sent: string[];
  /** What announced that it waits, by its execution. Some of it may have been cancelled since. */
  readonly waits: Map<string, ActiveElement>;
  readonly calls: Map<string, ActiveElement>;
  readonly services: Map<
    string,
    { readonly service: string; readonly elementId: string; readonly name: string; readonly callback: ServiceCallback }
  >;
  readonly timers: Timers;
  /** While an instance is read back its elements tell again what they told before. */
  isReplaying: boolean;
  /** The first error of an expression: nothing of the run counts then. */
  failure: unknown;
  /** What ended the instance. */
  error: { readonly code: string; readonly sentence: string } | undefined;
}

const nothing = (): undefined => undefined;
// The engine calls it with a callback and a delay; what `node:util` adds to the real one is never used.
const neverFires = nothing as unknown as typeof setTimeout;
const inertExtension = { activate: nothing, deactivate: nothing };

/** Keeps the first error: the engine would turn it into an event, and lose what it is. */
function guarded<T>(run: Run, work: () => T): T {
  try {
    return work();
  } catch (error) {
    run.failure ??= error;
    throw error;
  }
}

function resolve(run: Run, text: unknown, message: unknown): unknown {
  const content = memberOf(message, "content");
  const elementId = textIn(content, "id");
  const executionId = textIn(content, "executionId");
  const value = (): unknown => evaluate(text, scopeOf(run.variables, content, run.source.loopVariables));
  const isCollection = run.source.collections.get(elementId) === text && memberOf(content, "isRootScope") === true;
  if (!isCollection) return value();
  return (run.collections[executionId] ??= runsOf(value()));
}

/** Gives a service task the function that the engine calls: it only notes that the service is wanted. */
function attachService(run: Run, activity: unknown): void {
  if (textIn(activity, "type") !== "bpmn:ServiceTask" && textIn(activity, "type") !== "bpmn:SendTask") return;
  const behaviour = memberOf(activity, "behaviour");
  if (typeof behaviour !== "object" || behaviour === null) return;
  const service = textIn(behaviour, "expression") || textIn(behaviour, "delegateExpression");
  const execute = (message: unknown, callback: ServiceCallback): void => {
    const executionId = textIn(memberOf(message, "content"), "executionId");
    const name = service.replace(/^[$#]\{\s*|\s*\}$/gu, "");
    run.services.set(executionId, { service: name, elementId: textIn(activity, "id"), name: textIn(activity, "name"), callback });
  };
  Object.assign(behaviour, {
    // The engine calls it with `new`, which an arrow function does not allow.
    Service: function Service() {
      return { execute };
    },
  });
}

/** A script is one expression; its value is the variable that the task names. */
function scriptOf(run: Run, activity: unknown) {
  if (textIn(activity, "type") !== "bpmn:ScriptTask") return undefined;
  const behaviour = memberOf(activity, "behaviour");
  return {
    execute: (message: unknown, next: ServiceCallback) => {
      const body = textIn(behaviour, "script").trim();
      const text = /^[$#]\{/u.test(body) ? body : `\${${body}}`;
      const value = guarded(run, () => evaluate(text, scopeOf(run.variables, memberOf(message, "content"), run.source.loopVariables)));
      const name = textIn(behaviour, "resultVariable");
      if (name !== "") run.variables = { ...run.variables, [name]: value };
      next(null, value);
    },
  };
}

function createEngine(run: Run): Engine {
  const engine = new Engine({
    name: run.source.id,
    sourceContext: run.source.context,
    elements,
    timers: run.timers,
    expressions: { resolveExpression: (text: unknown, message: unknown) => guarded(run, () => resolve(run, text, message)) },
    scripts: {
      register: nothing,
      // Without a script the engine takes a condition for an expression; the types leave that out.
      getScript: (_language: string, activity: unknown) => scriptOf(run, activity) as Script,
    },
    extensions: {
      services: (activity: unknown) => {
        attachService(run, activity);
        return inertExtension;
      },
    },
    settings: { batchSize: 1000 },
  });
  engine.on("error", (error: unknown) => {
    run.error ??= { code: textIn(error, "code"), sentence: error instanceof Error ? error.message : String(error) };
  });
  return engine;
}

function listen(run: Run): EventEmitter {
  const events = new EventEmitter();
  const record = (what: Step["what"]) => (element: ActiveElement) => {
    if (run.isReplaying) return;
    run.steps.push({
      what,
      executionId: element.executionId,
      elementId: element.id,
      type: shortType(element.type),
      name: element.name ?? "",
    });
  };
  events.on("activity.start", record("started"));
  events.on("activity.end", (element: ActiveElement) => {
    record("ended")(element);
    const figures = memberOf(element.content, "isRootScope") === true ? loopFigures(element.content) : undefined;
    if (figures !== undefined) run.variables = { ...run.variables, ...figures };
  });
  events.on("activity.discard", record("discarded"));
  events.on("flow.take", record("taken"));
  events.on("activity.wait", (element: ActiveElement) => run.waits.set(element.executionId, element));
  events.on("activity.call", (element: ActiveElement) => run.calls.set(element.executionId, element));
  events.on("activity.message", (element: ActiveElement) => {
    const name = textIn(memberOf(element.content, "message"), "name");
    if (!run.isReplaying && name !== "") run.sent.push(name);
  });
  return events;
}

function find<T>(found: T | undefined, executionId: string): T {
  if (found === undefined) throw new NotWaitingError(`nothing waits as ${executionId}`);
  return found;
}

/** Timers that wait. The engine's own list has those of cancelled elements removed. */
function waitingTimers(run: Run) {
  return run.timers.executing.flatMap(({ owner, callback }) => {
    const content: unknown = owner;
    const executionId = textIn(content, "executionId");
    const elementId = textIn(content, "id");
    const kind = (["timeDuration", "timeDate", "timeCycle"] as const).find((name) => textIn(content, name) !== "");
    return kind === undefined
      ? []
      : [{ executionId, elementId, name: textIn(content, "name"), kind, text: textIn(content, kind), callback }];
  });
}

function apply(run: Run, execution: Execution, command: Command): void {
  if (command.type === "start") return;
  if ("variables" in command) run.variables = { ...run.variables, ...command.variables };
  const active = () => activeIn(execution.getPostponed());
  switch (command.type) {
    case "complete": {
      const { executionId } = command;
      find(
        active().find((element) => element.executionId === executionId),
        executionId,
      );
      return execution.signal({ ...command.variables, executionId });
    }
    case "returned":
      find(
        active().find((element) => element.executionId === command.executionId),
        command.executionId,
      );
      return execution.signal({ executionId: command.executionId });
    case "served":
      return find(run.services.get(command.executionId), command.executionId).callback(null, command.variables);
    case "timer": {
      const { callback } = find(
        waitingTimers(run).find(({ executionId }) => executionId === command.executionId),
        command.executionId,
      );
      return void callback();
    }
    case "message": {
      const awaited = [...run.waits.values()].find((element) => messageOf(element)?.name === command.name);
      return execution.signal({ ...command.variables, id: find(messageOf(find(awaited, command.name)), command.name).id });
    }
    case "failed": {
      const error = new ProcessError(command.code, command.sentence);
      const service = run.services.get(command.executionId);
      if (service !== undefined) return service.callback(error);
      const called = find(
        active().find((element) => element.executionId === command.executionId),
        command.executionId,
      );
      return called.fail?.(error);
    }
  }
}

function messageOf(element: ActiveElement): { readonly id: string; readonly name: string } | undefined {
  const message = memberOf(element.content, "message");
  return textIn(message, "messageType") === "message" ? { id: textIn(message, "id"), name: textIn(message, "name") } : undefined;
}

function waiting(element: ActiveElement): Waiting {
  return { executionId: element.executionId, elementId: element.id, name: element.name ?? "" };
}

function taskOf(run: Run, element: ActiveElement) {
  const { behaviour } = element.owner;
  const scope = scopeOf(run.variables, element.content, run.source.loopVariables);
  const text = (name: string): unknown => evaluate(memberOf(behaviour, name) ?? "", scope);
  const due = textIn({ due: text("dueDate") }, "due");
  return {
    ...waiting(element),
    assignee: namesIn(text("assignee"))[0] ?? "",
    candidateUsers: namesIn(text("candidateUsers")),
    candidateGroups: namesIn(text("candidateGroups")),
    formKey: textIn({ key: text("formKey") }, "key"),
    due: due === "" ? "" : dueAt(due, run.now),
  };
}

function dueOf(
  run: Run,
  { executionId, kind, text }: { readonly executionId: string; readonly kind: TimerKind; readonly text: string },
): string {
  if (kind === "timeCycle") repetitionsOf(text);
  return (run.due[executionId] ??= dueAt(text, run.now, kind));
}

/** Only what still waits is kept: executions have names of their own, so none comes back. */
function kept<T>(all: Readonly<Record<string, T>>, active: ReadonlySet<string>): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([executionId]) => active.has(executionId)));
}

function resultOf(run: Run, execution: Execution, entry: string | undefined): RunResult {
  const active = activeIn(execution.getPostponed());
  const executions = new Set(active.map(({ executionId }) => executionId));
  const isRunning = run.error === undefined && execution.isRunning;
  const waits = isRunning ? [...run.waits.values()].filter(({ executionId }) => executions.has(executionId)) : [];
  const timers = isRunning ? waitingTimers(run) : [];
  const processes = new Set(run.source.context.getProcesses().map(({ id }) => id));
  const timed = timers.map((timer) => ({
    executionId: timer.executionId,
    elementId: timer.elementId,
    name: timer.name,
    due: dueOf(run, timer),
  }));
  const state = execution.getState();
  return {
    outcome: run.error !== undefined ? "failed" : isRunning ? "running" : "ended",
    ...(run.error === undefined ? {} : { error: run.error }),
    state: {
      // The model is kept with its deployment, once.
      engine: { ...state, definitions: state.definitions.map(({ source: _source, ...definition }) => definition) },
      variables: run.variables,
      due: kept(run.due, new Set(timed.map(({ executionId }) => executionId))),
      collections: kept(run.collections, executions),
      ...(entry === undefined ? {} : { entry }),
    },
    tasks: waits.filter(({ type }) => type === "bpmn:UserTask").map((element) => taskOf(run, element)),
    timers: timed,
    messages: waits.flatMap((element) => {
      const message = messageOf(element);
      return message === undefined ? [] : [{ ...waiting(element), message: message.name }];
    }),
    services: [...run.services]
      .filter(([executionId]) => isRunning && executions.has(executionId))
      .map(([executionId, { service, elementId, name }]) => ({ executionId, elementId, name, service })),
    calls: [...run.calls.values()]
      .filter(({ executionId, content }) => isRunning && executions.has(executionId) && !processes.has(textIn(content, "calledElement")))
      .map((element) => ({ ...waiting(element), processKey: textIn(element.content, "calledElement") })),
    sent: run.sent,
    steps: run.steps,
  };
}

/**
 * Runs an instance until nothing goes on by itself.
 *
 * `stored` is its state at rest, absent for the command "start"; `now` is local time.
 *
 * Throws ExpressionError where an expression of the model cannot be evaluated, and NotWaitingError where nothing waits for the command;
 * the stored state holds then.
 */
export async function runInstance(
  source: ProcessSource,
  stored: InstanceState | undefined,
  command: Command,
  now: string,
): Promise<RunResult> {
  const run: Run = {
    source,
    now,
    variables: stored?.variables ?? (command.type === "start" ? command.variables : {}),
    due: { ...stored?.due },
    collections: { ...stored?.collections },
    steps: [],
    sent: [],
    waits: new Map(),
    calls: new Map(),
    services: new Map(),
    timers: new Timers({ setTimeout: neverFires, clearTimeout: nothing }),
    isReplaying: stored !== undefined,
    failure: undefined,
    error: undefined,
  };
  const engine = createEngine(run);
  const listener = listen(run);
  const execution = stored === undefined ? await engine.execute({ listener }) : await engine.recover(stored.engine).resume({ listener });
  run.isReplaying = false;
  apply(run, execution, command);
  if (run.failure !== undefined) throw run.failure;
  const result = resultOf(run, execution, stored?.entry ?? (command.type === "start" ? command.entry : undefined));
  return result;
}
