// Which states followers are told of: the last, unless the record is where it came from.
import { expect, it } from "vitest";
import { isFinal } from "./final-moves.ts";

const at = (second: number): string => `2025-03-12 12:0${Math.floor(second / 60)}:${String(second % 60).padStart(2, "0")}`;
const step = (from: string, to: string, second: number) => ({ from, to, at: at(second) });
/** Which of the steps of a record, given in their order, are told. */
const told = (...steps: readonly ReturnType<typeof step>[]) => steps.filter((one) => isFinal(one, steps.toReversed())).map(({ to }) => to);

it.each([
  ["a state that stays", [step("a", "b", 0)], ["b"]],
  ["one that is taken back within a minute", [step("a", "b", 0), step("b", "a", 59)], []],
  ["one from which the record goes on", [step("a", "b", 0), step("b", "c", 30), step("c", "d", 80)], ["d"]],
  ["one to which it comes back", [step("a", "b", 0), step("b", "c", 30), step("c", "b", 50)], ["b"]],
])("%s is told once or not at all", (_what, steps, expected) => {
  expect(told(...steps)).toEqual(expected);
});

it("a state that had stayed for a minute was told, and so is the way back from it", () => {
  const [first, second] = [step("a", "b", 0), step("b", "a", 60)];
  expect(isFinal(first, [first])).toBe(true);
  expect(isFinal(second, [second, first])).toBe(true);
});

it("a state is told without a log of it", () => {
  expect(isFinal(step("a", "b", 0), [])).toBe(true);
});
