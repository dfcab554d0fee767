// The starting point of a record form: a loaded record, or the initial values of a new one.
import type { Screen } from "#schema/screen";
import type { Row } from "../../api/index.ts";
import type { FormDefinition, FormValues } from "../../inputs/values/form-definition.ts";
import { initialValues, valuesOfRecord } from "../../inputs/values/values.ts";

export interface RecordBase {
  /** As loaded, with the labels of its references. */
  readonly record: Row;
  /** The values of all its fields. */
  readonly before: FormValues;
  /** The values that the form edits, as they count as unchanged. */
  readonly initial: FormValues;
  /** The values that the form shows first, where they differ. */
  readonly start?: FormValues | undefined;
}

/** A new record: the definition's defaults, and the values that the form was opened with. */
export function baseOfNew(screen: Screen, form: FormDefinition, preset: FormValues): RecordBase {
  const initial = initialValues(form.editable, preset, new Date());
  return { record: preset, before: { ...valuesOfRecord(screen.fields, preset), ...initial }, initial };
}

/** The list's suggestions for a new record. A suggested sort number applies only where the definition has no default. */
export function suggestedFor(screen: Screen, suggestion: FormValues): FormValues {
  const order = screen.fields.find((field) => field.name === screen.order[0]?.field);
  return Object.fromEntries(Object.entries(suggestion).filter(([name]) => name !== order?.name || order.default === undefined));
}

export function baseOfRecord(screen: Screen, form: FormDefinition, record: Row): RecordBase {
  const before = valuesOfRecord(screen.lines === undefined ? screen.fields : [...screen.fields, screen.lines], record);
  return { record, before, initial: Object.fromEntries(Object.entries(before).filter(([name]) => form.field.has(name))) };
}
