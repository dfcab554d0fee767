// Checks groups of fields (`<name>.fields.ts`): somebody must have them. What is wrong with a field is told in the definitions that have
// it.
import type { LoadedDefinition } from "../resource-data.ts";
import { errorAt, inFile, type Finding } from "./finding.ts";

/** What a file `<name>.fields.ts` exports. */
export interface LoadedGroup {
  readonly file: string;
  readonly fields: object;
}

/** The fields of a definition, of whose shape nothing is known yet. */
function fieldsIn(data: unknown): readonly unknown[] {
  if (typeof data !== "object" || data === null || !("fields" in data)) return [];
  return typeof data.fields === "object" && data.fields !== null ? Object.values(data.fields) : [];
}

/** Findings of groups none of whose fields stands in a definition: they are the same objects there, not equal ones. */
export function groups(loaded: readonly LoadedGroup[], definitions: readonly LoadedDefinition[]): readonly Finding[] {
  const used = new Set(definitions.flatMap(({ data }) => fieldsIn(data)));
  const unused = loaded.filter(({ fields }) => !Object.values(fields).some((field) => used.has(field)));
  return unused.map(({ file }) =>
    inFile(
      file,
      errorAt(
        "unused-fields",
        [],
        "no definition has these fields",
        "Spread the group among the `fields` of each definition that has them (`...group`), or remove the file.",
      ),
    ),
  );
}
