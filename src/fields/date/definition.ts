// A calendar day.
import { z } from "zod";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { dateColumn } from "../column.ts";
import { temporal, temporalTraits } from "../temporal-kind.ts";
import { datePattern, isDate, type TimeOptions } from "../temporal.ts";

export const dateKind = fieldKind({
  ...temporal,
  kind: "date",
  name: ["日期", "Date"],
  column: dateColumn,
  canBeUnique: true,
  baseColumns: [],
  traits: { ...temporalTraits, temporal: "day", width: 120, rowWidth: 150 },
  value: () =>
    z
      .string()
      .regex(datePattern)
      .refine(isDate, { params: { code: "pattern" } }),
  sample: (_field, context) => `2025-03-${String((context.number % 28) + 1).padStart(2, "0")}`,
  forbidden: () => [{ value: "2025-02-30", code: "pattern", limit: "pattern" }],
});

/** A day, yyyy-MM-dd. */
export const date: Builder<string, TimeOptions> = fieldOf(dateKind);
