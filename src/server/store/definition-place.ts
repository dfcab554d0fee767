// Where a field is written, for messages about the tables that definitions ask for: the line, where the files are there.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Text } from "#schema/text";
import { operatorText } from "../operator-language.ts";

export interface DefinitionPlace {
  /** `resources/<area>/<name>.ts` */
  readonly file: string;
  /** Its fields where absent. */
  readonly field?: string;
  /** What people call the field. */
  readonly label?: Text;
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

/** A field for people: `insuredUntil (Insured until)` */
export function fieldText(field: string, label: Text | undefined): string {
  const words = label === undefined ? field : operatorText(...label);
  return words === field ? field : operatorText(`${field}（${words}）`, `${field} (${words})`);
}

/** `resources/production/vehicle.ts:14 insuredUntil (Insured until)` */
export function placeText({ file, field, label }: DefinitionPlace): string {
  const source = sourceOf(file);
  const line = source === undefined ? undefined : lineOf(source, field);
  return `${file}${line === undefined ? "" : `:${line}`}${field === undefined ? "" : ` ${fieldText(field, label)}`}`;
}
