// What a change of one field empties: the fields whose choices depend on it.
import type { ScreenField } from "#schema/screen";
import type { FormValues } from "./form-definition.ts";

/** Whether the choices of a field, or its attributes, depend on another: a change of that makes its value meaningless. */
export function isDependent({ reference, asks }: ScreenField, name: string): boolean {
  return (
    reference?.within === name || asks?.by === name || Object.values(reference?.filter ?? {}).some((expected) => dependsOn(expected, name))
  );
}

function dependsOn(expected: unknown, name: string): boolean {
  return typeof expected === "object" && expected !== null && "field" in expected && expected.field === name;
}

/** All fields that depend on one, directly or through another, with their values emptied in `values`. */
export function clearedBy(
  fields: readonly ScreenField[],
  name: string,
  values: FormValues,
  visited: ReadonlySet<string> = new Set([name]),
): readonly string[] {
  const direct = fields.filter((field) => isDependent(field, name) && !visited.has(field.name));
  const reached = new Set([...visited, ...direct.map((field) => field.name)]);
  const further = direct.flatMap((field) => clearedBy(fields, field.name, values, reached));
  return [...new Set([...direct.filter((field) => values[field.name] !== undefined).map((field) => field.name), ...further])];
}
