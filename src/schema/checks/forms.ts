// Forms: the JSON Schema of each must be one that the browser's validator knows (`json-schema-subset.ts`).
import { formJsonSchema } from "../json-schema.ts";
import { assertSupported } from "../json-schema-subset.ts";
import { found, type Found, type Place } from "./finding.ts";
import type { FieldModel } from "../model.ts";
import type { Check } from "./subject.ts";

/** Why the browser could not check a form with these fields; undefined where it can. */
export function unsupported(schema: unknown): string | undefined {
  try {
    assertSupported(schema);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function* form(fields: readonly FieldModel[], place: Place, schemaOf: (fields: readonly FieldModel[]) => unknown): Iterable<Found> {
  let schema: unknown;
  try {
    schema = schemaOf(fields);
  } catch {
    // What cannot be said in JSON Schema at all is told by the check of values, field by field.
    return;
  }
  const problem = unsupported(schema);
  if (problem !== undefined) yield found("unsupported-form", place, `the form cannot be checked in the browser: ${problem}`, "Use options that src/schema/json-schema-subset.ts knows, or teach it the keyword.");
}

/** The check over all forms of a resource; `schemaOf` is where their JSON Schema comes from. */
export function formsCheckedBy(schemaOf: (fields: readonly FieldModel[]) => unknown): Check {
  return function* (resource) {
    yield* form(resource.fields.filter((field) => field.inForm.create || field.inForm.edit), ["fields"], schemaOf);
    for (const action of resource.actions) if (action.asked.length > 0) yield* form(action.asked, ["actions", action.name], schemaOf);
  };
}

export const forms: Check = formsCheckedBy(formJsonSchema);
