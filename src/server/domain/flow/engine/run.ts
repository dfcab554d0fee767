// Runs an instance from one state of rest to the next, on bpmn-engine. Nothing in here waits: tasks, timers, services and called processes
// are told to the caller, who stores them and comes back with a command.
import type { Run } from "./active-run.ts";
import { apply } from "./commands.ts";
import type { Variables } from "#process/expressions";
import type { Command, InstanceState, RunResult } from "./instance.ts";
import { closeJoins } from "./joins.ts";
import { resultOf } from "./results.ts";
import type { ProcessSource } from "./source.ts";
import { createEngine, createTimers, listen } from "./wiring.ts";

/** A start event may have its own name for who started the instance. */
function startVariables({ initiators }: ProcessSource, command: Command): Variables {
  if (command.type !== "start") return {};
  const { variables } = command;
  return { ...variables, ...Object.fromEntries(initiators.map((name) => [name, variables["initiator"]])) };
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
    variables: stored?.variables ?? startVariables(source, command),
    due: { ...stored?.due },
    collections: { ...stored?.collections },
    steps: [],
    sent: [],
    waits: new Map(),
    calls: new Map(),
    services: new Map(),
    timers: createTimers(),
    isReplaying: stored !== undefined,
    failure: undefined,
    error: undefined,
  };
  const engine = createEngine(run);
  const listener = listen(run);
  const execution = stored === undefined ? await engine.execute({ listener }) : await engine.recover(stored.engine).resume({ listener });
  run.isReplaying = false;
  apply(run, execution, command);
  closeJoins(source, execution);
  if (run.failure !== undefined) throw run.failure;
  return resultOf(run, execution);
}
