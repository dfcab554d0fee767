// The text of a cell as a value of its field, for what stands in the text alone: the same for rows that are pasted into a grid and for files.
import { wholeOf, writtenNumberIn } from "../schema/written-number.ts";
import { clockIn, dayIn, momentIn } from "../schema/written-time.ts";
import type { KindTraits } from "../schema/kind-traits.ts";

const flags: Readonly<Record<"0" | "1", readonly string[]>> = {
  1: ["1", "是", "yes", "y", "true", "√", "✓"],
  0: ["0", "否", "no", "n", "false", "×", "✗"],
};

/** Yes or no; undefined for anything else. */
export function flagIn(text: string): 0 | 1 | undefined {
  const word = text.toLowerCase();
  return flags[1].includes(word) ? 1 : flags[0].includes(word) ? 0 : undefined;
}

/** A number in plain digits. What is no number stays as it was written, where validation tells it. */
export function numberIn({ number: kind }: Pick<KindTraits, "number">, text: string): string | number {
  const number = writtenNumberIn(text);
  return number !== undefined && kind === "whole" ? wholeOf(number) : (number ?? text);
}

const timeReaders = { day: dayIn, moment: momentIn, clock: clockIn } as const;

/** A day, moment or time of day; undefined for anything else. */
export const timeIn = ({ temporal }: Pick<KindTraits, "temporal">, text: string): string | undefined =>
  temporal === undefined ? undefined : timeReaders[temporal](text);
