// What the kinds of field that hold days, moments and times of day have in common.
import { z } from "zod";
import type { FieldData } from "../schema/field.ts";
import type { FieldKind, ForbiddenValue } from "../schema/field-kind.ts";
import type { KindTraits } from "../schema/kind-traits.ts";
import { searchMode, type Members } from "./option-shapes.ts";
import { isTimeLimit, localNow, passedLimit, timeNamed, type TimeLimits } from "../schema/local-time.ts";
import type { DayOptions, TimeOptions } from "./temporal.ts";
import { plainTraits } from "./traits.ts";

export const temporal = {
  options: { search: searchMode, default: z.literal("now").optional() } satisfies Members<TimeOptions>,
  screenOptions: [],
  wire: () => "time",
  listed: true,
  searches: ["range", "equal"],
  isLong: () => false,
  given: "selected",
  labelKey: "none",
  canNarrow: false,
  meaning: "other",
  tellsLength: false,
  copies: "suffix",
  asks: "nothing",
} as const satisfies Partial<FieldKind>;

/** Their traits. */
export const temporalTraits = {
  ...plainTraits,
  cell: "digits",
  widget: "temporal",
  search: "widget",
  paste: "temporal",
} as const satisfies Partial<KindTraits>;

/** The data of days and moments. */
export interface DayData extends FieldData, TimeLimits {}

const timeLimit = z
  .custom<string>((value) => typeof value === "string" && isTimeLimit(value), {
    params: { expected: 'a day such as "2026-01-31", "now", "today", or a time from the present such as "+30d" or "-1y"' },
  })
  .optional();

/** What days and moments have in common. */
export const days = {
  ...temporal,
  options: { search: searchMode, default: timeLimit, min: timeLimit, max: timeLimit } satisfies Members<DayOptions>,
} as const;

/** A schema of texts that exist, within the limits of a field as they are when a value is checked. */
export function withinLimits({ min, max }: DayData, schema: z.ZodString, isTime: (text: string) => boolean): z.ZodType {
  const real = schema.refine(isTime, { params: { code: "pattern" } });
  if (min === undefined && max === undefined) return real;
  return real.superRefine((value, context) => {
    const passed = isTime(value) ? passedLimit(value, { min, max }) : undefined;
    if (passed !== undefined) context.addIssue({ code: "custom", params: { code: passed.code, [passed.name]: passed.limit } });
  });
}

/** A sample within the limits: days behind the earliest, or before the latest. */
export function sampleDay({ min, max }: DayData, number: number): string | undefined {
  if (min === undefined && max === undefined) return undefined;
  const limit = timeNamed(min ?? max ?? "today", localNow()).slice(0, 10);
  const day = timeNamed(min === undefined ? `-${number % 28}d` : `+${number % 28}d`, limit);
  return passedLimit(day, { min, max }) === undefined ? day : limit;
}

/** Days just beyond the limits. */
export function beyondLimits({ min, max }: DayData, toValue: (day: string) => string): readonly ForbiddenValue[] {
  const beside = (word: string, step: string) => toValue(timeNamed(step, timeNamed(word, localNow()).slice(0, 10)));
  return [
    ...(min === undefined ? [] : [{ value: beside(min, "-1d"), code: "tooEarly", limit: "min" }]),
    ...(max === undefined ? [] : [{ value: beside(max, "+1d"), code: "tooLate", limit: "max" }]),
  ];
}
