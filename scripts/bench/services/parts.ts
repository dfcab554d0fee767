// The parts of `npm run bench:services`, in the order in which they run.
import type { Installation } from "../installed-server.ts";
import { measureExport } from "./export.ts";
import { measureFiles } from "./files.ts";

interface ServicePart {
  /** As `--only` calls it. */
  readonly name: string;
  measure(installation: Installation): Promise<void>;
}

export const serviceParts: readonly ServicePart[] = [
  { name: "files", measure: measureFiles },
  { name: "export", measure: measureExport },
];
