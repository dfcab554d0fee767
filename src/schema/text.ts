// Texts in both languages of the product, and the conditions that decide what is shown or allowed.

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

/** The expected value of a field: a value, one of several, or not these. */
export type Expected = Scalar | readonly Scalar[] | { readonly not: Scalar | readonly Scalar[] };

/** All named fields have the expected values (several keys mean "and"). */
export type AllOf = { readonly [field: string]: Expected };

/** What a record must hold: all of this, or, of a list, all of one of its members (a list means "or"). */
export type Condition = AllOf | readonly AllOf[];

/** The alternatives of a condition, of which one is enough. */
export function alternativesOf(condition: Condition): readonly AllOf[] {
  // Array.isArray does not narrow readonly arrays away from objects.
  return Array.isArray(condition) ? (condition as readonly AllOf[]) : [condition as AllOf];
}

/** The fields that decide about a condition, each once. */
export function fieldsIn(condition: Condition | undefined): readonly string[] {
  return condition === undefined ? [] : [...new Set(alternativesOf(condition).flatMap((all) => Object.keys(all)))];
}

function isNegation(expected: Expected): expected is { readonly not: Scalar | readonly Scalar[] } {
  return typeof expected === "object" && !Array.isArray(expected);
}

function isOneOf(expected: Scalar | readonly Scalar[], value: unknown): boolean {
  // What came over the wire may be anything: an object is no value of a field, and need not even have a text.
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (parts.some((part) => typeof part === "object" && part !== null)) return false;
  const candidates = Array.isArray(expected) ? expected : [expected];
  return candidates.some((candidate: Scalar) => String(candidate) === String(value));
}

/**
 * Whether a record meets a condition. Values are compared as text, because the wire may carry a dictionary key as
 * number or as text (docs/wire.md §10.4); an absent value is compared as "".
 */
export function meets(condition: Condition, record: Readonly<Record<string, unknown>>): boolean {
  return alternativesOf(condition).some((all) =>
    Object.entries(all).every(([field, expected]) => {
      const value = record[field] ?? "";
      return isNegation(expected) ? !isOneOf(expected.not, value) : isOneOf(expected, value);
    }),
  );
}
