// The two generated TypeScript files: names for the type checker, and the static list of definitions for bundles.
import type { DefinitionFiles } from "../definitions.ts";
import { areaOf, nameOf, seedFileOf } from "../definitions.ts";

const heading = "// Written by `npm run generate`; do not edit.\n";

/** names.ts: each resource (known by its file name, also while it does not load) and its fields. */
export function namesSource(resources: readonly { readonly name: string; readonly fields: readonly string[] }[]): string {
  const lines = resources.map(({ name, fields }) => `  ${JSON.stringify(name)}: ${["id", ...fields.filter((field) => field !== "id")].map((field) => JSON.stringify(field)).join(" | ")};`);
  return `${heading}export interface Names {\n${lines.join("\n")}\n}\n`;
}

/** registry.ts: all definitions, imported statically. */
export function registrySource(files: DefinitionFiles): string {
  const imports = [
    ...files.resources.map((file, index) => `import resource${index} from "../${file}";`),
    ...files.areas.map((file, index) => `import area${index} from "../${file}";`),
    ...files.seeds.map((file, index) => `import seed${index} from "../${file}";`),
  ];
  const dataOf = (file: string, index: number) => {
    const seed = files.seeds.indexOf(seedFileOf(file));
    return seed === -1 ? `resource${index}` : `{ ...resource${index}, seed: seed${seed} }`;
  };
  const rows = files.resources.map((file, index) => `  { data: ${dataOf(file, index)}, file: ${JSON.stringify(file)}, area: ${JSON.stringify(areaOf(file))} },`);
  return `${heading}import type { Area } from "../src/schema/area.ts";
import type { LoadedDefinition } from "../src/schema/resource-data.ts";
${imports.join("\n")}

export const definitions: readonly LoadedDefinition[] = [
${rows.join("\n")}
];

export const areas: readonly Area[] = [${files.areas.map((_file, index) => `area${index}`).join(", ")}];
`;
}

export { nameOf };
