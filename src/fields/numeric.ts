// What the kinds of field that hold numbers have in common: limits, and texts of decimals compared without rounding.
import { Decimal } from "decimal.js";
import type { FieldData, Uniqueness } from "../schema/field.ts";

export interface NumberOptions {
  max?: number;
  min?: number;
  default?: number;
  search?: "equal" | "range";
  unique?: Uniqueness;
  /** Shown behind the number, for people: "%", "kg". */
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

/** Compares two decimals given as text or number, without going through binary fractions. */
export function compareDecimals(left: string | number, right: string | number): number {
  return new Decimal(left).cmp(new Decimal(right));
}
