// A copy of this project with another number of definitions: all of the product's, or those that signing in needs plus synthetic ones.
import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Area } from "../../src/schema/area.ts";
import type { FieldModel, Model, ResourceModel } from "../../src/schema/model.ts";
import { seedFileOf } from "../definitions.ts";
import { syntheticDefinitions } from "./synthetic.ts";

const copied = [
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
  "vite.server.config.ts",
  "index.html",
  "verify.html",
  "public",
  "resources",
  "docs",
  "src",
  "scripts",
  "generated",
];

/** What the first issue asked for, without resources that pull in half of the product, plus what a server requires. */
const foundation = [
  "param",
  "factory",
  "shop",
  "prod-line",
  "team",
  "tenant-package",
  "media-category",
  "product-category",
  "dict",
  "dict-biz",
  "dept",
  "region",
  "user",
  "role",
  "role-menu",
  "menu",
  "client",
  "tenant",
  "post",
];

function targetsOf(fields: readonly FieldModel[]): readonly string[] {
  return fields.flatMap((field) => [...(field.reference === undefined ? [] : [field.reference.resource]), ...targetsOf(field.fields)]);
}

/** The resources a resource depends on: what it refers to, shows below its rows, opens. */
function neededBy(resource: ResourceModel, model: Model): readonly string[] {
  const targets = resource.actions.flatMap((action) => [
    ...targetsOf(action.dialogFields),
    ...(action.opens === undefined ? [] : [action.opens]),
  ]);
  return [...targetsOf(resource.fields), ...(resource.details === undefined ? [] : [resource.details.resource]), ...targets].filter(
    (name) => model.resource.has(name),
  );
}

/** The few resources with all they need. */
function smallProduct(model: Model): ReadonlySet<string> {
  const included = new Set(foundation.filter((name) => model.resource.has(name)));
  // A Set is iterated in the order of insertion, including entries added during the iteration.
  for (const name of included) {
    const resource = model.resource.get(name);
    if (resource !== undefined) for (const needed of neededBy(resource, model)) included.add(needed);
  }
  return included;
}

/** An area without the screens that are gone. */
function areaSource({ name, label, icon, sort, order = [], icons = {} }: Area, included: ReadonlySet<string>): string {
  const left = {
    name,
    label,
    icon,
    sort,
    order: order.filter((one) => included.has(one)),
    icons: Object.fromEntries(Object.entries(icons).filter(([one]) => included.has(one))),
  };
  return `import { defineArea } from "#schema";\n\nexport default defineArea(${JSON.stringify(left)});\n`;
}

/** Rows that name several menus, without those that are gone; undefined where a resource's rows name none. */
function seedSource(resource: ResourceModel, isMenu: (code: string) => boolean): string | undefined {
  const naming = new Set(
    resource.fields.filter((field) => field.reference?.several === true && field.reference.resource === "menu").map((field) => field.name),
  );
  if (naming.size === 0 || resource.data.seed === undefined) return undefined;
  const left = (name: string, value: unknown) =>
    naming.has(name) && Array.isArray(value) ? value.filter((code) => isMenu(String(code))) : value;
  const rows = resource.data.seed.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, left(name, value)])));
  return `import { seedRows } from "#schema";\n\nexport default seedRows(${JSON.stringify(resource.name)}, ${JSON.stringify(rows)});\n`;
}

/** Handlers of resources that are gone would be found by the check. */
const domainOfSome = (included: ReadonlySet<string>): string => `import type { Domain } from "../contract.ts";
import { createDomain as createWhole } from "./whole.ts";

export * from "./whole.ts";

const included: ReadonlySet<string> = new Set(${JSON.stringify([...included])});
const includedOf = <T>(handlers: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(handlers).filter(([name]) => included.has(name.split(".")[0] ?? "")));

export function createDomain(...services: Parameters<typeof createWhole>): Domain {
  const whole = createWhole(...services);
  const effects = (whole.effects ?? []).filter((name) => included.has(name.split(".")[0] ?? ""));
  return { ...whole, reads: includedOf(whole.reads), actions: includedOf(whole.actions), hooks: includedOf(whole.hooks), effects };
}
`;

async function removeOthers(copy: string, model: Model, included: ReadonlySet<string>): Promise<void> {
  for (const resource of model.resources.filter(({ name }) => !included.has(name))) {
    await rm(path.join(copy, resource.file));
    await rm(path.join(copy, seedFileOf(resource.file)), { force: true });
  }
  const includedAreas = new Set(model.resources.filter(({ name }) => included.has(name)).map(({ area }) => area));
  for (const resource of model.resources.filter(({ name }) => included.has(name))) {
    const source = seedSource(resource, (code) => included.has(code) || includedAreas.has(code));
    if (source !== undefined) await writeFile(path.join(copy, seedFileOf(resource.file)), source);
  }
  for (const area of model.areas) {
    const folder = path.join(copy, "resources", area.name);
    if (includedAreas.has(area.name)) await writeFile(path.join(folder, "area.ts"), areaSource(area, included));
    else await rm(folder, { recursive: true });
  }
  // Its rows grant keys of resources that are gone.
  const grants = model.resource.get("role-menu");
  if (grants !== undefined) await rm(path.join(copy, seedFileOf(grants.file)), { force: true });
  const domain = path.join(copy, "src/server/domain");
  await rename(path.join(domain, "index.ts"), path.join(domain, "whole.ts"));
  await writeFile(path.join(domain, "index.ts"), domainOfSome(included));
}

interface ScaledCopy {
  readonly root: string;
  readonly definitions: number;
  remove(): Promise<void>;
}

/** Makes a copy. `size`: "all" definitions of the product, the "few", or so many altogether. */
export async function scaledCopy(root: string, model: Model, size: "all" | "few" | number): Promise<ScaledCopy> {
  const copy = await mkdtemp(path.join(tmpdir(), "tracemark-scale-"));
  for (const name of copied) await cp(path.join(root, name), path.join(copy, name), { recursive: true });
  await symlink(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  // Tests name resources of the product; only the product is measured.
  const settings = (await readFile(path.join(copy, "tsconfig.json"), "utf8")).replace(
    /"include": \[[^\]]*\],\s*"exclude": \[[^\]]*\]/,
    '"include": ["resources", "src", "generated", "vite.config.ts", "vite.server.config.ts"],\n  "exclude": ["generated/examples", "**/*.test.ts", "**/*.test.tsx"]',
  );
  await writeFile(path.join(copy, "tsconfig.json"), settings);
  const included = smallProduct(model);
  if (size !== "all") await removeOthers(copy, model, included);
  const added = typeof size === "number" ? size - included.size : 0;
  for (const { path: file, text } of syntheticDefinitions(added)) {
    await mkdir(path.join(copy, path.dirname(file)), { recursive: true });
    await writeFile(path.join(copy, file), text);
  }
  return {
    root: copy,
    definitions: size === "all" ? model.resources.length : included.size + added,
    remove: () => rm(copy, { recursive: true, force: true }),
  };
}
