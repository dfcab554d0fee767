// Texts in both languages of the product, and the conditions that decide what is shown or allowed.
import { compareDecimals, isDecimalText } from "./decimals.ts";
import { localNow, temporalOf, timeNamed } from "./local-time.ts";

/** A text for people: Chinese first (the default language), English second. */
export type Text = readonly [zh: string, en: string];

/** Languages of the product in the order of a {@link Text}. */
export const languages = ["zh", "en"] as const;
export type Language = (typeof languages)[number];

/** The text in one language. */
export function inLanguage(text: Text, language: Language): string {
  return language === "zh" ? text[0] : text[1];
}

export type Scalar = string | number;

/**
 * What a value is compared with: a number, a day or a moment, a time from the present ("now", "today", "+30d", "-1y"), or another field of
 * the same record.
 */
export type Operand = Scalar | { readonly field: string };

/** Comparisons of a value, all of which must hold. An empty value meets none but `empty: true`. */
export interface Comparison {
  /** Greater than, later than. Default: no limit. */
  readonly gt?: Operand;
  /** At least, not before. Default: no limit. */
  readonly ge?: Operand;
  /** Less than, earlier than. Default: no limit. */
  readonly lt?: Operand;
  /** At most, not after. Default: no limit. */
  readonly le?: Operand;
  /** The same as another field. Default: any value. */
  readonly eq?: { readonly field: string };
  /** Another value than that of another field. Default: any value. */
  readonly ne?: { readonly field: string };
  /** Without a value (true), or with any (false). Default: either. */
  readonly empty?: boolean;
}

/** The expected value of a field: a value, one of several, not these, or what a comparison admits. */
export type Expected = Scalar | readonly Scalar[] | { readonly not: Scalar | readonly Scalar[] } | Comparison;

/** All named fields have the expected values (several keys mean "and"). */
export type AllOf = { readonly [field: string]: Expected };

/** What a record must hold: all of this, or, of a list, all of one of its members (a list means "or"). */
export type Condition = AllOf | readonly AllOf[];

/** The alternatives of a condition, of which one is enough. */
export function alternativesOf(condition: Condition): readonly AllOf[] {
  // Array.isArray does not narrow readonly arrays away from objects.
  return Array.isArray(condition) ? (condition as readonly AllOf[]) : [condition as AllOf];
}

export function isNegation(expected: Expected): expected is { readonly not: Scalar | readonly Scalar[] } {
  return typeof expected === "object" && !Array.isArray(expected) && "not" in expected;
}

export function isComparison(expected: Expected): expected is Comparison {
  return typeof expected === "object" && !Array.isArray(expected) && !("not" in expected);
}

/** The comparators of a language's conditions, as the suffixes of filters name them (docs/wire.md §5). */
const comparators = ["gt", "ge", "lt", "le", "eq", "ne"] as const;
export type Comparator = (typeof comparators)[number];

/** The comparisons of one value, without `empty`. */
export function comparisonsIn(comparison: Comparison): readonly (readonly [Comparator, Operand])[] {
  return comparators.flatMap((name) => {
    const operand = comparison[name];
    return operand === undefined ? [] : [[name, operand] as const];
  });
}

/** The fields that an expectation compares with. */
function operandFields(expected: Expected): readonly string[] {
  if (!isComparison(expected)) return [];
  return comparisonsIn(expected).flatMap(([, operand]) => (typeof operand === "object" ? [operand.field] : []));
}

/** The fields that decide about a condition, each once. */
export function fieldsIn(condition: Condition | undefined): readonly string[] {
  if (condition === undefined) return [];
  const named = alternativesOf(condition).flatMap((all) =>
    Object.entries(all).flatMap(([name, expected]) => [name, ...operandFields(expected)]),
  );
  return [...new Set(named)];
}

/**
 * A value as text, to be compared. What came over the wire may be anything, and an object's own `toString` need not be a function: that of
 * an object is its JSON.
 */
export function textOfValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOfValue).join(",");
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

function isOneOf(expected: Scalar | readonly Scalar[], value: unknown): boolean {
  const candidates = Array.isArray(expected) ? expected : [expected];
  return candidates.some((candidate: Scalar) => String(candidate) === textOfValue(value));
}

/** Whether a value counts as none. */
export function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
}

/** Of which kind a time is; undefined for values that are none. */
export const temporalOfValue = (value: unknown): "day" | "moment" | "clock" | undefined => temporalOf(textOfValue(value));

/**
 * Compares two values by what their texts are: numbers by value, times of one kind as they follow each other, a moment with a day by its
 * day. Undefined where they cannot be compared.
 */
export function compareValues(left: unknown, right: unknown): number | undefined {
  const [one, other] = [textOfValue(left), textOfValue(right)];
  if (isDecimalText(one) && isDecimalText(other)) return compareDecimals(one, other);
  const [kind, otherKind] = [temporalOf(one), temporalOf(other)];
  if (kind === undefined || otherKind === undefined || (kind === "clock") !== (otherKind === "clock")) return undefined;
  const length = kind === otherKind ? one.length : 10;
  const [early, late] = [one.slice(0, length), other.slice(0, length)];
  return early === late ? 0 : early < late ? -1 : 1;
}

const admits: Readonly<Record<Comparator, (order: number) => boolean>> = {
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
};

/** Whether a comparison holds; undefined where a side is empty, or the two cannot be compared. */
export function holds(comparator: Comparator, left: unknown, right: unknown): boolean | undefined {
  if (isEmptyValue(left) || isEmptyValue(right)) return undefined;
  const order = compareValues(left, right);
  if (order !== undefined) return admits[comparator](order);
  if (comparator === "eq") return textOfValue(left) === textOfValue(right);
  return comparator === "ne" ? textOfValue(left) !== textOfValue(right) : undefined;
}

/** The value of an operand in a record, at a moment. */
export function operandValue(operand: Operand, record: Readonly<Record<string, unknown>>, now: string): unknown {
  if (typeof operand === "object") return record[operand.field];
  return typeof operand === "string" ? timeNamed(operand, now) : operand;
}

function meetsComparison(comparison: Comparison, value: unknown, record: Readonly<Record<string, unknown>>, now: string): boolean {
  if (comparison.empty !== undefined && comparison.empty !== isEmptyValue(value)) return false;
  return comparisonsIn(comparison).every(([comparator, operand]) => holds(comparator, value, operandValue(operand, record, now)) === true);
}

/**
 * Whether a record meets a condition. Values are compared as text, because the wire may carry a dictionary key as
 * number or as text (docs/wire.md §10.4); an absent value is compared as "". Comparisons with the present are made at `now`.
 */
export function meets(condition: Condition, record: Readonly<Record<string, unknown>>, now?: string): boolean {
  return alternativesOf(condition).some((all) =>
    Object.entries(all).every(([field, expected]) => {
      const value = record[field] ?? "";
      if (isComparison(expected)) return meetsComparison(expected, value, record, now ?? localNow());
      return isNegation(expected) ? !isOneOf(expected.not, value) : isOneOf(expected, value);
    }),
  );
}
