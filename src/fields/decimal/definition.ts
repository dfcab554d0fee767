// A decimal number of fixed scale, held as text so that nothing is rounded.
import { z } from "zod";
import { compareDecimals } from "../../schema/decimals.ts";
import { fieldOf, type Builder } from "../../schema/field.ts";
import { fieldKind, type FieldKind, type ForbiddenValue, type SampleContext } from "../../schema/field-kind.ts";
import { decimalColumn } from "../column.ts";
import { scale } from "../option-shapes.ts";
import { numberOptions, numberTraits, numeric, type NumberData, type NumberOptions } from "../numeric.ts";

/** Digits behind the point unless a field says otherwise. */
export const defaultScale = 2;
const allDigits = 18;

/** Digits behind the point. */
function scaleOf(field: NumberData): number {
  return field.scale ?? defaultScale;
}

/** What a decimal of this scale looks like as text. */
function decimalPattern(scale: number): string {
  return scale === 0 ? `^-?[0-9]{1,${allDigits}}$` : `^-?[0-9]{1,${allDigits - scale}}(?:\\.[0-9]{1,${scale}})?$`;
}

/** The schema of a decimal as text: shape by pattern, limits compared without rounding. */
function decimalValue(field: NumberData): z.ZodType {
  const { min, max } = field;
  const pattern = new RegExp(decimalPattern(scaleOf(field)), "u");
  const isDecimal = (value: string) => pattern.test(value);
  let schema: z.ZodType<string> = z.string().regex(pattern);
  if (min !== undefined)
    schema = schema.refine((value) => !isDecimal(value) || compareDecimals(value, min) >= 0, { params: { code: "tooSmall", min } });
  if (max !== undefined)
    schema = schema.refine((value) => !isDecimal(value) || compareDecimals(value, max) <= 0, { params: { code: "tooLarge", max } });
  return schema;
}

/** Values just beyond the limits of a decimal. */
function forbiddenDecimals(field: NumberData): readonly ForbiddenValue[] {
  const values: ForbiddenValue[] = [{ value: `1.${"1".repeat(scaleOf(field) + 1)}`, code: "pattern", limit: "scale" }];
  if (field.max !== undefined) values.push({ value: String(Math.floor(field.max) + 1), code: "tooLarge", limit: "max" });
  // -1 is the wire's sentinel for "none", so the whole number below it is sent instead.
  if (field.min !== undefined)
    values.push({ value: String(Math.ceil(field.min) - 1 === -1 ? -2 : Math.ceil(field.min) - 1), code: "tooSmall", limit: "min" });
  return values;
}

/** A decimal within the limits. */
function sampleDecimal(field: NumberData, number: number): string {
  const value = Math.min((field.min ?? 0) + number, field.max ?? Number.MAX_SAFE_INTEGER);
  return value.toFixed(scaleOf(field));
}

/** What the kinds with a scale have in common. */
export const scaled = {
  ...numeric,
  wire: () => "decimal",
  options: { ...numberOptions, scale },
  screenOptions: ["max", "min", "scale", "unit"],
  column: decimalColumn((field) => scaleOf(field.data)),
  baseColumns: [],
  value: decimalValue,
  sample: (field: NumberData, context: SampleContext) => sampleDecimal(field, context.number),
  forbidden: forbiddenDecimals,
} as const satisfies Partial<FieldKind<NumberData>>;

const decimalKind = fieldKind<NumberData>({
  ...scaled,
  kind: "decimal",
  name: ["小数", "Decimal"],
  traits: { ...numberTraits, number: "decimal", scale: defaultScale, rowWidth: 120 },
  searches: ["equal", "range"],
});

/** Options of decimals. */
export interface DecimalOptions extends NumberOptions {
  /** Decimal places, at most 12. Default: 2. */
  scale?: number;
}

/** A decimal number with `scale` decimal places (2 by default) and at most 18 digits; text on the wire. */
export const decimal: Builder<string, DecimalOptions> = fieldOf(decimalKind);
