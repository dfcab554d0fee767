// A moment in local time, to the second.
import { z } from "zod";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { datetimeColumn } from "../column.ts";
import { beyondLimits, days, sampleDay, realTimes, temporalTraits, type DayData } from "../temporal-kind.ts";
import { datetimePattern, isDatetime, type DayOptions } from "../temporal.ts";

const datetimeKind = fieldKind<DayData>({
  ...days,
  kind: "datetime",
  name: ["日期时间", "Date and time"],
  column: datetimeColumn,
  canBeUnique: true,
  baseColumns: ["createTime", "updateTime"],
  traits: { ...temporalTraits, temporal: "moment", width: 176, rowWidth: 200 },
  value: () => realTimes(z.string().regex(datetimePattern), isDatetime),
  sample: (field, context) => `${sampleDay(field, context) ?? "2025-03-01"} 08:${String(context.number % 60).padStart(2, "0")}:00`,
  forbidden: (field, now) => [
    { value: "2025-03-01T08:00:00Z", code: "pattern", limit: "pattern" },
    ...beyondLimits(field, (day) => `${day} 08:00:00`, now),
  ],
});

/** A moment, yyyy-MM-dd HH:mm:ss, local time without a zone. */
export const datetime: Builder<string, DayOptions> = fieldOf(datetimeKind);
