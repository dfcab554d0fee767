// A moment in local time, to the second.
import { z } from "zod";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { datetimePattern, isDatetime, type TimeOptions } from "../temporal.ts";

/** A moment, yyyy-MM-dd HH:mm:ss, local time without a zone (contract §2.1). */
export const datetime: Builder<string, TimeOptions> = fieldOf("datetime");

export const datetimeKind = fieldKind({
  kind: "datetime",
  wire: () => "time",
  listed: true,
  searches: ["range", "equal"],
  value: () => z.string().regex(datetimePattern).refine(isDatetime, { params: { code: "pattern" } }),
  sample: (_field, context) => `2025-03-01 08:${String(context.number % 60).padStart(2, "0")}:00`,
  forbidden: () => [{ value: "2025-03-01T08:00:00Z", code: "pattern", limit: "pattern" }],
});
