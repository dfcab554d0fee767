// Models that go round without a step that waits. Each step of the engine calls the next one, so that such a model ends at the depth of
// the stack: at a place that differs from run to run, where the engine may take it for a fault of the model.
import { ExpressionError } from "#process/expressions";
import { memberOf, memberText } from "#process/members";
import type { ActiveElement } from "./events.ts";

/** The stack holds more than 300 rounds of a loop of two steps. */
const maxRounds = 200;

export const endless = (): ExpressionError =>
  new ExpressionError(["流程循环过多，没有停下来等待的步骤", "it goes round too often without a step that waits"]);

export const isStackOverflow = (error: unknown): boolean => error instanceof RangeError && error.message.includes("call stack");

/**
 * Counts that an element starts once more, within one run of what it belongs to: the members of a large collection are no rounds.
 *
 * Throws ExpressionError where it has started too often.
 */
export function countRound(rounds: Map<string, number>, { id, content }: ActiveElement): void {
  const key = `${memberText(memberOf(content, "parent"), "executionId")} ${id}`;
  const count = (rounds.get(key) ?? 0) + 1;
  if (count > maxRounds) throw endless();
  rounds.set(key, count);
}
