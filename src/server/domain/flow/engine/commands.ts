// Gives the engine what an instance waited for.
import type { Execution } from "bpmn-engine";
import { messageOf, waitingTimers, type Run } from "./active-run.ts";
import type { Variables } from "#process/expressions";
import { activeIn } from "./events.ts";
import { NotWaitingError, type Command } from "./instance.ts";

/** An error that a service or a called process ended with; boundary events know it by its code. */
class ProcessError extends Error {
  readonly code: string;
  constructor(code: string, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

function find<T>(found: T | undefined, executionId: string): T {
  if (found === undefined) throw new NotWaitingError(`nothing waits as ${executionId}`);
  return found;
}

/** Variables that come with a command. What the model works out itself is not a person's, or a message's, to change. */
function givenBy(command: Command, { source }: Run): Variables {
  const given = "variables" in command ? command.variables : {};
  const isFromOutside = command.type === "complete" || command.type === "message";
  return isFromOutside ? Object.fromEntries(Object.entries(given).filter(([name]) => !source.ownNames.has(name))) : given;
}

/** Throws NotWaitingError where nothing waits for the command. */
export function apply(run: Run, execution: Execution, command: Command): void {
  if (command.type === "start" || command.type === "restart" || command.type === "move" || command.type === "look") return;
  const variables = givenBy(command, run);
  run.variables = { ...run.variables, ...variables };
  const active = () => activeIn(execution.getPostponed());
  switch (command.type) {
    case "complete": {
      const { executionId } = command;
      find(
        active().find((element) => element.executionId === executionId),
        executionId,
      );
      // The engine takes an `id` for that of the element which is meant.
      return execution.signal({ ...variables, id: undefined, executionId });
    }
    case "returned":
      find(
        active().find((element) => element.executionId === command.executionId),
        command.executionId,
      );
      return execution.signal({ executionId: command.executionId });
    case "served":
      return find(run.services.get(command.executionId), command.executionId).callback(null, variables);
    case "timer": {
      const { callback } = find(
        waitingTimers(run).find(({ executionId }) => executionId === command.executionId),
        command.executionId,
      );
      return void callback();
    }
    case "message": {
      const awaited = [...run.waits.values()].find((element) => messageOf(element)?.name === command.name);
      return execution.signal({ ...variables, id: find(messageOf(find(awaited, command.name)), command.name).id });
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
