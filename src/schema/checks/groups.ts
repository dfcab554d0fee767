// Checks groups of fields (`<name>.fields.ts`): at least one definition must use them. Problems of a field are reported in the definitions
// that use it.
import type { LoadedDefinition } from "../resource-data.ts";
import { errorAt, inFile, type Finding } from "./finding.ts";

/** The exports of a file `<name>.fields.ts`. */
export interface LoadedGroup {
  readonly file: string;
  readonly fields: object;
}

/**
 * Findings on groups that no definition uses. Known by the imports of files, not by the fields: a development server loads a changed file
 * anew, and then a group and the definitions that spread it may hold other objects for a while.
 */
export function groups(loaded: readonly LoadedGroup[], definitions: readonly LoadedDefinition[]): readonly Finding[] {
  const used = new Set(definitions.flatMap((definition) => definition.groups ?? []));
  const unused = loaded.filter(({ file }) => !used.has(file));
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
