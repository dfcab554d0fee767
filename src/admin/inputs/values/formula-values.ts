// Values that follow from what is entered, as the server will store them.
import { fieldsOfFormula, formulaValues, type FormulaField, type FormulasData } from "#schema/formulas";
import { fieldsIn } from "#schema/text";
import type { ScreenField } from "#schema/screen";
import { traitsOf } from "../../../fields/screen-traits.ts";
import { isRecord } from "../../api/wire-data.ts";
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

const cachedOwn = new WeakMap<readonly FormulaField[], readonly FormulaField[]>();

/** The same fields without what follows within their rows. */
function ownFields(fields: readonly FormulaField[]): readonly FormulaField[] {
  let made = cachedOwn.get(fields);
  if (made === undefined) {
    made = fields.map((field) => ({ ...field, formulas: undefined }));
    cachedOwn.set(fields, made);
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

interface FollowedRow {
  readonly formulas: FormulasData;
  readonly row: FormValues;
}

/** Rows with the values of their formulas. Of a document with hundreds of them one changes with a key; values are never changed in place. */
const followedRows = new WeakMap<object, FollowedRow>();

function followedRow({ formulas, fields }: FormulaField, row: FormValues): FormValues {
  if (formulas === undefined || fields === undefined) return row;
  const cached = followedRows.get(row);
  if (cached?.formulas === formulas) return cached.row;
  const values = formulaValues({ formulas, fields }, row);
  const followed = { ...row, ...Object.fromEntries(Object.keys(formulas).map((name) => [name, values[name] ?? undefined])) };
  followedRows.set(row, { formulas, row: followed });
  return followed;
}

/** The rows of a record with the values of their formulas. */
const withFollowedRows = (fields: readonly FormulaField[], record: FormValues): FormValues => ({
  ...record,
  ...Object.fromEntries(
    fields.flatMap((field) => {
      const rows = record[field.name];
      if (field.formulas === undefined || !Array.isArray(rows)) return [];
      return [[field.name, rows.map((row: unknown) => (isRecord(row) ? followedRow(field, row) : row))]];
    }),
  ),
});

/** A record with the values of its formulas; those without a value are absent. */
export function withFormulaValues(formulas: FormulasData | undefined, fields: readonly ScreenField[], record: FormValues): FormValues {
  if (formulas === undefined) return record;
  const all = fieldsFor(fields);
  const values = formulaValues({ formulas, fields: ownFields(all) }, withFollowedRows(all, record));
  return { ...record, ...Object.fromEntries(Object.keys(formulas).map((name) => [name, values[name] ?? undefined])) };
}
