// What a person enters for a change of many rows, field by field.
import type { BatchOperation } from "#schema/batch-operations";
import type { ScreenField } from "#schema/screen";
import { traitsOf } from "../../../fields/screen-traits.ts";

/** One field as the call takes it. */
export interface BatchChangeInput {
  readonly field: string;
  readonly operation: BatchOperation;
  readonly value?: unknown;
  readonly ending?: string;
}

/** One field as it is entered; the values of `set` are in the form. */
export interface EnteredChange {
  readonly operation: BatchOperation;
  readonly amount: string;
  readonly ending: string;
}

export const nothingEntered: EnteredChange = { operation: "set", amount: "", ending: "" };

/** What can be done with a field: numbers are calculated with, and what is required is never cleared. */
export function operationsOf(field: ScreenField): readonly BatchOperation[] {
  return [
    "set",
    ...(field.required === undefined ? (["clear"] as const) : []),
    ...(traitsOf(field).number === undefined ? [] : (["add", "percent"] as const)),
  ];
}

export const isAmount = (text: string): boolean => /^-?\d{1,15}(\.\d{1,10})?$/u.test(text.trim());

/** Decimals of a number field. */
export function decimalsOf(field: ScreenField): number {
  const { number, scale = 0 } = traitsOf(field);
  return number === "decimal" ? (field.scale ?? scale) : 0;
}

/** Whether a text is nothing, or decimals that a field can end with. */
export function isEnding(text: string, field: ScreenField): boolean {
  const [, decimals = ""] = /^0\.(\d+)$/u.exec(text.trim()) ?? [];
  return text.trim() === "" || (decimals !== "" && decimals.length <= decimalsOf(field));
}

/** Whether everything is there that a change needs; the values of `set` are the form's affair. */
export const isComplete = ({ operation, amount, ending }: EnteredChange, field: ScreenField): boolean =>
  operation === "set" || operation === "clear" || (isAmount(amount) && isEnding(ending, field));

/** The changes as the call takes them. */
export function changesOf(
  entered: ReadonlyMap<string, EnteredChange>,
  values: Readonly<Record<string, unknown>>,
): readonly BatchChangeInput[] {
  return [...entered].map(([field, { operation, amount, ending }]) => {
    if (operation === "set") return { field, operation, value: values[field] ?? "" };
    if (operation === "clear") return { field, operation };
    return { field, operation, value: amount.trim(), ...(ending.trim() === "" ? {} : { ending: ending.trim() }) };
  });
}
