// Runs an instance from one state of rest to the next, on bpmn-engine. Nothing in here waits: tasks, timers, services and called processes
// are told to the caller, who stores them and comes back with a command.
import type { Run } from "./active-run.ts";
import { apply } from "./commands.ts";
import { isRecord } from "#schema/json";
import type { Variables } from "#process/expressions";
import { requireStorable } from "#process/texts";
import { NotWaitingError, type Command, type InstanceState, type RunResult } from "./instance.ts";
import { endless, isStackOverflow } from "./endless.ts";
import { closeJoins } from "./joins.ts";
import { resultOf } from "./results.ts";
import type { ProcessSource } from "./source.ts";
import { createEngine, createTimers, listen } from "./wiring.ts";

/** A start event may have its own name for who started the instance. */
function variablesAtFirst({ initiators }: ProcessSource, stored: InstanceState | undefined, command: Command): Variables {
  const given = command.type === "start" || command.type === "restart" || command.type === "move" ? command.variables : {};
  const variables = { ...stored?.variables, ...given };
  return { ...variables, ...Object.fromEntries(initiators.map((name) => [name, variables["initiator"]])) };
}

function newRun(source: ProcessSource, now: string, begin: Pick<Run, "entry" | "variables" | "due" | "collections" | "isReplaying">): Run {
  return {
    source,
    now,
    ...begin,
    steps: [],
    sent: [],
    waits: new Map(),
    calls: new Map(),
    services: new Map(),
    timers: createTimers(),
    surroundings: new Map(),
    rounds: new Map(),
    failure: undefined,
    error: undefined,
  };
}

/** Elements that the engine cannot make: they would end each start with a fault. "" is the process as a whole. */
export async function unsupportedElements(source: ProcessSource): Promise<readonly string[]> {
  const run = newRun(source, "", { entry: undefined, variables: {}, due: {}, collections: {}, isReplaying: true });
  try {
    const [definition] = await createEngine(run).getDefinitions();
    if (definition === undefined || definition.getProcesses().length === 0) return [""];
    return source.context.getActivities().flatMap(({ id = "" }) => {
      try {
        return definition.getActivityById(id) === null ? [id] : [];
      } catch {
        return [id];
      }
    });
  } catch {
    return [""];
  }
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
  const isAnew = command.type === "start" || command.type === "restart" || command.type === "move";
  const resumed = isAnew ? undefined : stored;
  // It is back with who started it.
  if (!isAnew && !isRecord(stored?.engine)) throw new NotWaitingError("nothing waits");
  const run = newRun(source, now, {
    entry: command.type === "move" ? command.elementId : undefined,
    variables: variablesAtFirst(source, stored, command),
    due: { ...resumed?.due },
    collections: { ...resumed?.collections },
    isReplaying: resumed !== undefined,
  });
  try {
    return await restOf(run, resumed, command);
  } catch (error) {
    throw run.failure ?? (isStackOverflow(error) ? endless() : error);
  }
}

/** Has the engine go on until nothing does. */
async function restOf(run: Run, resumed: InstanceState | undefined, command: Command): Promise<RunResult> {
  const engine = createEngine(run);
  const listener = listen(run);
  const execution = resumed === undefined ? await engine.execute({ listener }) : await engine.recover(resumed.engine).resume({ listener });
  run.isReplaying = false;
  apply(run, execution, command);
  closeJoins(run.source, execution);
  if (run.failure !== undefined) throw run.failure;
  requireStorable(run.variables);
  return resultOf(run, execution);
}
