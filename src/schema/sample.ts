// Valid rows made from definitions: for tests, demonstration and the check that one can be made at all.
import type { FieldData } from "./field.ts";
import type { SampleContext } from "./field-kind.ts";
import { kindOf } from "./kinds.ts";
import { meets } from "./text.ts";

/** A value for every field, except fields whose condition the row does not meet and fields for which none can be made. */
export function sampleOf(fields: Readonly<Record<string, FieldData>>, context: SampleContext): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = sampleValue(field, context);
    if (value !== undefined) row[name] = value;
  }
  return withoutHidden(fields, row);
}

/** A value for one field; undefined where none can be made. */
export function sampleValue(field: FieldData, context: SampleContext): unknown {
  return kindOf(field).sample(field, context, (inner) => sampleOf(inner, context));
}

function withoutHidden(fields: Readonly<Record<string, FieldData>>, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown = Object.fromEntries(
    Object.entries(row).filter(([name]) => {
      const condition = fields[name]?.showWhen;
      return condition === undefined || meets(condition, row);
    }),
  );
  return Object.keys(shown).length === Object.keys(row).length ? shown : withoutHidden(fields, shown);
}
