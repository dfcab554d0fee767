// A time of day, to the second.
import { z } from "zod";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind } from "../../schema/field-kind.ts";
import { timeColumn } from "../column.ts";
import { temporal, temporalTraits } from "../temporal-kind.ts";
import { timePattern, isTime, type TimeOptions } from "../temporal.ts";

const timeKind = fieldKind({
  ...temporal,
  kind: "time",
  name: ["时间", "Time"],
  column: timeColumn,
  canBeUnique: false,
  baseColumns: [],
  traits: { ...temporalTraits, temporal: "clock", width: 100, rowWidth: 130 },
  value: () =>
    z
      .string()
      .regex(timePattern)
      .refine(isTime, { params: { code: "pattern" } }),
  sample: (_field, context) => `08:${String(context.number % 60).padStart(2, "0")}:00`,
  forbidden: () => [{ value: "25:00:00", code: "pattern", limit: "pattern" }],
});

/** A time of day, HH:mm:ss. */
export const time: Builder<string, TimeOptions> = fieldOf(timeKind);
