// Tasks that ask several people: all of them, the first who answers, or until a share has agreed.
import { ExpressionError } from "./expressions.ts";
import { memberText } from "./members.ts";
import { elementAt } from "./model.ts";
import { isId, listed } from "./people.ts";

export interface LoopAttributes {
  readonly isSequential: boolean;
  readonly collection: string;
  readonly elementVariable: string;
  readonly loopCardinality: string;
  readonly completionCondition: string;
}

export type Loop =
  | { readonly kind: "once" }
  | { readonly kind: "all" | "one"; readonly isSequential: boolean; readonly people: string }
  /** `percent` of those who are asked have agreed. */
  | { readonly kind: "share"; readonly isSequential: boolean; readonly people: string; readonly percent: number }
  | { readonly kind: "other"; readonly attributes: LoopAttributes };

/** The variable that holds the person of one run. */
export const personVariable = "person";

/** Whom a task asks, as an expression: a bare name is that of a variable, or of a member of one, as in Flowable. Ids of people begin with a digit. */
export const collectionText = (written: string): string =>
  /^\s*[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\s*$/u.test(written) ? `\${${written.trim()}}` : written;

/** Refuses a list that is written out where a part of it is nobody: neither an id, nor a group, nor an expression. Throws ExpressionError. */
export function requirePeople(collection: string): void {
  const parts = listed(collectionText(collection).replaceAll(/[$#]\{[^{}]*\}/gu, "1"));
  const wrong = parts.find((part) => !isId(part) && !/^(?:role|dept|post|head):./u.test(part));
  if (wrong !== undefined)
    throw new ExpressionError([
      `集合“${collection.trim()}”中的“${wrong}”既不是人员编号，也不是变量名或表达式（如 \${people}）`,
      `“${wrong}” of the collection “${collection.trim()}” is neither the id of a person nor a variable or an expression, such as \${people}`,
    ]);
  if (parts.length > maxRuns) throw tooMany();
}

/** Why a list of people is too long. */
export const tooMany = (): ExpressionError =>
  new ExpressionError([`一个步骤最多 ${maxRuns} 人办理`, `A task asks ${maxRuns} people at most`]);

/** How often an element runs, as its loop says it. */
export const cardinalityText = (loop: unknown): string => memberText(elementAt(loop, "loopCardinality"), "body").trim();

/** How often an element runs at most, for people or so many times; more people are asked by several tasks. */
export const maxRuns = 200;

/** How often an element runs, of what is written or worked out. Throws ExpressionError for anything but a number of runs. */
export function cardinalityOf(value: unknown): number {
  const text = typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
  const count = /^\d{1,9}$/u.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= maxRuns) return count;
  throw new ExpressionError([
    `多实例的次数“${text}”须为 1 至 ${maxRuns} 的整数`,
    `“${text}” is not a number of runs: enter a whole number from 1 to ${maxRuns}`,
  ]);
}

const firstAnswers = "${nrOfCompletedInstances >= 1}";
const sharePattern = /^\$\{\s*nrOfApprovals\s*\/\s*nrOfInstances\s*>=\s*(0?\.\d{1,4}|1(?:\.0+)?)\s*\}$/u;

export function loopOf(attributes: LoopAttributes | undefined): Loop {
  if (attributes === undefined) return { kind: "once" };
  const { isSequential, collection, elementVariable, loopCardinality, completionCondition } = attributes;
  if (loopCardinality !== "" || elementVariable !== personVariable) return { kind: "other", attributes };
  const common = { isSequential, people: collection };
  if (completionCondition === "") return { kind: "all", ...common };
  if (completionCondition === firstAnswers) return { kind: "one", ...common };
  const share = sharePattern.exec(completionCondition)?.[1];
  return share === undefined
    ? { kind: "other", attributes }
    : { kind: "share", ...common, percent: Math.round(Number(share) * 10000) / 100 };
}

/** Undefined for a task that asks once. */
export function loopAttributesOf(loop: Loop): LoopAttributes | undefined {
  if (loop.kind === "once") return undefined;
  if (loop.kind === "other") return loop.attributes;
  const condition = { all: "", one: firstAnswers, share: "" }[loop.kind];
  const share =
    loop.kind === "share" ? `\${nrOfApprovals / nrOfInstances >= ${(loop.percent / 100).toFixed(4).replace(/0{1,3}$/u, "")}}` : "";
  return {
    isSequential: loop.isSequential,
    collection: loop.people,
    elementVariable: personVariable,
    loopCardinality: "",
    completionCondition: share === "" ? condition : share,
  };
}
