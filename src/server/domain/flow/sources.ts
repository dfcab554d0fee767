// Models as the engine reads them. They are parsed once in a process of the server: a deployed model never changes.
import { businessError } from "../../http/errors.ts";
import { ExpressionError } from "#process/expressions";
import { NotWaitingError, type Command, type InstanceState, type RunResult } from "./engine/instance.ts";
import { runInstance } from "./engine/run.ts";
import { parseModel, sourceOf, type ProcessSource } from "./engine/source.ts";

/** Models are few; a bound on memory. */
const mostKept = 200;
const sources = new Map<string, Promise<ProcessSource>>();

/** Parsed once. */
export function sourceFor(xml: string): Promise<ProcessSource> {
  const known = sources.get(xml);
  if (known !== undefined) return known;
  if (sources.size >= mostKept) sources.clear();
  const parsed = parseModel(xml).then(sourceOf);
  sources.set(xml, parsed);
  parsed.catch(() => sources.delete(xml));
  return parsed;
}

export interface Run {
  readonly xml: string;
  /** At rest; absent for a start. */
  readonly state?: InstanceState | undefined;
  readonly command: Command;
  readonly now: string;
}

/** Runs an instance to its next state of rest. What the model gets wrong while it runs is told to whoever called. */
export async function runOf({ xml, state, command, now }: Run): Promise<RunResult> {
  try {
    return await runInstance(await sourceFor(xml), state, command, now);
  } catch (error) {
    if (error instanceof ExpressionError)
      throw businessError("processExpression", [`流程无法继续：${error.reason[0]}`, `The process cannot go on: ${error.reason[1]}`]);
    if (error instanceof NotWaitingError) throw taskOver();
    throw error;
  }
}

/** Somebody else was faster, or the process has gone on. */
export const taskOver = () =>
  businessError("taskOver", ["该任务已办理或已取消，请刷新列表", "This task has been completed or cancelled; please refresh the list"]);
