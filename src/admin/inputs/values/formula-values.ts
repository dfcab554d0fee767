// Values that follow from what is entered, as the server will store them.
import { fieldsOfFormula, formulaValues, type FormulaField, type FormulasData } from "#schema/formulas";
import { fieldsIn } from "#schema/text";
import type { ScreenField } from "#schema/screen";
import { traitsOf } from "../../../fields/screen-traits.ts";
import type { FormValues } from "./form-definition.ts";

const cached = new WeakMap<readonly ScreenField[], readonly FormulaField[]>();

function fieldsFor(fields: readonly ScreenField[]): readonly FormulaField[] {
  let made = cached.get(fields);
  if (made === undefined) {
    made = fields.map((field) => ({
      name: field.name,
      wire: field.wire,
      scale: field.scale ?? traitsOf(field).scale ?? 0,
      formulas: field.formulas,
      fields: field.fields === undefined ? undefined : fieldsFor(field.fields),
    }));
    cached.set(fields, made);
  }
  return made;
}

/** The fields that something shown hangs on: a formula, or whether another field is required. */
export function fieldsWithDependents(formulas: FormulasData | undefined, fields: readonly ScreenField[]): ReadonlySet<string> {
  return new Set([
    ...Object.values(formulas ?? {}).flatMap(fieldsOfFormula),
    ...fields.flatMap(({ requiredWhen }) => fieldsIn(requiredWhen?.when)),
  ]);
}

/** A record with the values of its formulas; those without a value are absent. */
export function withFormulaValues(formulas: FormulasData | undefined, fields: readonly ScreenField[], record: FormValues): FormValues {
  if (formulas === undefined) return record;
  const values = formulaValues({ formulas, fields: fieldsFor(fields) }, record);
  return { ...record, ...Object.fromEntries(Object.keys(formulas).map((name) => [name, values[name] ?? undefined])) };
}
