// A calendar day.
import { z } from "zod";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { datePattern, isDate, type TimeOptions } from "../temporal.ts";

/** A day, yyyy-MM-dd. */
export const date: Builder<string, TimeOptions> = fieldOf("date");

export const dateKind = fieldKind({
  kind: "date",
  wire: () => "time",
  listed: true,
  searches: ["range", "equal"],
  value: () => z.string().regex(datePattern).refine(isDate, { params: { code: "pattern" } }),
  sample: (_field, context) => `2025-03-${String((context.number % 28) + 1).padStart(2, "0")}`,
  forbidden: () => [{ value: "2025-02-30", code: "pattern", limit: "pattern" }],
});
