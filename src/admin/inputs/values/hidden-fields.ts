// Fields of a record that its reader's data scopes leave out: the server names them, because a missing key alone may be a value that is
// none.
import type { ScreenField } from "#schema/screen";
import { fieldsIn } from "#schema/text";
import { hiddenFieldsMember } from "#schema/wire";
import type { FormValues } from "./form-definition.ts";
import { valuesOfRecord } from "./values.ts";

export function hiddenFieldsIn(record: FormValues): ReadonlySet<string> {
  const named = record[hiddenFieldsMember];
  return new Set(Array.isArray(named) ? named.map(String) : []);
}

/** Whether a field takes part or not depends on one that is not seen. */
export function dependsOnHidden(field: ScreenField, hidden: ReadonlySet<string>): boolean {
  return [...fieldsIn(field.showWhen), ...fieldsIn(field.requiredWhen?.when)].some((name) => hidden.has(name));
}

/** The fields of a record as its reader can know them: where a condition cannot be evaluated, a field is shown when it has a value. */
export function withDecidableConditions(
  fields: readonly ScreenField[],
  hidden: ReadonlySet<string>,
  record: FormValues,
): readonly ScreenField[] {
  if (hidden.size === 0) return fields;
  const values = valuesOfRecord(fields, record);
  return fields.flatMap((field) => {
    if (!dependsOnHidden(field, hidden)) return [field];
    const { showWhen: _undecided, requiredWhen: _unknown, ...decided } = field;
    return values[field.name] === undefined ? [] : [decided];
  });
}
