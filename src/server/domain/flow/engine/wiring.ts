// Ties the engine to one run: what it asks is answered from the variables, what it tells is gathered.
import { EventEmitter } from "node:events";
import { Timers, type Script } from "bpmn-elements";
import { Engine } from "bpmn-engine";
import type { Run, ServiceCallback } from "./active-run.ts";
import { elements } from "./elements.ts";
import { countRound, endless, isStackOverflow } from "./endless.ts";
import { parseScript } from "#process/expressions";
import { cardinalityOf, collectionText } from "#process/loops";
import { memberOf, shortType, memberText } from "#process/members";
import { isServiceTask, serviceOf } from "#process/services";
import type { ActiveElement } from "./events.ts";
import type { Step } from "./instance.ts";
import { evaluate, loopFigures, runsOf, scopeOf } from "./scope.ts";

const nothing = (): undefined => undefined;
// The engine calls it with a callback and a delay; what `node:util` adds to the real one is never used.
const neverFires = nothing as unknown as typeof setTimeout;
const inertExtension = { activate: nothing, deactivate: nothing };

/** Timers that only note what waits. */
export const createTimers = (): Timers => new Timers({ setTimeout: neverFires, clearTimeout: nothing });

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
  const elementId = memberText(content, "id");
  const executionId = memberText(content, "executionId");
  const value = (of: unknown): unknown => evaluate(of, scopeOf(run, content, memberOf(message, "environment")));
  const loop = memberOf(content, "isRootScope") === true ? run.source.loops.get(elementId) : undefined;
  if (typeof text === "string" && text !== "" && loop?.cardinality === text) return cardinalityOf(value(text));
  if (loop?.collection !== text) return value(text);
  return (run.collections[executionId] ??= runsOf(value(typeof text === "string" ? collectionText(text) : text)));
}

/** Gives a service task the function that the engine calls: it only notes that the service is wanted. */
function attachService(run: Run, activity: unknown): void {
  if (!isServiceTask(memberText(activity, "type"))) return;
  const behaviour = memberOf(activity, "behaviour");
  if (typeof behaviour !== "object" || behaviour === null) return;
  const service = serviceOf(behaviour);
  if (service === undefined) return;
  const execute = (message: unknown, callback: ServiceCallback): void => {
    const content = memberOf(message, "content");
    const executionId = memberText(content, "executionId");
    const environment = memberOf(activity, "environment");
    const place = { elementId: memberText(activity, "id"), name: memberText(activity, "name") };
    run.services.set(executionId, { service, ...place, content, environment, callback });
  };
  Object.assign(behaviour, {
    // The engine calls it with `new`, which an arrow function does not allow.
    Service: function Service() {
      return { execute };
    },
  });
}

/** The elements of a sub-process are made anew for each of its runs, which belong to it. What belongs to a process shares its environment. */
function noteSurroundings({ surroundings }: Run, context: unknown): void {
  const environment = memberOf(context, "environment");
  const around = memberOf(memberOf(context, "owner"), "environment");
  if (around !== undefined && around !== environment) surroundings.set(environment, around);
}

/** Of the elements of the process itself, only the one that an instance goes on with begins. */
function enter({ entry, source }: Run, activity: unknown): void {
  if (entry === undefined || memberText(memberOf(activity, "parent"), "id") !== source.processId) return;
  if (typeof activity === "object" && activity !== null)
    Object.defineProperty(activity, "isStart", { value: memberText(activity, "id") === entry });
}

/** A script is one expression; its value is the variable that the task names. */
function scriptOf(run: Run, activity: unknown) {
  if (memberText(activity, "type") !== "bpmn:ScriptTask") return undefined;
  const behaviour = memberOf(activity, "behaviour");
  return {
    execute: (message: unknown, next: ServiceCallback) => {
      const value = guarded(run, () =>
        parseScript(memberText(behaviour, "script")).evaluate(
          scopeOf(run, memberOf(message, "content"), memberOf(activity, "environment")),
        ),
      );
      const name = memberText(behaviour, "resultVariable");
      if (name !== "") run.variables = { ...run.variables, [name]: value };
      next(null, value);
    },
  };
}

export function createEngine(run: Run): Engine {
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
      services: (activity: unknown, context: unknown) => {
        noteSurroundings(run, context);
        attachService(run, activity);
        enter(run, activity);
        return inertExtension;
      },
    },
    settings: { batchSize: 1000 },
  });
  engine.on("error", (error: unknown) => {
    if (isStackOverflow(error)) run.failure ??= endless();
    run.error ??= { code: memberText(error, "code"), sentence: error instanceof Error ? error.message : String(error) };
  });
  return engine;
}

/** Gathers what happens. */
export function listen(run: Run): EventEmitter {
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
  events.on("activity.start", (element: ActiveElement) => {
    guarded(run, () => {
      countRound(run.rounds, element);
    });
    record("started")(element);
  });
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
    const name = memberText(memberOf(element.content, "message"), "name");
    if (!run.isReplaying && name !== "") run.sent.push(name);
  });
  return events;
}
