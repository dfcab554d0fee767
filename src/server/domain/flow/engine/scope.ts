// What expressions of an instance see: its variables, and inside of a loop which run it is.
import { isRecord } from "#schema/json";
import { ExpressionError, parseTemplate, type ExpressionValue, type Variables } from "#process/expressions";
import { memberOf, type Content } from "#process/members";

/** More people are asked by several tasks. */
const mostRuns = 200;

const isApproval = (output: unknown): boolean => memberOf(output, "pass") === true;

export interface LoopFigures {
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

/** The variables for an expression of an element. `content` is the element's state, `loopVariables` the names under which loops put their item. */
export function scopeOf(variables: Variables, content: unknown, loopVariables: ReadonlySet<string>): Variables {
  if (!isRecord(content)) return variables;
  const items = Object.fromEntries([...loopVariables].flatMap((name) => (name in content ? [[name, content[name]]] : [])));
  const counter = typeof content["index"] === "number" ? { loopCounter: content["index"] } : {};
  return { ...variables, ...items, ...counter, ...loopFigures(content) };
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
  const items: readonly unknown[] = Array.isArray(value)
    ? value
    : String(value ?? "")
        .split(",")
        .map((item) => item.trim());
  const present = items.filter((item) => item !== "" && item !== null && item !== undefined);
  if (present.length > mostRuns) throw new ExpressionError([`一个步骤最多 ${mostRuns} 人办理`, `A task asks ${mostRuns} people at most`]);
  return present.length === 0 ? [""] : present;
}
