// Checks groups of fields (`<name>.fields.ts`): at least one definition must use them. Problems of a field are reported in the definitions
// that use it.
import type { LoadedDefinition } from "../resource-data.ts";
import { errorAt, inFile, type Finding } from "./finding.ts";

/** The exports of a file `<name>.fields.ts`. */
export interface LoadedGroup {
  readonly file: string;
  readonly fields: object;
}

/** The fields of a definition whose shape is not checked yet. */
function fieldsIn(data: unknown): readonly unknown[] {
  if (typeof data !== "object" || data === null || !("fields" in data)) return [];
  return typeof data.fields === "object" && data.fields !== null ? Object.values(data.fields) : [];
}

/** Findings on groups that no definition uses: a used group's fields are the same objects in the definition, not equal ones. */
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
