// The parts of `npm run bench:services`, in the order in which they run.
import type { Installation } from "../installed-server.ts";
import { measureExport } from "./export.ts";
import { measureFiles } from "./files.ts";
import { measureImport } from "./import.ts";

interface ServicePart {
  /** As `--only` calls it. */
  readonly name: string;
  /** `rows`: of a file that is imported. */
  measure(installation: Installation, rows: number): Promise<void>;
}

export const serviceParts: readonly ServicePart[] = [
  { name: "files", measure: measureFiles },
  { name: "export", measure: measureExport },
  { name: "import", measure: measureImport },
];
