// What imports need besides a call: where their files lie, and whose rights their jobs have.
import type { ImportFiles } from "./import-files.ts";
import type { People } from "./person.ts";

export interface Imports extends People {
  readonly files: ImportFiles;
}
