// A moment in local time, to the second.
import { z } from "zod";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { datetimeColumn } from "../column.ts";
import { temporal, temporalTraits } from "../temporal-kind.ts";
import { datetimePattern, isDatetime, type TimeOptions } from "../temporal.ts";

export const datetimeKind = fieldKind({
  ...temporal,
  kind: "datetime",
  name: ["日期时间", "Date and time"],
  column: datetimeColumn,
  canBeUnique: true,
  baseColumns: ["createTime", "updateTime"],
  traits: { ...temporalTraits, temporal: "moment", width: 176, rowWidth: 200 },
  value: () =>
    z
      .string()
      .regex(datetimePattern)
      .refine(isDatetime, { params: { code: "pattern" } }),
  sample: (_field, context) => `2025-03-01 08:${String(context.number % 60).padStart(2, "0")}:00`,
  forbidden: () => [{ value: "2025-03-01T08:00:00Z", code: "pattern", limit: "pattern" }],
});

/** A moment, yyyy-MM-dd HH:mm:ss, local time without a zone. */
export const datetime: Builder<string, TimeOptions> = fieldOf(datetimeKind);
