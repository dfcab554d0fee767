// Which definitions a save affects: those that are other ones than before, because their file or one that they import was loaded anew, and
// those that mention one of them.
import type { LoadedDefinition } from "../../src/schema/resource-data.ts";
import type { LoadedDefinitions } from "../definitions.ts";

const texts = new WeakMap<LoadedDefinition, string>();

function textOf(definition: LoadedDefinition): string {
  let text = texts.get(definition);
  if (text === undefined) texts.set(definition, (text = JSON.stringify(definition.data)));
  return text;
}

function nameIn({ data, file }: LoadedDefinition): string {
  // Nobody has looked at it yet, so the name may be missing.
  return typeof data.name === "string" ? data.name : file;
}

/**
 * Files of the definitions that differ from those before, or mention one that differs, is new, or is gone. Everything is affected where an
 * area differs.
 */
export function affectedFiles(before: LoadedDefinitions, now: LoadedDefinitions): ReadonlySet<string> {
  const isSame = before.areas.length === now.areas.length && now.areas.every((area) => before.areas.includes(area));
  if (!isSame) return new Set(now.definitions.map(({ file }) => file));
  const earlier = new Set(before.definitions);
  const later = new Set(now.definitions);
  const differing = [...before.definitions.filter((one) => !later.has(one)), ...now.definitions.filter((one) => !earlier.has(one))];
  const names = [...new Set(differing.map(nameIn))].map((name) => JSON.stringify(name));
  const affected = now.definitions.filter((one) => !earlier.has(one) || names.some((name) => textOf(one).includes(name)));
  return new Set(affected.map(({ file }) => file));
}
