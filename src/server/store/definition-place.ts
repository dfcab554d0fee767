// Where a field is written, for messages about the tables that definitions ask for: the line, where the files are there.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

export interface DefinitionPlace {
  /** `resources/<area>/<name>.ts` */
  readonly file: string;
  /** Its fields where absent. */
  readonly field?: string;
}

function sourceOf(file: string): string | undefined {
  try {
    return readFileSync(resolve(file), "utf8");
  } catch {
    return undefined; // an installation may be without its sources
  }
}

/** Line of the first member of this name behind `fields:`, from 1. A field that is spread or no longer there is in none. */
function lineOf(source: string, field: string | undefined): number | undefined {
  const fields = /^\s*fields:/m.exec(source);
  const from = fields === null ? 0 : fields.index + fields[0].search(/\S/);
  const found = field === undefined ? undefined : new RegExp(`(?<=[\\s{,])${field}\\s*:`).exec(source.slice(from));
  const at = found === null || found === undefined ? (fields === null ? undefined : from) : from + found.index;
  return at === undefined ? undefined : source.slice(0, at).split("\n").length;
}

/** `resources/production/vehicle.ts:14 insuredUntil` */
export function placeText({ file, field }: DefinitionPlace): string {
  const source = sourceOf(file);
  const line = source === undefined ? undefined : lineOf(source, field);
  return `${file}${line === undefined ? "" : `:${line}`}${field === undefined ? "" : ` ${field}`}`;
}
