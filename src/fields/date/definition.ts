// A calendar day.
import { z } from "zod";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { dateColumn } from "../column.ts";
import { beyondLimits, days, sampleDay, realTimes, temporalTraits, type DayData } from "../temporal-kind.ts";
import { datePattern, isDate, type DayOptions } from "../temporal.ts";

const dateKind = fieldKind<DayData>({
  ...days,
  kind: "date",
  name: ["日期", "Date"],
  column: dateColumn,
  canBeUnique: true,
  baseColumns: [],
  traits: { ...temporalTraits, temporal: "day", width: 120, rowWidth: 150 },
  value: () => realTimes(z.string().regex(datePattern), isDate),
  sample: (field, context) => sampleDay(field, context) ?? `2025-03-${String((context.number % 28) + 1).padStart(2, "0")}`,
  forbidden: (field, now) => [{ value: "2025-02-30", code: "pattern", limit: "pattern" }, ...beyondLimits(field, (day) => day, now)],
});

/** A day, yyyy-MM-dd. */
export const date: Builder<string, DayOptions> = fieldOf(dateKind);
