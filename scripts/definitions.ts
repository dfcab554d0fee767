// Finds and loads the definition files, for the scripts and the development server.
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Area } from "../src/schema/area.ts";
import type { LoadedArea, LoadedGroup, LoadFailure } from "../src/schema/checks/index.ts";
import type { LoadedDefinition, ResourceData } from "../src/schema/resource-data.ts";
import { importModule } from "./import-module.ts";
import { loadFailure } from "./load-failure.ts";

export interface DefinitionFiles {
  /** `resources/<area>/<name>.ts`, sorted. */
  readonly resources: readonly string[];
  /** `resources/<area>/area.ts`, sorted. */
  readonly areas: readonly string[];
  /** `resources/<area>/<name>.seed.ts`, sorted: the rows of a new installation. */
  readonly seeds: readonly string[];
  /** `resources/<area>/<name>.fields.ts`, sorted: fields that several definitions have alike. */
  readonly groups: readonly string[];
}

/** The definition files of a checkout. Files named `*.options.ts` hold lists for definitions and are none themselves. */
export async function findDefinitionFiles(root: string): Promise<DefinitionFiles> {
  const folder = path.join(root, "resources");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter(
      (entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".options.ts") && !entry.name.endsWith(".test.ts"),
    )
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .sort();
  const isSeed = (file: string) => file.endsWith(".seed.ts");
  const isGroup = (file: string) => file.endsWith(".fields.ts");
  return {
    resources: files.filter((file) => !file.endsWith("/area.ts") && !isSeed(file) && !isGroup(file)),
    areas: files.filter((file) => file.endsWith("/area.ts")),
    seeds: files.filter(isSeed),
    groups: files.filter(isGroup),
  };
}

export interface LoadedDefinitions {
  readonly definitions: readonly LoadedDefinition[];
  readonly areas: readonly Area[];
  /** The same with their files. */
  readonly loadedAreas: readonly LoadedArea[];
  readonly groups: readonly LoadedGroup[];
  readonly failures: readonly LoadFailure[];
}

/** The area of a definition file: its folder. */
export function areaOf(file: string): string {
  return file.split("/")[1] ?? "";
}

/** The seed rows that belong to a definition file, by their file. */
export function seedFileOf(file: string): string {
  return file.replace(/\.ts$/, ".seed.ts");
}

/** The definition file that a file of seed rows belongs to, or the file itself. */
export function definitionOf(file: string): string {
  return file.replace(/\.seed\.ts$/, ".ts");
}

/** The name a definition file gives its resource. */
export function resourceNameOfFile(file: string): string {
  return path.posix.basename(file, ".ts");
}

/** The comment above `defineResource` as one line; undefined where there is none. */
function aboutOf(source: string): string | undefined {
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export default defineResource\(/.exec(source)?.[1];
  const text = comment
    ?.replace(/^\s*\* ?/gm, "")
    .replace(/\s+/g, " ")
    .trim();
  return text === "" ? undefined : text;
}

/** Files of the groups of fields that a definition imports. */
function groupsIn(source: string, file: string): readonly string[] {
  return [...source.matchAll(/^import\s[^"']*["'](\.[^"']*\.fields\.ts)["']/gm)].map(([, address = ""]) =>
    path.posix.join(path.posix.dirname(file), address),
  );
}

function hasDefault(module: unknown): module is { readonly default: unknown } {
  return typeof module === "object" && module !== null && "default" in module;
}

/** Gives the module of a definition file; a development server has its own way, so that changed files load anew. */
export type ImportFile = (file: string) => Promise<unknown>;

function fromDisk(root: string): ImportFile {
  return (file) => importModule(path.join(root, file));
}

function defaultOf(module: unknown): unknown {
  if (!hasDefault(module)) throw new Error("it has no default export");
  return module.default;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** By the export of its file. A development server loads unchanged files by their modules, and their definitions stay the same objects. */
const loadedBefore = new WeakMap<object, { readonly definition: LoadedDefinition; readonly seed: unknown; readonly source: string }>();

/** What the export of a definition file and that of its seed rows make up. */
function definitionIn(file: string, data: object, seed: object | undefined, source: string): LoadedDefinition {
  const before = loadedBefore.get(data);
  if (before?.seed === seed && before?.source === source && before.definition.file === file) return before.definition;
  const about = aboutOf(source);
  const definition: LoadedDefinition = {
    // `defineResource` typed it; `npm run check` covers what a type checker cannot see.
    data: { ...data, ...(seed === undefined ? {} : { seed }) } as ResourceData,
    file,
    area: areaOf(file),
    groups: groupsIn(source, file),
    ...(about === undefined ? {} : { about }),
  };
  loadedBefore.set(data, { definition, seed, source });
  return definition;
}

/** Loads all definitions; those that do not load are named in `failures`. */
export async function loadDefinitions(root: string, importFile: ImportFile = fromDisk(root)): Promise<LoadedDefinitions> {
  const files = await findDefinitionFiles(root);
  const failures: LoadFailure[] = [];
  const load = async (file: string): Promise<object | undefined> => {
    try {
      const value = defaultOf(await importFile(file));
      if (!isObject(value)) throw new Error("its default export is no definition");
      return value;
    } catch (error) {
      failures.push(await loadFailure(root, file, error));
      return undefined;
    }
  };
  const definitions: LoadedDefinition[] = [];
  for (const file of files.resources) {
    const data = await load(file);
    if (data === undefined) continue;
    const source = await readFile(path.join(root, file), "utf8");
    const seed = files.seeds.includes(seedFileOf(file)) ? await load(seedFileOf(file)) : undefined;
    definitions.push(definitionIn(file, data, seed, source));
  }
  const loadedAreas: LoadedArea[] = [];
  for (const file of files.areas) {
    const area = await load(file);
    // `defineArea` typed it, as above.
    if (area !== undefined) loadedAreas.push({ area: area as Area, file });
  }
  const groups: LoadedGroup[] = [];
  for (const file of files.groups) {
    const fields = await load(file);
    if (fields !== undefined) groups.push({ file, fields });
  }
  return { definitions, areas: loadedAreas.map((one) => one.area), loadedAreas, groups, failures };
}
