// An instance with the processes of other deployments that it calls: they are states within its own, so that one row, one lock and one
// history hold all of them.
import { loopNames } from "#process/names";
import { ExpressionError, type Variables } from "#process/expressions";
import type { CalledInstance, Command, InstanceState, RunResult, Step, Waiting, WaitingAtRest } from "./instance.ts";
import { runInstance } from "./run.ts";
import type { ProcessSource } from "./source.ts";

/** A deployed process. */
interface Definition {
  readonly id: string;
  readonly source: ProcessSource;
}

export interface Definitions {
  /** What an instance has begun to call: it keeps its version. */
  byId(id: string): Promise<ProcessSource>;
  /** What is called by a key now; refuses what there is not. */
  byKey(key: string): Promise<Definition>;
}

/** Processes that call each other in a circle would never come to rest. */
const deepest = 8;

const within = <T extends Waiting | Step>(call: string, all: readonly T[]): readonly T[] =>
  all.map((one) => ({ ...one, elementId: `${call}/${one.elementId}` }));

const atRest = ({ tasks, timers, messages, services }: RunResult): WaitingAtRest => ({ tasks, timers, messages, services });

/** The called process that a command is for. */
function ownerOf(called: Readonly<Record<string, CalledInstance>>, command: Command): readonly [string, CalledInstance] | undefined {
  const isMeant = ({ waiting }: CalledInstance): boolean => {
    if (command.type === "message") return waiting.messages.some(({ message }) => message === command.name);
    const { executionId } = "executionId" in command ? command : { executionId: "" };
    return [...waiting.tasks, ...waiting.timers, ...waiting.services].some((one) => one.executionId === executionId);
  };
  return Object.entries(called).find(([, one]) => isMeant(one));
}

/** What a called process gives back: its variables, which it had from its caller at first. */
function variablesBack(variables: Variables): Variables {
  const figures: ReadonlySet<string> = new Set(loopNames);
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !figures.has(name)));
}

function returned(executionId: string, { outcome, error, state }: RunResult): Command {
  return outcome === "failed"
    ? { type: "failed", executionId, code: error?.code ?? "error", sentence: error?.sentence ?? "" }
    : { type: "returned", executionId, variables: variablesBack(state.variables) };
}

/** As it comes back from the database. */
const stored = (state: InstanceState): InstanceState => JSON.parse(JSON.stringify(state)) as InstanceState;

interface TreeRun {
  readonly definitions: Definitions;
  readonly now: string;
  readonly depth?: number;
}

/** Runs an instance and what it calls until nothing goes on by itself; otherwise as `runInstance`. */
export async function runTree(
  { definitions, now, depth = 0 }: TreeRun,
  source: ProcessSource,
  state: InstanceState | undefined,
  command: Command,
): Promise<RunResult> {
  if (depth > deepest)
    throw new ExpressionError(["流程相互调用的层次过深", `processes call each other more than ${deepest} deep, perhaps in a circle`]);
  const inner: TreeRun = { definitions, now, depth: depth + 1 };
  const isAnew = command.type === "start" || command.type === "restart" || command.type === "move";
  const called = new Map(Object.entries((isAnew ? undefined : state?.called) ?? {}));
  const steps: Step[] = [];
  const sent: string[] = [];
  /** Keeps what a called process has come to; the command for its caller where it has ended. */
  const keep = (executionId: string, call: Omit<CalledInstance, "state" | "waiting">, result: RunResult): Command | undefined => {
    steps.push(...within(call.callId, result.steps));
    sent.push(...result.sent);
    if (result.outcome === "running") called.set(executionId, { ...call, state: result.state, waiting: atRest(result) });
    else called.delete(executionId);
    return result.outcome === "running" ? undefined : returned(executionId, result);
  };
  const runOwn = async (before: InstanceState | undefined, next: Command): Promise<RunResult> => {
    const result = await runInstance(source, before, next, now);
    steps.push(...result.steps);
    sent.push(...result.sent);
    return result;
  };

  const owner = ownerOf(Object.fromEntries(called), command);
  let own: RunResult;
  if (owner === undefined) own = await runOwn(state, command);
  else {
    const [executionId, call] = owner;
    const result = await runTree(inner, await definitions.byId(call.definitionId), call.state, command);
    own = await runOwn(state, keep(executionId, { callId: call.callId, definitionId: call.definitionId }, result) ?? { type: "look" });
  }
  for (;;) {
    const nextCall = own.calls.find(({ executionId }) => !called.has(executionId));
    if (own.outcome !== "running" || nextCall === undefined) break;
    const { id, source: calledSource } = await definitions.byKey(nextCall.processKey);
    const result = await runTree(inner, calledSource, undefined, { type: "start", variables: own.state.variables });
    const next = keep(nextCall.executionId, { callId: nextCall.elementId, definitionId: id }, result);
    if (next !== undefined) own = await runOwn(stored(own.state), next);
  }
  const waiting = own.outcome === "running" ? [...called].filter(([id]) => own.calls.some(({ executionId }) => executionId === id)) : [];
  const all = <T extends Waiting>(mine: readonly T[], from: (waiting: WaitingAtRest) => readonly T[]): readonly T[] => [
    ...mine,
    ...waiting.flatMap(([, one]) => within(one.callId, from(one.waiting))),
  ];
  return {
    ...own,
    state: waiting.length === 0 ? own.state : { ...own.state, called: Object.fromEntries(waiting) },
    tasks: all(own.tasks, ({ tasks }) => tasks),
    timers: all(own.timers, ({ timers }) => timers),
    messages: all(own.messages, ({ messages }) => messages),
    services: all(own.services, ({ services }) => services),
    steps,
    sent,
  };
}

/** When the timers of an instance, and of what it calls, come, by their executions. */
export function duesOf(state: InstanceState): InstanceState["due"] {
  return Object.assign({}, state.due, ...Object.values(state.called ?? {}).map((one) => duesOf(one.state)));
}
