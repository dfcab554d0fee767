// The cost of changing the type of a column: free, only if the values fit, or at the price of data.
import { quoted } from "./names.ts";

export type TypeChange =
  /** Every value of the old type is one of the new. */
  | { readonly kind: "widening"; readonly using?: string }
  /** True in SQL for values that would be kept as they are. */
  | { readonly kind: "fits"; readonly condition: string; readonly using?: string }
  | { readonly kind: "loss" };

const whole = ["smallint", "integer", "bigint"];
const largest: Readonly<Record<string, string>> = { smallint: "32767", integer: "2147483647", bigint: "9223372036854775807" };

function lengthOf(type: string): number | undefined {
  if (type === "text") return Number.POSITIVE_INFINITY;
  const length = /^character varying\((\d+)\)$/.exec(type)?.[1];
  return length === undefined ? undefined : Number(length);
}

/** Whether a column holds a text of some length. */
export const isTextType = (type: string): boolean => lengthOf(type) !== undefined;

function digitsOf(type: string): { readonly whole: number; readonly scale: number } | undefined {
  const [, precision, scale] = /^numeric\((\d+),(\d+)\)$/.exec(type) ?? [];
  return precision === undefined ? undefined : { whole: Number(precision) - Number(scale), scale: Number(scale) };
}

/** What changing a column from one type to another takes. */
export function typeChange(column: string, from: string, to: string): TypeChange {
  const name = quoted(column);
  const [fromLength, toLength] = [lengthOf(from), lengthOf(to)];
  if (fromLength !== undefined && toLength !== undefined) {
    return toLength >= fromLength ? { kind: "widening" } : { kind: "fits", condition: `length(${name}) <= ${toLength}` };
  }
  const [fromPlace, toPlace] = [whole.indexOf(from), whole.indexOf(to)];
  if (fromPlace >= 0 && toPlace >= 0) {
    return toPlace >= fromPlace ? { kind: "widening" } : { kind: "fits", condition: `abs(${name}::numeric) <= ${largest[to]}` };
  }
  const [fromDigits, toDigits] = [digitsOf(from), digitsOf(to)];
  if (fromDigits !== undefined && toDigits !== undefined) {
    if (toDigits.scale >= fromDigits.scale && toDigits.whole >= fromDigits.whole) return { kind: "widening" };
    return { kind: "fits", condition: `${name} = round(${name}, ${toDigits.scale}) AND abs(${name}) < 10::numeric ^ ${toDigits.whole}` };
  }
  if (fromPlace >= 0 && toDigits !== undefined)
    return { kind: "fits", condition: `abs(${name}::numeric) < 10::numeric ^ ${toDigits.whole}` };
  if (from === "date" && to.startsWith("timestamp")) return { kind: "widening" };
  // A number, an id or a time becomes text: nothing is lost when it fits.
  if (toLength !== undefined && (fromPlace >= 0 || fromDigits !== undefined)) {
    return {
      kind: "fits",
      condition: `length(${name}::text) <= ${Number.isFinite(toLength) ? toLength : 1_000_000_000}`,
      using: `${name}::${to}`,
    };
  }
  // One value becomes a list of one.
  if (to === "text[]" && fromLength !== undefined)
    return { kind: "widening", using: `CASE WHEN ${name} IS NULL THEN NULL ELSE ARRAY[${name}::text] END` };
  if (to === "bigint[]" && fromPlace >= 0)
    return { kind: "widening", using: `CASE WHEN ${name} IS NULL THEN NULL ELSE ARRAY[${name}::bigint] END` };
  if (to === "text[]" && from === "bigint[]") return { kind: "widening", using: `${name}::text[]` };
  return { kind: "loss" };
}
