// What is told of a text that is no number of its field: what may be entered, instead of that the format is wrong.
import type { Text } from "./text.ts";

interface NumberShape {
  readonly number: "whole" | "decimal" | undefined;
  /** Digits behind the point. */
  readonly scale: number | undefined;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** "1 至 100", "不小于 1"; nothing where any number is allowed. */
function range(min: number | undefined, max: number | undefined): Text | undefined {
  if (min !== undefined && max !== undefined) return [`${min} 至 ${max}`, `from ${min} to ${max}`];
  if (min !== undefined) return [`不小于 ${min}`, `of at least ${min}`];
  return max === undefined ? undefined : [`不大于 ${max}`, `of at most ${max}`];
}

/** The sentence, with the label of the field or, without one, below its input; undefined for fields that hold no numbers. */
export function numberMessage(label: Text | undefined, { number, scale, min, max }: NumberShape): Text | undefined {
  if (number === undefined) return undefined;
  const [zh, en] = label ?? ["", ""];
  const within = range(min, max);
  const digits: Text | undefined =
    number === "whole" || scale === undefined || scale === 0
      ? undefined
      : [`最多 ${scale} 位小数`, `with at most ${scale} decimal ${scale === 1 ? "place" : "places"}`];
  const parts = [within, digits].flatMap((part) => (part === undefined ? [] : [part]));
  return [
    [`${zh}应为${number === "whole" || scale === 0 ? "整数" : "数字"}`, ...parts.map(([one]) => one)].join("，"),
    [
      `${en === "" ? "Must" : `${en} must`} be a ${number === "whole" || scale === 0 ? "whole number" : "number"}`,
      ...parts.map(([, one]) => one),
    ].join(" "),
  ];
}
