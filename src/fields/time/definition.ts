// A time of day, to the second.
import { z } from "zod";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { timePattern, isTime, type TimeOptions } from "../temporal.ts";

/** A time of day, HH:mm:ss. */
export const time: Builder<string, TimeOptions> = fieldOf("time");

export const timeKind = fieldKind({
  kind: "time",
  wire: () => "time",
  listed: true,
  searches: ["range", "equal"],
  value: () => z.string().regex(timePattern).refine(isTime, { params: { code: "pattern" } }),
  sample: (_field, context) => `08:${String(context.number % 60).padStart(2, "0")}:00`,
  forbidden: () => [{ value: "25:00:00", code: "pattern", limit: "pattern" }],
});
