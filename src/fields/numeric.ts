// What the kinds of field that hold numbers have in common: their limits, options and traits.
import { z } from "zod";
import type { FieldData, Uniqueness } from "../schema/field.ts";
import type { FieldKind } from "../schema/field-kind.ts";
import type { KindTraits } from "../schema/kind-traits.ts";
import { searchMode, text, uniqueness, type Members } from "./option-shapes.ts";
import { plainTraits } from "./traits.ts";

export interface NumberOptions {
  /** The maximum. Default: the limit of the column. */
  max?: number;
  /** The minimum; -1 is a value only if this permits it. Default: the limit of the column. */
  min?: number;
  /** The value of a new row. Default: nothing. */
  default?: number;
  /** In the search panel: by one value, or from and to. Default: not searched. */
  search?: "equal" | "range";
  /** No two rows of the tenant, or of the platform, have the same value. Default: values may repeat. */
  unique?: Uniqueness;
  /** Shown after the number: "%", "kg". Default: none. */
  unit?: readonly [zh: string, en: string];
}

export interface NumberData extends FieldData {
  readonly max?: number;
  readonly min?: number;
  readonly scale?: number;
}

/** Whether -1 is a value that the field's limits admit, and so not the wire's sentinel for "none". */
export function admitsMinusOne(field: NumberData): boolean {
  return field.min !== undefined && field.min <= -1;
}

/** The shapes of these options. */
export const numberOptions = {
  max: z.number().optional(),
  min: z.number().optional(),
  default: z.number().optional(),
  search: searchMode,
  unique: uniqueness,
  unit: text.optional(),
} satisfies Members<NumberOptions>;

/** What the kinds have in common. */
export const numeric = {
  listed: true,
  isLong: () => false,
  given: "entered",
  labelKey: "none",
  canBeUnique: true,
  canNarrow: false,
  meaning: "other",
  tellsLength: false,
  copies: "suffix",
  asks: "nothing",
} as const satisfies Partial<FieldKind>;

/** Their traits. */
export const numberTraits = {
  ...plainTraits,
  cell: "number",
  width: 110,
  widget: "number",
  rowWidth: 110,
  search: "number",
  paste: "number",
} as const satisfies Partial<KindTraits>;
