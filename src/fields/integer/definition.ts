// A whole number.
import { z } from "zod";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind, type ForbiddenValue } from "../../schema/field-kind.ts";
import { wholeNumberColumn } from "../column.ts";
import { numberOptions, numberTraits, numeric, type NumberData, type NumberOptions } from "../numeric.ts";

/** What fits the usual integer column; a field whose `max` is larger gets a larger column. */
const defaultMaximum = 2_147_483_647;

const integerKind = fieldKind<NumberData>({
  ...numeric,
  kind: "integer",
  name: ["整数", "Whole number"],
  wire: () => "number",
  options: numberOptions,
  screenOptions: ["max", "min", "unit"],
  column: wholeNumberColumn,
  baseColumns: ["status", "version"],
  traits: { ...numberTraits, number: "whole" },
  searches: ["equal", "range"],
  value: (field) =>
    z
      .int()
      .min(field.min ?? -defaultMaximum)
      .max(field.max ?? defaultMaximum),
  sample: (field, context) => Math.min((field.min ?? 0) + context.number, field.max ?? defaultMaximum),
  forbidden(field) {
    const values: ForbiddenValue[] = [
      { value: (field.max ?? defaultMaximum) + 1, code: "tooLarge", limit: "max" },
      { value: 1.5, code: "type", limit: "whole" },
    ];
    // One below a minimum of 0 is -1, which the wire reads as "none", so the second below is sent.
    if (field.min !== undefined) values.push({ value: field.min === 0 ? -2 : field.min - 1, code: "tooSmall", limit: "min" });
    return values;
  },
});

/** A whole number; above 2,147,483,647 only with a larger `max`. */
export const integer: Builder<number, NumberOptions> = fieldOf(integerKind);
