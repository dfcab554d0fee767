// What the kinds of field that hold days, moments and times of day have in common.
import { z } from "zod";
import type { FieldData } from "../schema/field.ts";
import type { FieldKind, ForbiddenValue, SampleContext } from "../schema/field-kind.ts";
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

/** A schema of texts that exist. Limits may be told from the present, so they are looked at when a value is checked (schema/validation.ts). */
export function realTimes(schema: z.ZodString, isTime: (text: string) => boolean): z.ZodType {
  return schema.refine(isTime, { params: { code: "pattern" } });
}

/** A sample within the limits: days behind the earliest, or before the latest. */
export function sampleDay({ min, max }: DayData, { number, now = localNow() }: Pick<SampleContext, "number" | "now">): string | undefined {
  if (min === undefined && max === undefined) return undefined;
  const limit = timeNamed(min ?? max ?? "today", now).slice(0, 10);
  const day = timeNamed(min === undefined ? `-${number % 28}d` : `+${number % 28}d`, limit);
  return passedLimit(day, { min, max }, now) === undefined ? day : limit;
}

/** Days just beyond the limits as they are now. */
export function beyondLimits({ min, max }: DayData, toValue: (day: string) => string, now = localNow()): readonly ForbiddenValue[] {
  const beside = (word: string, step: string) => toValue(timeNamed(step, timeNamed(word, now).slice(0, 10)));
  return [
    ...(min === undefined ? [] : [{ value: beside(min, "-1d"), code: "tooEarly", limit: "min" }]),
    ...(max === undefined ? [] : [{ value: beside(max, "+1d"), code: "tooLate", limit: "max" }]),
  ];
}
