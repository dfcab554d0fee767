// The generated TypeScript files: names for the type checker, the static list of definitions for bundles, and the traits of all kinds of
// field for screens.
import { plainScreenTraits } from "../../src/fields/traits.ts";
import type { FieldKind } from "../../src/schema/field-kind.ts";
import type { ScreenTraits } from "../../src/schema/kind-traits.ts";
import type { DefinitionFiles } from "../definitions.ts";
import { areaOf, resourceNameOfFile, seedFileOf } from "../definitions.ts";
import { formatJson } from "./format.ts";

const heading = "// Written by `npm run generate`; do not edit.\n";

export interface NamedResource {
  readonly name: string;
  readonly fields: readonly string[];
}

/** names.ts: each resource (known by its file name, also while it does not load) and its fields. */
export function namesSource(resources: readonly NamedResource[], roles: readonly string[]): string {
  const quoted = ({ name, fields }: NamedResource) =>
    `  ${JSON.stringify(name)}: ${["id", ...fields.filter((field) => field !== "id")].map((field) => JSON.stringify(field)).join(" | ")};`;
  const aliases = roles.length === 0 ? "never" : roles.map((role) => JSON.stringify(role)).join(" | ");
  return `${heading}export type RoleAlias = ${aliases};\n\nexport interface Names {\n${resources.map(quoted).join("\n")}\n}\n`;
}

/** The roles in an earlier names.ts. */
export function rolesIn(source: string): readonly string[] {
  const [, aliases = ""] = /^export type RoleAlias = (.+);$/m.exec(source) ?? [];
  return [...aliases.matchAll(/"([^"]+)"/g)].map(([, alias = ""]) => alias);
}

/** The resources and fields in an earlier names.ts: a file that does not load keeps the fields it had. */
export function namesIn(source: string): ReadonlyMap<string, readonly string[]> {
  const lines = source.matchAll(/^ {2}"([^"]+)": (.+);$/gm);
  return new Map([...lines].map(([, name = "", fields = ""]) => [name, [...fields.matchAll(/"([^"]+)"/g)].map(([, field = ""]) => field)]));
}

function camelCase(words: string): string {
  return words.replace(/[^A-Za-z0-9]+(.)?/g, (_whole, letter: string | undefined) => letter?.toUpperCase() ?? "");
}

/**
 * registry.ts: all definitions, imported statically under names that other files do not shift. `about`: the resource that each file
 * declares.
 */
export function registrySource(files: DefinitionFiles, about: ReadonlyMap<string, string> = new Map()): string {
  const definition = (file: string) => `${camelCase(resourceNameOfFile(file))}Definition`;
  const seed = (file: string) => `${camelCase(resourceNameOfFile(file).replace(/\.seed$/, ""))}Seed`;
  const area = (file: string) => `${camelCase(areaOf(file))}Area`;
  const imports = [
    ...files.resources.map((file) => `import ${definition(file)} from "../${file}";`),
    ...files.areas.map((file) => `import ${area(file)} from "../${file}";`),
    ...files.seeds.map((file) => `import ${seed(file)} from "../${file}";`),
  ];
  const dataOf = (file: string) =>
    files.seeds.includes(seedFileOf(file)) ? `{ ...${definition(file)}, seed: ${seed(seedFileOf(file))} }` : definition(file);
  const aboutIn = (file: string) => (about.has(file) ? `, about: ${JSON.stringify(about.get(file))}` : "");
  const rows = files.resources.map(
    (file) => `  { data: ${dataOf(file)}, file: ${JSON.stringify(file)}, area: ${JSON.stringify(areaOf(file))}${aboutIn(file)} },`,
  );
  return `${heading}import type { Area } from "../src/schema/area.ts";
import type { LoadedDefinition } from "../src/schema/resource-data.ts";
${imports.join("\n")}

export const definitions: readonly LoadedDefinition[] = [
${rows.join("\n")}
];

export const areas: readonly Area[] = [${files.areas.map(area).join(", ")}];
`;
}

const defaultTraits = new Map(Object.entries(plainScreenTraits).map(([trait, value]) => [trait, JSON.stringify(value)]));

/** What screens need to know about a kind, where it differs from the defaults. */
export function statedTraits({ traits, column, given }: FieldKind): Partial<ScreenTraits> {
  const all: ScreenTraits = { ...traits, matchesPart: column.defaultOperator === "like", isChosen: given === "selected" };
  return Object.fromEntries(Object.entries(all).filter(([trait, value]) => JSON.stringify(value) !== defaultTraits.get(trait)));
}

/** kinds.ts: the traits of every kind of field. */
export function kindsSource(kinds: ReadonlyMap<string, FieldKind>): string {
  const rows = [...kinds].map(([name, kind]) => `  ${JSON.stringify(name)}: ${formatJson(statedTraits(kind)).trimEnd()},`);
  return `${heading}import type { ScreenTraits } from "../src/schema/kind-traits.ts";

/** What of each kind's traits is not what most kinds have (\`plainScreenTraits\`). */
export const kindTraits: Readonly<Record<string, Partial<ScreenTraits>>> = {
${rows.join("\n")}
};
`;
}
