// What expressions of an instance see: its variables, and inside of loops the item of the run and which one it is.
import { isRecord } from "#schema/json";
import { parseTemplate, type ExpressionValue, type Variables } from "#process/expressions";
import { maxRuns, tooMany } from "#process/loops";
import { memberOf, memberText, type Content } from "#process/members";
import { listed } from "#process/people";
import type { Run } from "./active-run.ts";

const isApproval = (output: unknown): boolean => memberOf(output, "pass") === true;

interface LoopFigures {
  readonly nrOfInstances: number;
  readonly nrOfCompletedInstances: number;
  readonly nrOfActiveInstances: number;
  readonly nrOfApprovals: number;
}

/** The figures of a loop from what its runs have answered so far. */
export function loopFigures(content: Content): LoopFigures | undefined {
  const { loopCardinality } = content;
  if (typeof loopCardinality !== "number") return undefined;
  const outputs: readonly unknown[] = [content["loopOutput"], content["output"]].find((found) => Array.isArray(found)) ?? [];
  const answered = outputs.filter(isRecord);
  return {
    nrOfInstances: loopCardinality,
    nrOfCompletedInstances: answered.length,
    nrOfActiveInstances: Math.max(0, loopCardinality - answered.length),
    nrOfApprovals: answered.filter(isApproval).length,
  };
}

/** The item of a run, and which run it is. */
function itemOf({ source }: Run, content: unknown): Variables {
  const loop = source.loops.get(memberText(content, "id"));
  if (loop === undefined || !isRecord(content)) return {};
  const item = loop.variable in content ? { [loop.variable]: content[loop.variable] } : {};
  return typeof content["index"] === "number" ? { ...item, loopCounter: content["index"] } : item;
}

/** What the runs of the sub-processes around an element have: each run has an environment, which names what it was begun with. */
function itemsAround(run: Run, environment: unknown): Variables {
  const around = run.surroundings.get(environment);
  return around === undefined
    ? {}
    : { ...itemsAround(run, around), ...itemOf(run, memberOf(memberOf(environment, "variables"), "content")) };
}

/** The variables for an expression of an element. `content` is the element's state, `environment` that of the run that it stands in. */
export function scopeOf(run: Run, content: unknown, environment: unknown): Variables {
  const figures = isRecord(content) ? loopFigures(content) : {};
  return { ...run.variables, ...itemsAround(run, environment), ...itemOf(run, content), ...figures };
}

/** Texts of a model may be no text: numbers and flags stand for themselves. */
export function evaluate(text: unknown, variables: Variables): ExpressionValue {
  return typeof text === "string" ? parseTemplate(text).evaluate(variables) : text;
}

/**
 * Whom a task asks: where the model finds nobody there is one run for nobody, which the caller gives to somebody; a task that asks nobody
 * would approve itself.
 */
export function runsOf(value: unknown): readonly unknown[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : listed(String(value ?? ""));
  const present = items.filter((item) => item !== "" && item !== null && item !== undefined);
  if (present.length > maxRuns) throw tooMany();
  return present.length === 0 ? [""] : present;
}
