// Writes a new definition into a checkout and checks it; when the check finds problems it reports them and removes the file.
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Finding } from "../../src/schema/checks/index.ts";
import { areaOf, findDefinitionFiles, resourceNameOfFile, type DefinitionFiles, type ImportFile } from "../definitions.ts";
import { generate } from "../generate/run.ts";
import { definitionSource } from "./source.ts";
import { SpecError, type ResourceSpec } from "./spec.ts";

interface Created {
  /** `resources/<area>/<name>.ts` */
  readonly file: string;
  /** Problems of the new definition, because of which it was not kept. */
  readonly errors: readonly Finding[];
}

/** Names of the areas that a resource may join. */
export function areasOf(files: DefinitionFiles): readonly string[] {
  return files.areas.map(areaOf);
}

/** Refuses a name that is none, or that a definition has already. */
export function freeName(name: string, files: DefinitionFiles): string {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
    throw new SpecError(`"${name}" is no name of a resource: use small letters, digits and single dashes`);
  const taken = files.resources.find((file) => resourceNameOfFile(file) === name);
  if (taken !== undefined) throw new SpecError(`"${name}" is the resource of ${taken}; choose another name, or edit that file`);
  return name;
}

/** Writes the definition and generates; reverts both where it has problems. */
export async function createResource(root: string, spec: ResourceSpec, importFile?: ImportFile): Promise<Created> {
  const files = await findDefinitionFiles(root);
  freeName(spec.name, files);
  if (!areasOf(files).includes(spec.area))
    throw new SpecError(
      `there is no area "${spec.area}"; there are: ${areasOf(files).join(", ")}. A new one begins with resources/${spec.area}/area.ts`,
    );
  const file = `resources/${spec.area}/${spec.name}.ts`;
  const at = path.join(root, file);
  if (existsSync(at)) throw new SpecError(`${file} exists`);
  await writeFile(at, definitionSource(spec));
  const options = { importFile };
  const { errors } = await generate(root, options);
  if (errors.some((finding) => finding.file === file)) {
    await rm(at);
    await generate(root, options);
    return { file, errors: errors.filter((finding) => finding.file === file) };
  }
  return { file, errors: [] };
}
