// Which fields take part in a record: those whose `showWhen` is met, evaluated on the record as it would be stored.
import { meets } from "#schema/text";
import type { ScreenField } from "#schema/screen";
import { withFormulaValues } from "./formula-values.ts";
import type { FormDefinition, FormValues } from "./form-definition.ts";

/**
 * The record without the values of fields whose condition is not met, including conditions on such fields. The server empties the same ones
 * (`readSubmit`).
 */
export function withoutHidden(fields: readonly ScreenField[], record: FormValues): FormValues {
  const hidden = fields.filter(
    (field) => field.showWhen !== undefined && record[field.name] !== undefined && !meets(field.showWhen, record),
  );
  if (hidden.length === 0) return record;
  const gone = new Set(hidden.map((field) => field.name));
  return withoutHidden(fields, Object.fromEntries(Object.entries(record).filter(([name]) => !gone.has(name))));
}

/** Names of the fields that are shown for this record. */
export function shownFields(fields: readonly ScreenField[], record: FormValues): ReadonlySet<string> {
  const stored = withoutHidden(fields, record);
  return new Set(fields.filter((field) => field.showWhen === undefined || meets(field.showWhen, stored)).map((field) => field.name));
}

/** Names of the fields that neither record shows: they could not be seen or changed in between. */
export function hiddenInBoth(fields: readonly ScreenField[], before: FormValues, after: FormValues): ReadonlySet<string> {
  const [shownBefore, shownAfter] = [shownFields(fields, before), shownFields(fields, after)];
  return new Set(fields.filter(({ name }) => !shownBefore.has(name) && !shownAfter.has(name)).map(({ name }) => name));
}

/** The record that conditions are evaluated on: the form's values, over the stored values of fields that it does not edit. */
export function wholeRecord(form: FormDefinition, before: FormValues, values: FormValues): FormValues {
  const record = { ...Object.fromEntries(Object.entries(before).filter(([name]) => !form.field.has(name))), ...values };
  return withFormulaValues(form.formulas, form.named, record);
}

/** The values that the form would store: hidden ones dropped. */
export function storedValues(form: FormDefinition, before: FormValues, values: FormValues): FormValues {
  const whole = withoutHidden(form.editable, wholeRecord(form, before, values));
  return Object.fromEntries(Object.entries(whole).filter(([name, value]) => form.field.has(name) && value !== undefined));
}
