// Forms: each must have a JSON Schema, and one that the browser's validator knows (`json-schema-subset.ts`).
import { formJsonSchema } from "../json-schema.ts";
import { assertSupported } from "../json-schema-subset.ts";
import type { FieldModel } from "../model.ts";
import { errorAt, type UnplacedFinding, type Place } from "./finding.ts";
import type { Check } from "./subject.ts";

type SchemaMaker = (fields: readonly FieldModel[]) => unknown;

/** Why something cannot be done; undefined where it can. An invalid pattern is reported by the check of values. */
function problemOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    return error instanceof Error ? error.message : String(error);
  }
}

function isSupported(fields: readonly FieldModel[], schemaOf: SchemaMaker): boolean {
  try {
    assertSupported(schemaOf(fields));
    return true;
  } catch {
    // What is wrong is asked next, field by field.
    return false;
  }
}

function* form(fields: readonly FieldModel[], place: Place, schemaOf: SchemaMaker): Iterable<UnplacedFinding> {
  if (isSupported(fields, schemaOf)) return;
  for (const field of fields) {
    const problem = problemOf(() => void schemaOf([field]));
    if (problem !== undefined)
      yield errorAt(
        "no-json-schema",
        [...place, field.name],
        `${field.name} cannot be said in JSON Schema, so its form could not check it: ${problem}`,
        "Use options that JSON Schema knows.",
      );
  }
  const problem = problemOf(() => schemaOf(fields)) === undefined ? problemOf(() => assertSupported(schemaOf(fields))) : undefined;
  if (problem !== undefined)
    yield errorAt(
      "unsupported-form",
      place,
      `the form cannot be checked in the browser: ${problem}`,
      "Use options that src/schema/json-schema-subset.ts knows, or teach it the keyword.",
    );
}

/** The check over all forms of a resource; `schemaOf` is where their JSON Schema comes from. */
export function formsCheckedBy(schemaOf: SchemaMaker): Check {
  return function* (resource) {
    yield* form(
      resource.fields.filter((field) => field.inForm.create || field.inForm.edit),
      ["fields"],
      schemaOf,
    );
    for (const action of resource.actions)
      if (action.dialogFields.length > 0) yield* form(action.dialogFields, ["actions", action.name], schemaOf);
  };
}

export const forms: Check = formsCheckedBy(formJsonSchema);
