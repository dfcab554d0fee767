// The cost of changing the type of a column: free, only if the values fit, or at the price of data.
import { quoted } from "./names.ts";

export type TypeChange =
  /** Every value of the old type is one of the new. */
  | { readonly kind: "widening"; readonly using?: string }
  /** True in SQL for values that would be kept as they are. */
  | {
      readonly kind: "fits";
      readonly condition: string;
      readonly using?: string;
      /** SQL of what is left of any value, where more is left than of a value that becomes null because it does not fit. */
      readonly remainder?: string;
    }
  | { readonly kind: "loss" };

interface TypeChangeQuestion {
  readonly column: string;
  readonly from: string;
  readonly to: string;
  /** PostgreSQL can say whether a text is a value of a type (version 16). */
  readonly knowsInput: boolean;
}

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

const isDay = (type: string): boolean => type === "date";
const isMoment = (type: string): boolean => type.startsWith("timestamp");
const isNumber = (type: string): boolean => whole.includes(type) || digitsOf(type) !== undefined;

/** A text that is written as PostgreSQL writes the value: no other reading of it is possible, and nothing of it is lost. */
function fromText(name: string, to: string): TypeChange {
  const trimmed = `nullif(btrim(${name}), '')`;
  const cast = `${trimmed}::${to}`;
  const isSame = isNumber(to) && digitsOf(to) !== undefined ? `${cast} = ${trimmed}::numeric` : `(${cast})::text = ${trimmed}`;
  const isInput = `pg_input_is_valid(${trimmed}, '${to}')`;
  return {
    kind: "fits",
    condition: `CASE WHEN ${trimmed} IS NULL THEN true WHEN ${isInput} THEN ${isSame} ELSE false END`,
    using: cast,
    remainder: `CASE WHEN ${isInput} THEN ${cast} END`,
  };
}

/** What changing a column from one type to another takes. */
export function typeChange({ column, from, to, knowsInput }: TypeChangeQuestion): TypeChange {
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
    const rounded = `round(${name}, ${toDigits.scale})`;
    return {
      kind: "fits",
      condition: `${name} = ${rounded} AND abs(${name}) < 10::numeric ^ ${toDigits.whole}`,
      remainder: `CASE WHEN abs(${rounded}) < 10::numeric ^ ${toDigits.whole} THEN ${rounded} END`,
    };
  }
  if (fromPlace >= 0 && toDigits !== undefined)
    return { kind: "fits", condition: `abs(${name}::numeric) < 10::numeric ^ ${toDigits.whole}` };
  if (fromDigits !== undefined && toPlace >= 0) {
    const isWithin = `abs(round(${name})) <= ${largest[to]}`;
    return {
      kind: "fits",
      condition: `${name} = round(${name}) AND ${isWithin}`,
      using: `${name}::${to}`,
      remainder: `CASE WHEN ${isWithin} THEN round(${name})::${to} END`,
    };
  }
  if (isDay(from) && isMoment(to)) return { kind: "widening" };
  if (isMoment(from) && isDay(to))
    return { kind: "fits", condition: `${name} = ${name}::date`, using: `${name}::date`, remainder: `${name}::date` };
  // Structured data is kept as it is written.
  if (toLength !== undefined && from === "jsonb") {
    const written = `${name}::text`;
    if (!Number.isFinite(toLength)) return { kind: "widening", using: written };
    return { kind: "fits", condition: `${name} IS NULL OR length(${written}) <= ${toLength}`, using: `${written}::${to}` };
  }
  // A number, an id, a day, a time or a flag becomes text: nothing is lost when it fits.
  if (toLength !== undefined && (isNumber(from) || isDay(from) || isMoment(from) || from === "boolean")) {
    return {
      kind: "fits",
      condition: `length(${name}::text) <= ${Number.isFinite(toLength) ? toLength : 1_000_000_000}`,
      using: `${name}::${to}`,
    };
  }
  if (fromLength !== undefined && knowsInput && (isNumber(to) || isDay(to) || isMoment(to))) return fromText(name, to);
  if (from === "boolean" && toPlace >= 0) return { kind: "widening", using: `${name}::integer::${to}` };
  if (fromPlace >= 0 && to === "boolean")
    return { kind: "fits", condition: `${name} IN (0, 1)`, using: `${name}::integer::boolean`, remainder: `${name}::integer::boolean` };
  // One value becomes a list of one.
  if (to === "text[]" && fromLength !== undefined)
    return { kind: "widening", using: `CASE WHEN ${name} IS NULL THEN NULL ELSE ARRAY[${name}::text] END` };
  if (to === "bigint[]" && fromPlace >= 0)
    return { kind: "widening", using: `CASE WHEN ${name} IS NULL THEN NULL ELSE ARRAY[${name}::bigint] END` };
  if (to === "text[]" && from === "bigint[]") return { kind: "widening", using: `${name}::text[]` };
  return { kind: "loss" };
}
